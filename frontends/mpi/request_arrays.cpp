// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls of MPI that take arrays of requests, in which Arauto's requests and the MPI's are
// mixed. The MPI gets MPI_REQUEST_NULL for each of Arauto's.
#include "count.hpp"
#include "errors.hpp"
#include "notify_guard.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "request.hpp"
#include "wait.hpp"

#include <algorithm>
#include <vector>

namespace arauto::mpi {
namespace {

struct Own {
    int index; // in the array
    NotifyRequest* request;
};

/// An array of requests, split into Arauto's and the MPI's. The MPI's handles are written back at
/// the end.
class Mixed {
  public:
    Mixed(int count, MPI_Request* handles) noexcept : count_(count), handles_(handles) {
        if ((!has_requests() && !has_finished()) || handles == nullptr) [[likely]] {
            return;
        }
        const NotifyGuard guard;
        for (int index = 0; index < count; ++index) {
            if (NotifyRequest* const request = find_request(handles[index]); request != nullptr) {
                own_.push_back({index, request});
            }
        }
        if (!own_.empty()) {
            others_.assign(handles, handles + count);
            for (const Own& each : own_) {
                others_[static_cast<size_t>(each.index)] = MPI_REQUEST_NULL;
            }
        }
    }
    Mixed(const Mixed&) = delete;
    Mixed& operator=(const Mixed&) = delete;
    ~Mixed() {
        if (own_.empty()) {
            return;
        }
        size_t next = 0; // own_ is ordered by index
        for (int index = 0; index < count_; ++index) {
            if (next < own_.size() && own_[next].index == index) {
                ++next;
            } else {
                handles_[index] = others_[static_cast<size_t>(index)];
            }
        }
    }

    [[nodiscard]] bool is_plain() const noexcept { return own_.empty(); }
    [[nodiscard]] MPI_Request* others() noexcept { return others_.data(); }
    [[nodiscard]] const std::vector<Own>& own() const noexcept { return own_; }
    [[nodiscard]] MPI_Request* handle(const Own& each) const noexcept {
        return handles_ + each.index;
    }
    [[nodiscard]] bool are_own_ready() const noexcept {
        const NotifyGuard guard;
        bool all = true;
        for (const Own& each : own_) {
            all = try_request(*each.request) && all;
        }
        return all;
    }
    [[nodiscard]] bool has_active_own() const noexcept {
        return std::any_of(own_.begin(), own_.end(),
                           [](const Own& each) { return each.request->is_active; });
    }
    /// The first of Arauto's requests that is active and complete; null when there is none.
    [[nodiscard]] const Own* ready_one() const noexcept {
        const NotifyGuard guard;
        for (const Own& each : own_) {
            if (each.request->is_active && try_request(*each.request)) {
                return &each;
            }
        }
        return nullptr;
    }

    [[nodiscard]] bool has_lost() const noexcept {
        const NotifyGuard guard;
        return std::any_of(own_.begin(), own_.end(),
                           [](const Own& each) { return is_lost(*each.request); });
    }
    /// Says what a wait for all is for: the first of Arauto's requests that is not complete.
    void describe_wait(arauto_waited_t& waited) const noexcept {
        const NotifyGuard guard;
        for (const Own& each : own_) {
            if (each.request->is_active && !each.request->is_complete) {
                mpi::describe_wait(*each.request, waited);
                return;
            }
        }
    }
    /// Completes with an error the requests that can no longer complete.
    void lose() noexcept {
        const NotifyGuard guard;
        for (const Own& each : own_) {
            if (!try_request(*each.request) && is_lost(*each.request)) {
                lose_request(*each.request);
            }
        }
    }

