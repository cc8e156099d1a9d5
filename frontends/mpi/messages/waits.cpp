// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls that complete requests: each is passed on, with statuses where the program wants none.
#include "told_requests.hpp"

#include "arauto/spi/trace.h"

using namespace arauto::mpi;

namespace {

/// The statuses of the program, or some of its place.
class Statuses {
  public:
    Statuses(const Completions& told, int count, MPI_Status* theirs) noexcept : given_(theirs) {
        if (told.is_any() && is_ignored(theirs)) {
            own_.resize(static_cast<size_t>(count));
            given_ = own_.data();
        }
    }
    [[nodiscard]] MPI_Status* get() const noexcept { return given_; }
    [[nodiscard]] const MPI_Status& at(int index) const noexcept { return given_[index]; }

  private:
    [[nodiscard]] static bool is_ignored(const MPI_Status* statuses) noexcept {
        return statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE;
    }
    std::vector<MPI_Status> own_;
    MPI_Status* given_;
};

} // namespace

ARAUTO_MPI_EXPORT int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(1, request);
    const Statuses statuses(told, 1, status);
    const int result = real_messages().Wait(request, statuses.get());
    if (result == MPI_SUCCESS && told.is_any()) {
        told.tell(0, statuses.at(0));
    }
    return result;
}
ARAUTO_MPI_BOTH(Wait)

ARAUTO_MPI_EXPORT int MPI_Waitall(int count, MPI_Request requests[], MPI_Status* given) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(count, requests);
    const Statuses statuses(told, count, given);
    const int result = real_messages().Waitall(count, requests, statuses.get());
    for (int i = 0; result == MPI_SUCCESS && told.is_any() && i < count; ++i) {
        told.tell(i, statuses.at(i));
    }
    return result;
}
ARAUTO_MPI_BOTH(Waitall)

ARAUTO_MPI_EXPORT int
MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(count, requests);
    const Statuses statuses(told, 1, status);
    const int result = real_messages().Waitany(count, requests, index, statuses.get());
    if (result == MPI_SUCCESS && told.is_any() && *index != MPI_UNDEFINED) {
        told.tell(*index, statuses.at(0));
    }
    return result;
}
ARAUTO_MPI_BOTH(Waitany)

ARAUTO_MPI_EXPORT int
MPI_Waitsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status* given) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(count, requests);
    const Statuses statuses(told, count, given);
    const int result = real_messages().Waitsome(count, requests, done, indices, statuses.get());
    for (int i = 0; result == MPI_SUCCESS && told.is_any() && i < *done; ++i) {
        told.tell(indices[i], statuses.at(i));
    }
    return result;
}
ARAUTO_MPI_BOTH(Waitsome)

ARAUTO_MPI_EXPORT int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(1, request);
    const Statuses statuses(told, 1, status);
    const int result = real_messages().Test(request, flag, statuses.get());
    if (result == MPI_SUCCESS && told.is_any() && *flag != 0) {
        told.tell(0, statuses.at(0));
    }
    return result;
}
ARAUTO_MPI_BOTH(Test)

ARAUTO_MPI_EXPORT int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status* given) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(count, requests);
    const Statuses statuses(told, count, given);
    const int result = real_messages().Testall(count, requests, flag, statuses.get());
    for (int i = 0; result == MPI_SUCCESS && told.is_any() && *flag != 0 && i < count; ++i) {
        told.tell(i, statuses.at(i));
    }
    return result;
}
ARAUTO_MPI_BOTH(Testall)

ARAUTO_MPI_EXPORT int
MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(count, requests);
    const Statuses statuses(told, 1, status);
    const int result = real_messages().Testany(count, requests, index, flag, statuses.get());
    if (result == MPI_SUCCESS && told.is_any() && *flag != 0 && *index != MPI_UNDEFINED) {
        told.tell(*index, statuses.at(0));
    }
    return result;
}
ARAUTO_MPI_BOTH(Testany)

ARAUTO_MPI_EXPORT int
MPI_Testsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status* given) {
    arauto_note_caller(__builtin_return_address(0));
    const Completions told(count, requests);
    const Statuses statuses(told, count, given);
    const int result = real_messages().Testsome(count, requests, done, indices, statuses.get());
    for (int i = 0; result == MPI_SUCCESS && told.is_any() && i < *done; ++i) {
        told.tell(indices[i], statuses.at(i));
    }
    return result;
}
ARAUTO_MPI_BOTH(Testsome)

ARAUTO_MPI_EXPORT int MPI_Request_free(MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    if (request != nullptr) {
        forget_told(*request);
    }
    return real_messages().Request_free(request);
}
ARAUTO_MPI_BOTH(Request_free)

ARAUTO_MPI_EXPORT int MPI_Start(MPI_Request* request) {
    arauto_note_caller(__builtin_return_address(0));
    if (request != nullptr) {
        tell_start(*request);
    }
    return real_messages().Start(request);
}
ARAUTO_MPI_BOTH(Start)

ARAUTO_MPI_EXPORT int MPI_Startall(int count, MPI_Request requests[]) {
    arauto_note_caller(__builtin_return_address(0));
    for (int i = 0; i < count; ++i) {
        tell_start(requests[i]);
    }
    return real_messages().Startall(count, requests);
}
ARAUTO_MPI_BOTH(Startall)
