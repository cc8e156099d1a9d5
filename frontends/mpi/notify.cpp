// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notify.hpp. Also the calls that set and return the number of a window's counters, and their
// values, as in the draft of MPI 5.1.
#include "notify.hpp"

#include "epoch.hpp"
#include "errors.hpp"
#include "notify_guard.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "request.hpp"
#include "wait.hpp"

#include "arauto/collective.h"
#include "arauto/mpix.h"
#include "arauto/runtime.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>

int MPIX_WIN_NOTIFICATION_NUM_SB = MPI_KEYVAL_INVALID;
int MPIX_WIN_NOTIFICATION_NUM_UB = MPI_KEYVAL_INVALID;
int MPIX_WIN_NOTIFICATION_VALUE_UB = MPI_KEYVAL_INVALID;
int MPIX_ERR_RMA_NOTIFICATION = MPI_ERR_OTHER;

namespace arauto::mpi {
namespace {

constexpr int64_t kCountersMax = int64_t{1} << 20; // 128 bytes each
constexpr int kCountersCheap = 1024;
// An entry has 64 bytes. Only bursts of notifications use many entries, and pages that are not used
// take no memory.
constexpr size_t kBoardEntries = 16384;
constexpr int64_t kOpenEpoch = -2; // agreed on in place of a number: a member has an open epoch

int end_notices(MPI_Win, int, void* attribute, void*) {
    const std::unique_ptr<Notices> notices(static_cast<Notices*>(attribute));
    detach_notices(*notices);
    forget_requests_of(*notices);
    if (notices->counters != nullptr) {
        arauto_notify_free(notices->counters);
        arauto_segment_free(notices->hints);
    }
    if (notices->board != nullptr) {
        arauto_board_free(notices->board);
    }
    return MPI_SUCCESS;
}

int create_key() noexcept {
    int key = MPI_KEYVAL_INVALID;
    real().Win_create_keyval(copy_nothing<MPI_Win>, delete_nothing<MPI_Win>, &key, nullptr);
    return key;
}

void create_keys_once() noexcept {
    const std::lock_guard<std::mutex> guard(g_notices.keys);
    if (g_notices.key != MPI_KEYVAL_INVALID) {
        return;
    }
    real().Win_create_keyval(copy_nothing<MPI_Win>, end_notices, &g_notices.key, nullptr);
    MPIX_WIN_NOTIFICATION_NUM_SB = create_key();
    MPIX_WIN_NOTIFICATION_NUM_UB = create_key();
    MPIX_WIN_NOTIFICATION_VALUE_UB = create_key();
    real().Add_error_class(&MPIX_ERR_RMA_NOTIFICATION);
    real().Add_error_string(MPIX_ERR_RMA_NOTIFICATION,
                            "a notification counter that does not exist");
}

/// Agrees on a number of counters; collective. Each member has written the number that it wants
/// into its own cell. @return the largest; or, when a member has a negative number, the lowest
int64_t agree(Notices& notices) noexcept {
    const Window& window = *notices.window;
    const int64_t wanted = notices.own_cell().wanted;
    t_state.note_call();
    int64_t ends[2] = {wanted, -wanted}; // the largest -wanted gives the lowest
    if (arauto_reduce(window.team->handle, ends, 2, ARAUTO_INT64, ARAUTO_MAX, ARAUTO_ALL_RANKS) <
        0) {
        return -1; // a process has ended
    }
    const int64_t least = -ends[1];
    return least < 0 ? least : std::max<int64_t>(ends[0], 0);
}

/// Collective. @return whether there was memory
bool create_counters(Notices& notices, size_t number) noexcept {
    Window& window = *notices.window;
    arauto_team_h team = window.team->handle;
    if (arauto_notify_create(team, number, &notices.counters) != 0) {
        return false;
    }
    if (arauto_segment_allocate(team, number * sizeof(DataHint), &notices.hints) != 0) {
        arauto_notify_free(notices.counters);
        notices.counters = nullptr;
        return false;
    }
    notices.hints_offset = static_cast<std::byte*>(arauto_segment_pointer(
                               notices.hints, window.job_ranks[window.rank])) -
                           window.heap(window.rank);
    return true;
}

/// Collective. @return whether there was memory; there are no counters otherwise
bool replace_counters(Notices& notices, int64_t most) noexcept {
    Window& window = *notices.window;
    NotifyCell& mine = notices.own_cell();
    if (notices.counters != nullptr) {
        arauto_notify_free(notices.counters);
        arauto_segment_free(notices.hints);
        notices.counters = nullptr;
    }
    const bool done = most == 0 || create_counters(notices, static_cast<size_t>(most));
    mine.number.store(done ? mine.wanted : 0,
                      std::memory_order_release); // PAIR notify.number: set
    pass_barrier(*window.team);
    return done;
}

void set_attributes(Notices& notices) noexcept {
    const MPI_Win handle = notices.window->handle;
    real().Win_set_attr(handle, g_notices.key, &notices);
    real().Win_set_attr(handle, MPIX_WIN_NOTIFICATION_NUM_SB, &notices.cheap_number);
    real().Win_set_attr(handle, MPIX_WIN_NOTIFICATION_NUM_UB, &notices.most_number);
    real().Win_set_attr(handle, MPIX_WIN_NOTIFICATION_VALUE_UB, &notices.most_value);
}

int refuse_number(const Notices& notices, int64_t answer, int number) noexcept {
    const Window& window = *notices.window;
    if (answer == kOpenEpoch) {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "MPIX_Win_set_num_notify: an epoch is open at a process of the window; all "
                    "must be closed");
    }
    if (number < 0 || number > notices.most) {
        return fail(window, MPI_ERR_ARG,
                    "MPIX_Win_set_num_notify: %d counters were requested; 0 to %lld are possible",
                    number, static_cast<long long>(notices.most));
    }
    return fail(window, MPI_ERR_ARG,
                "MPIX_Win_set_num_notify: another process of the window has requested a number of "
                "counters that is not possible");
}

/// Yields the core at intervals to a program that polls a counter's value in a loop.
void look_again(Notices& notices, uint64_t value) noexcept {
    if (value != notices.seen) {
        notices.seen = value;
        notices.looks_in_vain = 0;
    } else if (++notices.looks_in_vain % static_cast<uint64_t>(job().looks()) == 0) {
        rest();
    }
}

int64_t wanted_number(const Notices& notices, int number) noexcept {
    if (has_open_epoch(*notices.window)) {
        return kOpenEpoch;
    }
    return number < 0 || number > notices.most ? -1 : number;
}

} // namespace

