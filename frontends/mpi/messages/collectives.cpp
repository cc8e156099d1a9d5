// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calls of a whole communicator. Those in which each process hears of all others are meetings; a
// root tells the others, or is told by them, as by messages of tags that no message has. A scan is
// taken for a meeting with those that have come before.
#include "told_requests.hpp"

#include "arauto/spi/race.h"
#include "arauto/spi/trace.h"

using namespace arauto::mpi;

namespace {

using Kind = ToldRequest::Kind;

constexpr int kFromRoot = -1000; // tags
constexpr int kToRoot = -1001;

bool is_told(MPI_Comm comm) noexcept {
    return messages() != nullptr && comm != MPI_COMM_NULL && !peers_of(comm).is_inter;
}

/// The next meeting on a communicator, entered.
ToldRequest enter(MPI_Comm comm) noexcept {
    Peers& peers = peers_of(comm);
    const ToldRequest what{
        .kind = Kind::meeting, .comm = comm, .meeting = peers.id, .count = peers.meetings++};
    arauto_race_enter(what.meeting, what.count);
    return what;
}

template <typename Call> int meet(MPI_Comm comm, Call call) noexcept {
    if (!is_told(comm)) {
        return call();
    }
    const ToldRequest what = enter(comm);
    const int result = call();
    if (result == MPI_SUCCESS) {
        arauto_race_leave(what.meeting, what.count);
    }
    return result;
}

template <typename Call>
int begin_meeting(MPI_Comm comm, MPI_Request* request, Call call) noexcept {
    if (!is_told(comm)) {
        return call();
    }
    const ToldRequest what = enter(comm);
    const int result = call();
    if (result == MPI_SUCCESS) {
        tell_later(*request, what);
    }
    return result;
}

/// The root tells all others; or, where it is to be told, each of them tells it.
void tell_first(MPI_Comm comm, int root, Kind kind) noexcept {
    const Peers& peers = peers_of(comm);
    if (kind == Kind::to_root) {
        if (peers.rank != root) {
            tell_send(comm, root, kToRoot);
        }
        return;
    }
    for (int rank = 0; peers.rank == root && static_cast<size_t>(rank) < peers.ranks.size();
         ++rank) {
        if (rank != root) {
            tell_send(comm, rank, kFromRoot);
        }
    }
}

/// Whether this process hears of others by such a call.
bool hears(MPI_Comm comm, int root, Kind kind) noexcept {
    return (peers_of(comm).rank == root) == (kind == Kind::to_root);
}

template <typename Call>
int call_with_root(MPI_Comm comm, int root, Kind kind, Call call) noexcept {
    if (!is_told(comm)) {
        return call();
    }
    tell_first(comm, root, kind);
    const int result = call();
    const Peers& peers = peers_of(comm);
    if (result != MPI_SUCCESS || !hears(comm, root, kind)) {
        return result;
    }
    if (kind == Kind::from_root) {
        tell_receive(comm, root, kFromRoot);
        return result;
    }
    for (int rank = 0; static_cast<size_t>(rank) < peers.ranks.size(); ++rank) {
        if (rank != root) {
            tell_receive(comm, rank, kToRoot);
        }
    }
    return result;
}

template <typename Call>
int begin_with_root(MPI_Comm comm, int root, Kind kind, MPI_Request* request, Call call) noexcept {
    if (!is_told(comm)) {
        return call();
    }
    tell_first(comm, root, kind);
    const int result = call();
    if (result == MPI_SUCCESS && hears(comm, root, kind)) {
        tell_later(*request, {.kind = kind,
                              .comm = comm,
                              .rank = root,
                              .tag = kind == Kind::from_root ? kFromRoot : kToRoot});
    }
    return result;
}

} // namespace

ARAUTO_MPI_EXPORT int MPI_Barrier(MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] { return real_messages().Barrier(comm); });
}
ARAUTO_MPI_BOTH(Barrier)

ARAUTO_MPI_EXPORT int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_meeting(comm, request, [&] { return real_messages().Ibarrier(comm, request); });
}
ARAUTO_MPI_BOTH(Ibarrier)

ARAUTO_MPI_EXPORT int
MPI_Allreduce(const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] { return real_messages().Allreduce(sent, got, count, type, op, comm); });
}
ARAUTO_MPI_BOTH(Allreduce)

ARAUTO_MPI_EXPORT int MPI_Iallreduce(const void* sent,
                                     void* got,
                                     int count,
                                     MPI_Datatype type,
                                     MPI_Op op,
                                     MPI_Comm comm,
                                     MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_meeting(comm, request, [&] {
        return real_messages().Iallreduce(sent, got, count, type, op, comm, request);
    });
}
ARAUTO_MPI_BOTH(Iallreduce)

