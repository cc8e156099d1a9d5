// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The ring of a board. Origins claim positions one after the other, and the owner takes them in
// that order. A claim is a compare-and-swap on a word that the owner does not read: the line of an
// entry, which it does read, would change hands once more before the commit. A position whose ring
// entry is still in use has an overflow entry, and may be claimed only once the position that had
// the ring entry before is committed. So a claim names the origin that has the one entry that may
// still be empty.
//
// PAIR board.claim: an origin claims (seq_cst); the owner, once a rank has failed, and other
// origins read it (acquire).
// PAIR board.entry: an origin commits with a store (seq_cst: data and fields first, then the
// doorbell is looked at); the owner, and an origin that needs an overflow entry, read it (seq_cst:
// then the fields and the data).
// PAIR board.overflow: an origin adds to `overflowed`, then commits; the owner looks at the
// overflow entry when that count is not what it has taken from there.
// PAIR board.freed: the owner has read an entry, then adds it to `freed` (release); an origin reads
// `freed` (acquire) before it claims the position that has the entry next, and hands on what it
// found in `ring_end`.
// PAIR board.peek: the owner counts what it moves into the store, then moves `peek_` (release). A
// thread without the lock reads `peek_` (acquire), the entry there, then that count, so that it
// does not miss an arrival that has left the ring.
// PAIR board.room: an origin without room raises `bell_sleepers`, then reads `freed` again; the
// owner adds to `freed` (a full barrier), then reads `bell_sleepers`. One of the two sees the
// other; a nap bounds what a lost wake-up could cost in any case.
#include "sync/board.hpp"

#include "base/counters.hpp"
#include "base/memory_order.hpp"
#include "remote/progress.hpp"
#include "runtime/duty_thread.hpp"
#include "sync/notify.hpp"
#include "team/exchange.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <vector>

