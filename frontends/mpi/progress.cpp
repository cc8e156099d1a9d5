// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See progress.hpp. Neither the hook nor the thread calls the MPI.
#include "progress.hpp"

#include "job.hpp"
#include "real.hpp"

#include "arauto/runtime.h"

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <pthread.h>

namespace arauto::mpi {
namespace {

constexpr unsigned kEvery = 64; // calls of the hook, some tens of nanoseconds each

bool g_is_hooked = false;
constinit std::atomic<bool> g_is_served{false};

int step() {
    static constinit std::atomic<unsigned> calls{0};
    if (calls.fetch_add(1, std::memory_order_relaxed) % kEvery == 0) { // relaxed because a hint
        arauto_progress();
    }
    return 0; // of the MPI's own events
}

pthread_t g_thread;
constinit std::atomic<bool> g_stop{false};

void* serve_from_time_to_time(void*) {
    const timespec nap = {0, 1'000'000};
    while (!g_stop.load(std::memory_order_relaxed)) { // relaxed because it orders nothing
        nanosleep(&nap, nullptr);
        arauto_progress();
    }
    return nullptr;
}

void stop() {
    g_stop.store(true, std::memory_order_relaxed); // relaxed because the join orders
    pthread_join(g_thread, nullptr);
}

/// An attribute of MPI_COMM_SELF goes when MPI_Finalize begins, later ones first: before the job's.
int stop_serving(MPI_Comm, int, void*, void*) {
    stop();
    return MPI_SUCCESS;
}

} // namespace

void hook_progress() noexcept {
    using Register = int (*)(int (*)());
    const auto add = reinterpret_cast<Register>(real_by_name("opal_progress_register"));
    g_is_hooked = add != nullptr && add(step) == 0;
}

void progress_in_calls_of_mpi() noexcept {
    // relaxed because nothing is read that another thread has written before
    if (g_is_hooked || g_is_served.load(std::memory_order_relaxed) ||
        g_is_served.exchange(true, std::memory_order_relaxed)) [[likely]] {
        return;
    }
    if (pthread_create(&g_thread, nullptr, serve_from_time_to_time, nullptr) != 0) {
        return;
    }
    if (!job().has_world) { // sessions come and go, and the job lasts
        std::atexit(stop);
        return;
    }
    int key = MPI_KEYVAL_INVALID;
    real().Comm_create_keyval(copy_nothing<MPI_Comm>, stop_serving, &key, nullptr);
    real().Comm_set_attr(MPI_COMM_SELF, key, nullptr);
}

} // namespace arauto::mpi