ARAUTO_MPI_EXPORT int MPI_Allgather(const void* sent,
                                    int sent_count,
                                    MPI_Datatype sent_type,
                                    void* got,
                                    int got_count,
                                    MPI_Datatype got_type,
                                    MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] {
        return real_messages().Allgather(sent, sent_count, sent_type, got, got_count, got_type,
                                         comm);
    });
}
ARAUTO_MPI_BOTH(Allgather)

ARAUTO_MPI_EXPORT int MPI_Iallgather(const void* sent,
                                     int sent_count,
                                     MPI_Datatype sent_type,
                                     void* got,
                                     int got_count,
                                     MPI_Datatype got_type,
                                     MPI_Comm comm,
                                     MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_meeting(comm, request, [&] {
        return real_messages().Iallgather(sent, sent_count, sent_type, got, got_count, got_type,
                                          comm, request);
    });
}
ARAUTO_MPI_BOTH(Iallgather)

ARAUTO_MPI_EXPORT int MPI_Alltoall(const void* sent,
                                   int sent_count,
                                   MPI_Datatype sent_type,
                                   void* got,
                                   int got_count,
                                   MPI_Datatype got_type,
                                   MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] {
        return real_messages().Alltoall(sent, sent_count, sent_type, got, got_count, got_type,
                                        comm);
    });
}
ARAUTO_MPI_BOTH(Alltoall)

ARAUTO_MPI_EXPORT int MPI_Ialltoall(const void* sent,
                                    int sent_count,
                                    MPI_Datatype sent_type,
                                    void* got,
                                    int got_count,
                                    MPI_Datatype got_type,
                                    MPI_Comm comm,
                                    MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_meeting(comm, request, [&] {
        return real_messages().Ialltoall(sent, sent_count, sent_type, got, got_count, got_type,
                                         comm, request);
    });
}
ARAUTO_MPI_BOTH(Ialltoall)

ARAUTO_MPI_EXPORT int MPI_Allgatherv(const void* sent,
                                     int sent_count,
                                     MPI_Datatype sent_type,
                                     void* got,
                                     const int got_counts[],
                                     const int places[],
                                     MPI_Datatype got_type,
                                     MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] {
        return real_messages().Allgatherv(sent, sent_count, sent_type, got, got_counts, places,
                                          got_type, comm);
    });
}
ARAUTO_MPI_BOTH(Allgatherv)

ARAUTO_MPI_EXPORT int MPI_Alltoallv(const void* sent,
                                    const int sent_counts[],
                                    const int sent_places[],
                                    MPI_Datatype sent_type,
                                    void* got,
                                    const int got_counts[],
                                    const int got_places[],
                                    MPI_Datatype got_type,
                                    MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] {
        return real_messages().Alltoallv(sent, sent_counts, sent_places, sent_type, got, got_counts,
                                         got_places, got_type, comm);
    });
}
ARAUTO_MPI_BOTH(Alltoallv)

ARAUTO_MPI_EXPORT int MPI_Ialltoallv(const void* sent,
                                     const int sent_counts[],
                                     const int sent_places[],
                                     MPI_Datatype sent_type,
                                     void* got,
                                     const int got_counts[],
                                     const int got_places[],
                                     MPI_Datatype got_type,
                                     MPI_Comm comm,
                                     MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_meeting(comm, request, [&] {
        return real_messages().Ialltoallv(sent, sent_counts, sent_places, sent_type, got,
                                          got_counts, got_places, got_type, comm, request);
    });
}
ARAUTO_MPI_BOTH(Ialltoallv)

ARAUTO_MPI_EXPORT int MPI_Alltoallw(const void* sent,
                                    const int sent_counts[],
                                    const int sent_places[],
                                    const MPI_Datatype sent_types[],
                                    void* got,
                                    const int got_counts[],
                                    const int got_places[],
                                    const MPI_Datatype got_types[],
                                    MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] {
        return real_messages().Alltoallw(sent, sent_counts, sent_places, sent_types, got,
                                         got_counts, got_places, got_types, comm);
    });
}
ARAUTO_MPI_BOTH(Alltoallw)

ARAUTO_MPI_EXPORT int MPI_Reduce_scatter(
    const void* sent, void* got, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm,
                [&] { return real_messages().Reduce_scatter(sent, got, counts, type, op, comm); });
}
ARAUTO_MPI_BOTH(Reduce_scatter)

ARAUTO_MPI_EXPORT int MPI_Reduce_scatter_block(
    const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] {
        return real_messages().Reduce_scatter_block(sent, got, count, type, op, comm);
    });
}
ARAUTO_MPI_BOTH(Reduce_scatter_block)

ARAUTO_MPI_EXPORT int
MPI_Scan(const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] { return real_messages().Scan(sent, got, count, type, op, comm); });
}
ARAUTO_MPI_BOTH(Scan)

