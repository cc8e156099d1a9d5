// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See native.hpp.
#include "native.hpp"

#include "count.hpp"
#include "job.hpp"

#include "arauto/info.h"

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

struct Members {
    int all = 0;
    int elsewhere = 0; // on other nodes than this process
};

Members members_of(MPI_Comm comm) noexcept {
    Members members;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group here = MPI_GROUP_NULL;
    int common = 0;
    PMPI_Comm_size(comm, &members.all);
    if (job().all == MPI_COMM_NULL) {
        return members; // the MPI has been away: nobody is known
    }
    PMPI_Comm_group(comm, &group);
    PMPI_Group_intersection(group, job().group, &here);
    PMPI_Group_size(here, &common);
    if (here != MPI_GROUP_EMPTY) {
        PMPI_Group_free(&here);
    }
    PMPI_Group_free(&group);
    members.elsewhere = members.all - common;
    return members;
}

struct Reason {
    arauto_counter_t counter;
    char text[160];
};

Reason reason_for(MPI_Comm comm) noexcept {
    Reason reason{ARAUTO_COUNTER_NATIVE_OTHER,
                  "its members share no job or have no memory for what they share"};
    int is_inter = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    if (is_inter != 0) {
        std::snprintf(reason.text, sizeof reason.text, "it is an intercommunicator");
        return reason;
    }
    if (all_are_native()) {
        reason.counter = ARAUTO_COUNTER_NATIVE_SETTING;
        std::snprintf(reason.text, sizeof reason.text, "ARAUTO_MPI_WINDOWS is native");
        return reason;
    }
    if (find_team(comm) != nullptr) { // the only kind of window that is refused then
        reason.counter = ARAUTO_COUNTER_NATIVE_NODES;
        std::snprintf(reason.text, sizeof reason.text,
                      "it spans nodes, which cannot share its memory");
        return reason;
    }
    if (const Members members = members_of(comm); members.elsewhere > 0) {
        reason.counter = ARAUTO_COUNTER_NATIVE_NODES;
        std::snprintf(reason.text, sizeof reason.text,
                      "it spans nodes: %d of its %d processes are on others than its rank 0",
                      members.elsewhere, members.all);
    }
    return reason;
}

} // namespace

void add_to_tally(arauto_counter_t counter,
                  uint64_t calls,
                  uint64_t messages,
                  uint64_t bytes) noexcept {
    arauto_counters_add(counter, {calls, messages, bytes});
}

bool all_are_native() noexcept {
    static const bool answer = std::strcmp(arauto_setting("ARAUTO_MPI_WINDOWS"), "native") == 0;
    return answer;
}

void tell_native(MPI_Comm comm) noexcept {
    if (!job().ready || comm == MPI_COMM_NULL || (!g_is_counting && !is_verbose())) {
        return;
    }
    const Reason reason = reason_for(comm);
    tally(reason.counter);
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    if (rank == 0 && is_verbose()) {
        char name[MPI_MAX_OBJECT_NAME] = "";
        int length = 0;
        PMPI_Comm_get_name(comm, name, &length);
        say("the window on communicator %s is the MPI's own, since %s",
            length > 0 ? name : "without a name", reason.text);
    }
}

void tell_apart(MPI_Comm comm, const char* why) noexcept {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    if (rank == 0 && is_verbose()) {
        say("windows over several nodes are the MPI's own, since %s", why);
    }
}

void tell_all_native(const char* why) noexcept {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && is_verbose()) {
        say("all windows are the MPI's own, since %s", why);
    }
}

} // namespace arauto::mpi
