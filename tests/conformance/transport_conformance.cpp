// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Holds every transport to transport/contract.hpp, between real processes: each rank runs the same
// checks against every peer, itself included. A barrier on the job's counters separates the phases;
// no room above `transport` is involved.
#include "harness.hpp"

#if defined(ARAUTO_HAS_LIBFABRIC)
#include "transport/fault/fault.hpp"
#include "transport/ofi/ofi.hpp"
#define ARAUTO_TEST_OFI 1
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

Operation data(Kind kind, int peer, Space space, uint64_t value, std::vector<std::byte>& local) {
    return {kind, {peer, space, value}, local.data(), local.size(), {}, 0};
}

std::vector<std::byte> pattern(int writer, int peer, size_t bytes) {
    std::vector<std::byte> out(bytes);
    for (size_t i = 0; i < bytes; ++i) {
        out[i] = static_cast<std::byte>(i * 7 + static_cast<size_t>(writer * 16 + peer));
    }
    return out;
}

void put_and_get_reach_the_heap() {
    for (int peer = 0; peer < g_job.size; ++peer) {
        for (const size_t bytes : {size_t{1}, size_t{8}, size_t{1000}, size_t{kSlot}}) {
            auto out = pattern(g_job.rank, peer, bytes);
            const uint64_t slot = kArena + static_cast<uint64_t>(g_job.rank) * kSlot;
            require(complete(data(Kind::put, peer, Space::heap, slot, out)) >= 0, "put to a heap");
            std::vector<std::byte> in(bytes);
            require(complete(data(Kind::get, peer, Space::heap, slot, in)) >= 0, "get from a heap");
            require(in == out, "what was put comes back");
        }
    }
    barrier();
    for (int writer = 0; writer < g_job.size; ++writer) {
        const auto expected = pattern(writer, g_job.rank, kSlot);
        const auto* mine = g_job.heap(g_job.rank) + kArena + static_cast<uint64_t>(writer) * kSlot;
        require(std::memcmp(mine, expected.data(), kSlot) == 0, "the target sees what was put");
    }
    barrier();
}

/// Where each rank has its private memory, in the order of ranks.
std::vector<uint64_t> private_addresses() {
    std::vector<uint64_t> addresses(static_cast<size_t>(g_job.size));
    const auto mine = reinterpret_cast<uint64_t>(&g_private);
    if (g_job.is_spread()) {
        static const Status told =
            g_job.manager->publish("address", std::as_bytes(std::span(&mine, 1)));
        require(told >= 0, "a rank publishes where its memory is");
        barrier();
        for (int rank = 0; rank < g_job.size; ++rank) {
            uint64_t& address = addresses[static_cast<size_t>(rank)];
            require(g_job.manager->lookup(rank, "address",
                                          std::as_writable_bytes(std::span(&address, 1))) >= 0,
                    "and the others look it up");
        }
        return addresses;
    }
    auto* told = reinterpret_cast<uint64_t*>(g_job.heap(0) + kAddresses);
    told[g_job.rank] = mine;
    barrier();
    std::copy(told, told + g_job.size, addresses.begin());
    return addresses;
}

void put_and_get_reach_foreign_memory() {
    const std::vector<uint64_t> addresses = private_addresses();
    for (int peer = 0; peer < g_job.size; ++peer) {
        auto out = pattern(g_job.rank, peer, kSlot);
        const uint64_t there =
            addresses[static_cast<size_t>(peer)] + static_cast<uint64_t>(g_job.rank) * kSlot;
        require(complete(data(Kind::put, peer, Space::foreign, there, out)) >= 0,
                "put to foreign memory");
        std::vector<std::byte> in(kSlot);
        require(complete(data(Kind::get, peer, Space::foreign, there, in)) >= 0,
                "get from foreign memory");
        require(in == out, "foreign memory gives back what was put");
        std::vector<std::byte> none(64);
        require(complete(data(Kind::get, peer, Space::foreign, 4096, none)) == ARAUTO_ERR_RANGE,
                "an unmapped address is refused");
        require(std::strlen(last_error()) > 20, "with a sentence");
    }
    barrier();
    for (int writer = 0; writer < g_job.size; ++writer) {
        require(std::memcmp(g_private[writer], pattern(writer, g_job.rank, kSlot).data(), kSlot) ==
                    0,
                "the owner sees what was put into its private memory");
    }
    barrier();
}