ARAUTO_MPI_EXPORT int
MPI_Exscan(const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return meet(comm, [&] { return real_messages().Exscan(sent, got, count, type, op, comm); });
}
ARAUTO_MPI_BOTH(Exscan)

ARAUTO_MPI_EXPORT int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return call_with_root(comm, root, Kind::from_root,
                          [&] { return real_messages().Bcast(data, count, type, root, comm); });
}
ARAUTO_MPI_BOTH(Bcast)

ARAUTO_MPI_EXPORT int MPI_Ibcast(
    void* data, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_with_root(comm, root, Kind::from_root, request, [&] {
        return real_messages().Ibcast(data, count, type, root, comm, request);
    });
}
ARAUTO_MPI_BOTH(Ibcast)

ARAUTO_MPI_EXPORT int MPI_Scatter(const void* sent,
                                  int sent_count,
                                  MPI_Datatype sent_type,
                                  void* got,
                                  int got_count,
                                  MPI_Datatype got_type,
                                  int root,
                                  MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return call_with_root(comm, root, Kind::from_root, [&] {
        return real_messages().Scatter(sent, sent_count, sent_type, got, got_count, got_type, root,
                                       comm);
    });
}
ARAUTO_MPI_BOTH(Scatter)

ARAUTO_MPI_EXPORT int MPI_Iscatter(const void* sent,
                                   int sent_count,
                                   MPI_Datatype sent_type,
                                   void* got,
                                   int got_count,
                                   MPI_Datatype got_type,
                                   int root,
                                   MPI_Comm comm,
                                   MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_with_root(comm, root, Kind::from_root, request, [&] {
        return real_messages().Iscatter(sent, sent_count, sent_type, got, got_count, got_type, root,
                                        comm, request);
    });
}
ARAUTO_MPI_BOTH(Iscatter)

ARAUTO_MPI_EXPORT int MPI_Scatterv(const void* sent,
                                   const int sent_counts[],
                                   const int places[],
                                   MPI_Datatype sent_type,
                                   void* got,
                                   int got_count,
                                   MPI_Datatype got_type,
                                   int root,
                                   MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return call_with_root(comm, root, Kind::from_root, [&] {
        return real_messages().Scatterv(sent, sent_counts, places, sent_type, got, got_count,
                                        got_type, root, comm);
    });
}
ARAUTO_MPI_BOTH(Scatterv)

ARAUTO_MPI_EXPORT int MPI_Reduce(
    const void* sent, void* got, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return call_with_root(comm, root, Kind::to_root, [&] {
        return real_messages().Reduce(sent, got, count, type, op, root, comm);
    });
}
ARAUTO_MPI_BOTH(Reduce)

ARAUTO_MPI_EXPORT int MPI_Ireduce(const void* sent,
                                  void* got,
                                  int count,
                                  MPI_Datatype type,
                                  MPI_Op op,
                                  int root,
                                  MPI_Comm comm,
                                  MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_with_root(comm, root, Kind::to_root, request, [&] {
        return real_messages().Ireduce(sent, got, count, type, op, root, comm, request);
    });
}
ARAUTO_MPI_BOTH(Ireduce)

ARAUTO_MPI_EXPORT int MPI_Gather(const void* sent,
                                 int sent_count,
                                 MPI_Datatype sent_type,
                                 void* got,
                                 int got_count,
                                 MPI_Datatype got_type,
                                 int root,
                                 MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return call_with_root(comm, root, Kind::to_root, [&] {
        return real_messages().Gather(sent, sent_count, sent_type, got, got_count, got_type, root,
                                      comm);
    });
}
ARAUTO_MPI_BOTH(Gather)

ARAUTO_MPI_EXPORT int MPI_Igather(const void* sent,
                                  int sent_count,
                                  MPI_Datatype sent_type,
                                  void* got,
                                  int got_count,
                                  MPI_Datatype got_type,
                                  int root,
                                  MPI_Comm comm,
                                  MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    return begin_with_root(comm, root, Kind::to_root, request, [&] {
        return real_messages().Igather(sent, sent_count, sent_type, got, got_count, got_type, root,
                                       comm, request);
    });
}
ARAUTO_MPI_BOTH(Igather)

ARAUTO_MPI_EXPORT int MPI_Gatherv(const void* sent,
                                  int sent_count,
                                  MPI_Datatype sent_type,
                                  void* got,
                                  const int got_counts[],
                                  const int places[],
                                  MPI_Datatype got_type,
                                  int root,
                                  MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    return call_with_root(comm, root, Kind::to_root, [&] {
        return real_messages().Gatherv(sent, sent_count, sent_type, got, got_counts, places,
                                       got_type, root, comm);
    });
}
ARAUTO_MPI_BOTH(Gatherv)
