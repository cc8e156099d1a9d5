// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Post, start, complete and wait, and their nonblocking forms.
#include "count.hpp"
#include "errors.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "sync.hpp"
#include "wait.hpp"

#include "arauto/spi/counters.h"
#include "arauto/spi/epoch.h"

#include <numeric>
#include <vector>

namespace arauto::mpi {
namespace {

/// The ranks in the window of a group's processes. A small group needs no allocation.
class Members {
  public:
    /// @return an error that has been raised at the window
    [[nodiscard]] int translate(const Window& window, MPI_Group group, const char* call) noexcept {
        if (group == MPI_GROUP_NULL) {
            return fail(window, MPI_ERR_GROUP, "%s: the group is MPI_GROUP_NULL", call);
        }
        if (const int status = real().Group_size(group, &count_); status != MPI_SUCCESS) {
            return status;
        }
        int* theirs = few_ + kFew;
        if (count_ > kFew) [[unlikely]] {
            many_.resize(2 * static_cast<size_t>(count_));
            ranks_ = many_.data();
            theirs = ranks_ + count_;
        }
        std::iota(theirs, theirs + count_, 0);
        real().Group_translate_ranks(group, count_, theirs, window.group, ranks_);
        for (int i = 0; i < count_; ++i) {
            if (ranks_[i] == MPI_UNDEFINED) {
                return fail(window, MPI_ERR_GROUP,
                            "%s: the group has a process that is not in the window's group", call);
            }
        }
        return MPI_SUCCESS;
    }
    [[nodiscard]] const int* ranks() const noexcept { return ranks_; }
    [[nodiscard]] int count() const noexcept { return count_; }

  private:
    static constexpr int kFew = 16;
    int few_[2 * kFew];
    std::vector<int> many_;
    int* ranks_ = few_;
    int count_ = 0;
};

/// Ends a call that opens an epoch; it needs no wait.
int opened(Window& window, arauto_status_t status, const Form& form, const char* refusal) noexcept {
    if (status < 0) {
        return refuse(window, status, form.call, refusal);
    }
    return form.waits() ? MPI_SUCCESS : give_request(window, {0, 0}, form.request);
}

/// The epoch that a fence has opened ends where another epoch is opened.
void leave_fence(Window& window) noexcept {
    window.set_open(false);
    if (window.access == Access::fence) {
        window.access = Access::none;
    }
}

} // namespace

int post(Window& window, MPI_Group group, int asserted, const Form& form) noexcept {
    constexpr int kKnown = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT;
    if ((asserted & ~kKnown) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "%s: the assertion %d has bits that are not defined for a post", form.call,
                    asserted);
    }
    Members origins;
    if (const int status = origins.translate(window, group, form.call); status != MPI_SUCCESS) {
        return status;
    }
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status = arauto_epoch_post(window.epochs, origins.ranks(), origins.count(),
                                   (asserted & MPI_MODE_NOCHECK) != 0 ? ARAUTO_EPOCH_NOCHECK : 0);
        if (status >= 0) {
            leave_fence(window);
        }
    }
    if (status >= 0) {
        tally(ARAUTO_COUNTER_WIN_POST);
    }
    return opened(
        window, status, form,
        "an exposure epoch is open on this window already, or a fence has opened an epoch "
        "that has operations");
}

int start(Window& window, MPI_Group group, int asserted, const Form& form) noexcept {
    if ((asserted & ~MPI_MODE_NOCHECK) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "%s: the assertion %d is neither 0 nor MPI_MODE_NOCHECK", form.call, asserted);
    }
    Members targets;
    if (const int status = targets.translate(window, group, form.call); status != MPI_SUCCESS) {
        return status;
    }
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status = arauto_epoch_start(window.epochs, targets.ranks(), targets.count(),
                                    asserted != 0 ? ARAUTO_EPOCH_NOCHECK : 0);
        if (status >= 0) {
            window.access = Access::started;
            window.set_open(false);
            window.has_looked = false;
        }
    }
    if (status >= 0) {
        tally(ARAUTO_COUNTER_WIN_START);
    }
    return opened(window, status, form,
                  "an access epoch is open on this window already, or a fence has opened an epoch "
                  "that has operations");
}

int complete(Window& window, const Form& form) noexcept {
    return perform(
        window, form, "this process has not called MPI_Win_start",
        [&](arauto_request_t* request) { return arauto_epoch_complete(window.epochs, request); },
        [&] {
            window.access = Access::none;
            tally(ARAUTO_COUNTER_WIN_COMPLETE);
        });
}

namespace {

constexpr const char* kNotPosted = "this process has not called MPI_Win_post";

int test(Window& window, int* flag) noexcept {
    if (const int status = check_output(window, flag, "MPI_Win_test", "flag");
        status != MPI_SUCCESS) {
        return status;
    }
    int done = 0;
    arauto_status_t status = ARAUTO_OK;
    {
        const Guard guard(window);
        status = arauto_epoch_test(window.epochs, &done);
    }
    if (status < 0) {
        return refuse(window, status, "MPI_Win_test", kNotPosted);
    }
    *flag = done;
    if (done != 0) {
        tally(ARAUTO_COUNTER_WIN_WAIT);
        let_mpi_work_at_times();
    } else {
        rest(); // a program that tests in a loop is waiting, so peers need progress
    }
    return MPI_SUCCESS;
}

} // namespace

int wait(Window& window, const Form& form) noexcept {
    return perform(
        window, form, kNotPosted,
        [&](arauto_request_t* request) { return arauto_epoch_wait(window.epochs, request); },
        [] { tally(ARAUTO_COUNTER_WIN_WAIT); });
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Win_post(MPI_Group group, int asserted, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? post(*window, group, asserted, {"MPI_Win_post"})
                             : real().Win_post(group, asserted, win);
}
ARAUTO_MPI_BOTH(Win_post)

ARAUTO_MPI_EXPORT int MPI_Win_start(MPI_Group group, int asserted, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? start(*window, group, asserted, {"MPI_Win_start"})
                             : real().Win_start(group, asserted, win);
}
ARAUTO_MPI_BOTH(Win_start)

ARAUTO_MPI_EXPORT int MPI_Win_complete(MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? complete(*window, {"MPI_Win_complete"}) : real().Win_complete(win);
}
ARAUTO_MPI_BOTH(Win_complete)

ARAUTO_MPI_EXPORT int MPI_Win_wait(MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? arauto::mpi::wait(*window, {"MPI_Win_wait"}) : real().Win_wait(win);
}
ARAUTO_MPI_BOTH(Win_wait)

ARAUTO_MPI_EXPORT int MPI_Win_test(MPI_Win win, int* flag) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? test(*window, flag) : real().Win_test(win, flag);
}
ARAUTO_MPI_BOTH(Win_test)