namespace arauto::core {
namespace {

constexpr int kOwnerBits = 24;

// Messages of a post that finds room at once: where to look, the claim, the next position, the
// commit.
constexpr uint64_t kPostMessages = 4;

uint64_t claim_for(uint64_t laps, int owner) noexcept {
    return laps << kOwnerBits | static_cast<uint64_t>(owner);
}
uint64_t laps_of(uint64_t claim) noexcept {
    return claim >> kOwnerBits;
}
int owner_of(uint64_t claim) noexcept {
    return static_cast<int>(claim & ((uint64_t{1} << kOwnerBits) - 1));
}

Boards& boards() noexcept {
    return *this_rank().boards;
}

/// Every wait takes this step, so that an origin that finds a ring full gets room whatever the
/// owner waits for.
void serve_boards() noexcept {
    const std::unique_lock guard(boards().mutex, std::try_to_lock);
    for (size_t i = 0; guard.owns_lock() && i < boards().enlisted.size(); ++i) {
        boards().enlisted[i]->serve();
    }
}

/// A step of the duty thread. @return whether it has found anything
bool empty_boards() noexcept {
    const std::lock_guard guard(boards().mutex);
    bool has_found = false;
    for (Board* const board : boards().enlisted) {
        has_found |= board->empty();
    }
    return has_found;
}

void active_message_post(int rank, uint64_t board, const Arrival& arrival) noexcept {
    const PostMessage active_message{board, arrival.bytes, arrival.where, arrival.tag,
                                     this_rank().rank};
    send_active_message(rank, ActiveMessageKind::board,
                        std::as_bytes(std::span(&active_message, 1)));
    tally(ARAUTO_COUNTER_TAG, 1, sizeof active_message);
}

/// With boards().mutex held.
bool accept_active_message(const PostMessage& active_message) noexcept {
    const auto meant = [&](const Board* board) {
        return board->segment()->offset == active_message.board;
    };
    const auto board = std::find_if(boards().enlisted.begin(), boards().enlisted.end(), meant);
    return board != boards().enlisted.end() &&
           (*board)->accept({active_message.source, active_message.tag, active_message.bytes,
                             active_message.where});
}

/// Accepts the posts that wait, in order of arrival for each board.
void accept_waiting() noexcept {
    for (size_t left = boards().waiting.size(); left > 0; --left) {
        const PostMessage active_message = boards().waiting.front();
        boards().waiting.pop_front();
        if (!accept_active_message(active_message)) {
            boards().waiting.push_back(active_message);
        }
    }
}

void take_active_message(int, std::span<const std::byte> body) noexcept {
    PostMessage active_message;
    if (body.size() != sizeof active_message) {
        return;
    }
    std::memcpy(&active_message, body.data(), sizeof active_message);
    const std::lock_guard guard(boards().mutex);
    boards().waiting.push_back(active_message);
    accept_waiting();
}

/// A duty of the duty thread: empties the rings once an origin has found one full. The owner of a
/// board may go long without a wait in this library: it computes, or it is in a call of another
/// library, where it may even wait for an origin that waits for room in the board. A ring that was
/// full once is likely to be full again soon, so the thread looks for a while.
int64_t drain_boards(bool is_requested) noexcept {
    constexpr int64_t kPauseNs = 1'000'000;
    constexpr int kLooksInVain = 20;
    int& left = boards().looks_left;
    left = is_requested ? kLooksInVain : left;
    if (left == 0) {
        return kUntilRequested;
    }
    left = empty_boards() ? kLooksInVain : left - 1;
    return kPauseNs;
}

} // namespace

void setup_boards() noexcept {
    set_active_message_handler(ActiveMessageKind::board, take_active_message);
}

Board::Board(Segment* segment, uint32_t capacity) noexcept
    : segment_(segment), capacity_(capacity), ring_(std::min(capacity, kRingEntries)),
      lap_bits_(static_cast<uint32_t>(std::countr_zero(ring_))), ring_offset_(claims_end(ring_)) {}

void Board::enlist() noexcept {
    const std::lock_guard guard(boards().mutex);
    if (this_rank().job.near.count > 1) { // posts from other nodes need no room in a ring
        add_duty(drain_boards);
    }
    boards().enlisted.push_back(this);
    if (this_rank().network != nullptr) {
        accept_waiting();
    }
    this_rank().serve_hook.store(serve_boards,
                                 std::memory_order_release); // PAIR wait.serve_hook: set
}

void Board::withdraw() noexcept {
    const std::lock_guard guard(boards().mutex);
    std::erase(boards().enlisted, this);
}

bool Board::is_in_ring(BoardCell& there, uint64_t position) const noexcept {
    if (position < there.ring_end.load(std::memory_order_acquire)) [[likely]] { // PAIR board.freed
        return true;
    }
    // PAIR board.freed: look; PAIR board.room: read again
    const uint64_t end = there.freed.load(std::memory_order_seq_cst) + ring_;
    there.ring_end.store(end, std::memory_order_release); // PAIR board.freed: hand on
    return position < end;
}

/// @param position  is not in the ring
bool Board::may_overflow(int rank, uint64_t position) const noexcept {
    const uint64_t freed =
        cell(rank).freed.load(std::memory_order_seq_cst); // PAIR board.freed: look
    return capacity_ > ring_ && position < freed + capacity_ &&
           is_committed(rank, position - ring_);
}

bool Board::is_committed(int rank, uint64_t position) const noexcept {
    const auto stands_at = [position](const BoardEntry& entry) {
        return entry.state.load(std::memory_order_seq_cst) == position + 1; // PAIR board.entry
    };
    return stands_at(ring_entry(rank, position)) ||
           (capacity_ > ring_ && stands_at(overflow_entry(rank, position)));
}

Board::Claim Board::claim(int rank) const noexcept {
    BoardCell& there = cell(rank);
    // relaxed because it is a hint: the claim of a position decides whether it is claimed
    uint64_t position = there.next.load(std::memory_order_relaxed);
    for (;;) {
        BoardClaim& word = claim_of(rank, position);
        const uint64_t lap = position >> lap_bits_;
        uint64_t last = word.load(std::memory_order_acquire); // PAIR board.claim: look
        if (laps_of(last) > lap) {
            ++position; // another origin was faster
            continue;
        }
        const bool is_in = is_in_ring(there, position);
        if (!is_in && !may_overflow(rank, position)) {
            return {};
        }
        if (!word.compare_exchange_strong(last, claim_for(lap + 1, this_rank().rank),
                                          std::memory_order_seq_cst)) { // PAIR board.claim: claim
            continue;
        }
        there.next.store(position + 1, std::memory_order_relaxed); // relaxed because a hint
        if (is_in) [[likely]] {
            return {&ring_entry(rank, position), position};
        }
        there.overflowed.fetch_add(1, std::memory_order_seq_cst); // PAIR board.overflow: add
        return {&overflow_entry(rank, position), position};
    }
}

void Board::commit(int rank, const Claim& claimed, const Arrival& arrival) const noexcept {
    BoardEntry& entry = *claimed.entry;
    entry.bytes = arrival.bytes;
    entry.where = arrival.where;
    entry.tag = arrival.tag;
    entry.source = this_rank().rank;
    order_before_delivery();
    entry.state.store(claimed.position + 1,
                      std::memory_order_seq_cst); // PAIR board.entry: commit
    ring(rank);
    tally(ARAUTO_COUNTER_TAG, kPostMessages, sizeof(BoardEntry));
}

bool Board::accept(const Arrival& arrival) noexcept {
    {
        const std::lock_guard guard(lock_);
        if (!unexpected_.add(arrival)) {
            return false;
        }
        // relaxed because the lock is held, and `stored_` orders it for others
        kept_.store(kept_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    stored_.fetch_add(1, std::memory_order_seq_cst); // PAIR board.stored: add
    ring(this_rank().rank);
    return true;
}

Status Board::post(int rank, const Arrival& arrival, const char* call) noexcept {
    if (is_far(rank)) [[unlikely]] {
        active_message_post(rank, segment_->offset, arrival);
        return check_alive(rank, call);
    }
    Claim claimed = claim(rank);
    if (claimed.entry == nullptr) [[unlikely]] {
        BoardCell& there = cell(rank);
        request_duties(rank);
        const Status waited = wait_on(
            DoorbellRef{there.bell, there.bell_sleepers},
            [&] { return (claimed = claim(rank)).entry != nullptr; },
            [&] { return watch_rank(rank, call); });
        if (waited < 0) {
            return waited;
        }
    }
    commit(rank, claimed, arrival);
    return ARAUTO_OK;
}

/// Whether an overflow entry has been filled, or is about to be.
bool Board::has_overflow() const noexcept {
    // PAIR board.overflow: look; first, so that spilled_ never passes it
    const uint64_t gone = cell(this_rank().rank).overflowed.load(std::memory_order_seq_cst);
    // relaxed because the lock is held, or `peek_` orders it
    return gone != spilled_.load(std::memory_order_relaxed);
}

/// Whether the origin that claimed the next position died before it committed.
bool Board::is_abandoned() const noexcept {
    const int me = this_rank().rank;
    // relaxed because a failure seen later is as good
    if (this_rank().header->failed.load(std::memory_order_relaxed) == 0) [[likely]] {
        return false;
    }
    const uint64_t claim =
        claim_of(me, next_).load(std::memory_order_acquire); // PAIR board.claim: look
    return laps_of(claim) == (next_ >> lap_bits_) + 1 &&
           learn_state(owner_of(claim)) == boot::ImageState::failed && !is_committed(me, next_);
}

/// The entry at the head of the ring, or null; passes the entries of dead origins.
const BoardEntry* Board::head() noexcept {
    const int me = this_rank().rank;
    for (;;) {
        const BoardEntry& in_ring = ring_entry(me, next_);
        if (in_ring.state.load(std::memory_order_seq_cst) == next_ + 1) { // PAIR board.entry: look
            return &in_ring;
        }
        if (has_overflow()) [[unlikely]] {
            const BoardEntry& other = overflow_entry(me, next_);
            if (other.state.load(std::memory_order_seq_cst) ==
                next_ + 1) { // PAIR board.entry: look
                return &other;
            }
        }
        if (!is_abandoned()) [[likely]] {
            return nullptr;
        }
        pass(nullptr);
        free_passed(); // an origin that needs an overflow entry may wait for it
    }
}

void Board::pass(const BoardEntry* at) noexcept {
    if (at != nullptr && at != &ring_entry(this_rank().rank, next_)) [[unlikely]] {
        // relaxed because the lock is held, and `peek_` orders it for others
        spilled_.store(spilled_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    ++next_;
    peek_.store(next_, std::memory_order_release); // PAIR board.peek: move
    // Frees several ring entries at a time: it takes a locked operation, on a cache line that the
    // origins have read and must then read again.
    if (next_ - freed_ >= ring_ / 4) {
        free_passed();
    }
}

void Board::free_passed() noexcept {
    BoardCell& own = cell(this_rank().rank);
    own.freed.fetch_add(next_ - freed_,
                        std::memory_order_seq_cst); // PAIR board.freed: add; PAIR board.room: free
    freed_ = next_;
    ring(DoorbellRef{own.bell, own.bell_sleepers});
}

namespace {

Arrival arrival_at(const BoardEntry& at) noexcept {
    return {at.source, at.tag, at.bytes, at.where};
}

} // namespace

/// Moves the head of the ring into the store. False when memory ran out: it stays in the ring.
bool Board::store(const BoardEntry& at) noexcept {
    if (!unexpected_.add(arrival_at(at))) {
        return false;
    }
    // relaxed because the lock is held, and `peek_` orders it for others
    kept_.store(kept_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    pass(&at);
    stored_.fetch_add(1, std::memory_order_release); // PAIR board.stored: add
    return true;
}

void Board::store_all() noexcept {
    for (const BoardEntry* at = head(); at != nullptr && store(*at); at = head()) {
    }
}

/// The common case: the next arrival is the one waited for, and need not be stored.
bool Board::take_next(Pattern pattern, Arrival* out) noexcept {
    for (const BoardEntry* at = head(); at != nullptr; at = head()) {
        const Arrival arrival = arrival_at(*at);
        if (pattern.matches(arrival)) {
            *out = arrival;
            pass(at);
            tally(ARAUTO_COUNTER_TAG_TAKE);
            return true;
        }
        if (!store(*at)) {
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

/// Whether a look without the lock finds nothing at the head of the ring.
bool Board::is_ring_empty() const noexcept {
    const uint64_t position = peek_.load(std::memory_order_acquire); // PAIR board.peek: look
    const uint64_t state = ring_entry(this_rank().rank, position)
                               .state.load(std::memory_order_seq_cst); // PAIR board.entry: look
    // relaxed because a failure seen later is as good
    return state != position + 1 && !has_overflow() &&
           this_rank().header->failed.load(std::memory_order_relaxed) == 0;
}

/// Nothing in the ring, nor in the store.
bool Board::is_bare() const noexcept {
    // relaxed because `peek_` orders it
    return is_ring_empty() && kept_.load(std::memory_order_relaxed) == 0; // PAIR board.peek
}

// A loop of its own, with a pause in each round, before any calls and locked operations (decision
// 10). A notification says where its data is, which is prefetched before the lock is taken.
bool Board::comes_soon(int looks) const noexcept {
    const int me = this_rank().rank;
    const uint64_t position = peek_.load(std::memory_order_acquire); // PAIR board.peek: look
    const BoardEntry& in_ring = ring_entry(me, position);
    return spi::look_with_pause(looks, [&] {
        const bool is_there =
            in_ring.state.load(std::memory_order_seq_cst) == position + 1; // PAIR board.entry: look
        if (is_there) {
            __builtin_prefetch(this_rank().heap(me) + in_ring.where);
        }
        return is_there;
    });
}

bool Board::test(Pattern pattern, uint64_t expected, Arrival* last_out, int looks) noexcept {
    if (is_bare() && !comes_soon(looks)) {
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

bool Board::peek(Pattern pattern, Arrival* out) noexcept {
    if (is_bare()) {
        return false;
    }
    const std::lock_guard guard(lock_);
    store_all();
    const Arrival* const oldest = unexpected_.first(pattern);
    if (oldest != nullptr) {
        *out = *oldest;
    }
    return oldest != nullptr;
}

Status
Board::wait(Pattern pattern, uint64_t expected, Arrival* last_out, const char* call) noexcept {
    const bool shares =
        this_rank().waits.shares_core.load(std::memory_order_relaxed); // relaxed because a hint
    if (test(pattern, expected, last_out,
             shares ? 0 : this_rank().waits.policy.looks_without_pause)) {
        return ARAUTO_OK;
    }
    uint64_t seen_next = UINT64_MAX;
    uint64_t seen_stored = UINT64_MAX;
    const auto has_changed = [&] {
        const uint64_t position =
            peek_.load(std::memory_order_relaxed); // relaxed because only time depends on it
        const uint64_t stored = stored_.load(std::memory_order_acquire); // PAIR board.stored: look
        const uint64_t state = ring_entry(this_rank().rank, position)
                                   .state.load(std::memory_order_seq_cst); // PAIR board.entry: look
        // relaxed because a failure seen later is as good
        const bool is_new = position != seen_next || stored != seen_stored ||
                            state == position + 1 || has_overflow() ||
                            this_rank().header->failed.load(std::memory_order_relaxed) != 0;
        seen_next = position;
        seen_stored = stored;
        return is_new;
    };
    const auto ready = [&] { return has_changed() && test(pattern, expected, last_out); };
    EveryoneWatch everyone;
    const auto watch = [&] {
        return pattern.source == kAny ? everyone.look(call, "the notification has")
                                      : watch_rank(pattern.source, call);
    };
    const auto fill = [&](boot::WaitDetail& detail) { describe_wait(pattern, expected, detail); };
    return everyone.end(wait_until(ready, described(watch, fill)));
}

void Board::describe_wait(Pattern pattern, uint64_t needs, boot::WaitDetail& detail) noexcept {
    const std::lock_guard guard(lock_);
    store_all();
    detail = {.kind = boot::WaitDetail::Kind::matches, .needs = needs, .tag = pattern.tag};
    detail.has = unexpected_.count(pattern);
    detail.others = static_cast<uint32_t>(unexpected_.count(kEverything) - detail.has);
    if (pattern.source != kAny) {
        detail.add_rank(pattern.source);
    }
}

void Board::serve() noexcept {
    if (is_ring_empty()) {
        return;
    }
    if (const std::unique_lock guard(lock_, std::try_to_lock); guard.owns_lock()) {
        store_all();
    }
}

bool Board::empty() noexcept {
    const std::lock_guard guard(lock_);
    const uint64_t first = next_;
    store_all();
    free_passed();
    return next_ != first || head() != nullptr; // else memory has run out
}

void Board::clear() noexcept {
    const std::lock_guard guard(lock_);
    for (const BoardEntry* at = head(); at != nullptr; at = head()) {
        pass(at);
    }
    free_passed();
    for (uint64_t left = unexpected_.count(kEverything); left > 0; --left) {
        static_cast<void>(unexpected_.take(kEverything));
    }
    kept_.store(0, std::memory_order_relaxed); // relaxed because no thread reads it meanwhile
}

namespace {

constexpr size_t kSparesMax = 8; // each holds memory: address space, and the pages it has used
constexpr uint64_t kNoSpare = ~uint64_t{0};

/// The spare at the lowest offset: the same on all ranks that made and freed the same boards.
Board* take_spare(uint32_t capacity) noexcept {
    const std::lock_guard guard(boards().mutex);
    Board* lowest = nullptr;
    for (Board* const board : boards().spares) {
        if (board->capacity() == capacity &&
            (lowest == nullptr || board->segment()->offset < lowest->segment()->offset)) {
            lowest = board;
        }
    }
    std::erase(boards().spares, lowest);
    return lowest;
}

void keep_larger(void*, std::byte* inout, const std::byte* in) noexcept {
    uint64_t mine[2];
    uint64_t other[2];
    std::memcpy(mine, inout, sizeof mine);
    std::memcpy(other, in, sizeof other);
    mine[0] = std::max(mine[0], other[0]);
    mine[1] = std::max(mine[1], other[1]);
    std::memcpy(inout, mine, sizeof mine);
}

} // namespace

Result<Board*> reuse_board(Team& team, uint32_t capacity, const char* call) noexcept {
    Board* const board = take_spare(capacity);
    const uint64_t offset = board != nullptr ? board->segment()->offset : kNoSpare;
    uint64_t offsets[2] = {offset, ~offset};
    const Status status = exchange(team, {.call = call,
                                          .signature = 0xb0a2d,
                                          .payload = reinterpret_cast<std::byte*>(offsets),
                                          .bytes = sizeof offsets,
                                          .combine = {keep_larger, nullptr}});
    if (board == nullptr) {
        return {status, nullptr};
    }
    if (status < 0 || offsets[0] != ~offsets[1]) {
        const std::lock_guard guard(boards().mutex);
        boards().spares.push_back(board);
        return {status, nullptr};
    }
    board->segment()->team = &team;
    return {status, board};
}

bool keep_board(Board* board) noexcept {
    // relaxed because a rank that dies later leaves the board as it is
    if (this_rank().header->failed.load(std::memory_order_relaxed) != 0) {
        return false;
    }
    board->clear();
    const std::lock_guard guard(boards().mutex);
    if (boards().spares.size() >= kSparesMax) {
        return false;
    }
    boards().spares.push_back(board);
    return true;
}

} // namespace arauto::core
