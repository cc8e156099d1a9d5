// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The epochs of windows of ours, which are the engine's (arauto/epoch.h). Here the arguments of MPI
// become its own, its statuses become errors of MPI, and what is open is remembered in short, so
// that an access need not ask.
#pragma once

#include "window.hpp"

namespace arauto::mpi {

/// How a call is made: it waits, or it gives a request.
struct Form {
    const char* call;
    MPI_Request* request = nullptr;

    [[nodiscard]] bool waits() const noexcept { return request == nullptr; }
};

[[nodiscard]] int fence(Window& window, int asserted, const Form& form) noexcept;
[[nodiscard]] int post(Window& window, MPI_Group group, int asserted, const Form& form) noexcept;
[[nodiscard]] int start(Window& window, MPI_Group group, int asserted, const Form& form) noexcept;
[[nodiscard]] int complete(Window& window, const Form& form) noexcept;
[[nodiscard]] int wait(Window& window, const Form& form) noexcept;

struct LockArguments {
    int type;
    int member; // may be MPI_PROC_NULL
    int asserted;
};
[[nodiscard]] int lock(Window& window, const LockArguments& wanted, const Form& form) noexcept;
[[nodiscard]] int unlock(Window& window, int member, const Form& form) noexcept;
[[nodiscard]] int lock_all(Window& window, int asserted, const Form& form) noexcept;
[[nodiscard]] int unlock_all(Window& window, const Form& form) noexcept;
[[nodiscard]] int
flush(Window& window, int member, arauto_flush_scope_t scope, const Form& form) noexcept;
[[nodiscard]] int flush_all(Window& window, arauto_flush_scope_t scope, const Form& form) noexcept;

/// What an access to a member may do: nothing, be recorded, or happen now.
enum class Way : uint8_t { none, later, now };

/// Asks the engine.
[[nodiscard]] Way ask_way(Window& window, int member) noexcept;
[[nodiscard]] inline Way way_to(Window& window, int member) noexcept {
    return window.is_open ? Way::now : ask_way(window, member);
}

/// Why the window may not be freed now; null: it may.
[[nodiscard]] const char* why_not_free(Window& window) noexcept;
/// Whether an epoch is open at this process, other than one that a fence has opened.
[[nodiscard]] bool has_open_epoch(const Window& window) noexcept;
/// Waits until what is closed is complete.
void drain(Window& window) noexcept;

/// Raises what a call of the engine returned, at the window.
int fail_with(const Window& window, arauto_status_t status, const char* call) noexcept;

/// Held while the engine is called, when several threads may call.
class Guard {
  public:
    explicit Guard(Window& window) noexcept : mutex_(window.has_threads ? &window.mutex : nullptr) {
        if (mutex_ != nullptr) [[unlikely]] {
            mutex_->lock();
        }
    }
    ~Guard() {
        if (mutex_ != nullptr) [[unlikely]] {
            mutex_->unlock();
        }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

  private:
    std::mutex* mutex_;
};

} // namespace arauto::mpi
