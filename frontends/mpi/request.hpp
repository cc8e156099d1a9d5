// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Requests that notifications complete, or epochs. The program's handle is a persistent receive
// request of the MPI that is never started there, so that it is valid in every call of the MPI; all
// that happens to it happens here. Everything below is called with the NotifyGuard held, unless it
// says otherwise.
#pragma once

#include "notices.hpp"

#include "arauto/request.h"

namespace arauto::mpi {

struct NotifyRequest {
    MPI_Request handle = MPI_REQUEST_NULL;
    Notices* notices = nullptr; // null once the window is gone, and for epochs
    bool is_epoch = false; // of an epoch, a flush or a recorded operation: `epoch` completes it
    arauto_request_t epoch{};
    const Window* window = nullptr; // of an epoch; null once it is gone
    bool is_threshold = false; // of a counter; a match otherwise
    bool is_persistent = true;
    bool is_active = false;
    bool is_complete = false;
    bool is_cancelled = false;
    bool is_nobody = false; // from MPI_PROC_NULL: complete at once
    bool is_spare = false; // the program has freed it; its handle is kept for the next
    int error = MPI_SUCCESS;
    Pattern pattern{};
    int index = 0; // of the counter
    uint64_t expected = 0; // matches, or the counter's threshold
    uint64_t found = 0; // matches that it has taken; a cancelled one keeps them
                        // for its next start
    arauto_match_t last{}; // of them
    const void* likely = nullptr; // where the next data is expected to come, when it is short
    NotifyRequest* older = nullptr; // among the started ones of the window
    NotifyRequest* newer = nullptr;
};

/// How many the process has.
extern constinit std::atomic<int> g_request_count;

/// Whether it has any: asked first, by every call of the wait family.
[[nodiscard]] inline bool has_requests() noexcept {
    // relaxed because the guard orders what is found behind it
    return g_request_count.load(std::memory_order_relaxed) > 0;
}

/// What was complete when its call returned gets one handle for all, which stays until the MPI
/// ends. This is its key; before the first of them it is kNoFinished, which no handle has. A put or
/// a get of 8 bytes with MPI_Wait takes 14 ns so, and took 32 with a send to MPI_PROC_NULL instead.
extern constinit std::atomic<uint64_t> g_finished_key;
inline constexpr uint64_t kNoFinished = ~uint64_t{0};

[[nodiscard]] inline bool has_finished() noexcept {
    // relaxed, here and below, because nothing is read behind the key
    return g_finished_key.load(std::memory_order_relaxed) != kNoFinished;
}
[[nodiscard]] inline bool is_finished(MPI_Request handle) noexcept {
    return key_of(handle) == g_finished_key.load(std::memory_order_relaxed);
}

/// The first of them. The guard need not be held.
[[nodiscard]] int make_finished(MPI_Request* handle_out) noexcept;

/// The guard need not be held. @return an error of the MPI
[[nodiscard]] inline int give_finished(MPI_Request* handle_out) noexcept {
    // PAIR requests.finished: what the MPI has made, before its handle goes to the program
    const uint64_t key = g_finished_key.load(std::memory_order_acquire);
    if (key == kNoFinished) [[unlikely]] {
        return make_finished(handle_out);
    }
    *handle_out = handle_of<MPI_Request>(key);
    return MPI_SUCCESS;
}

/// Sets the place of such a request to MPI_REQUEST_NULL, which is all that completes or frees it.
/// @return whether it was one
inline bool drop_finished(MPI_Request* handle) noexcept {
    if (handle == nullptr || !is_finished(*handle)) {
        return false;
    }
    *handle = MPI_REQUEST_NULL;
    return true;
}

/// Null for requests of the MPI, and for those that have been freed.
[[nodiscard]] NotifyRequest* find_request(MPI_Request handle) noexcept;

/// How many handles are kept of requests that have been freed: making one anew and giving it back
/// took 65 ns of the MPI.
extern constinit std::atomic<int> g_spare_count;

/// For a handle that is not found: it is a copy of one that has been freed.
[[nodiscard]] bool is_spare(MPI_Request handle) noexcept;

/// The MPI's part of this job ends: their handles go. The guard need not be held.
void forget_spares() noexcept;

/// Takes the request over and makes its handle. @return an error of the MPI
[[nodiscard]] int add_request(const NotifyRequest& wanted, MPI_Request* handle_out) noexcept;

/// Gives back the request and its handle, which becomes MPI_REQUEST_NULL.
[[nodiscard]] int free_request(NotifyRequest* request, MPI_Request* handle) noexcept;

[[nodiscard]] int start_request(NotifyRequest& request) noexcept;
[[nodiscard]] int cancel_request(NotifyRequest& request) noexcept;

/// A request of the MPI that is complete once the engine's is. Without the guard.
[[nodiscard]] int
give_request(const Window& window, arauto_request_t epoch, MPI_Request* handle_out) noexcept;

/// The engine's request of an epoch has come to this. The guard is not needed: one thread waits.
void conclude_epoch(NotifyRequest& request, arauto_status_t status) noexcept;

/// Looks whether it is complete, or inactive, and takes what has come for it.
/// @param looks  for something to come first: a small loop of the engine
[[nodiscard]] bool try_request(NotifyRequest& request, int looks = 0) noexcept;

/// Says in `status`, which may be MPI_STATUS_IGNORE, how it was completed.
void tell(const NotifyRequest& request, MPI_Status* status) noexcept;

/// After try_request: tells, and makes it inactive or frees it. @return its
/// error
[[nodiscard]] int
finish_request(NotifyRequest* request, MPI_Request* handle, MPI_Status* status) noexcept;

/// Whether it waits for processes of a window of which one has ended.
[[nodiscard]] bool is_lost(const NotifyRequest& request) noexcept;

/// Completes such a request with an error, which is raised at the window.
void lose_request(NotifyRequest& request) noexcept;

/// After a test that found nothing: now and then the MPI and other processes get their turn, for a
/// program that tests in a loop is waiting. Without the guard.
/// @return whether processes have ended, so that the test may be in vain
bool rest_for_tests() noexcept;

/// The window is being freed: requests that wait for it are complete with an error.
void forget_requests_of(Notices& notices) noexcept;
/// The same of the requests of epochs, which are complete by then, or never will be.
void forget_requests_of(const Window& window) noexcept;

} // namespace arauto::mpi
