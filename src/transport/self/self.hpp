// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The transport from this process to itself: all memory is mapped, and every operation completes at
// once.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"

namespace arauto::transport {

class Self final : public Transport {
  public:
    explicit Self(const boot::Job& job) noexcept : heap_(job.heap(job.rank)) {}

    [[nodiscard]] Capabilities capabilities() const noexcept override;
    [[nodiscard]] Posted post(const Operation& operation) noexcept override;
    [[nodiscard]] Posted post_runs(const RunsOperation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<Completion> completions) noexcept override;
    bool serve() noexcept override { return false; }

  private:
    std::byte* heap_;
};

} // namespace arauto::transport
