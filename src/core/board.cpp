// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The ring of a board.
//
// PAIR board.place: an origin claims with a compare-and-swap (acquire: the owner is done with the
// place), commits with a store (seq_cst: data and fields first, then the doorbell is looked at);
// the owner reads it (seq_cst: then the fields and the data), and frees it for the next lap
// (release).
// PAIR board.peek: the owner counts what it moves into the store, then moves `peek_` (release); who
// looks without the lock reads `peek_` (acquire), the place there, then that count: what has left
// the ring is not missed.
// PAIR board.room: an origin without room raises `bell_sleepers`, then reads the place again; the
// owner frees places, then adds to `freed` (a full barrier), then reads `bell_sleepers`. One of the
// two sees the other; a nap bounds what a lost wake-up could cost in any case.
#include "core/board.hpp"

#include "base/counters.hpp"
#include "core/notify.hpp"

#include <bit>
#include <vector>

namespace arauto::core {
namespace {

enum PlacePhase : uint64_t { kFree = 0, kClaimed = 1, kCommitted = 2 };
constexpr int kOwnerShift = 2;
constexpr int kLapShift = 26;
constexpr uint64_t kOwnerMask = (uint64_t{1} << (kLapShift - kOwnerShift)) - 1;

// Of a post that finds room at once: where to look, the claim, the next place, the commit.
constexpr uint64_t kPostMessages = 4;

uint64_t state_of(uint64_t lap, int owner, PlacePhase phase) noexcept {
    return lap << kLapShift | (static_cast<uint64_t>(owner) + 1) << kOwnerShift | phase;
}
uint64_t free_for(uint64_t lap) noexcept {
    return lap << kLapShift;
}
uint64_t lap_of(uint64_t state) noexcept {
    return state >> kLapShift;
}
uint64_t phase_of(uint64_t state) noexcept {
    return state & ((uint64_t{1} << kOwnerShift) - 1);
}
int owner_of(uint64_t state) noexcept {
    return static_cast<int>(state >> kOwnerShift & kOwnerMask) - 1;
}

std::mutex g_boards_mutex; // guards g_boards
std::vector<Board*> g_boards;

/// Every wait takes this step, so that an origin that pushes on a full ring gets room from whoever
/// waits for anything at all.
void serve_boards() noexcept {
    const std::unique_lock guard(g_boards_mutex, std::try_to_lock);
    if (!guard.owns_lock()) {
        return;
    }
    for (Board* board : g_boards) {
        board->serve();
    }
}

} // namespace

Board::Board(Segment* segment, uint32_t capacity) noexcept
    : segment_(segment), capacity_(capacity),
      lap_bits_(static_cast<uint32_t>(std::countr_zero(capacity))) {}

void Board::enlist() noexcept {
    const std::lock_guard guard(g_boards_mutex);
    g_boards.push_back(this);
    runtime().serve_hook.store(serve_boards,
                               std::memory_order_release); // PAIR wait.serve_hook: set
}

void Board::withdraw() noexcept {
    const std::lock_guard guard(g_boards_mutex);
    std::erase(g_boards, this);
}

/// A free place at `rank`, now ours; null when its ring is full.
BoardPlace* Board::claim(int rank, uint64_t* lap_out) const noexcept {
    std::atomic<uint64_t>& next = cell(rank).next;
    // relaxed because it is a hint: whether a place is free, its state tells
    uint64_t position = next.load(std::memory_order_relaxed);
    for (;;) {
        BoardPlace& candidate = place(rank, position);
        const uint64_t lap = position >> lap_bits_;
        uint64_t state = free_for(lap);
        if (candidate.state.compare_exchange_strong(
                state, state_of(lap, runtime().rank, kClaimed), std::memory_order_seq_cst,
                std::memory_order_seq_cst)) { // PAIR board.place: claim
            next.store(position + 1, std::memory_order_relaxed); // relaxed because a hint
            *lap_out = lap;
            return &candidate;
        }
        if (lap_of(state) < lap) {
            return nullptr; // still occupied since the lap before
        }
        ++position; // somebody was faster
    }
}

Status Board::post(int rank, const Arrival& arrival, const char* call) noexcept {
    uint64_t lap = 0;
    BoardPlace* claimed = claim(rank, &lap);
    if (claimed == nullptr) [[unlikely]] {
        BoardCell& there = cell(rank);
        const Status waited = wait_on(
            Bell{there.bell, there.bell_sleepers},
            [&] { return (claimed = claim(rank, &lap)) != nullptr; },
            [&] { return watch_rank(rank, call); });
        if (waited < 0) {
            return waited;
        }
    }
    claimed->bytes = arrival.bytes;
    claimed->where = arrival.where;
    claimed->tag = arrival.tag;
    transport::order_before_delivery();
    claimed->state.store(state_of(lap, runtime().rank, kCommitted),
                         std::memory_order_seq_cst); // PAIR board.place: commit
    ring(rank);
    tally(ARAUTO_COUNTER_TAG, kPostMessages, sizeof(BoardPlace));
    return ARAUTO_OK;
}

/// Whether a notification stands at the head of the ring; skips the places of the dead.
bool Board::has_next() noexcept {
    for (;;) {
        const uint64_t state = place(runtime().rank, next_)
                                   .state.load(std::memory_order_seq_cst); // PAIR board.place: look
        if (lap_of(state) != next_ >> lap_bits_ || phase_of(state) == kFree) {
            return false;
        }
        if (phase_of(state) == kCommitted) {
            return true;
        }
        if (runtime().state(owner_of(state)) != boot::ImageState::failed) {
            return false; // it is being filled
        }
        pass();
    }
}

/// What stands at the head of the ring.
Arrival Board::head() const noexcept {
    const BoardPlace& at = place(runtime().rank, next_);
    // relaxed because has_next has read it
    return {owner_of(at.state.load(std::memory_order_relaxed)), at.tag, at.bytes, at.where};
}

void Board::pass() noexcept {
    ++next_;
    peek_.store(next_, std::memory_order_release); // PAIR board.peek: move
    // A quarter of the ring at a time: freeing a place takes its line back from the origins, which
    // costs a hand-over each, and a locked operation to wake them.
    if (next_ - freed_ >= capacity_ / 4) {
        free_passed();
    }
}

void Board::free_passed() noexcept {
    BoardCell& own = cell(runtime().rank);
    const uint64_t count = next_ - freed_;
    for (; freed_ < next_; ++freed_) {
        place(runtime().rank, freed_)
            .state.store(free_for((freed_ >> lap_bits_) + 1),
                         std::memory_order_release); // PAIR board.place: free
    }
    own.freed.fetch_add(count, std::memory_order_seq_cst); // PAIR board.room: free
    ring(Bell{own.bell, own.bell_sleepers});
}

/// Moves the head of the ring into the store. False when memory ran out: it waits in the ring.
bool Board::store_head() noexcept {
    if (!unexpected_.add(head())) {
        return false;
    }
    // relaxed because the lock is held, and `peek_` orders it for others
    kept_.store(kept_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    pass();
    stored_.fetch_add(1, std::memory_order_release); // PAIR board.stored: add
    return true;
}

void Board::store_all() noexcept {
    while (has_next() && store_head()) {
    }
}

/// The common case: what comes next is what is waited for, and need not be stored.
bool Board::take_next(Pattern pattern, Arrival* out) noexcept {
    while (has_next()) {
        const Arrival arrival = head();
        if (pattern.matches(arrival)) {
            *out = arrival;
            pass();
            tally(ARAUTO_COUNTER_TAG_TAKE);
            return true;
        }
        if (!store_head()) {
            return false;
        }
    }
    return false;
}

bool Board::take_locked(Pattern pattern, uint64_t expected, Arrival* last_out) noexcept {
    // relaxed because the lock is held, here and below
    const uint64_t kept = kept_.load(std::memory_order_relaxed);
    if (expected == 1 && (kept == 0 || unexpected_.count(pattern) == 0)) {
        return take_next(pattern, last_out);
    }
    store_all();
    if (unexpected_.count(pattern) < expected) {
        return false;
    }
    for (uint64_t i = 0; i < expected; ++i) {
        *last_out = unexpected_.take(pattern);
    }
    // relaxed because the lock is held
    kept_.store(kept_.load(std::memory_order_relaxed) - expected, std::memory_order_relaxed);
    tally_more(ARAUTO_COUNTER_TAG_TAKE, {expected, 0, 0});
    return true;
}

/// Nothing in the store and nothing at the head of the ring. Without the lock.
bool Board::is_bare() const noexcept {
    const uint64_t position = peek_.load(std::memory_order_acquire); // PAIR board.peek: look
    const uint64_t state = place(runtime().rank, position)
                               .state.load(std::memory_order_seq_cst); // PAIR board.place: look
    const bool is_free = lap_of(state) != position >> lap_bits_ || phase_of(state) == kFree;
    // relaxed because `peek_` orders it
    return is_free && kept_.load(std::memory_order_relaxed) == 0; // PAIR board.peek
}

bool Board::test(Pattern pattern, uint64_t expected, Arrival* last_out) noexcept {
    if (is_bare()) {
        return false;
    }
    const std::lock_guard guard(lock_);
    return take_locked(pattern, expected, last_out);
}

uint64_t Board::count(Pattern pattern) noexcept {
    if (is_bare()) {
        return 0;
    }
    const std::lock_guard guard(lock_);
    store_all();
    return unexpected_.count(pattern);
}

Status
Board::wait(Pattern pattern, uint64_t expected, Arrival* last_out, const char* call) noexcept {
    uint64_t seen_next = UINT64_MAX;
    uint64_t seen_stored = UINT64_MAX;
    const auto has_changed = [&] {
        const uint64_t position =
            peek_.load(std::memory_order_relaxed); // relaxed because only time depends on it
        const uint64_t stored = stored_.load(std::memory_order_acquire); // PAIR board.stored: look
        const uint64_t state = place(runtime().rank, position)
                                   .state.load(std::memory_order_seq_cst); // PAIR board.place: look
        const bool is_new = position != seen_next || stored != seen_stored ||
                            (lap_of(state) == position >> lap_bits_ && phase_of(state) != kFree);
        seen_next = position;
        seen_stored = stored;
        return is_new;
    };
    const auto ready = [&] { return has_changed() && test(pattern, expected, last_out); };
    return wait_until(ready, [&] {
        return pattern.source == kAny ? watch_everyone(call, "the notification has")
                                      : watch_rank(pattern.source, call);
    });
}

void Board::serve() noexcept {
    if (is_bare()) {
        return;
    }
    if (const std::unique_lock guard(lock_, std::try_to_lock); guard.owns_lock()) {
        store_all();
    }
}

} // namespace arauto::core
