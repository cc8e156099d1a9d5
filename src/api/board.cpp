// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/board.h: everything is checked first, then the operation is done, then the
// notification.
#include "arauto/board.h"

#include "api/boards.hpp"
#include "api/handles.hpp"
#include "api/rma.hpp"
#include "arauto/spi/board.h"
#include "base/memory_order.hpp"
#include "remote/active_message.hpp"
#include "team/barrier.hpp"

#include <algorithm>
#include <bit>

using namespace arauto;
using check::By;
using core::Direction;

namespace {

static_assert(ARAUTO_ANY_SOURCE == core::kAny && ARAUTO_ANY_TAG == core::kAny);

constexpr size_t kDefaultCapacity = 1024;
constexpr size_t kCapacityMin = 4; // entries are freed a quarter at a time
constexpr size_t kShortBytes = 64;

struct Wanted {
    core::Pattern pattern;
    uint64_t expected;
};

Status check_wanted(const arauto_board* board, const Wanted& wanted, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(board, call, "board"));
    if (wanted.pattern.source != core::kAny) {
        ARAUTO_TRY(api::check_rank(wanted.pattern.source, call));
    }
    if (wanted.pattern.tag < core::kAny) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: the tag is %d, but it must be 0 or more, or ARAUTO_ANY_TAG (-1)", call,
                    wanted.pattern.tag);
    }
    if (wanted.expected < 1) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the expected count is 0, but it must be 1 or more",
                    call);
    }
    return ARAUTO_OK;
}

void write_match(const core::Arrival& arrival, arauto_match_t* out) noexcept {
    if (out == nullptr) {
        return;
    }
    const core::Rank& self = core::this_rank();
    *out = {arrival.source, arrival.tag, arrival.bytes,
            arrival.where != 0 ? self.heap(self.rank) + arrival.where : nullptr};
}

struct Look {
    arauto_board* board;
    Wanted wanted;
    int looks;
    const char* call;
};

/// As Board::wait. In a job that is checked, where it matters which posts they are.
Status wait_told(arauto_board& board,
                 const Wanted& wanted,
                 core::Arrival* last_out,
                 const api::Entry& entry) noexcept {
    if (api::checker() == nullptr) {
        return board.wait(wanted.pattern, wanted.expected, last_out, entry.name);
    }
    for (uint64_t i = 0; i < wanted.expected; ++i) {
        ARAUTO_TRY(board.wait(wanted.pattern, 1, last_out, entry.name));
        api::tell_taken(api::told_slot(board, last_out->source, last_out->tag), 1, entry.caller);
    }
    return ARAUTO_OK;
}

[[gnu::noinline]] Status test_recorded(const Look& look,
                                       const void* caller,
                                       arauto_match_t* last_out,
                                       int* done_out) noexcept {
    ARAUTO_TRY(check_wanted(look.board, look.wanted, look.call));
    ARAUTO_TRY(api::check_handle(done_out, look.call, "pointer for the answer"));
    core::await_deliveries();
    core::Arrival last{};
    *done_out = look.board->count(look.wanted.pattern) >= look.wanted.expected ? 1 : 0;
    if (*done_out != 0) {
        ARAUTO_TRY(wait_told(*look.board, look.wanted, &last, {look.call, caller}));
        write_match(last, last_out);
    }
    return ARAUTO_OK;
}

[[gnu::always_inline]] inline Status
test_after(const Look& look, arauto_match_t* last_out, int* done_out) noexcept {
    if (api::checker() != nullptr) [[unlikely]] {
        return test_recorded(look, __builtin_return_address(0), last_out, done_out);
    }
    ARAUTO_TRY(check_wanted(look.board, look.wanted, look.call));
    ARAUTO_TRY(api::check_handle(done_out, look.call, "pointer for the answer"));
    core::Arrival last{};
    const auto test = [&] {
        return look.board->test(look.wanted.pattern, look.wanted.expected, &last, look.looks);
    };
    bool is_done = test();
    if (!is_done && core::this_rank().network != nullptr) [[unlikely]] {
        core::await_deliveries();
        is_done = test();
    }
    *done_out = is_done ? 1 : 0;
    if (*done_out != 0) {
        write_match(last, last_out);
    }
    return ARAUTO_OK;
}

} // namespace

