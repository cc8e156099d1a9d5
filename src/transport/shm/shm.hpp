// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The transport between processes of one node. Heaps are mapped. Private memory is reached by
// cross-memory attach or, where the system forbids that, through a bounce buffer that the owner
// copies from and to.
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

    static constexpr size_t kBounceBytes = shm::kTableBytes + shm::kDataBytes;

    [[nodiscard]] Capabilities capabilities() const noexcept override;
    [[nodiscard]] Posted post(const Operation& operation) noexcept override;
    [[nodiscard]] Posted post_runs(const RunsOperation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<Completion> completions) noexcept override;
    bool serve() noexcept override;

  private:
    [[nodiscard]] Posted post_cma(const RunsOperation& operation) noexcept;
    [[nodiscard]] Posted post_ring(const RunsOperation& operation) noexcept;
    void wake(int rank) noexcept;
    [[nodiscard]] bool take_mailbox(int peer) noexcept;
    void fill_bounce(const RunsOperation& operation) noexcept;
    void take_from_bounce(const RunsOperation& operation) noexcept;
    [[nodiscard]] Posted unmapped(const RunsOperation& operation, size_t run) noexcept;
    [[nodiscard]] Status finish_ring(shm::Mailbox& box) noexcept;
    [[nodiscard]] shm::Mailbox& mailbox(int peer) const noexcept;

    const boot::Job job_;
    const uint64_t bounce_offset_;
    std::atomic<bool> cma_forbidden_{false};
    // The one ring request this process may have under way; guarded by ring_mutex_, which is only
    // ever tried.
    std::mutex ring_mutex_;
    bool ring_busy_ = false;
    RunsOperation ring_operation_{};
    Run ring_run_{}; // of an operation that has only one
};

} // namespace arauto::transport
