// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The transport between processes of one node. Heaps are mapped; private memory is reached by
// cross-memory attach, and where that is forbidden by a copy ring served by its owner.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"
#include "transport/settings.hpp"
#include "transport/shm/wire.hpp"

#include <atomic>
#include <mutex>

namespace arauto::transport {

class Shm final : public Transport {
  public:
    /// @param bounce_offset  of kBounceBytes in this rank's heap, for the copy ring; owned by the
    /// caller
    Shm(const boot::Job& job, uint64_t bounce_offset) noexcept;

    static constexpr size_t kBounceBytes = size_t{64} << 10;

    [[nodiscard]] Capabilities capabilities() const noexcept override;
    [[nodiscard]] std::byte* mapped_heap(int peer) const noexcept override {
        return job_.heap(peer);
    }
    [[nodiscard]] Posted post(const Operation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<Completion> completions) noexcept override;
    bool serve() noexcept override;

  private:
    [[nodiscard]] Posted post_cma(const Operation& operation) noexcept;
    [[nodiscard]] Posted post_ring(const Operation& operation) noexcept;
    [[nodiscard]] Posted unmapped(const Operation& operation) noexcept;
    [[nodiscard]] Status finish_ring(shm::Mailbox& box) noexcept;
    [[nodiscard]] shm::Mailbox& mailbox(int peer) const noexcept;

    const boot::Job job_;
    const uint64_t bounce_offset_;
    std::atomic<bool> cma_forbidden_{false};
    // The one ring request this process may have under way; guarded by ring_mutex_, which is only
    // ever tried.
    std::mutex ring_mutex_;
    bool ring_busy_ = false;
    Operation ring_operation_{};
};

} // namespace arauto::transport
