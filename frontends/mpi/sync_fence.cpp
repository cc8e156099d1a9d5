// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Win_fence and its nonblocking form.
#include "count.hpp"
#include "errors.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "sync.hpp"

#include "arauto/spi/counters.h"

namespace arauto::mpi {
namespace {

constexpr const char* kOther = "another epoch is open on this window; close it first";

} // namespace

int fence(Window& window, int asserted, const Form& form) noexcept {
    constexpr int kKnown =
        MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
    if ((asserted & ~kKnown) != 0) {
        return fail(window, MPI_ERR_ASSERT,
                    "%s: the assertion %d has bits that are not defined for a fence", form.call,
                    asserted);
    }
    tally(ARAUTO_COUNTER_WIN_FENCE);
    const bool opens = (asserted & MPI_MODE_NOSUCCEED) == 0;
    int asserts = opens ? 0 : ARAUTO_EPOCH_NOSUCCEED;
    // A blocking fence with MPI_MODE_NOPRECEDE waits for the others all the same if it opens an
    // epoch, since operations of that epoch then need not be recorded.
    if ((asserted & MPI_MODE_NOPRECEDE) != 0 && (!form.waits() || !opens)) {
        asserts |= ARAUTO_EPOCH_NOPRECEDE;
    }
    const int status = perform(
        window, form, kOther,
        [&](arauto_request_t* request) {
            return arauto_epoch_fence(window.epochs, asserts, request);
        },
        [&] {
            window.access = opens ? Access::fence : Access::none;
            window.set_open(false);
        });
    if (status == MPI_SUCCESS) [[likely]] {
        window.set_open(opens && !window.is_nonblocking);
    }
    return status;
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Win_fence(int asserted, MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? fence(*window, asserted, {"MPI_Win_fence"})
                             : real().Win_fence(asserted, win);
}
ARAUTO_MPI_BOTH(Win_fence)
