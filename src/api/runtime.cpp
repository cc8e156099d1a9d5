// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/runtime.h, arauto/status.h and those of arauto/spi/.
#include "arauto/runtime.h"

#include "api/check.hpp"
#include "api/settings.hpp"
#include "arauto/spi/info.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/status.h"
#include "base/log.hpp"
#include "base/naming.hpp"
#include "boot/managed.hpp"
#include "boot/managers/managers.hpp"
#include "boot/program_location.hpp"
#include "failure/membership.hpp"
#include "failure/process_watch.hpp"
#include "job/life_cycle.hpp"
#include "remote/network.hpp"
#include "runtime/duty_thread.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <cstring>
#include <string>

using namespace arauto;

namespace {

/// Joins by `start`, at the first call.
template <typename Start> Status join(Start start) noexcept {
    const bool is_first = core::this_rank().current_phase() == core::Phase::before;
    const Status status = start();
    if (is_first && status >= 0 && core::this_rank().rank == 0) {
        api::warn_of_unknown_settings();
        // Wrong only for processes of a launcher or an MPI: others may have other settings there,
        // and one has to say so for all, so it is no reason to stay away.
        if (arauto_settings_check() < 0) {
            log(LogLevel::warn, "%s; its default is used", arauto_last_error());
        }
    }
    return status;
}

/// Copies as much as fits before a final 0. @return the length copied
size_t copy_cut(const std::string& from, char* text, size_t bytes) noexcept {
    if (bytes == 0) {
        return 0;
    }
    const size_t length = std::min(from.size(), bytes - 1);
    std::memcpy(text, from.data(), length);
    text[length] = '\0';
    return length;
}

} // namespace

arauto_status_t arauto_error_set(arauto_status_t status, const char* sentence) noexcept {
    return fail(status, "%s", sentence != nullptr ? sentence : "");
}

const char* arauto_last_error(void) noexcept {
    return last_error();
}
int arauto_calls_are_reported(void) noexcept {
    return boot::calls_are_reported(core::this_rank().job) ? 1 : 0;
}

size_t arauto_source_location(char* text, size_t bytes) noexcept {
    return copy_cut(boot::location_in_program(), text, bytes);
}

size_t arauto_variable_name(const void* memory, char* text, size_t bytes) noexcept {
    return copy_cut(boot::variable_in_program(memory), text, bytes);
}

const char* arauto_status_name(arauto_status_t status) noexcept {
    return status_name(status);
}

void arauto_execute_images(void) noexcept {
    core::this_rank().executes_again = true;
}

arauto_status_t arauto_init(void) noexcept {
    if (core::this_rank().current_phase() == core::Phase::before && !boot::is_host_around()) {
        ARAUTO_TRY(arauto_settings_check());
    }
    return join([] { return core::initialize(); });
}
arauto_status_t arauto_init_within(const arauto_surroundings_t* surroundings) noexcept {
    const char* call = "arauto_init_within";
    ARAUTO_TRY(api::check_handle(surroundings, call, "description of the surroundings"));
    const arauto_surroundings_t& s = *surroundings;
    if (s.broadcast == nullptr || s.barrier == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: broadcast and barrier must both be given", call);
    }
    if (s.size < 1 || s.rank < 0 || s.rank >= s.size) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: there is no %s in a job of %d", call,
                    name_of(s.rank).text, s.size);
    }
    const bool has_near = s.near != nullptr;
    if (has_near && (s.near_count < 1 || s.near_count > s.size)) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: there are no %d near processes in a job of %d", call,
                    s.near_count, s.size);
    }
    if (has_near && s.near_count < s.size && s.gather == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: gather must be given when ranks are on other nodes",
                    call);
    }
    const std::span<const int> near(s.near, has_near ? static_cast<size_t>(s.near_count) : 0);
    return join([&s, near] {
        return core::initialize(
            {s.rank, s.size, s.context, s.broadcast, s.barrier, near, s.processes_here, s.gather});
    });
}

arauto_status_t arauto_can_span_nodes(void) noexcept {
    return core::check_network();
}

