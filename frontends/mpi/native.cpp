// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See native.hpp.
#include "native.hpp"

#include "count.hpp"
#include "job.hpp"
#include "real.hpp"
#include "team.hpp"

#include "arauto/spi/counters.h"
#include "arauto/spi/info.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <vector>

namespace arauto::mpi {
namespace {

bool is_verbose() noexcept {
    const char* const level = arauto_setting("ARAUTO_LOG");
    return level != nullptr && std::strcmp(level, "error") != 0 && std::strcmp(level, "warn") != 0;
}

/// One line, one write.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...) noexcept {
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    std::fprintf(stderr, "arauto: %s\n", sentence);
}

/// How many members a communicator has.
struct MemberCounts {
    int all = 0;
    int in_job = 0; // in the job of this process
    int in_world = 0; // in this process's MPI_COMM_WORLD
};

int count_common(MPI_Group one, MPI_Group other) noexcept {
    MPI_Group both = MPI_GROUP_NULL;
    int count = 0;
    real().Group_intersection(one, other, &both);
    real().Group_size(both, &count);
    if (both != MPI_GROUP_EMPTY) {
        real().Group_free(&both);
    }
    return count;
}

MemberCounts count_members(MPI_Comm comm) noexcept {
    MemberCounts members;
    MPI_Group group = MPI_GROUP_NULL;
    real().Comm_size(comm, &members.all);
    real().Comm_group(comm, &group);
    members.in_job = job().has_comms ? count_common(group, job().group) : members.all;
    members.in_world = members.all;
    if (job().has_world) {
        MPI_Group world = MPI_GROUP_NULL;
        real().Comm_group(MPI_COMM_WORLD, &world);
        members.in_world = count_common(group, world);
        real().Group_free(&world);
    }
    real().Group_free(&group);
    return members;
}

struct Reason {
    arauto_counter_t counter;
    char text[192];
};

Reason reason_for(MPI_Comm comm) noexcept {
    Reason reason{ARAUTO_COUNTER_NATIVE_OTHER,
                  "its members share no job or have no memory for shared data"};
    int is_inter = 0;
    real().Comm_test_inter(comm, &is_inter);
    if (is_inter != 0) {
        std::snprintf(reason.text, sizeof reason.text, "it is an intercommunicator");
        return reason;
    }
    if (all_are_native()) {
        reason.counter = ARAUTO_COUNTER_NATIVE_SETTING;
        std::snprintf(reason.text, sizeof reason.text, "ARAUTO_MPI_WINDOWS is native");
        return reason;
    }
    if (find_team(comm) != nullptr) { // only MPI_Win_allocate_shared is refused on a team
        reason.counter = ARAUTO_COUNTER_NATIVE_NODES;
        std::snprintf(reason.text, sizeof reason.text,
                      "it spans nodes, which cannot share its memory");
        return reason;
    }
    const MemberCounts members = count_members(comm);
    if (members.in_world < members.all) {
        std::snprintf(reason.text, sizeof reason.text,
                      "%d of its %d processes have another MPI_COMM_WORLD, as spawned processes do",
                      members.all - members.in_world, members.all);
    } else if (members.in_job < members.all && job().lacks_some) {
        std::snprintf(reason.text, sizeof reason.text,
                      "%d of its %d processes have not loaded libarauto_mpi, or have set "
                      "ARAUTO_MPI=off",
                      members.all - members.in_job, members.all);
    } else if (members.in_job < members.all) {
        reason.counter = ARAUTO_COUNTER_NATIVE_NODES;
        std::snprintf(reason.text, sizeof reason.text,
                      "it spans nodes: %d of its %d processes are on other nodes than rank 0",
                      members.all - members.in_job, members.all);
    }
    return reason;
}

} // namespace

bool all_are_native() noexcept {
    return std::strcmp(arauto_setting("ARAUTO_MPI_WINDOWS"), "native") == 0;
}

void log_native(MPI_Comm comm) noexcept {
    if (!job().is_ready() || comm == MPI_COMM_NULL || (!job().is_counting && !is_verbose())) {
        return;
    }
    const Reason reason = reason_for(comm);
    tally(reason.counter);
    int rank = 0;
    real().Comm_rank(comm, &rank);
    if (rank == 0 && is_verbose()) {
        char name[MPI_MAX_OBJECT_NAME] = "";
        int length = 0;
        real().Comm_get_name(comm, name, &length);
        say("the window on communicator %s is the MPI's own, since %s",
            length > 0 ? name : "without a name", reason.text);
    }
}

bool reaches_outside_job(MPI_Comm comm) noexcept {
    const MemberCounts members = count_members(comm);
    return members.in_job < members.all;
}

void log_absent(const std::vector<int>& present) noexcept {
    int rank = 0;
    int size = 0;
    real().Comm_rank(MPI_COMM_WORLD, &rank);
    real().Comm_size(MPI_COMM_WORLD, &size);
    const char* const level = arauto_setting("ARAUTO_LOG");
    if (rank != present.front() || (level != nullptr && std::strcmp(level, "error") == 0)) {
        return;
    }
    int absent = 0; // the first absent rank
    while (static_cast<size_t>(absent) < present.size() &&
           present[static_cast<size_t>(absent)] == absent) {
        ++absent;
    }
    const int absentees = size - static_cast<int>(present.size());
    say("%d of the %d processes of MPI_COMM_WORLD, the first of them rank %d, %s not loaded "
        "libarauto_mpi, or set ARAUTO_MPI=off: windows that such a process takes part in are the "
        "MPI's own",
        absentees, size, absent, absentees == 1 ? "has" : "have");
}

void log_separate_nodes(MPI_Comm comm, const char* why) noexcept {
    int rank = 0;
    real().Comm_rank(comm, &rank);
    if (rank == 0 && is_verbose()) {
        say("windows over several nodes are the MPI's own, since %s", why);
    }
}

void log_all_native(const char* why) noexcept {
    int rank = 0;
    real().Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && is_verbose()) {
        say("all windows are the MPI's own, since %s", why);
    }
}

} // namespace arauto::mpi