  private:
    int count_;
    MPI_Request* handles_;
    std::vector<Own> own_;
    std::vector<MPI_Request> others_;
};

MPI_Status* status_at(MPI_Status* statuses, int index) noexcept {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + index;
}

int refuse_indices(const char* call) noexcept {
    return fail_on(MPI_COMM_WORLD, MPI_ERR_ARG, "%s: the address for a result is a null pointer",
                   call);
}

void set_error(MPI_Status* status, int error) noexcept {
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_ERROR = error;
    }
}

int class_of(int code) noexcept {
    int error_class = MPI_SUCCESS;
    real().Error_class(code, &error_class);
    return error_class;
}

/// Finishes Arauto's requests once all requests are complete. @return what the call returns
int finish_all(const Mixed& mixed, MPI_Status* statuses, int status_of_others) noexcept {
    const NotifyGuard guard;
    const bool others_have_errors = class_of(status_of_others) == MPI_ERR_IN_STATUS;
    int result = status_of_others;
    for (const Own& each : mixed.own()) {
        MPI_Status* const status = status_at(statuses, each.index);
        const int error = finish_request(each.request, mixed.handle(each), status);
        if (error != MPI_SUCCESS || others_have_errors) {
            set_error(status, error);
        }
        if (error != MPI_SUCCESS) {
            result = MPI_ERR_IN_STATUS;
        }
    }
    return result;
}

int finish_one(const Mixed& mixed, const Own& own, int* index, MPI_Status* status) noexcept {
    const NotifyGuard guard;
    *index = own.index;
    return finish_request(own.request, mixed.handle(own), status);
}

/// Finishes Arauto's requests that are active and complete; they come first in the result.
/// @return their number
int finish_some(const Mixed& mixed, int* indices, MPI_Status* statuses, int* result) noexcept {
    const NotifyGuard guard;
    int done = 0;
    for (const Own& each : mixed.own()) {
        if (!each.request->is_active || !try_request(*each.request)) {
            continue;
        }
        MPI_Status* const status = status_at(statuses, done);
        const int error = finish_request(each.request, mixed.handle(each), status);
        set_error(status, error);
        if (error != MPI_SUCCESS) {
            *result = MPI_ERR_IN_STATUS;
        }
        indices[done++] = each.index;
    }
    return done;
}

struct SomeAnswer {
    int* number;
    int* indices;
    MPI_Status* statuses;
};

/// One pass. The number is MPI_UNDEFINED when no request is active.
int test_some(Mixed& mixed, int count, const SomeAnswer& answer) noexcept {
    const bool had_active = mixed.has_active_own();
    int result = MPI_SUCCESS;
    const int ours = finish_some(mixed, answer.indices, answer.statuses, &result);
    int theirs = 0;
    const int status = real().Testsome(count, mixed.others(), &theirs, answer.indices + ours,
                                       status_at(answer.statuses, ours));
    if (theirs == MPI_UNDEFINED) {
        *answer.number = had_active ? ours : MPI_UNDEFINED;
    } else {
        *answer.number = ours + theirs;
    }
    return result != MPI_SUCCESS ? result : status;
}

struct AnyAnswer {
    int* index;
    int* flag;
    MPI_Status* status;
};

/// One pass. The index is MPI_UNDEFINED, and the flag set, when no request is active.
int test_any(Mixed& mixed, int count, const AnyAnswer& answer) noexcept {
    if (const Own* const own = mixed.ready_one(); own != nullptr) {
        *answer.flag = 1;
        return finish_one(mixed, *own, answer.index, answer.status);
    }
    const int status =
        real().Testany(count, mixed.others(), answer.index, answer.flag, answer.status);
    if (status == MPI_SUCCESS && *answer.flag != 0 && *answer.index == MPI_UNDEFINED &&
        mixed.has_active_own()) {
        *answer.flag = 0;
    }
    return status;
}

} // namespace

