// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creation of requests that notifications complete, and probes for notifications.
#include "errors.hpp"
#include "notices.hpp"
#include "notify_guard.hpp"
#include "real.hpp"
#include "request.hpp"

#include "arauto/mpix.h"
#include "arauto/spi/board.h"
#include "arauto/spi/team.h"

namespace arauto::mpi {
namespace {

/// The arguments of a call that makes a request.
struct Threshold {
    MPI_Win win;
    int index;
    MPI_Count value;
    const MPI_Request* request;
};

int init_threshold(const Threshold& given, const char* call, NotifyRequest& wanted) noexcept {
    const auto& [win, index, threshold, request] = given;
    int status = MPI_SUCCESS;
    wanted.notices = notices_of(win, call, &status);
    if (wanted.notices == nullptr) {
        return status;
    }
    if (status = check_counter(*wanted.notices, index, call); status != MPI_SUCCESS) {
        return status;
    }
    if (status = check_output(*wanted.notices->window, request, call, "request");
        status != MPI_SUCCESS) {
        return status;
    }
    if (threshold < 0) {
        return fail(*wanted.notices->window, MPI_ERR_ARG, "%s: the threshold %lld is below 0", call,
                    static_cast<long long>(threshold));
    }
    wanted.is_threshold = true;
    wanted.index = index;
    wanted.expected = static_cast<uint64_t>(threshold);
    return MPI_SUCCESS;
}

/// A started request for one use.
int await_once(
    MPI_Win win, int index, MPI_Count threshold, const char* call, MPI_Request* request) noexcept {
    NotifyRequest wanted;
    if (const int status = init_threshold({win, index, threshold, request}, call, wanted);
        status != MPI_SUCCESS) {
        return status;
    }
    wanted.is_persistent = false;
    const NotifyGuard guard;
    const int status = add_request(wanted, request);
    return status == MPI_SUCCESS ? start_request(*find_request(*request)) : status;
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi;

extern "C" {

int MPIX_Notify_init(MPI_Win win, int source, int tag, int count, MPI_Request* request) {
    const char* const call = "MPIX_Notify_init";
    int status = MPI_SUCCESS;
    NotifyRequest wanted;
    wanted.notices = notices_of(win, call, &status);
    if (wanted.notices == nullptr) {
        return status;
    }
    if (status = check_output(*wanted.notices->window, request, call, "request");
        status != MPI_SUCCESS) {
        return status;
    }
    if (count < 0) {
        return fail(*wanted.notices->window, MPI_ERR_COUNT, "%s: the count %d is below 0", call,
                    count);
    }
    wanted.expected = static_cast<uint64_t>(count);
    wanted.is_nobody = source == MPI_PROC_NULL;
    if (!wanted.is_nobody) {
        status = find_pattern(*wanted.notices, source, tag, call, &wanted.pattern);
        if (status != MPI_SUCCESS) {
            return status;
        }
    }
    const NotifyGuard guard;
    return add_request(wanted, request);
}

int MPIX_Win_notify_init(MPI_Win win, int notify_idx, MPI_Count threshold, MPI_Request* request) {
    NotifyRequest wanted;
    if (const int status =
            init_threshold({win, notify_idx, threshold, request}, "MPIX_Win_notify_init", wanted);
        status != MPI_SUCCESS) {
        return status;
    }
    const NotifyGuard guard;
    return add_request(wanted, request);
}

int MPIX_Win_notify_threshold(MPI_Win win,
                              int notify_idx,
                              MPI_Count threshold,
                              MPI_Request* request) {
    return await_once(win, notify_idx, threshold, "MPIX_Win_notify_threshold", request);
}

int MPIX_Win_iwait_notify(MPI_Win win, int notify_idx, MPI_Count threshold, MPI_Request* request) {
    return await_once(win, notify_idx, threshold, "MPIX_Win_iwait_notify", request);
}

int MPIX_Iprobe_notify(MPI_Win win, int source, int tag, int* flag, MPI_Status* status) {
    const char* const call = "MPIX_Iprobe_notify";
    int error = MPI_SUCCESS;
    Pattern pattern{};
    Notices* const notices = notices_of(win, call, &error);
    if (notices == nullptr) {
        return error;
    }
    if (error = find_pattern(*notices, source, tag, call, &pattern); error != MPI_SUCCESS) {
        return error;
    }
    if (error = check_output(*notices->window, flag, call, "flag"); error != MPI_SUCCESS) {
        return error;
    }
    const NotifyGuard guard;
    arauto_match_t oldest{};
    if (hand_out(*notices, pattern, nullptr, &oldest, flag) < 0) {
        return raise(*notices, call);
    }
    if (*flag == 0) {
        rest_for_tests();
    } else if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = arauto_team_from_world(notices->window->team->handle, oldest.source);
        status->MPI_TAG = oldest.tag;
        real().Status_set_elements_x(status, MPI_BYTE, static_cast<MPI_Count>(oldest.bytes));
        real().Status_set_cancelled(status, 0);
    }
    return MPI_SUCCESS;
}

} // extern "C"