void forget_keys() noexcept {
    const std::lock_guard<std::mutex> guard(g_notices.keys);
    for (int* key : {&g_notices.key, &MPIX_WIN_NOTIFICATION_NUM_SB, &MPIX_WIN_NOTIFICATION_NUM_UB,
                     &MPIX_WIN_NOTIFICATION_VALUE_UB}) {
        if (*key != MPI_KEYVAL_INVALID) {
            real().Win_free_keyval(key);
        }
    }
}

uint64_t asserted_counters(MPI_Info info) noexcept {
    if (info == MPI_INFO_NULL) {
        return 0;
    }
    static constexpr char kKey[] = "mpi_assert_max_num_notify";
    char value[24] = {};
    int found = 0;
    real().Info_get(info, kKey, sizeof value - 1, value, &found);
    const long long number = found != 0 ? std::strtoll(value, nullptr, 10) : 0;
    return number > 0 && number <= kCountersMax ? static_cast<uint64_t>(number) : 0;
}

void begin_notices(Window& window, const NoticeRoom& room) noexcept {
    create_keys_once();
    auto* const notices = new Notices{};
    notices->window = &window;
    notices->offset = window.offset + static_cast<ptrdiff_t>(room.offset);
    notices->segment_bytes = arauto_segment_size(window.segment);
    const auto asserted = static_cast<int64_t>(room.asserted);
    notices->most = asserted > 0 ? asserted : kCountersMax;
    notices->cheap_number = asserted > 0 ? static_cast<int>(asserted) : kCountersCheap;
    notices->most_number = static_cast<int>(kCountersMax);
    notices->most_value = static_cast<MPI_Count>(INT64_MAX);
    arauto_board_create(window.team->handle, kBoardEntries, &notices->board);
    if (room.most > 0) {
        notices->own_cell().wanted = asserted;
        replace_counters(*notices, static_cast<int64_t>(room.most));
    }
    set_attributes(*notices);
    window.notices = notices;
}

} // namespace arauto::mpi

