// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See progress.hpp. Neither the hook nor the thread calls the MPI.
#include "progress.hpp"

#include "real.hpp"

#include "arauto/info.h"
#include "arauto/runtime.h"

#include <atomic>
#include <cstring>
#include <ctime>
#include <mutex>
#include <pthread.h>

namespace arauto::mpi {
namespace {

constexpr unsigned kEvery = 64; // calls of the hook, some tens of nanoseconds each
constexpr long kNapForEpochsNs = 1'000'000;
constexpr long kNapForMemoryNs = 20'000;

bool g_is_hooked = false;
constinit std::atomic<bool> g_serves_epochs{false};

int step() {
    static constinit std::atomic<unsigned> calls{0};
    if (calls.fetch_add(1, std::memory_order_relaxed) % kEvery == 0) { // relaxed because a hint
        arauto_progress();
    }
    return 0; // of the MPI's own events
}

// ---- The thread ----

std::mutex g_mutex;
bool g_is_running = false; // under the mutex
pthread_t g_thread;
constinit std::atomic<bool> g_stop{false};
constinit std::atomic<long> g_nap_ns{kNapForEpochsNs};

void* serve_from_time_to_time(void*) {
    // relaxed, here and below, because nothing is read that another thread has written before
    while (!g_stop.load(std::memory_order_relaxed)) {
        const timespec nap = {0, g_nap_ns.load(std::memory_order_relaxed)};
        nanosleep(&nap, nullptr);
        arauto_progress();
    }
    return nullptr;
}

/// Starts the thread, or makes its naps as short.
void serve_every(long nap_ns) noexcept {
    const std::lock_guard<std::mutex> guard(g_mutex);
    if (nap_ns < g_nap_ns.load(std::memory_order_relaxed)) {
        g_nap_ns.store(nap_ns, std::memory_order_relaxed);
    }
    if (!g_is_running) {
        g_is_running = pthread_create(&g_thread, nullptr, serve_from_time_to_time, nullptr) == 0;
    }
}

void look_for_ring(void* context, const char*, const char* name, const char* value, const char*) {
    if (std::strcmp(name, "foreign memory") == 0) {
        *static_cast<bool*>(context) = std::strncmp(value, "copy ring", 9) == 0;
    }
}

bool needs_help() noexcept {
    bool by_ring = false;
    arauto_info_visit(look_for_ring, &by_ring);
    return by_ring;
}

} // namespace

void hook_progress() noexcept {
    using Register = int (*)(int (*)());
    const auto add = reinterpret_cast<Register>(real_by_name("opal_progress_register"));
    g_is_hooked = add != nullptr && add(step) == 0;
}

void progress_in_calls_of_mpi() noexcept {
    // relaxed because the thread is started under a lock
    if (!g_is_hooked && !g_serves_epochs.load(std::memory_order_relaxed) &&
        !g_serves_epochs.exchange(true, std::memory_order_relaxed)) [[unlikely]] {
        serve_every(kNapForEpochsNs);
    }
}

bool reaches_private_by_help() noexcept {
    static const bool is_needed = needs_help();
    return is_needed;
}

void help_others() noexcept {
    if (reaches_private_by_help()) {
        serve_every(kNapForMemoryNs);
    }
}

void stop_progress_thread() noexcept {
    const std::lock_guard<std::mutex> guard(g_mutex);
    if (g_is_running) {
        g_stop.store(true, std::memory_order_relaxed); // relaxed because the join orders
        pthread_join(g_thread, nullptr);
        g_is_running = false;
    }
}

} // namespace arauto::mpi
