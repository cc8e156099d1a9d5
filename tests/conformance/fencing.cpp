// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Ranks that were given up but live. Rank 0 abandons all others: one in the middle of a long put,
// the rest while they do nothing. Each of those then tries one way to access rank 0, over the new
// connection that libfabric makes for it. After rank 0 has abandoned them, its memory does not
// change, no active message arrives, no get is served, and each of them learns that it is alone.
#include "harness.hpp"

#include "transport/ofi/ofi.hpp"

#include <cstring>

namespace {

constexpr uint64_t kNames = kAddresses + 4096; // offsets in each heap
constexpr uint64_t kOwn = kWords; // of rank 0: a line for each rank, with a word to count at
constexpr uint64_t kOwnBytes = 4096;
constexpr uint64_t kStage = kAddresses; // of rank 0
constexpr uint64_t kHuge = 16 << 20;
constexpr uint64_t kHugeBytes = 64 << 20; // more than sockets hold
constexpr int kTries = 100; // looks in which a closed connection is noticed

bool look_up(void*, int peer, Ofi::Name* name_out) {
    std::memcpy(name_out, g_job.heap(peer) + kNames, sizeof *name_out);
    return true;
}

void look() {
    g_network->serve();
    sched_yield();
}

std::atomic<int>& stage() {
    return *reinterpret_cast<std::atomic<int>*>(g_job.heap(0) + kStage);
}

void await_stage(int number) {
    while (stage().load() < number) {
        look();
    }
}

std::atomic<uint8_t>& byte_at(uint64_t offset) {
    return *reinterpret_cast<std::atomic<uint8_t>*>(g_job.heap(0) + offset);
}

/// Posts until it is taken, and waits for its end if that is reported.
Status carry_out(const Operation& operation) {
    return complete_posted(*g_network, [&] { return g_network->post(operation); });
}

void give_up(int peer) {
    g_job.images[peer].state.store(boot::ImageState::failed);
    g_network->abandon(peer);
}

/// Rank 0's part of the first: it moves only as much of the put as it takes to see that it comes.
void give_up_in_the_middle() {
    while (byte_at(kHuge).load() == 0) {
        look();
    }
    give_up(1);
    require(byte_at(kHuge + kHugeBytes - 1).load() == 0, "the end of a long put is still to come");
    const std::byte* const address = g_job.heap(0) + kHuge;
    const std::vector<std::byte> seen(address, address + kHugeBytes);
    await_stage(2);
    require(std::equal(seen.begin(), seen.end(), address), "the rest of a long put has landed");
}

void be_given_up_in_the_middle() {
    std::vector<std::byte> ones(kHugeBytes, std::byte{1});
    require(
        carry_out({Kind::put, {0, Space::heap, kHuge}, ones.data(), ones.size(), {}, kTicket}) ==
            ARAUTO_ERR_FAILED,
        "the put fails");
    while (g_network->dismissed_by() == 0) { // it was dismissed before its connection was cut
    }
    stage().store(2);
}

/// Hands something to the network. Does not wait for its end, which may not be reported.
template <typename Post> void hand_over(Post post) {
    while (post().outcome == Outcome::again) {
        look();
    }
}

/// The late operation of a rank on its line of rank 0's memory.
void try_late(int way) {
    const uint64_t line = kOwn + static_cast<uint64_t>(g_job.rank) * kOwnBytes;
    static std::byte ones[kOwnBytes];
    std::memset(ones, 1, sizeof ones);
    const Signal signal{AtomicOp::add, 8, line, 1};
    const Atomic add{AtomicOp::add, 8, 1, 0, nullptr};
    const Address there{0, Space::heap, line};
    const Operation ways[] = {{Kind::put, there, ones, sizeof ones, {}, kTicket},
                              {Kind::put, there, ones, 8, {}, 0},
                              {Kind::put, there, ones, 8, {}, 0, &signal},
                              {Kind::put, there, nullptr, 0, {}, 0, &signal},
                              {Kind::get, there, ones, sizeof ones, {}, kTicket},
                              {Kind::atomic, there, nullptr, 8, add, kTicket}};
    if (const auto index = static_cast<size_t>(way); index < std::size(ways)) {
        hand_over([&] { return g_network->post(ways[index]); });
    } else {
        hand_over([] { return g_network->send(0, std::span(ones, 8), true); });
    }
    // A write that nobody awaits is refused without a word to its origin, with what comes behind
    // it.
    while (g_network->next_lost() != 0 && g_network->dismissed_by() != 0) {
        static_cast<void>(g_network->send(0, std::span(ones, 8), true));
        look();
        usleep(1000);
    }
    require(ones[0] == std::byte{1}, "a get is served");
}

/// A rank that finds itself alone, by losses or by a dismissal.
void be_late() {
    await_stage(3);
    while (g_network->dismissed_by() != 0) { // before its connection is cut
        look();
    }
    for (int i = 0; i < kTries; ++i) {
        look();
        usleep(1000);
    }
    try_late((g_job.rank - 2) % 7);
}

void check_lines() {
    for (int rank = 2; rank < g_job.size; ++rank) {
        const std::byte* const line =
            g_job.heap(0) + kOwn + static_cast<uint64_t>(rank) * kOwnBytes;
        require(std::all_of(line, line + kOwnBytes,
                            [](std::byte each) { return each == std::byte{7}; }),
                "memory is as it was when its writer was given up");
    }
    ActiveMessage active_message;
    require(!g_network->receive(&active_message, Arrived::at_hand),
            "no active message of theirs comes");
    require(g_network->dismissed_by() < 0, "nobody gives up rank 0");
}

void open_network() {
    const Result<Ofi*> made = Ofi::make({g_job, size_t{128} << 20, nullptr, look_up, nullptr});
    require(made.ok(), "libfabric opens");
    g_between = g_network = made.value;
    std::memcpy(g_job.heap(g_job.rank) + kNames, &made.value->name(), sizeof(Ofi::Name));
    barrier();
}

} // namespace

int main() {
    const Result<boot::Job> job = boot::join_or_start();
    require(job.ok(), "the job begins");
    g_job = job.value;
    g_job.secret[0] = 0xfedcba9876543210; // in the field it is random, and the launcher's
    open_network();
    uint64_t word = 0;
    // Rank 0 makes the connections: on one machine those that others make could be anybody's.
    for (int peer = 1; g_job.rank == 0 && peer < g_job.size; ++peer) {
        require(carry_out({Kind::put, {peer, Space::heap, kOwn}, &word, 8, {}, kTicket}) >= 0,
                "rank 0 puts to all");
    }
    barrier();
    std::vector<std::byte> sevens(kOwnBytes, std::byte{7});
    const uint64_t line = kOwn + static_cast<uint64_t>(g_job.rank) * kOwnBytes;
    require(
        g_job.rank == 0 ||
            carry_out(
                {Kind::put, {0, Space::heap, line}, sevens.data(), sevens.size(), {}, kTicket}) >=
                0,
        "all put to rank 0");
    barrier();
    if (g_job.rank == 0) {
        give_up_in_the_middle();
        for (int peer = 2; peer < g_job.size; ++peer) {
            give_up(peer);
        }
        stage().store(3);
    } else if (g_job.rank == 1) {
        be_given_up_in_the_middle();
    } else {
        be_late();
    }
    barrier();
    if (g_job.rank == 0) {
        check_lines();
        g_network->dismiss(1);
    }
    while (g_job.rank == 1 && g_network->dismissed_by() != 0) {
        look();
    }
    barrier();
    g_job.self().state.store(boot::ImageState::stopped);
    return 0;
}