bool rest_for_tests() noexcept {
    if (++t_state.vain_tests % 64 != 0) {
        return false;
    }
    rest();
    return somebody_ended();
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Waitall(int count, MPI_Request handles[], MPI_Status statuses[]) {
    note_caller(__builtin_return_address(0));
    bool has_dropped = false;
    for (int index = 0; has_finished() && handles != nullptr && index < count; ++index) {
        has_dropped |= drop_finished(&handles[index]);
    }
    if (has_dropped) {
        let_mpi_work_at_times();
    }
    Mixed mixed(count, handles);
    if (mixed.is_plain()) {
        return real().Waitall(count, handles, statuses);
    }
    if (!wait_for([&] { return mixed.are_own_ready(); },
                  Described{[&] { return mixed.has_lost(); },
                            [&](arauto_waited_t& waited) { mixed.describe_wait(waited); }})) {
        mixed.lose();
    }
    const int status = real().Waitall(count, mixed.others(), statuses);
    return finish_all(mixed, statuses, status);
}
ARAUTO_MPI_BOTH(Waitall)

ARAUTO_MPI_EXPORT int
MPI_Testall(int count, MPI_Request handles[], int* flag, MPI_Status statuses[]) {
    note_caller(__builtin_return_address(0));
    Mixed mixed(count, handles);
    if (mixed.is_plain()) {
        return real().Testall(count, handles, flag, statuses);
    }
    let_mpi_work_at_times();
    if (flag == nullptr) {
        return refuse_indices("MPI_Testall");
    }
    if (!mixed.are_own_ready()) {
        *flag = 0;
        if (rest_for_tests()) {
            mixed.lose(); // the next test reports it
        }
        return MPI_SUCCESS;
    }
    const int status = real().Testall(count, mixed.others(), flag, statuses);
    return *flag != 0 ? finish_all(mixed, statuses, status) : status;
}
ARAUTO_MPI_BOTH(Testall)

ARAUTO_MPI_EXPORT int
MPI_Waitany(int count, MPI_Request handles[], int* index, MPI_Status* status) {
    note_caller(__builtin_return_address(0));
    Mixed mixed(count, handles);
    if (mixed.is_plain()) {
        return real().Waitany(count, handles, index, status);
    }
    let_mpi_work_at_times();
    if (index == nullptr) {
        return refuse_indices("MPI_Waitany");
    }
    int result = MPI_SUCCESS;
    const auto test_once = [&] {
        int flag = 0;
        result = test_any(mixed, count, {index, &flag, status});
        return flag != 0 || result != MPI_SUCCESS;
    };
    if (!wait_for(test_once, [&] { return mixed.has_lost(); })) {
        mixed.lose();
        test_once();
    }
    return result;
}
ARAUTO_MPI_BOTH(Waitany)

ARAUTO_MPI_EXPORT int
MPI_Testany(int count, MPI_Request handles[], int* index, int* flag, MPI_Status* status) {
    note_caller(__builtin_return_address(0));
    Mixed mixed(count, handles);
    if (mixed.is_plain()) {
        return real().Testany(count, handles, index, flag, status);
    }
    let_mpi_work_at_times();
    if (index == nullptr || flag == nullptr) {
        return refuse_indices("MPI_Testany");
    }
    const int result = test_any(mixed, count, {index, flag, status});
    if (*flag == 0) {
        *index = MPI_UNDEFINED;
        if (rest_for_tests()) {
            mixed.lose(); // the next test reports it
        }
    }
    return result;
}
ARAUTO_MPI_BOTH(Testany)

ARAUTO_MPI_EXPORT int
MPI_Waitsome(int count, MPI_Request handles[], int* number, int indices[], MPI_Status statuses[]) {
    note_caller(__builtin_return_address(0));
    Mixed mixed(count, handles);
    if (mixed.is_plain()) {
        return real().Waitsome(count, handles, number, indices, statuses);
    }
    let_mpi_work_at_times();
    if (number == nullptr || indices == nullptr) {
        return refuse_indices("MPI_Waitsome");
    }
    int result = MPI_SUCCESS;
    const auto test_once = [&] {
        result = test_some(mixed, count, {number, indices, statuses});
        return *number != 0 || result != MPI_SUCCESS;
    };
    if (!wait_for(test_once, [&] { return mixed.has_lost(); })) {
        mixed.lose();
        test_once();
    }
    return result;
}
ARAUTO_MPI_BOTH(Waitsome)

ARAUTO_MPI_EXPORT int
MPI_Testsome(int count, MPI_Request handles[], int* number, int indices[], MPI_Status statuses[]) {
    note_caller(__builtin_return_address(0));
    Mixed mixed(count, handles);
    if (mixed.is_plain()) {
        return real().Testsome(count, handles, number, indices, statuses);
    }
    let_mpi_work_at_times();
    if (number == nullptr || indices == nullptr) {
        return refuse_indices("MPI_Testsome");
    }
    const int result = test_some(mixed, count, {number, indices, statuses});
    if (*number == 0 && rest_for_tests()) {
        mixed.lose(); // the next test reports it
    }
    return result;
}
ARAUTO_MPI_BOTH(Testsome)