/// Every other piece of a slot, pieces of many sizes, as many as the transport takes at once.
std::vector<Run> every_other_piece(int peer, uint64_t base, std::vector<std::byte>& local) {
    const Capabilities can = to(peer).capabilities();
    require(can.runs_max >= 1, "a transport takes at least one run");
    std::vector<Run> runs;
    size_t bytes_all = 0;
    for (size_t at = 0; runs.size() < can.runs_max; at += 2 * runs.back().bytes) {
        const size_t bytes = 1 + runs.size() % 29;
        if (at + bytes > local.size() || bytes_all + bytes > can.bytes_max) {
            break;
        }
        bytes_all += bytes;
        runs.push_back({base + at, local.data() + at, bytes});
    }
    return runs;
}

void runs_reach(Space space, int peer, uint64_t slot) {
    std::vector<std::byte> zero(kSlot);
    require(complete(data(Kind::put, peer, space, slot, zero)) >= 0, "clearing a slot");
    auto out = pattern(g_job.rank, peer, kSlot);
    const std::vector<Run> puts = every_other_piece(peer, slot, out);
    require(puts.size() > 100, "the test has many runs");
    require(complete(RunsOperation{Kind::put, peer, space, puts, kTicket}) >= 0, "put of runs");
    std::vector<std::byte> expected(kSlot);
    for (const Run& run : puts) {
        std::memcpy(expected.data() + (run.remote - slot), run.local, run.bytes);
    }
    std::vector<std::byte> whole(kSlot);
    require(complete(data(Kind::get, peer, space, slot, whole)) >= 0, "get of the slot");
    require(whole == expected, "runs arrive, and nothing between them");
    std::vector<std::byte> in(kSlot);
    const std::vector<Run> gets = every_other_piece(peer, slot, in);
    require(complete(RunsOperation{Kind::get, peer, space, gets, kTicket}) >= 0, "get of runs");
    require(in == expected, "runs come back, and nothing is written between them");
}

void later_runs_win(Space space, int peer, uint64_t slot) {
    uint32_t first = 0x11111111;
    uint16_t second = 0x2222;
    const Run runs[] = {{slot, &first, 4}, {slot + 1, &second, 2}};
    require(complete(RunsOperation{Kind::put, peer, space, runs, kTicket}) >= 0,
            "overlapping runs");
    uint32_t both = 0;
    const Run back[] = {{slot, &both, 4}};
    require(complete(RunsOperation{Kind::get, peer, space, back, kTicket}) >= 0, "one run");
    require(both == 0x11222211, "the later of two overlapping runs wins");
}

void a_run_to_nowhere_is_named(int peer, uint64_t there) {
    uint64_t words[3] = {1, 2, 3};
    const Run runs[] = {{there, &words[0], 8}, {0x1230, &words[1], 8}, {there + 8, &words[2], 8}};
    for (const Kind kind : {Kind::put, Kind::get}) {
        require(complete(RunsOperation{kind, peer, Space::foreign, runs, kTicket}) ==
                    ARAUTO_ERR_RANGE,
                "a run to an unmapped address is refused");
        require(std::strstr(last_error(), "0x1230") != nullptr, "the sentence names that run");
    }
}

void runs_are_moved_in_one_operation() {
    const std::vector<uint64_t> addresses = private_addresses();
    const uint64_t mine = static_cast<uint64_t>(g_job.rank) * kSlot;
    for (int peer = 0; peer < g_job.size; ++peer) {
        const uint64_t there = addresses[static_cast<size_t>(peer)] + mine;
        runs_reach(Space::heap, peer, kArena + mine);
        runs_reach(Space::foreign, peer, there);
        later_runs_win(Space::heap, peer, kArena + mine);
        later_runs_win(Space::foreign, peer, there);
        a_run_to_nowhere_is_named(peer, there);
    }
    barrier();
}