arauto_status_t
arauto_board_create(arauto_team_h team, size_t capacity, arauto_board_h* board_out) noexcept {
    const char* call = "arauto_board_create";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(board_out, call, "pointer for the board"));
    if (capacity > core::kBoardCapacityMax) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the capacity is %zu, but it can be %u at most", call,
                    capacity, core::kBoardCapacityMax);
    }
    const auto rounded = static_cast<uint32_t>(
        std::bit_ceil(capacity == 0 ? kDefaultCapacity : std::max(capacity, kCapacityMin)));
    api::ToldMeeting told;
    told.begin(ARAUTO_RECORDED_ALLOCATE, *api::team_of(team), __builtin_return_address(0));
    const auto [reused_status, reused] = core::reuse_board(*api::team_of(team), rounded, call);
    if (reused != nullptr) {
        *board_out = static_cast<arauto_board*>(reused);
        (*board_out)->told_as = told.number();
        reused->enlist();
        told.end(reused_status);
        return reused_status;
    }
    if (reused_status < 0 && reused_status != ARAUTO_ERR_FAILED) {
        return reused_status;
    }
    core::Segment* segment = nullptr;
    const Status status =
        core::allocate_segment(*api::team_of(team), core::Board::bytes(rounded), &segment, call);
    if (segment != nullptr) {
        *board_out = new arauto_board(segment, rounded);
        (*board_out)->told_as = told.number();
        (*board_out)->enlist();
    }
    told.end(status);
    return status;
}

arauto_status_t arauto_board_free(arauto_board_h board) noexcept {
    const char* call = "arauto_board_free";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(board, call, "board"));
    api::ToldMeeting told;
    told.begin(ARAUTO_RECORDED_FREE, *board->segment()->team, __builtin_return_address(0));
    // Until all are here, others may still push and need room; after that no rank touches the ring.
    const Status passed = core::barrier(*board->segment()->team, call);
    told.end(passed);
    if (passed < 0 && passed != ARAUTO_ERR_FAILED) {
        return passed;
    }
    board->withdraw();
    // Each rank decides for itself whether to keep the board, by the number that it has kept. So no
    // collective call may depend on it.
    if (!core::keep_board(board)) {
        core::release_segment(board->segment());
        delete board;
    }
    return passed;
}

namespace {

Recorded recorded_tag(int rank, int tag) noexcept {
    return {.op = ARAUTO_RECORDED_TAG_POST,
            .peer = static_cast<uint32_t>(rank),
            .argument = static_cast<uint32_t>(tag)};
}

[[gnu::noinline]] Status post_recorded(arauto_board* board,
                                       int rank,
                                       const core::Arrival& arrival,
                                       const api::Entry& entry,
                                       By by = By::program) noexcept {
    RecordedCall recorded(api::trace(), recorded_tag(rank, arrival.tag), entry.caller);
    const api::ToldPost told(rank, api::told_slot(*board, core::this_rank().rank, arrival.tag), by);
    return recorded.ends_with(board->post(rank, arrival, entry.name));
}

/// A put or get, and its notification.
[[gnu::noinline]] Status move_tagged_recorded(Direction direction,
                                              arauto_segment_h segment,
                                              int rank,
                                              size_t offset,
                                              const void* local,
                                              size_t bytes,
                                              arauto_board* board,
                                              const core::Arrival& arrival,
                                              const api::Entry& entry) noexcept {
    ARAUTO_TRY(api::move_in_segment_recorded(direction, segment, rank, offset, local, bytes, entry,
                                             By::carrier));
    return post_recorded(board, rank, arrival, entry, By::carrier);
}

[[gnu::always_inline]] inline Status post(arauto_board* board,
                                          int rank,
                                          const core::Arrival& arrival,
                                          const api::Entry& entry) noexcept {
    return api::is_observed() ? post_recorded(board, rank, arrival, entry)
                              : board->post(rank, arrival, entry.name);
}

[[gnu::noinline]] Status wait_recorded(arauto_board* board,
                                       const core::Pattern& pattern,
                                       uint64_t expected,
                                       core::Arrival* last_out,
                                       const api::Entry& entry) noexcept {
    RecordedCall recorded(api::trace(),
                          {.op = ARAUTO_RECORDED_TAG_WAIT,
                           .peer = static_cast<uint32_t>(std::min<uint64_t>(expected, UINT32_MAX)),
                           .argument = static_cast<uint32_t>(pattern.tag)},
                          entry.caller);
    return recorded.ends_with(wait_told(*board, {pattern, expected}, last_out, entry));
}

/// The general form of a put with its notification.
[[gnu::noinline]] Status put_tagged_any(arauto_segment_h segment,
                                        int rank,
                                        size_t offset,
                                        const void* source,
                                        size_t bytes,
                                        arauto_board* board,
                                        int tag,
                                        const api::Entry& entry) noexcept {
    ARAUTO_TRY(api::check_access(segment, rank, offset, bytes, entry.name));
    const core::Arrival arrival{0, tag, bytes, segment->offset + offset};
    if (api::is_observed()) [[unlikely]] {
        return move_tagged_recorded(Direction::put, segment, rank, offset, source, bytes, board,
                                    arrival, entry);
    }
    ARAUTO_TRY(
        api::move_in_segment(Direction::put, segment, rank, offset, source, bytes, entry.name));
    return board->post(rank, arrival, entry.name);
}

} // namespace

