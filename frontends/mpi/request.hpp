// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Requests that notifications or epochs complete. The program's handle is that of a persistent
// receive request of the MPI which is never started, so that it is valid in every call of the MPI;
// its state is kept here. All functions below are called with the NotifyGuard held, unless their
// comment says otherwise.
#pragma once

#include "notices.hpp"
#include "notify_guard.hpp"
#include "wait.hpp"

#include "arauto/request.h"

#include <atomic>
#include <cstdint>
#include <unordered_map>

namespace arauto::mpi {

struct NotifyRequest : Matching {
    MPI_Request handle = MPI_REQUEST_NULL;
    Notices* notices = nullptr; // null once the window has been freed, and for epochs
    bool is_epoch = false; // it is for an epoch, a flush or a recorded operation
    arauto_request_t epoch{}; // its completion completes the request of an epoch
    const Window* window = nullptr; // of an epoch; null once it has been freed
    bool is_threshold = false; // it waits for a counter's threshold; otherwise for matches
    bool is_persistent = true;
    bool is_active = false;
    bool is_complete = false;
    bool is_cancelled = false;
    bool is_nobody = false; // its source is MPI_PROC_NULL: complete at once
    bool is_spare = false; // the program has freed it; its handle is kept for another request
    int error = MPI_SUCCESS;
    int index = 0; // of the counter
    arauto_match_t last{}; // the last match
    const void* likely = nullptr; // where the next short data is expected; prefetched
    NotifyRequest* next_spare = nullptr;
};

inline constexpr uint64_t kNoFinished = ~uint64_t{0};

/// The requests of this process; for the functions below and request.cpp alone.
struct Requests {
    /// How many there are. Relaxed because it is written with the guard held, and a reader without
    /// the guard needs only its own requests counted: it has made them, or has synchronised with
    /// the thread that did.
    std::atomic<int> count{0};
    /// How many handles of freed requests are kept: to make one anew and free it took the MPI 65
    /// ns. Relaxed because it is written with the guard held, and a thread that uses a freed handle
    /// has freed it itself, or has synchronised with the thread that did, or the program has a
    /// race.
    std::atomic<int> spare_count{0};
    /// Operations that were complete when their call returned share one handle, which stays until
    /// the MPI ends. This is its key; before the first such operation it is kNoFinished, which no
    /// handle has. With this handle a put or a get of 8 bytes and MPI_Wait take 14 ns; with the
    /// request of a send to MPI_PROC_NULL they took 32. Relaxed where it is only compared, because
    /// a thread that has the handle has got it by an acquire, or has synchronised with a thread
    /// that has.
    std::atomic<uint64_t> finished_key{kNoFinished};
    NotifyRequest* finished = nullptr; // the request behind that handle; it never changes
    NotifyRequest* last = nullptr; // the one that find_request found last
    NotifyRequest* made = nullptr; // the one that was made last: often the next to be found
    NotifyRequest* spares = nullptr; // a list linked by `next_spare`
    // All, with the spare ones, by the keys of their handles; null: there has been none.
    std::unordered_map<uint64_t, NotifyRequest*>* all = nullptr;
};
extern constinit Requests g_requests;

/// Whether the process has any requests; the first check of MPI_Wait and its like.
[[nodiscard]] inline bool has_requests() noexcept {
    // relaxed because of the guard; see above
    return g_requests.count.load(std::memory_order_relaxed) > 0;
}

[[nodiscard]] inline bool has_spares() noexcept {
    // relaxed because of the guard; see above
    return g_requests.spare_count.load(std::memory_order_relaxed) > 0;
}

/// Whether there is a handle for operations that were complete when their call returned.
[[nodiscard]] inline bool has_finished() noexcept {
    // relaxed, here and below, because the key is only compared
    return g_requests.finished_key.load(std::memory_order_relaxed) != kNoFinished;
}
[[nodiscard]] inline bool is_finished(MPI_Request handle) noexcept {
    return key_of(handle) == g_requests.finished_key.load(std::memory_order_relaxed);
}

/// Makes that handle. The guard need not be held.
[[nodiscard]] int make_finished(MPI_Request* handle_out) noexcept;

/// Returns that handle. The guard need not be held. @return an error of the MPI
[[nodiscard]] inline int give_finished(MPI_Request* handle_out) noexcept {
    // PAIR requests.finished: the MPI's request is visible before the program has its handle
    const uint64_t key = g_requests.finished_key.load(std::memory_order_acquire);
    if (key == kNoFinished) [[unlikely]] {
        return make_finished(handle_out);
    }
    *handle_out = handle_of<MPI_Request>(key);
    return MPI_SUCCESS;
}

/// Completes or frees such a request, by setting the handle to MPI_REQUEST_NULL.
/// @return whether it was such a request
inline bool drop_finished(MPI_Request* handle) noexcept {
    if (handle == nullptr || !is_finished(*handle)) {
        return false;
    }
    *handle = MPI_REQUEST_NULL;
    return true;
}

/// Null for requests of the MPI, and for those that have been freed.
[[nodiscard]] NotifyRequest* find_request(MPI_Request handle) noexcept;

/// Whether a handle that was not found is a copy of one that has been freed.
[[nodiscard]] bool is_spare(MPI_Request handle) noexcept;

/// Frees the spare handles, before the MPI or its last session ends. The guard need not be held.
void forget_spares() noexcept;

/// Stores a copy of the request and gives it a handle. @return an error of the MPI
[[nodiscard]] int add_request(const NotifyRequest& wanted, MPI_Request* handle_out) noexcept;

/// Frees the request and its handle, which becomes MPI_REQUEST_NULL.
[[nodiscard]] int free_request(NotifyRequest* request, MPI_Request* handle) noexcept;

[[nodiscard]] int start_request(NotifyRequest& request) noexcept;
[[nodiscard]] int cancel_request(NotifyRequest& request) noexcept;

/// Makes a request of the MPI that is complete when the runtime's request is. The guard must not be
/// held.
[[nodiscard]] int
give_request(const Window& window, arauto_request_t epoch, MPI_Request* handle_out) noexcept;

/// Completes a request of an epoch with the status of the runtime's request. The guard need not be
/// held, since only one thread waits for a request.
void conclude_epoch(NotifyRequest& request, arauto_status_t status) noexcept;

/// Whether the request is complete or inactive. Takes the notifications that have arrived for it.
/// @param looks  how often the runtime looks for a notification in a tight loop first
[[nodiscard]] bool try_request(NotifyRequest& request, int looks = 0) noexcept;

/// Gives each notification that has arrived and matches the pattern, in order of arrival, to the
/// first started request that matches it.
/// @param until  a request whose completion ends this; may be null
/// @param oldest_out  the first notification that no started request matches
/// @param found_out  whether there is one
[[nodiscard]] arauto_status_t hand_out(Notices& notices,
                                       Pattern pattern,
                                       const NotifyRequest* until,
                                       arauto_match_t* oldest_out,
                                       int* found_out) noexcept;

/// Fills in `status`, which may be MPI_STATUS_IGNORE.
void fill_status(const NotifyRequest& request, MPI_Status* status) noexcept;

/// Fills in the status of a request for which try_request has returned true, and makes it inactive
/// or frees it. @return its error
[[nodiscard]] int
finish_request(NotifyRequest* request, MPI_Request* handle, MPI_Status* status) noexcept;

/// Whether it waits for notifications of a window of which a process has ended.
[[nodiscard]] bool is_lost(const NotifyRequest& request) noexcept;

/// Says what an active request that is not complete waits for.
void describe_wait(const NotifyRequest& request, arauto_waited_t& waited) noexcept;

/// Completes such a request with an error, which is raised at the window.
void lose_request(NotifyRequest& request) noexcept;

/// Called after a test that found nothing, since a program that tests in a loop is waiting: at
/// intervals makes progress for peers and yields the core. The guard must not be held.
/// @return whether processes have ended, so that the request may never complete
bool rest_for_tests() noexcept;

/// Called when a window is freed: completes with an error the requests that wait for its
/// notifications.
void forget_requests_of(Notices& notices) noexcept;
/// Called when a window is freed: detaches the requests of its epochs, which are complete by then,
/// or never will be.
void forget_requests_of(const Window& window) noexcept;

} // namespace arauto::mpi
