// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pending.hpp. The bytes of late puts lie in registered memory.
#include "pending.hpp"

#include "schemes.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/segment.h"

#include <cstdlib>
#include <mutex>

namespace arauto::translated {

struct Pending {
    std::mutex guard; // threads of OpenMP put as well
    bool is_prepared = false;
    coarray::PendingWrites writes;
};

namespace {

/// Holds the guard, and says at the end how many puts are left.
class Hold {
  public:
    explicit Hold(Pending& all) noexcept : all_(all), lock_(all.guard) {}
    ~Hold() { g_state.pending.puts.store(all_.writes.count(), std::memory_order_relaxed); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

  private:
    const Pending& all_;
    const std::lock_guard<std::mutex> lock_;
};

/// Carries out the puts that are left when the program ends normally.
void flush_at_exit() {
    int rank = 0;
    const arauto_status_t status = flush_late_puts(&rank);
    coarray::report_late({}, status, rank);
}

void prepare(Pending& all) noexcept {
    void* memory = nullptr;
    const size_t bytes = buffer_bytes();
    all.is_prepared = true;
    if (puts_may_be_late() && arauto_memory_allocate(bytes, &memory) >= 0) {
        all.writes.set_buffer({static_cast<std::byte*>(memory), bytes});
        static_cast<void>(std::atexit(flush_at_exit));
    }
}

} // namespace

bool remember_put(const TargetMemory& to, const void* from, size_t bytes) noexcept {
    Pending& all = g_state.pending.all.get();
    const Hold hold(all);
    if (!all.is_prepared) {
        prepare(all);
    }
    if (bytes > all.writes.bytes_max() || to.rank == arauto_rank()) {
        return false;
    }
    all.writes.keep(to.rank, to.address, from, bytes);
    return true;
}

arauto_status_t flush_late_puts_to(int rank) noexcept {
    Pending& all = g_state.pending.all.get();
    const Hold hold(all);
    return all.writes.carry_out(rank);
}

arauto_status_t flush_late_puts(int* rank_out) noexcept {
    Pending& all = g_state.pending.all.get();
    const Hold hold(all);
    return all.writes.carry_out_all(rank_out);
}

} // namespace arauto::translated
