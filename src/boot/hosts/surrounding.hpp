// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A job over several nodes that another programming model, such as an MPI, has started. The host is
// made of the calls by which that model's processes communicate. Each process keeps the blobs of
// all: this costs O(processes), unlike other hosts.
#pragma once

#include "boot/hosts/nodes.hpp"
#include "boot/job.hpp"

namespace arauto::boot {

class SurroundingHost final : public Host {
  public:
    /// Collective. @error ARAUTO_ERR_SYSTEM, ARAUTO_ERR_MEMORY
    [[nodiscard]] static Result<SurroundingHost*> make(const Surroundings& around);

    [[nodiscard]] const char* name() const noexcept override { return "the surrounding job"; }
    [[nodiscard]] int rank() const noexcept override { return around_.rank; }
    [[nodiscard]] int size() const noexcept override { return around_.size; }
    [[nodiscard]] std::span<const int> near() const noexcept override { return near_; }
    [[nodiscard]] int processes_here() const noexcept override { return here_; }
    [[nodiscard]] int nodes() const noexcept override { return nodes_.count(); }
    [[nodiscard]] int node_of(int rank) const noexcept override { return nodes_.node_of(rank); }
    [[nodiscard]] int first_of(int node) const noexcept override { return nodes_.first_of(node); }

    [[nodiscard]] Status publish(const char* key,
                                 std::span<const std::byte> blob) noexcept override;
    [[nodiscard]] Status meet() noexcept override;
    [[nodiscard]] Status
    lookup(int rank, const char* key, std::span<std::byte> blob) noexcept override;

  private:
    static constexpr size_t kCardBytes = 448; // of all blobs of one process, and their keys

    explicit SurroundingHost(const Surroundings& around) : around_(around) {}
    [[nodiscard]] Status find_nodes();

    Surroundings around_;
    std::vector<int> near_;
    int here_ = 1;
    Nodes nodes_;
    std::byte card_[kCardBytes] = {};
    std::vector<std::byte> cards_; // of all, as they were when all met
};

} // namespace arauto::boot
