// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waiting for posts. Any rank may post, so the wait cannot watch one peer: it gives up once for
// each new failure in the job, and for good when nobody is left who could post.
#include "core/event.hpp"

namespace arauto::core {
namespace {

/// Failures that some wait of this process has reported already.
std::atomic<uint32_t> g_failures_told{0};

/// Takes `wanted` posts if that many are there. Threads may take at the same time.
bool take(EventCell& cell, uint64_t wanted) noexcept {
    uint64_t taken = cell.taken.value.load(
        std::memory_order_relaxed); // relaxed because only this process writes it
    for (;;) {
        // PAIR event.arrived: look. Data put before the post is visible after this load.
        const uint64_t arrived = cell.arrived.value.load(std::memory_order_seq_cst);
        if (arrived - taken < wanted) {
            return false;
        }
        if (cell.taken.value.compare_exchange_weak(taken, taken + wanted,
                                                   std::memory_order_acq_rel)) {
            return true; // PAIR event.taken: threads of one rank take in turn
        }
    }
}

Status watch_posters() noexcept {
    const Runtime& rt = runtime();
    const uint32_t failed = rt.header->failed.load(std::memory_order_acquire);
    const uint32_t stopped = rt.header->stopped.load(std::memory_order_acquire);
    if (failed + stopped + 1 >= static_cast<uint32_t>(rt.size)) {
        return fail(failed > 0 ? ARAUTO_ERR_FAILED : ARAUTO_ERR_STOPPED,
                    "event wait: nobody is left to post (%u failed, %u stopped of %d ranks)",
                    failed, stopped, rt.size);
    }
    // relaxed because two threads may both report the same failure
    if (failed > g_failures_told.load(std::memory_order_relaxed)) {
        g_failures_told.store(failed, std::memory_order_relaxed);
        return fail(ARAUTO_ERR_FAILED,
                    "event wait: a rank has failed (%u so far) and the posts have not come",
                    failed);
    }
    return ARAUTO_OK;
}

} // namespace

uint64_t query_event(const Event& event, size_t index) noexcept {
    const EventCell& cell = event_cell(event, runtime().rank, index);
    const uint64_t taken = cell.taken.value.load(
        std::memory_order_acquire); // PAIR event.taken: before `arrived`, never after
    return cell.arrived.value.load(std::memory_order_seq_cst) - taken; // PAIR event.arrived: look
}

Status wait_event(const Event& event, size_t index, uint64_t until_count) noexcept {
    EventCell& cell = event_cell(event, runtime().rank, index);
    return wait_until([&] { return take(cell, until_count); },
                      [] {
                          // A rank alone in its job waits for ever only by its own mistake.
                          return watch_posters();
                      });
}

} // namespace arauto::core