uint64_t atomic(int peer, AtomicOp op, uint8_t width, uint64_t operand, uint64_t compare = 0) {
    uint64_t old = 0;
    require(complete({Kind::atomic,
                      {peer, Space::heap, kCounter},
                      nullptr,
                      width,
                      {op, width, operand, compare, &old},
                      0}) >= 0,
            "an atomic");
    return old;
}

void atomics_are_atomic() {
    const uint64_t rounds = g_network == nullptr ? 20000 : 300;
    for (const uint8_t width : {uint8_t{1}, uint8_t{2}, uint8_t{4}, uint8_t{8}}) {
        if (g_job.rank == 0) {
            atomic(0, AtomicOp::store, 8, 0);
        }
        barrier();
        for (uint64_t i = 0; i < rounds; ++i) {
            atomic(0, AtomicOp::add, width, 1);
        }
        barrier();
        const uint64_t mask = width == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * width)) - 1;
        const uint64_t sum = rounds * static_cast<uint64_t>(g_job.size);
        require(atomic(0, AtomicOp::load, 8, 0) == (sum & mask),
                "sums are exact and stay in their width");
        barrier();
    }
    if (g_job.rank == 0) {
        atomic(0, AtomicOp::store, 4, 12);
        require(atomic(0, AtomicOp::bit_and, 4, 10) == 12, "and");
        require(atomic(0, AtomicOp::bit_or, 4, 1) == 8, "or");
        require(atomic(0, AtomicOp::bit_xor, 4, 3) == 9, "xor");
        require(atomic(0, AtomicOp::swap, 4, 5) == 10, "swap");
        require(atomic(0, AtomicOp::compare_swap, 4, 7, 6) == 5, "a compare that fails");
        require(atomic(0, AtomicOp::compare_swap, 4, 7, 5) == 5, "a compare that holds");
        require(atomic(0, AtomicOp::min, 4, 0xffffffffULL) == 7, "min is signed");
        require(atomic(0, AtomicOp::max, 4, 3) == 0xffffffffULL, "max is signed");
        require(atomic(0, AtomicOp::load, 4, 0) == 3, "the last of them");
    }
    barrier();
}

#if defined(ARAUTO_TEST_OFI)
constexpr uint64_t kNames =
    kAddresses + 4096; // the name by which each rank is reached, stored by itself

bool look_up(void*, int peer, Ofi::Name* name_out) {
    if (g_job.is_spread()) {
        return g_job.manager->lookup(peer, "ofi", std::as_writable_bytes(std::span(name_out, 1))) >=
               0;
    }
    std::memcpy(name_out, g_job.heap(peer) + kNames, sizeof *name_out);
    return true;
}

/// While a rank waits for the others it must serve those that are not there yet.
void serve_always() {
    std::thread([] {
        for (;;) {
            while (g_network->serve()) {
            }
            g_network->rest(1);
        }
    }).detach();
}

/// Between processes of one machine, over its loopback or whatever the settings say, or of the
/// hosts that the job is spread over.
Transport* make_ofi() {
    const Result<Ofi*> made = Ofi::make({g_job, size_t{64} << 20, nullptr, look_up, nullptr});
    require(made.ok(), "libfabric opens");
    const Ofi::Name& name = made.value->name();
    std::memcpy(g_job.heap(g_job.rank) + kNames, &name, sizeof name);
    require(!g_job.is_spread() ||
                g_job.manager->publish("ofi", std::as_bytes(std::span(&name, 1))) >= 0,
            "a rank publishes how it is reached");
    barrier();
    const Result<Network*> network = with_faults(made.value, g_job.rank);
    require(network.ok(), "ARAUTO_FAULT can be read");
    g_network = network.value;
    if (g_job.is_spread()) {
        serve_always();
    }
    return g_network;
}
#else
Transport* make_ofi() {
    return nullptr;
}
#endif

