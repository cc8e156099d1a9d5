// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notices.hpp.
#include "notices.hpp"

#include "errors.hpp"
#include "registry.hpp"
#include "thread_state.hpp"

#include "arauto/atomic.h"
#include "arauto/mpix.h"

#include <cstddef>

namespace arauto::mpi {

constinit AllNotices g_notices;

namespace {

int refuse_window(MPI_Win handle, const char* call) noexcept {
    if (handle == MPI_WIN_NULL) {
        return fail_on(MPI_COMM_WORLD, MPI_ERR_WIN, "%s: the window is MPI_WIN_NULL", call);
    }
    if (is_freed_window(handle)) {
        return fail_on(MPI_COMM_WORLD, MPI_ERR_WIN, "%s: the window has been freed", call);
    }
    Window native; // fail() needs only its handle
    native.handle = handle;
    return fail(native, MPI_ERR_UNSUPPORTED_OPERATION,
                "%s: this window is the MPI's own, which has no notified communication; "
                "ARAUTO_LOG=info says why",
                call);
}

} // namespace

Notices* notices_of(MPI_Win handle, const char* call, int* status_out) noexcept {
    const uint64_t key = key_of(handle);
    const uint64_t ended =
        g_notices.ended.load(std::memory_order_acquire); // PAIR notices.ended: look
    RecentNotices& recent = t_state.recent_notices;
    if (recent.notices != nullptr && recent.key == key && recent.ended == ended) [[likely]] {
        return recent.notices;
    }
    const Window* const window = look_up_window(handle);
    if (window == nullptr) {
        *status_out = refuse_window(handle, call);
        return nullptr;
    }
    if (window->notices == nullptr) {
        *status_out = fail(*window, MPI_ERR_UNSUPPORTED_OPERATION,
                           "%s: there was no memory for this window's notifications", call);
        return nullptr;
    }
    recent = {key, ended, window->notices};
    return window->notices;
}

void detach_notices(Notices& notices) noexcept {
    notices.window->notices = nullptr;
    g_notices.ended.fetch_add(1, std::memory_order_release); // PAIR notices.ended: end
}

int raise(const Notices& notices, const char* call) noexcept {
    return fail(*notices.window, MPI_ERR_OTHER, "%s: %s", call, arauto_last_error());
}

int find_pattern(
    const Notices& notices, int source, int tag, const char* call, Pattern* pattern_out) noexcept {
    const Window& window = *notices.window;
    if (source != MPI_ANY_SOURCE && (source < 0 || source >= window.size)) {
        return fail(window, MPI_ERR_RANK, "%s: source %d is outside the window's group of %d", call,
                    source, window.size);
    }
    if (tag != MPI_ANY_TAG && tag < 0) {
        return fail(window, MPI_ERR_TAG, "%s: tag %d is neither MPI_ANY_TAG nor 0 or more", call,
                    tag);
    }
    if (notices.board == nullptr) {
        return fail(window, MPI_ERR_NO_MEM, "%s: there was no memory for this window's tags", call);
    }
    *pattern_out = {source == MPI_ANY_SOURCE ? ARAUTO_ANY_SOURCE : window.job_ranks[source],
                    tag == MPI_ANY_TAG ? ARAUTO_ANY_TAG : tag};
    return MPI_SUCCESS;
}

int64_t Notices::far_number_of(int member) const noexcept {
    uint64_t number = 0; // stays 0 if the member has died
    const size_t of_number =
        static_cast<size_t>(offset - window->offset) + offsetof(NotifyCell, number);
    arauto_atomic_load(window->segment, window->job_ranks[member], of_number, 8, &number);
    return static_cast<int64_t>(number);
}

int check_counter(const Notices& notices, int index, const char* call) noexcept {
    const Window& window = *notices.window;
    // relaxed because only this process writes it
    const int64_t number = notices.own_cell().number.load(std::memory_order_relaxed);
    if (index < 0 || index >= number) [[unlikely]] {
        return fail(window, MPIX_ERR_RMA_NOTIFICATION,
                    "%s: notification index %d does not exist: this process has %lld counters",
                    call, index, static_cast<long long>(number));
    }
    return MPI_SUCCESS;
}

} // namespace arauto::mpi
