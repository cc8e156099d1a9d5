// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See progress.hpp. The hook does not call the MPI.
#include "progress.hpp"

#include "real.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/info.h"
#include "arauto/spi/runtime.h"

#include <atomic>
#include <cstdint>
#include <cstring>

namespace arauto::mpi {
namespace {

constexpr unsigned kEvery = 64; // one call of the hook in 64 makes progress; it takes some 10 ns
constexpr int64_t kPauseForEpochsNs = 1'000'000;
constexpr int64_t kPauseForMemoryNs = 20'000;

struct Progress {
    bool is_hooked = false; // the MPI's own progress calls step()
    std::atomic<unsigned> steps{0}; // calls of step()
    std::atomic<bool> serves_epochs{false}; // the duty thread has been asked
};
constinit Progress g_progress;

int step() {
    // relaxed because a hint
    if (g_progress.steps.fetch_add(1, std::memory_order_relaxed) % kEvery == 0) {
        arauto_progress();
    }
    return 0; // events of the MPI
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
    g_progress.is_hooked = add != nullptr && add(step) == 0;
}

void progress_in_calls_of_mpi() noexcept {
    // relaxed because the runtime orders what its thread needs
    if (!g_progress.is_hooked && !g_progress.serves_epochs.load(std::memory_order_relaxed) &&
        !g_progress.serves_epochs.exchange(true, std::memory_order_relaxed)) [[unlikely]] {
        arauto_progress_every(kPauseForEpochsNs);
    }
}

bool reaches_private_by_help() noexcept {
    static const bool is_needed = needs_help();
    return is_needed;
}

void help_others() noexcept {
    if (reaches_private_by_help()) {
        arauto_progress_every(kPauseForMemoryNs);
    }
}

void end_progress() noexcept {
    arauto_progress_every(0);
}

} // namespace arauto::mpi
