// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Messages between two processes. A send is told before it is made, a receipt behind it.
#include "told_requests.hpp"

#include "arauto/spi/trace.h"

using namespace arauto::mpi;

namespace {

using Kind = ToldRequest::Kind;

void tell_received(MPI_Comm comm, int result, const MPI_Status& status) noexcept {
    if (result == MPI_SUCCESS) {
        tell_receive(comm, status.MPI_SOURCE, status.MPI_TAG);
    }
}

} // namespace

ARAUTO_MPI_EXPORT int
MPI_Send(const void* data, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Send(data, count, type, rank, tag, comm);
}
ARAUTO_MPI_BOTH(Send)

ARAUTO_MPI_EXPORT int
MPI_Ssend(const void* data, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Ssend(data, count, type, rank, tag, comm);
}
ARAUTO_MPI_BOTH(Ssend)

ARAUTO_MPI_EXPORT int
MPI_Bsend(const void* data, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Bsend(data, count, type, rank, tag, comm);
}
ARAUTO_MPI_BOTH(Bsend)

ARAUTO_MPI_EXPORT int
MPI_Rsend(const void* data, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Rsend(data, count, type, rank, tag, comm);
}
ARAUTO_MPI_BOTH(Rsend)

ARAUTO_MPI_EXPORT int MPI_Isend(const void* data,
                                int count,
                                MPI_Datatype type,
                                int rank,
                                int tag,
                                MPI_Comm comm,
                                MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Isend(data, count, type, rank, tag, comm, request);
}
ARAUTO_MPI_BOTH(Isend)

ARAUTO_MPI_EXPORT int MPI_Issend(const void* data,
                                 int count,
                                 MPI_Datatype type,
                                 int rank,
                                 int tag,
                                 MPI_Comm comm,
                                 MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Issend(data, count, type, rank, tag, comm, request);
}
ARAUTO_MPI_BOTH(Issend)

ARAUTO_MPI_EXPORT int MPI_Ibsend(const void* data,
                                 int count,
                                 MPI_Datatype type,
                                 int rank,
                                 int tag,
                                 MPI_Comm comm,
                                 MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Ibsend(data, count, type, rank, tag, comm, request);
}
ARAUTO_MPI_BOTH(Ibsend)

ARAUTO_MPI_EXPORT int MPI_Irsend(const void* data,
                                 int count,
                                 MPI_Datatype type,
                                 int rank,
                                 int tag,
                                 MPI_Comm comm,
                                 MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    tell_send(comm, rank, tag);
    return real_messages().Irsend(data, count, type, rank, tag, comm, request);
}
ARAUTO_MPI_BOTH(Irsend)

ARAUTO_MPI_EXPORT int MPI_Recv(void* data,
                               int count,
                               MPI_Datatype type,
                               int rank,
                               int tag,
                               MPI_Comm comm,
                               MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    MPI_Status own{};
    MPI_Status* const given = status == MPI_STATUS_IGNORE ? &own : status;
    const int result = real_messages().Recv(data, count, type, rank, tag, comm, given);
    tell_received(comm, result, *given);
    return result;
}
ARAUTO_MPI_BOTH(Recv)

ARAUTO_MPI_EXPORT int MPI_Irecv(void* data,
                                int count,
                                MPI_Datatype type,
                                int rank,
                                int tag,
                                MPI_Comm comm,
                                MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    const int result = real_messages().Irecv(data, count, type, rank, tag, comm, request);
    if (result == MPI_SUCCESS) {
        tell_later(*request, {.kind = Kind::receive, .comm = comm});
    }
    return result;
}
ARAUTO_MPI_BOTH(Irecv)

ARAUTO_MPI_EXPORT int MPI_Send_init(const void* data,
                                    int count,
                                    MPI_Datatype type,
                                    int rank,
                                    int tag,
                                    MPI_Comm comm,
                                    MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    const int result = real_messages().Send_init(data, count, type, rank, tag, comm, request);
    if (result == MPI_SUCCESS) {
        tell_later(*request, {.kind = Kind::send,
                              .comm = comm,
                              .rank = rank,
                              .tag = tag,
                              .is_persistent = true,
                              .is_active = false});
    }
    return result;
}
ARAUTO_MPI_BOTH(Send_init)

ARAUTO_MPI_EXPORT int MPI_Recv_init(void* data,
                                    int count,
                                    MPI_Datatype type,
                                    int rank,
                                    int tag,
                                    MPI_Comm comm,
                                    MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    const int result = real_messages().Recv_init(data, count, type, rank, tag, comm, request);
    if (result == MPI_SUCCESS) {
        tell_later(
            *request,
            {.kind = Kind::receive, .comm = comm, .is_persistent = true, .is_active = false});
    }
    return result;
}
ARAUTO_MPI_BOTH(Recv_init)

ARAUTO_MPI_EXPORT int MPI_Sendrecv(const void* sent,
                                   int sent_count,
                                   MPI_Datatype sent_type,
                                   int to,
                                   int sent_tag,
                                   void* got,
                                   int got_count,
                                   MPI_Datatype got_type,
                                   int from,
                                   int got_tag,
                                   MPI_Comm comm,
                                   MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    MPI_Status own{};
    MPI_Status* const given = status == MPI_STATUS_IGNORE ? &own : status;
    tell_send(comm, to, sent_tag);
    const int result = real_messages().Sendrecv(sent, sent_count, sent_type, to, sent_tag, got,
                                                got_count, got_type, from, got_tag, comm, given);
    tell_received(comm, result, *given);
    return result;
}
ARAUTO_MPI_BOTH(Sendrecv)

ARAUTO_MPI_EXPORT int MPI_Sendrecv_replace(void* data,
                                           int count,
                                           MPI_Datatype type,
                                           int to,
                                           int sent_tag,
                                           int from,
                                           int got_tag,
                                           MPI_Comm comm,
                                           MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    MPI_Status own{};
    MPI_Status* const given = status == MPI_STATUS_IGNORE ? &own : status;
    tell_send(comm, to, sent_tag);
    const int result = real_messages().Sendrecv_replace(data, count, type, to, sent_tag, from,
                                                        got_tag, comm, given);
    tell_received(comm, result, *given);
    return result;
}
ARAUTO_MPI_BOTH(Sendrecv_replace)

ARAUTO_MPI_EXPORT int MPI_Comm_free(MPI_Comm* comm) {
    if (comm != nullptr) {
        forget_peers(*comm);
    }
    return real_messages().Comm_free(comm);
}
ARAUTO_MPI_BOTH(Comm_free)

ARAUTO_MPI_EXPORT int MPI_Comm_disconnect(MPI_Comm* comm) {
    if (comm != nullptr) {
        forget_peers(*comm);
    }
    return real_messages().Comm_disconnect(comm);
}
ARAUTO_MPI_BOTH(Comm_disconnect)