arauto_status_t
arauto_board_post(arauto_board_h board, int rank, int tag, uint64_t bytes) noexcept {
    const char* call = "arauto_board_post";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_tagged(board, tag, call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    return post(board, rank, {0, tag, bytes, 0}, ARAUTO_ENTRY(call));
}

arauto_status_t arauto_put_tagged(arauto_segment_h segment,
                                  int rank,
                                  size_t offset,
                                  const void* source,
                                  size_t bytes,
                                  arauto_board_h board,
                                  int tag) noexcept {
    const char* call = "arauto_put_tagged";
    ARAUTO_TRY(api::check_tagged(board, tag, call));
    std::byte* const there = api::quick_ptr(segment, rank, offset, bytes);
    if (there == nullptr) [[unlikely]] {
        return put_tagged_any(segment, rank, offset, source, bytes, board, tag, ARAUTO_ENTRY(call));
    }
    const core::Arrival arrival = {0, tag, bytes, segment->offset + offset};
    if (bytes > kShortBytes) {
        api::copy(there, source, bytes);
        return board->post(rank, arrival, call);
    }
    // The claim first: it is a locked instruction, which would wait for the data's line. So both
    // lines, the data's and the entry's, are on their way at the same time.
    fetch_to_write(there);
    const core::Board::Claim claimed = board->claim(rank);
    api::copy(there, source, bytes);
    if (claimed.entry == nullptr) [[unlikely]] {
        return board->post(rank, arrival, call);
    }
    board->commit(rank, claimed, arrival);
    return ARAUTO_OK;
}

arauto_status_t arauto_get_tagged(arauto_segment_h segment,
                                  int rank,
                                  size_t offset,
                                  void* destination,
                                  size_t bytes,
                                  arauto_board_h board,
                                  int tag) noexcept {
    const char* call = "arauto_get_tagged";
    ARAUTO_TRY(api::check_tagged(board, tag, call));
    if (api::is_observed()) [[unlikely]] {
        return move_tagged_recorded(Direction::get, segment, rank, offset, destination, bytes,
                                    board, {0, tag, bytes, 0}, ARAUTO_ENTRY(call));
    }
    ARAUTO_TRY(
        api::move_in_segment(Direction::get, segment, rank, offset, destination, bytes, call));
    return board->post(rank, {0, tag, bytes, 0}, call);
}

arauto_status_t arauto_board_wait(arauto_board_h board,
                                  int source,
                                  int tag,
                                  uint64_t expected,
                                  arauto_match_t* last_out) noexcept {
    const char* call = "arauto_board_wait";
    ARAUTO_TRY(check_wanted(board, {{source, tag}, expected}, call));
    core::Arrival last{};
    ARAUTO_TRY(api::is_observed()
                   ? wait_recorded(board, {source, tag}, expected, &last, ARAUTO_ENTRY(call))
                   : board->wait({source, tag}, expected, &last, call));
    write_match(last, last_out);
    return ARAUTO_OK;
}

arauto_status_t arauto_board_test(arauto_board_h board,
                                  int source,
                                  int tag,
                                  uint64_t expected,
                                  arauto_match_t* last_out,
                                  int* done_out) noexcept {
    return test_after({board, {{source, tag}, expected}, 0, "arauto_board_test"}, last_out,
                      done_out);
}

arauto_status_t arauto_board_watch(arauto_board_h board,
                                   int source,
                                   int tag,
                                   uint64_t expected,
                                   int looks,
                                   arauto_match_t* last_out,
                                   int* done_out) noexcept {
    return test_after({board, {{source, tag}, expected}, looks, "arauto_board_watch"}, last_out,
                      done_out);
}

arauto_status_t arauto_board_peek(arauto_board_h board,
                                  int source,
                                  int tag,
                                  arauto_match_t* oldest_out,
                                  int* found_out) noexcept {
    const char* call = "arauto_board_peek";
    ARAUTO_TRY(check_wanted(board, {{source, tag}, 1}, call));
    ARAUTO_TRY(api::check_handle(found_out, call, "pointer for the answer"));
    core::Arrival oldest{};
    core::await_deliveries();
    *found_out = board->peek({source, tag}, &oldest) ? 1 : 0;
    if (*found_out != 0) {
        write_match(oldest, oldest_out);
    }
    return ARAUTO_OK;
}

arauto_status_t
arauto_board_query(arauto_board_h board, int source, int tag, uint64_t* count_out) noexcept {
    const char* call = "arauto_board_query";
    ARAUTO_TRY(check_wanted(board, {{source, tag}, 1}, call));
    ARAUTO_TRY(api::check_handle(count_out, call, "pointer for the count"));
    core::await_deliveries();
    *count_out = board->count({source, tag});
    return ARAUTO_OK;
}
