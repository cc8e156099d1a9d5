// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pretended.hpp.
#include "boot/pretended.hpp"

#include "base/naming.hpp"
#include "boot/card.hpp"
#include "boot/settings.hpp"
#include "os/futex.hpp"
#include "os/shared_memory.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace arauto::boot {
namespace {

class PretendedManager final : public ProcessManager {
  public:
    PretendedManager(const Job& job, const NearRanks& near, int per_node)
        : job_(job), near_(static_cast<size_t>(near.count)), per_node_(per_node) {
        std::iota(near_.begin(), near_.end(), near.first);
    }

    [[nodiscard]] const char* name() const noexcept override { return "pretended nodes"; }
    [[nodiscard]] int rank() const noexcept override { return job_.rank; }
    [[nodiscard]] int size() const noexcept override { return job_.size; }
    [[nodiscard]] std::span<const int> near() const noexcept override { return near_; }
    [[nodiscard]] int nodes() const noexcept override { return node_of(job_.size - 1) + 1; }
    [[nodiscard]] int node_of(int rank) const noexcept override { return rank / per_node_; }
    [[nodiscard]] int first_of(int node) const noexcept override { return node * per_node_; }

    [[nodiscard]] Status publish(const char* key,
                                 std::span<const std::byte> blob) noexcept override {
        return put_on_card(std::as_writable_bytes(std::span(job_.self().card)), key, blob)
                   ? ARAUTO_OK
                   : fail(ARAUTO_ERR_MEMORY, "no room to publish '%s' of %zu bytes", key,
                          blob.size());
    }

    [[nodiscard]] Status synchronise() noexcept override {
        JobHeader& header = *job_.header;
        const uint32_t everyone = ++calls_ * header.images;
        header.synchronised.fetch_add(
            1,
            std::memory_order_acq_rel); // PAIR manager.synchronised: arrive
        // PAIR manager.synchronised: look
        while (header.synchronised.load(std::memory_order_acquire) < everyone) {
            if (header.failed.load(std::memory_order_relaxed) != 0 || // relaxed because it only
                header.ending.load(std::memory_order_relaxed) != 0) { // has to be seen some time
                return fail(ARAUTO_ERR_FAILED, "another process ended before the job had begun");
            }
            os::yield_core();
        }
        return ARAUTO_OK;
    }

    [[nodiscard]] Status
    lookup(int rank, const char* key, std::span<std::byte> blob) noexcept override {
        return find_on_card(std::as_bytes(std::span(job_.images[rank].card)), key, blob)
                   ? ARAUTO_OK
                   : fail(ARAUTO_ERR_SYSTEM, "%s has published nothing as '%s'", name_of(rank).text,
                          key);
    }

  private:
    Job job_;
    std::vector<int> near_;
    int per_node_;
    uint32_t calls_ = 0;
};

} // namespace

Result<Job> pretend_nodes(const Job& job) noexcept {
    const Result<int64_t> wanted = setting_integer(kNodeRanksSetting, 0);
    if (!wanted.ok()) {
        return {wanted.status, {}};
    }
    const auto ranks = static_cast<int>(wanted.value);
    if (ranks == 0 || ranks >= job.size) {
        return {ARAUTO_OK, job};
    }
    Job divided = job;
    divided.near.first = job.rank / ranks * ranks;
    divided.near.count = std::min(ranks, job.size - divided.near.first);
    for (int rank = 0; rank < job.size; ++rank) {
        if (!divided.near.has(rank)) {
            os::forbid(job.heap(rank), job.header->heap_stride);
        }
    }
    divided.manager =
        new PretendedManager(job, divided.near, ranks); // lives until the process ends
    return {ARAUTO_OK, divided};
}

bool clocks_are_wrong() noexcept {
    return setting_integer(kClockErrorSetting, 0).value != 0;
}

ClockError error_of_clock(int node, int64_t from_ns) noexcept {
    constexpr int64_t kMicrosecond = 1000;
    constexpr int64_t kPpm = 50;
    const int64_t late_us = setting_integer(kClockErrorSetting, 0).value;
    return late_us == 0 ? ClockError{}
                        : ClockError{.from_ns = from_ns,
                                     .late_ns = node * late_us * kMicrosecond,
                                     .ppm = node * kPpm};
}

} // namespace arauto::boot
