// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls of MPI that take one request. While the process has no request of Arauto's, they only
// check a count and then call the MPI.
#include "count.hpp"
#include "errors.hpp"
#include "notify_guard.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "request.hpp"
#include "wait.hpp"

#include <vector>

namespace arauto::mpi {
namespace {

/// Arauto's request with this handle; null when the request is the MPI's.
NotifyRequest* look_up(const MPI_Request* handle) noexcept {
    if (handle == nullptr || (!has_requests() && !is_finished(*handle))) [[likely]] {
        return nullptr;
    }
    const NotifyGuard guard;
    return find_request(*handle);
}

/// Whether the handle is a copy of one of Arauto's that has been freed. It must not be passed on to
/// the MPI, which would take it for its own request and might start that.
[[gnu::always_inline]] inline bool is_freed(const MPI_Request* handle) noexcept {
    if (!has_spares() || handle == nullptr) [[likely]] {
        return false;
    }
    const NotifyGuard guard;
    return is_spare(*handle);
}

int refuse_freed(const char* call) noexcept {
    return fail_on(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                   "%s: the request was for notifications and has been freed", call);
}

int refuse_flag(const char* call) noexcept {
    return fail_on(MPI_COMM_WORLD, MPI_ERR_ARG, "%s: the pointer for the flag is null", call);
}

bool is_ready(NotifyRequest& request) noexcept {
    const NotifyGuard guard;
    return try_request(request);
}

/// Waits by the runtime's own wait, which makes progress for peers and always ends.
bool await_epoch(NotifyRequest& request) noexcept {
    if (!request.is_complete) {
        conclude_epoch(request, arauto_request_wait(&request.epoch));
    }
    return true;
}

bool may_be_lost(const NotifyRequest& request) noexcept {
    const NotifyGuard guard;
    return is_lost(request);
}

/// @return false when the awaited notifications cannot arrive any more
bool await_notified(NotifyRequest& request) noexcept {
    // The first eighth of the looks is a tight loop for this request alone, and makes no progress
    // for others. It is left out where several threads may call, since it would run with the guard
    // held.
    const int looks = NotifyGuard::is_needed() ? 0 : job().looks() / 8;
    if (looks > 0 && try_request(request, looks)) {
        return true;
    }
    const auto describe = [&](arauto_waited_t& waited) {
        const NotifyGuard guard;
        describe_wait(request, waited);
    };
    return wait_for([&] { return is_ready(request); },
                    Described{[&] { return may_be_lost(request); }, describe});
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Start(MPI_Request* handle) {
    note_caller(__builtin_return_address(0));
    NotifyRequest* const request = look_up(handle);
    if (request == nullptr) {
        return is_freed(handle) ? refuse_freed("MPI_Start") : real().Start(handle);
    }
    const NotifyGuard guard;
    return start_request(*request);
}
ARAUTO_MPI_BOTH(Start)

ARAUTO_MPI_EXPORT int MPI_Startall(int count, MPI_Request handles[]) {
    note_caller(__builtin_return_address(0));
    if (count <= 0 || handles == nullptr || (!has_requests() && !has_spares())) {
        return real().Startall(count, handles);
    }
    std::vector<MPI_Request> others;
    for (int i = 0; i < count; ++i) {
        NotifyRequest* const request = look_up(&handles[i]);
        if (request == nullptr) {
            if (is_freed(&handles[i])) {
                return refuse_freed("MPI_Startall");
            }
            others.push_back(handles[i]);
            continue;
        }
        const NotifyGuard guard;
        if (const int status = start_request(*request); status != MPI_SUCCESS) {
            return status;
        }
    }
    return others.empty() ? MPI_SUCCESS
                          : real().Startall(static_cast<int>(others.size()), others.data());
}
ARAUTO_MPI_BOTH(Startall)

ARAUTO_MPI_EXPORT int MPI_Wait(MPI_Request* handle, MPI_Status* status) {
    note_caller(__builtin_return_address(0));
    if (status == MPI_STATUS_IGNORE && drop_finished(handle)) {
        let_mpi_work_at_times();
        return MPI_SUCCESS;
    }
    NotifyRequest* const request = look_up(handle);
    if (request == nullptr) {
        return is_freed(handle) ? refuse_freed("MPI_Wait") : real().Wait(handle, status);
    }
    let_mpi_work_at_times();
    const bool came = request->is_epoch ? await_epoch(*request) : await_notified(*request);
    const NotifyGuard guard;
    if (!came) {
        lose_request(*request);
    }
    return finish_request(request, handle, status);
}
ARAUTO_MPI_BOTH(Wait)

ARAUTO_MPI_EXPORT int MPI_Test(MPI_Request* handle, int* flag, MPI_Status* status) {
    note_caller(__builtin_return_address(0));
    NotifyRequest* const request = look_up(handle);
    if (request == nullptr) {
        return is_freed(handle) ? refuse_freed("MPI_Test") : real().Test(handle, flag, status);
    }
    if (flag == nullptr) {
        return refuse_flag("MPI_Test");
    }
    const bool came = is_ready(*request);
    if (!came && !(rest_for_tests() && may_be_lost(*request))) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    let_mpi_work_at_times();
    *flag = 1;
    const NotifyGuard guard;
    if (!came && is_lost(*request)) {
        lose_request(*request);
    }
    return finish_request(request, handle, status);
}
ARAUTO_MPI_BOTH(Test)

ARAUTO_MPI_EXPORT int MPI_Request_get_status(MPI_Request handle, int* flag, MPI_Status* status) {
    note_caller(__builtin_return_address(0));
    NotifyRequest* const request = look_up(&handle);
    if (request == nullptr) {
        return is_freed(&handle) ? refuse_freed("MPI_Request_get_status")
                                 : real().Request_get_status(handle, flag, status);
    }
    if (flag == nullptr) {
        return refuse_flag("MPI_Request_get_status");
    }
    let_mpi_work_at_times();
    const NotifyGuard guard;
    *flag = try_request(*request) ? 1 : 0;
    if (*flag != 0) {
        fill_status(*request, status);
    }
    return MPI_SUCCESS;
}
ARAUTO_MPI_BOTH(Request_get_status)

ARAUTO_MPI_EXPORT int MPI_Cancel(MPI_Request* handle) {
    note_caller(__builtin_return_address(0));
    NotifyRequest* const request = look_up(handle);
    if (request == nullptr) {
        return is_freed(handle) ? refuse_freed("MPI_Cancel") : real().Cancel(handle);
    }
    const NotifyGuard guard;
    return cancel_request(*request);
}
ARAUTO_MPI_BOTH(Cancel)

ARAUTO_MPI_EXPORT int MPI_Request_free(MPI_Request* handle) {
    note_caller(__builtin_return_address(0));
    if (drop_finished(handle)) {
        return MPI_SUCCESS;
    }
    NotifyRequest* const request = look_up(handle);
    if (request == nullptr) {
        return is_freed(handle) ? refuse_freed("MPI_Request_free") : real().Request_free(handle);
    }
    const NotifyGuard guard;
    return free_request(request, handle);
}
ARAUTO_MPI_BOTH(Request_free)