Transport* make_between(const char* way) {
    return g_job.size == 1                ? nullptr
           : std::strcmp(way, "ofi") == 0 ? make_ofi()
                                          : make_shm(g_job, kBounce);
}

/// Posts what has no ticket: its completion is not reported.
template <typename Post> void hand_over(Post post) {
    Posted posted = post();
    while (posted.outcome == Outcome::again) {
        g_network->serve();
        posted = post();
    }
    require(posted.outcome == Outcome::done, "what has no ticket is done with when it is taken");
}

void signal_without_ticket(
    int peer, const Signal& signal, uint64_t at, uint64_t value, bool is_tracked = true) {
    hand_over([&] {
        return g_network->post({Kind::put,
                                {peer, Space::heap, at},
                                &value,
                                at != 0 ? sizeof value : 0,
                                {},
                                0,
                                &signal,
                                is_tracked});
    });
}

uint64_t word_here(int writer, uint64_t index) {
    auto* const at = g_job.heap(g_job.rank) + kWords +
                     static_cast<uint64_t>(writer) * kWordsOfWriter + index * kLine;
    // PAIR conformance.words: acquire here, release where the network delivers
    return reinterpret_cast<std::atomic<uint64_t>*>(at)->load(std::memory_order_acquire);
}

void await_word(int writer, uint64_t index, uint64_t value) {
    while (word_here(writer, index) < value) {
        g_network->serve();
        sched_yield();
    }
}

/// How the test says that signals travel: with the data, or as messages.
void signals_go_the_expected_way() {
    const char* const expected = std::getenv("ARAUTO_TEST_SIGNALS");
    if (expected != nullptr) {
        require(g_network->carries({AtomicOp::add, 8, kWords, 1}) ==
                    (std::strcmp(expected, "data") == 0),
                "signals go the way that the test expects");
    }
}

/// A long put that ends with a signal: a rank that sees the word sees all data.
void signals_come_after_their_data() {
    const uint64_t line = kWords + static_cast<uint64_t>(g_job.rank) * kWordsOfWriter;
    const uint64_t slot = kArena + static_cast<uint64_t>(g_job.rank) * kSlot;
    const size_t bytes = std::min(kSlot, g_network->unticketed_bytes_max());
    for (uint64_t round = 1; round <= 20; ++round) {
        for (int peer = 0; peer < g_job.size; ++peer) {
            // Both that travel with the data and those that need the target's processor.
            const Signal count{AtomicOp::add, 8, line, 1};
            const Signal store{AtomicOp::store, 8, line, round};
            auto out = pattern(g_job.rank + static_cast<int>(round), peer, kSlot);
            Operation put = data(Kind::put, peer, Space::heap, slot, out);
            put.signal = round % 2 == 0 ? &count : &store;
            put.bytes = bytes;
            if (peer != g_job.rank) {
                require(complete(put) >= 0, "a put with a signal");
            }
        }
        for (int writer = 0; writer < g_job.size; ++writer) {
            if (writer != g_job.rank) {
                await_word(writer, 0, round);
                const auto expected = pattern(writer + static_cast<int>(round), g_job.rank, kSlot);
                const auto* const here =
                    g_job.heap(g_job.rank) + kArena + static_cast<uint64_t>(writer) * kSlot;
                require(std::memcmp(here, expected.data(), bytes) == 0,
                        "the data of a signal are there before its word");
            }
        }
        barrier();
    }
}