arauto_status_t arauto_finalize(void) noexcept {
    return core::finalize(0);
}
arauto_status_t arauto_finalize_within(void) noexcept {
    return core::this_rank().is_of_program ? ARAUTO_OK : core::finalize(0);
}
int arauto_is_initialized(void) noexcept {
    return core::this_rank().current_phase() == core::Phase::running ? 1 : 0;
}
int arauto_rank(void) noexcept {
    return core::this_rank().rank;
}
int arauto_size(void) noexcept {
    return core::this_rank().size;
}
void arauto_stop(int code) noexcept {
    core::stop(code);
}
void arauto_error_stop(int code, const char* sentence) noexcept {
    core::error_stop(code, sentence);
}
void arauto_fail(void) noexcept {
    core::fail_this_rank();
}
void arauto_handle_failures(void) noexcept {
    core::handle_failures();
}
void arauto_set_naming(const char* noun, int first) noexcept {
    set_naming(noun == nullptr ? Naming{} : Naming{noun, first});
}
const char* arauto_naming(int* first_out) noexcept {
    if (first_out != nullptr) {
        *first_out = number_of(0);
    }
    return noun();
}
void arauto_set_flush_hook(void (*flush)(void)) noexcept {
    core::this_rank().flush_hook = flush;
}
void arauto_share_host(void) noexcept {
    boot::share_host();
}
void arauto_set_mpi_level(int level) noexcept {
    core::this_rank().mpi_level = level;
}
int arauto_mpi_level(void) noexcept {
    return core::this_rank().mpi_level;
}
void arauto_set_stop_hook(void (*hook)(void)) noexcept {
    core::this_rank().stop_hook = hook;
}
void arauto_set_wait_hook(void (*hook)(void*), void* context) noexcept {
    core::set_wait_hook(hook, context);
}

arauto_status_t arauto_rank_state(int rank, arauto_rank_state_t* state_out) noexcept {
    const char* call = "arauto_rank_state";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_handle(state_out, call, "pointer for the state"));
    core::Rank& self = core::this_rank();
    if (self.header->launcher_pid == 0 && !self.job.is_spread()) {
        core::watch_processes(); // no other call does while this rank only asks
    }
    switch (core::learn_state(rank)) {
    case boot::ImageState::stopped:
        *state_out = ARAUTO_RANK_STOPPED;
        break;
    case boot::ImageState::failed:
        *state_out = ARAUTO_RANK_FAILED;
        break;
    default:
        *state_out = ARAUTO_RANK_RUNNING;
        break;
    }
    return ARAUTO_OK;
}

int arauto_ranks_ended(void) noexcept {
    if (core::this_rank().phase != core::Phase::running) {
        return 0;
    }
    const boot::JobHeader& header = *core::this_rank().header;
    // PAIR job.counts: look
    return static_cast<int>(header.stopped.load(std::memory_order_acquire) +
                            header.failed.load(std::memory_order_acquire));
}

void arauto_progress(void) noexcept {
    if (core::this_rank().current_phase() == core::Phase::running) {
        core::WaitCheck check;
        static_cast<void>(check.changed());
    }
}

void arauto_serve_memory(void) noexcept {
    if (core::this_rank().current_phase() == core::Phase::running) {
        core::serve_memory();
    }
}

void arauto_progress_every(int64_t pause_ns) noexcept {
    std::atomic<int64_t>& pause = core::this_rank().duties->progress_pause_ns;
    // relaxed, here and below, because the thread reads nothing else that the caller has written
    int64_t now = pause.load(std::memory_order_relaxed);
    while ((pause_ns == 0 || now == 0 || pause_ns < now) &&
           !pause.compare_exchange_weak(now, pause_ns, std::memory_order_relaxed)) {
    }
    if (pause_ns != 0) {
        core::add_duty([](bool) noexcept {
            // relaxed because this thread reads nothing else that the caller has written
            const int64_t set =
                core::this_rank().duties->progress_pause_ns.load(std::memory_order_relaxed);
            if (set == 0) {
                return core::kUntilRequested;
            }
            arauto_progress();
            return set;
        });
    }
}
