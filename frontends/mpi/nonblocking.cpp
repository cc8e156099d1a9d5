// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls of arauto/mpix_epochs.h: the nonblocking forms of MPI's calls on epochs.
#include "errors.hpp"
#include "registry.hpp"
#include "sync.hpp"

#include "arauto/mpix_epochs.h"

namespace arauto::mpi {
namespace {

int refuse_window(MPI_Win win, const char* call) noexcept {
    if (win == MPI_WIN_NULL) {
        return fail_on(MPI_COMM_WORLD, MPI_ERR_WIN, "%s: the window is MPI_WIN_NULL", call);
    }
    Window native; // fail() needs only its handle
    native.handle = win;
    return fail(native, MPI_ERR_UNSUPPORTED_OPERATION,
                "%s: this window is the MPI's own, which has no nonblocking epochs; "
                "ARAUTO_LOG=info says why",
                call);
}

/// Checks the window and the request, and makes the call.
template <typename Make>
int begin(MPI_Win win, const char* call, MPI_Request* request, Make make) noexcept {
    Window* const window = find_window(win);
    if (window == nullptr) {
        return refuse_window(win, call);
    }
    if (request == nullptr) {
        return fail(*window, MPI_ERR_ARG, "%s: the address for the request is a null pointer",
                    call);
    }
    leave_blocking(*window);
    return make(*window, Form{call, request});
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi;

extern "C" {

int MPIX_Win_ifence(int asserted, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_ifence", request,
                 [&](Window& window, const Form& form) { return fence(window, asserted, form); });
}

int MPIX_Win_ipost(MPI_Group group, int asserted, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_ipost", request, [&](Window& window, const Form& form) {
        return post(window, group, asserted, form);
    });
}

int MPIX_Win_istart(MPI_Group group, int asserted, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_istart", request, [&](Window& window, const Form& form) {
        return start(window, group, asserted, form);
    });
}

int MPIX_Win_icomplete(MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_icomplete", request,
                 [](Window& window, const Form& form) { return complete(window, form); });
}

int MPIX_Win_iwait(MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iwait", request,
                 [](Window& window, const Form& form) { return arauto::mpi::wait(window, form); });
}

int MPIX_Win_ilock(int lock_type, int rank, int asserted, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_ilock", request, [&](Window& window, const Form& form) {
        return arauto::mpi::lock(window, {lock_type, rank, asserted}, form);
    });
}

int MPIX_Win_ilock_all(int asserted, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_ilock_all", request, [&](Window& window, const Form& form) {
        return lock_all(window, asserted, form);
    });
}

int MPIX_Win_iunlock(int rank, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iunlock", request,
                 [&](Window& window, const Form& form) { return unlock(window, rank, form); });
}

int MPIX_Win_iunlock_all(MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iunlock_all", request,
                 [](Window& window, const Form& form) { return unlock_all(window, form); });
}

int MPIX_Win_iflush(int rank, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iflush", request, [&](Window& window, const Form& form) {
        return flush(window, rank, ARAUTO_FLUSH_REMOTE, form);
    });
}

int MPIX_Win_iflush_local(int rank, MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iflush_local", request, [&](Window& window, const Form& form) {
        return flush(window, rank, ARAUTO_FLUSH_LOCAL, form);
    });
}

int MPIX_Win_iflush_all(MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iflush_all", request, [](Window& window, const Form& form) {
        return flush_all(window, ARAUTO_FLUSH_REMOTE, form);
    });
}

int MPIX_Win_iflush_local_all(MPI_Win win, MPI_Request* request) {
    return begin(win, "MPIX_Win_iflush_local_all", request, [](Window& window, const Form& form) {
        return flush_all(window, ARAUTO_FLUSH_LOCAL, form);
    });
}

} // extern "C"