/// Long accesses that ask for order: a put's source is free when it completes, what is posted later
/// comes after it, and a get gets what was put. Each rank does them to the next.
void ordered_accesses_keep_their_place() {
    const uint64_t line = kWords + static_cast<uint64_t>(g_job.rank) * kWordsOfWriter + 5 * kLine;
    const int next = (g_job.rank + 1) % g_job.size;
    const int before = (g_job.rank + g_job.size - 1) % g_job.size;
    const auto access = [&](Kind kind, std::vector<std::byte> local) {
        Operation operation = data(kind, next, Space::heap, kLongs, local);
        operation.is_ordered = true;
        require(complete(operation) >= 0, "an access that asks for order");
        return local;
    };
    const std::vector<std::byte> zeros(4000);
    for (uint64_t round = 1; round <= 20; ++round) {
        auto out = pattern(g_job.rank + static_cast<int>(round), next, kLong);
        access(Kind::put, out); // of a copy, which is gone then
        std::vector<std::byte> part(out.rbegin(), out.rbegin() + 4000);
        hand_over(
            [&] { return g_network->post(data(Kind::put, next, Space::heap, kLongs, part)); });
        require(round % 2 == 0 || access(Kind::get, zeros) == part, "a get gets what was put");
        signal_without_ticket(next, {AtomicOp::store, 8, line, round}, 0, 0);
        await_word(before, 5, round);
        auto expected = pattern(before + static_cast<int>(round), g_job.rank, kLong);
        std::copy(expected.rbegin(), expected.rbegin() + 4000, expected.begin());
        require(std::equal(expected.begin(), expected.end(), g_job.heap(g_job.rank) + kLongs),
                "what was put is there before what is sent later");
        barrier();
    }
}

/// Counts that only grow, raised by signals without data: they reach the number sent, by whatever
/// steps, and overtake neither data nor signals that are not tracked. Each rank sends to the next.
void counts_keep_their_place() {
    const uint64_t line = kWords + static_cast<uint64_t>(g_job.rank) * kWordsOfWriter;
    const int next = (g_job.rank + 1) % g_job.size;
    const int before = (g_job.rank + g_job.size - 1) % g_job.size;
    uint64_t reached = 0;
    for (uint64_t round = 1; round <= 200; ++round) {
        const uint64_t steps[] = {1, 1, 7, uint64_t{1} << 21};
        const bool is_late = round % 5 == 0; // behind what the target's process does
        reached += steps[round % 4];
        if (is_late) {
            signal_without_ticket(next, {AtomicOp::store, 8, line + 6 * kLine, round}, 0, 0, false);
        }
        uint64_t value = round;
        if (round % 3 != 0) {
            hand_over([&] {
                return g_network->post(
                    {Kind::put, {next, Space::heap, line + 8 * kLine}, &value, 8, {}, 0});
            });
        }
        signal_without_ticket(next, {AtomicOp::max, 8, line + 7 * kLine, reached}, 0, 0, false);
        await_word(before, 7, reached);
        require(word_here(before, 7) == reached, "a count is what was told");
        require(!is_late || word_here(before, 6) == round, "it overtakes no signal");
        require(round % 3 == 0 || word_here(before, 8) == round, "nor data");
        barrier();
    }
}

uint64_t g_adds_under_way;

void add_one_later(int peer, uint64_t offset, uint64_t ticket) {
    const Atomic add{AtomicOp::add, 8, 1, 0, nullptr};
    Posted posted{Outcome::again, ARAUTO_OK};
    while (posted.outcome == Outcome::again) {
        g_network->serve();
        posted =
            g_network->post({Kind::atomic, {peer, Space::heap, offset}, nullptr, 8, add, ticket});
    }
    require(posted.outcome != Outcome::failed, "an atomic whose end nobody awaits yet");
    g_adds_under_way += posted.outcome == Outcome::posted ? 1 : 0;
}

