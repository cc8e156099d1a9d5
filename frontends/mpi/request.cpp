// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See request.hpp. Matching follows the order of starts: a notification goes to the first started
// request that matches it, even when the program tests another one.
#include "request.hpp"

#include "epoch.hpp"
#include "errors.hpp"
#include "job.hpp"
#include "notify_guard.hpp"
#include "real.hpp"

#include "arauto/spi/board.h"
#include "arauto/spi/team.h"

#include <unordered_map>

namespace arauto::mpi {

constinit Requests g_requests;

namespace {

constexpr int kSparesMax = 256;
constexpr const char* kMatching = "a request of MPIX_Notify_init";

/// A request that stands for all operations that are complete.
NotifyRequest* make_complete() noexcept {
    auto* const request = new NotifyRequest;
    request->is_epoch = true;
    request->is_persistent = false;
    request->is_active = true;
    request->is_complete = true;
    return request;
}

/// A handle that the MPI accepts in every call, of a request that it never starts.
int make_handle(MPI_Request* handle_out) noexcept {
    return real().Recv_init(nullptr, 0, MPI_BYTE, 0, 0, job().self, handle_out);
}

void unlink(NotifyRequest& request) noexcept {
    if (request.notices != nullptr && !request.is_threshold) {
        request.notices->started.remove(request);
    }
}

void complete(NotifyRequest& request, int error) noexcept {
    request.is_complete = true;
    request.error = error;
    unlink(request);
}

/// @param wanted  how many matches to take; no more than the request lacks
/// @param looks  how often the runtime looks for them in a tight loop first
void take_from_board(NotifyRequest& request, Pattern pattern, uint64_t wanted, int looks) noexcept {
    int done = 0;
    arauto_match_t& last = request.last;
    if (arauto_board_watch(request.notices->board, pattern.source, pattern.tag, wanted, looks,
                           &last, &done) < 0) {
        complete(request, raise(*request.notices, kMatching));
        return;
    }
    if (done != 0) {
        request.found += wanted;
        request.likely = last.bytes <= kShortBytes ? last.data : nullptr;
    }
}

void complete_if_enough(NotifyRequest& request) noexcept {
    if (!request.is_complete && request.found == request.expected) {
        complete(request, MPI_SUCCESS);
    }
}

bool try_match(NotifyRequest& request, int looks) noexcept {
    Notices& notices = *request.notices;
    __builtin_prefetch(request.likely); // see DataHint
    if (notices.started.has_rival(request)) [[unlikely]] {
        arauto_match_t oldest{};
        int found = 0;
        if (hand_out(notices, request.pattern, &request, &oldest, &found) < 0) {
            complete(request, raise(notices, kMatching));
        }
    } else if (request.found < request.expected) {
        take_from_board(request, request.pattern, request.expected - request.found, looks);
    }
    complete_if_enough(request);
    return request.is_complete;
}

bool try_threshold(NotifyRequest& request) noexcept {
    const Notices& notices = *request.notices;
    if (const int status = check_counter(notices, request.index, "a request for a threshold");
        status != MPI_SUCCESS) {
        complete(request, status); // the counters were replaced by fewer
        return true;
    }
    __builtin_prefetch(notices.likely_address(request.index));
    uint64_t there = 0;
    arauto_notify_query(notices.counters, static_cast<size_t>(request.index), &there);
    if (there >= request.expected) {
        complete(request, MPI_SUCCESS);
    }
    return request.is_complete;
}

bool try_epoch(NotifyRequest& request) noexcept {
    int done = 0;
    const arauto_status_t status = arauto_request_test(&request.epoch, &done);
    if (done != 0 || status < 0) {
        conclude_epoch(request, status);
    }
    return request.is_complete;
}

/// The contents of a status.
struct MatchFields {
    int source = MPI_ANY_SOURCE;
    int tag = MPI_ANY_TAG;
    uint64_t bytes = 0;
};

MatchFields match_of(const NotifyRequest& request) noexcept {
    if (!request.is_active || request.is_cancelled) {
        return {};
    }
    if (request.is_nobody) {
        return {MPI_PROC_NULL, MPI_ANY_TAG, 0};
    }
    if (request.is_threshold || request.notices == nullptr || request.expected == 0) {
        return {};
    }
    const int source =
        arauto_team_from_world(request.notices->window->team->handle, request.last.source);
    return {source, request.last.tag, request.last.bytes};
}

} // namespace

NotifyRequest* find_request(MPI_Request handle) noexcept {
    if (g_requests.last != nullptr && g_requests.last->handle == handle) [[likely]] {
        return g_requests.last;
    }
    if (g_requests.made != nullptr && g_requests.made->handle == handle) {
        return g_requests.made;
    }
    if (is_finished(handle)) {
        return g_requests.finished;
    }
    if (!has_requests() || handle == MPI_REQUEST_NULL) {
        return nullptr;
    }
    const auto found = g_requests.all->find(key_of(handle));
    if (found == g_requests.all->end() || found->second->is_spare) {
        return nullptr;
    }
    g_requests.last = found->second;
    return g_requests.last;
}

bool is_spare(MPI_Request handle) noexcept {
    if (!has_spares() || handle == MPI_REQUEST_NULL) {
        return false;
    }
    const auto found = g_requests.all->find(key_of(handle));
    return found != g_requests.all->end() && found->second->is_spare;
}

namespace {

NotifyRequest* take_spare() noexcept {
    NotifyRequest* const spare = g_requests.spares;
    if (spare != nullptr) {
        g_requests.spares = spare->next_spare;
        // relaxed because the guard is held
        g_requests.spare_count.fetch_sub(1, std::memory_order_relaxed);
    }
    return spare;
}

/// A request with a new handle of the MPI, by which it can be found. Null, and an error of the MPI
/// in `status_out`, when the MPI makes none.
NotifyRequest* make_request(int* status_out) noexcept {
    MPI_Request handle = MPI_REQUEST_NULL;
    *status_out = make_handle(&handle);
    if (*status_out != MPI_SUCCESS) {
        return nullptr;
    }
    if (g_requests.all == nullptr) {
        g_requests.all = new std::unordered_map<uint64_t, NotifyRequest*>;
    }
    auto* const request = new NotifyRequest;
    request->handle = handle;
    g_requests.all->insert_or_assign(key_of(handle), request);
    return request;
}

} // namespace

int add_request(const NotifyRequest& wanted, MPI_Request* handle_out) noexcept {
    NotifyRequest* request = take_spare();
    if (request == nullptr) {
        int status = MPI_SUCCESS;
        request = make_request(&status);
        if (request == nullptr) {
            return status;
        }
    }
    const MPI_Request handle = request->handle;
    *request = wanted;
    request->handle = handle;
    g_requests.made = request;
    // relaxed because the guard is held
    g_requests.count.fetch_add(1, std::memory_order_relaxed);
    *handle_out = handle;
    return MPI_SUCCESS;
}

int make_finished(MPI_Request* handle_out) noexcept {
    const NotifyGuard guard;
    if (!has_finished()) {
        MPI_Request handle = MPI_REQUEST_NULL;
        if (const int status = make_handle(&handle); status != MPI_SUCCESS) {
            return status;
        }
        if (g_requests.finished == nullptr) {
            g_requests.finished = make_complete();
        }
        // PAIR requests.finished: made
        g_requests.finished_key.store(key_of(handle), std::memory_order_release);
    }
    return give_finished(handle_out);
}

int free_request(NotifyRequest* request, MPI_Request* handle) noexcept {
    if (request->is_epoch) {
        arauto_request_free(&request->epoch);
    } else if (request->is_active && !request->is_complete) {
        unlink(*request);
    }
    // relaxed, here and below, because the caller holds the guard
    g_requests.count.fetch_sub(1, std::memory_order_relaxed);
    g_requests.last = g_requests.last == request ? nullptr : g_requests.last;
    g_requests.made = g_requests.made == request ? nullptr : g_requests.made;
    if (g_requests.spare_count.load(std::memory_order_relaxed) < kSparesMax) {
        request->is_spare = true;
        request->notices = nullptr;
        request->next_spare = g_requests.spares;
        g_requests.spares = request;
        g_requests.spare_count.fetch_add(1, std::memory_order_relaxed);
        *handle = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }
    g_requests.all->erase(key_of(request->handle));
    delete request;
    return real().Request_free(handle);
}

void forget_spares() noexcept {
    const NotifyGuard guard;
    for (NotifyRequest* spare = take_spare(); spare != nullptr; spare = take_spare()) {
        g_requests.all->erase(key_of(spare->handle));
        real().Request_free(&spare->handle);
        delete spare;
    }
    if (has_finished()) {
        // relaxed because the program has no such handle any more
        const uint64_t key =
            g_requests.finished_key.exchange(kNoFinished, std::memory_order_relaxed);
        auto handle = handle_of<MPI_Request>(key);
        real().Request_free(&handle);
    }
}

int give_request(const Window& window, arauto_request_t epoch, MPI_Request* handle_out) noexcept {
    if (epoch.offset == 0) {
        return give_finished(handle_out);
    }
    NotifyRequest wanted;
    wanted.is_epoch = true;
    wanted.epoch = epoch;
    wanted.window = &window;
    wanted.is_persistent = false;
    wanted.is_active = true;
    const NotifyGuard guard;
    return add_request(wanted, handle_out);
}

void conclude_epoch(NotifyRequest& request, arauto_status_t status) noexcept {
    request.epoch = {0, 0};
    request.error = MPI_SUCCESS;
    if (status < 0) {
        constexpr const char* kCall = "a request of an epoch";
        request.error = request.window != nullptr ? fail_with(*request.window, status, kCall)
                                                  : fail_on(MPI_COMM_WORLD, MPI_ERR_OTHER, "%s: %s",
                                                            kCall, arauto_last_error());
    }
    request.is_complete = true;
}

int start_request(NotifyRequest& request) noexcept {
    if (request.is_epoch) {
        return fail_on(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                       "MPI_Start: the request of an epoch or of an access is not persistent");
    }
    if (request.notices == nullptr) {
        return fail_on(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                       "MPI_Start: the request's window has been freed");
    }
    if (request.is_active) {
        return fail(*request.notices->window, MPI_ERR_REQUEST,
                    "MPI_Start: the request is active already");
    }
    request.is_active = true;
    request.is_cancelled = false;
    request.error = MPI_SUCCESS;
    request.is_complete = request.is_nobody;
    if (!request.is_nobody && !request.is_threshold) {
        request.notices->started.add(request);
    }
    return MPI_SUCCESS;
}

int cancel_request(NotifyRequest& request) noexcept {
    if (request.is_epoch) {
        return fail_on(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                       "MPI_Cancel: the request of an epoch or of an access cannot be cancelled");
    }
    if (request.is_active && !try_request(request)) {
        request.is_cancelled = true;
        complete(request, MPI_SUCCESS);
    }
    return MPI_SUCCESS;
}

bool try_request(NotifyRequest& request, int looks) noexcept {
    if (!request.is_active || request.is_complete) {
        return true;
    }
    if (request.is_epoch) {
        return try_epoch(request);
    }
    return request.is_threshold ? try_threshold(request) : try_match(request, looks);
}

arauto_status_t hand_out(Notices& notices,
                         Pattern pattern,
                         const NotifyRequest* until,
                         arauto_match_t* oldest_out,
                         int* found_out) noexcept {
    while (until == nullptr || !until->is_complete) {
        const arauto_status_t status =
            arauto_board_peek(notices.board, pattern.source, pattern.tag, oldest_out, found_out);
        if (status < 0 || *found_out == 0) {
            return status;
        }
        const Pattern arrived{oldest_out->source, oldest_out->tag};
        auto* const first = static_cast<NotifyRequest*>(notices.started.find(arrived));
        if (first == nullptr) {
            return ARAUTO_OK;
        }
        take_from_board(*first, arrived, 1, 0);
        complete_if_enough(*first);
    }
    return ARAUTO_OK;
}

void fill_status(const NotifyRequest& request, MPI_Status* status) noexcept {
    if (status == MPI_STATUS_IGNORE) {
        return;
    }
    const MatchFields match = match_of(request);
    status->MPI_SOURCE = match.source;
    status->MPI_TAG = match.tag;
    real().Status_set_elements_x(status, MPI_BYTE, static_cast<MPI_Count>(match.bytes));
    real().Status_set_cancelled(status, request.is_active && request.is_cancelled ? 1 : 0);
}

int finish_request(NotifyRequest* request, MPI_Request* handle, MPI_Status* status) noexcept {
    fill_status(*request, status);
    if (drop_finished(handle)) {
        return MPI_SUCCESS;
    }
    const int error = request->is_active ? request->error : MPI_SUCCESS;
    if (!request->is_cancelled) {
        request->found = 0;
    }
    request->is_active = false;
    request->is_complete = false;
    if (!request->is_persistent) {
        const int freed = free_request(request, handle);
        return error != MPI_SUCCESS ? error : freed;
    }
    return error;
}

bool is_lost(const NotifyRequest& request) noexcept {
    return request.is_active && !request.is_complete && request.notices != nullptr &&
           ended_member(*request.notices->window->team) >= 0;
}

void describe_wait(const NotifyRequest& request, arauto_waited_t& waited) noexcept {
    waited.has = request.found;
    waited.needs = request.expected;
    if (request.is_epoch) {
        waited.kind = ARAUTO_WAITED_REQUEST;
        waited.request = &request.epoch;
    } else if (request.is_threshold) {
        waited.kind = ARAUTO_WAITED_COUNT;
        arauto_notify_query(request.notices->counters, static_cast<size_t>(request.index),
                            &waited.has);
    } else {
        waited.kind = ARAUTO_WAITED_MATCHES;
        waited.board = request.notices->board;
        waited.rank = request.pattern.source;
        waited.tag = request.pattern.tag;
    }
}

void lose_request(NotifyRequest& request) noexcept {
    const Window& window = *request.notices->window;
    complete(request, kProcessEnded);
    request.error = fail_ended(window, "a request for notifications");
}

void forget_requests_of(Notices& notices) noexcept {
    const NotifyGuard guard;
    if (g_requests.all == nullptr) {
        return;
    }
    for (const auto& [key, request] : *g_requests.all) {
        if (request->notices == &notices) {
            if (request->is_active && !request->is_complete) {
                complete(*request, MPI_ERR_WIN);
            }
            request->notices = nullptr;
        }
    }
}

void forget_requests_of(const Window& window) noexcept {
    const NotifyGuard guard;
    if (g_requests.all == nullptr) {
        return;
    }
    for (const auto& [key, request] : *g_requests.all) {
        if (request->window == &window) {
            request->window = nullptr;
        }
    }
}

} // namespace arauto::mpi
