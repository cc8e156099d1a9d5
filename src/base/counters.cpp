// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The list of counters, with the meaning of each.
#include "base/counters.hpp"

#include <iterator>

namespace arauto {

constinit TallyBlock* g_tallies = nullptr;

namespace {

// In the order of arauto_counter_t. p: processes, k: neighbours.
constexpr CounterText kTexts[] = {
    {"put", "puts and remote assignments; a message for each contiguous piece"},
    {"get", "gets; a message for each contiguous piece"},
    {"atomic",
     "atomic operations: 1 message; MPI_Fetch_and_op and MPI_Compare_and_swap: 2, and 3 for "
     "the lock at the target"},
    {"accumulate", "MPI_Accumulate and MPI_Get_accumulate: a message for each contiguous piece and "
                   "direction, 3 more for the lock at the target"},
    {"notify", "notifications and events posted: 1 message of 8 bytes; a notified put counts as "
               "put and as notify"},
    {"notify_take", "notifications and events taken by waits and tests, in this process's memory"},
    {"tag", "notifications with a tag: 4 messages (find an entry, claim it, publish the next "
            "position, commit)"},
    {"tag_take", "notifications with a tag taken, in this process's memory"},
    {"barrier", "barriers of teams, SYNC ALL: ceil(log2 p) messages of 8 bytes; where processes "
                "outnumber cores 2 messages to one counter"},
    {"sync_ranks", "SYNC IMAGES, arauto_team_sync_ranks: k messages of 8 bytes"},
    {"exchange", "all-reduces of up to 2048 bytes, with which every collective begins: about "
                 "log2 p messages"},
    {"chunk", "pieces of longer collectives; a message for each member that is read"},
    {"lock", "locks taken or tried: 4 messages when free; when not, 1 more and a hand-off"},
    {"unlock", "locks released: 3 messages"},
    {"hand_off", "locks handed off to the next waiter: 1 message"},
    {"wait", "waits that lasted longer than a few looks"},
    {"yield", "times that a wait gave its core to others"},
    {"sleep", "times that a wait slept in the system"},
    {"foreign", "system calls of cross-memory attach, to private memory of another process"},
    {"copy_ring", "requests to the owner of private memory where cross-memory attach is forbidden"},
    {"mpi_barrier", "MPI_Barrier, where processes outnumber cores; messages: under barrier"},
    {"win_create",
     "MPI windows made; bytes: of private memory that they keep; messages: under exchange and "
     "barrier"},
    {"win_free", "MPI windows freed; bytes: of private memory given back"},
    {"win_fence", "MPI_Win_fence; messages: under epoch_fence"},
    {"win_post", "MPI_Win_post; messages: under epoch_grant"},
    {"win_start", "MPI_Win_start"},
    {"win_complete", "MPI_Win_complete; messages: under epoch_done"},
    {"win_wait", "MPI_Win_wait, and MPI_Win_test that ends an epoch"},
    {"win_lock", "MPI_Win_lock; messages: under epoch_lock"},
    {"win_unlock", "MPI_Win_unlock; messages: under epoch_unlock"},
    {"win_lock_all", "MPI_Win_lock_all; messages: under epoch_lock"},
    {"win_unlock_all", "MPI_Win_unlock_all; messages: under epoch_unlock"},
    {"win_flush", "MPI_Win_flush and its relatives: no messages"},
    {"native_nodes", "MPI windows left to the MPI because their communicator spans nodes"},
    {"native_setting", "MPI windows left to the MPI because ARAUTO_MPI_WINDOWS says so"},
    {"native_other", "MPI windows left to the MPI for another reason: an intercommunicator, or no "
                     "memory"},
    {"native_call", "calls on windows left to the MPI"},
    {"epoch_grant", "exposures opened towards a member: 1 message of 8 bytes"},
    {"epoch_done", "accesses to a member announced as complete: 1 message of 8 bytes"},
    {"epoch_fence", "arrivals at fences: p - 1 messages of 8 bytes; beyond 8 members 1, and 1 for "
                    "each level of a tree that it is the last to arrive in"},
    {"epoch_lock", "locks of epochs taken: 4 messages if exclusive, 3 if shared, 2 if of all; more "
                   "where it has to wait"},
    {"epoch_unlock", "locks of epochs given back: 3 messages if exclusive, 1 otherwise"},
    {"epoch_deferred", "epochs that could not begin when they were opened"},
    {"epoch_recorded", "operations that could not be done when they were called; bytes: recorded"},
    {"epoch_helped", "steps that moved the epochs of another process on"},
    {"rpc", "requests to ranks of other nodes (accumulates to them, for one); fewer messages than "
            "calls where one takes several"},
};
static_assert(std::size(kTexts) == ARAUTO_COUNTERS);

} // namespace

void add_to_tally(arauto_counter_t counter, arauto_count_t more) noexcept {
    Tally& mine = g_tallies->of[counter];
    // All three are relaxed because a reader of counts concludes nothing about other memory.
    mine.calls.fetch_add(more.calls, std::memory_order_relaxed);
    mine.messages.fetch_add(more.messages, std::memory_order_relaxed);
    mine.bytes.fetch_add(more.bytes, std::memory_order_relaxed);
}

arauto_count_t counted(int counter) noexcept {
    if (!is_counting()) {
        return {0, 0, 0};
    }
    const Tally& mine = g_tallies->of[counter];
    // All three are relaxed because the caller concludes nothing about other memory.
    return {mine.calls.load(std::memory_order_relaxed),
            mine.messages.load(std::memory_order_relaxed),
            mine.bytes.load(std::memory_order_relaxed)};
}

CounterText counter_text(int counter) noexcept {
    return kTexts[counter];
}

} // namespace arauto