/// Signals without a ticket, active messages and atomics of a rank arrive in the order sent.
void what_is_ordered_arrives_in_order() {
    constexpr uint64_t kRounds = 200;
    const uint64_t line = kWords + static_cast<uint64_t>(g_job.rank) * kWordsOfWriter;
    std::vector<uint64_t> active_messages(static_cast<size_t>(g_job.size));
    const auto active_message_bytes = [](uint64_t i) {
        return 8 + i * 1009 % (ActiveMessage::kBytesMax - 7);
    };
    const auto look = [&active_messages, &active_message_bytes] {
        g_network->serve();
        for (int writer = 0; writer < g_job.size; ++writer) {
            const uint64_t last = word_here(writer, 3); // the last to be sent is read first
            const uint64_t stored = word_here(writer, 2);
            const uint64_t counted = word_here(writer, 1);
            require(last <= stored && stored <= counted, "signals and atomics arrive in order");
        }
        ActiveMessage active_message;
        while (g_network->receive(&active_message, Arrived::at_hand)) {
            uint64_t number = 0;
            std::memcpy(&number, active_message.data.data(), sizeof number);
            require(active_message.data.size() == active_message_bytes(number),
                    "an active message keeps its length");
            require(number == ++active_messages[static_cast<size_t>(active_message.source)],
                    "active messages come in order");
            require(word_here(active_message.source, 3) >= number,
                    "and after what was sent before them");
        }
    };
    for (uint64_t i = 1; i <= kRounds; ++i) {
        for (int peer = 0; peer < g_job.size; ++peer) {
            if (peer == g_job.rank) {
                continue;
            }
            signal_without_ticket(peer, {AtomicOp::add, 8, line + kLine, 1}, line + 4 * kLine, i);
            signal_without_ticket(peer, {AtomicOp::store, 8, line + 2 * kLine, i}, 0, 0);
            add_one_later(peer, line + 3 * kLine, i % 2 == 0 ? kTicket : 0);
            std::vector<std::byte> active_message(active_message_bytes(i));
            std::memcpy(active_message.data(), &i, sizeof i);
            hand_over([&] { return g_network->send(peer, active_message, true); });
        }
        look();
    }
    for (int writer = 0; writer < g_job.size; ++writer) {
        while (writer != g_job.rank && active_messages[static_cast<size_t>(writer)] < kRounds) {
            look();
            sched_yield();
        }
    }
    Completion completion{};
    while (g_adds_under_way > 0) {
        look();
        const size_t ended = g_network->poll({&completion, 1});
        require(ended == 0 || completion.status >= 0, "the atomics complete");
        g_adds_under_way -= ended;
    }
    require(g_network->next_lost() < 0, "no peer is lost");
    barrier();
}

/// A peer's memory that is not mapped is refused beyond its end.
void the_heap_has_an_end() {
    for (int peer = 0; peer < g_job.size; ++peer) {
        if (&to(peer) != g_network) {
            continue;
        }
        std::vector<std::byte> some(64);
        const uint64_t end = size_t{64} << 20;
        require(complete(data(Kind::put, peer, Space::heap, end - 32, some)) == ARAUTO_ERR_RANGE,
                "a put past the end of a heap is refused");
        require(std::strlen(last_error()) > 20, "with a sentence");
    }
    barrier();
}

} // namespace

int main() {
    const char* const asked = std::getenv("ARAUTO_TEST_TRANSPORT");
    const char* const way = asked != nullptr ? asked : "shm";
    const Result<boot::Job> job = boot::join_or_start();
    if (!job.ok()) {
        std::fprintf(stderr, "%s\n", last_error());
        return 1;
    }
    g_job = job.value;
    g_self = make_self(g_job);
    g_between = make_between(way);
    for (Transport* transport : {g_self, g_between}) {
        if (transport != nullptr) {
            require(transport->capabilities().bytes_max > 0, "a transport takes at least a byte");
        }
    }
    put_and_get_reach_the_heap();
    put_and_get_reach_foreign_memory();
    runs_are_moved_in_one_operation();
    atomics_are_atomic();
    the_heap_has_an_end();
    if (g_network != nullptr) {
        signals_go_the_expected_way();
        signals_come_after_their_data();
        counts_keep_their_place();
        ordered_accesses_keep_their_place();
        what_is_ordered_arrives_in_order();
        signals_go_the_expected_way();
    }
    g_job.self().state.store(boot::ImageState::stopped);
    if (g_job.is_spread()) {
        std::printf("rank %d of %d on %d nodes: all well\n", g_job.rank, g_job.size,
                    g_job.manager->nodes());
        barrier();
    }
    return 0;
}