using namespace arauto::mpi;

extern "C" int MPIX_Win_set_num_notify(MPI_Win win, MPI_Info, int num) {
    int status = MPI_SUCCESS;
    Notices* const notices = notices_of(win, "MPIX_Win_set_num_notify", &status);
    if (notices == nullptr) {
        return status;
    }
    notices->own_cell().wanted = wanted_number(*notices, num);
    const int64_t most = agree(*notices);
    if (most < 0) {
        return refuse_number(*notices, most, num);
    }
    if (!replace_counters(*notices, most)) {
        return fail(*notices->window, MPI_ERR_NO_MEM, "MPIX_Win_set_num_notify: %s",
                    arauto_last_error());
    }
    return MPI_SUCCESS;
}

extern "C" int MPIX_Win_get_num_notify(MPI_Win win, int rank, int* num) {
    int status = MPI_SUCCESS;
    const Notices* const notices = notices_of(win, "MPIX_Win_get_num_notify", &status);
    if (notices == nullptr) {
        return status;
    }
    const Window& window = *notices->window;
    if (status = check_output(window, num, "MPIX_Win_get_num_notify", "number");
        status != MPI_SUCCESS) {
        return status;
    }
    if (rank < 0 || rank >= window.size) {
        return fail(window, MPI_ERR_RANK,
                    "MPIX_Win_get_num_notify: rank %d is outside the window's group of %d", rank,
                    window.size);
    }
    *num = static_cast<int>(notices->number_of(rank));
    return MPI_SUCCESS;
}

extern "C" int MPIX_Win_get_notify_value(MPI_Win win, int notify_idx, MPI_Count* value) {
    int status = MPI_SUCCESS;
    Notices* const notices = notices_of(win, "MPIX_Win_get_notify_value", &status);
    if (notices == nullptr) {
        return status;
    }
    status = check_counter(*notices, notify_idx, "MPIX_Win_get_notify_value");
    if (status == MPI_SUCCESS) {
        status = check_output(*notices->window, value, "MPIX_Win_get_notify_value", "value");
    }
    if (status != MPI_SUCCESS) {
        return status;
    }
    __builtin_prefetch(notices->likely_address(notify_idx));
    uint64_t there = 0;
    arauto_notify_query(notices->counters, static_cast<size_t>(notify_idx), &there);
    *value = static_cast<MPI_Count>(there);
    if (!NotifyGuard::is_needed()) {
        look_again(*notices, there);
    } else {
        let_mpi_work_at_times();
    }
    return MPI_SUCCESS;
}

extern "C" int MPIX_Win_reset_notify_value(MPI_Win win, int notify_idx, MPI_Count* value) {
    int status = MPI_SUCCESS;
    Notices* const notices = notices_of(win, "MPIX_Win_reset_notify_value", &status);
    if (notices == nullptr) {
        return status;
    }
    status = check_counter(*notices, notify_idx, "MPIX_Win_reset_notify_value");
    if (status == MPI_SUCCESS) {
        status = check_output(*notices->window, value, "MPIX_Win_reset_notify_value", "value");
    }
    if (status != MPI_SUCCESS) {
        return status;
    }
    uint64_t there = 0;
    arauto_notify_take(notices->counters, static_cast<size_t>(notify_idx), &there);
    *value = static_cast<MPI_Count>(there);
    let_mpi_work_at_times();
    return MPI_SUCCESS;
}
