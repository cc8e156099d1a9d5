// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A job over several nodes that another programming model, such as an MPI, has started. This
// process manager uses the communication functions of that model. Each process keeps the blobs of
// all processes: this costs O(processes), unlike other hosts.
#pragma once

#include "boot/job.hpp"
#include "boot/managers/nodes.hpp"

namespace arauto::boot {

class SurroundingManager final : public ProcessManager {
  public:
    /// Collective. @error ARAUTO_ERR_SYSTEM, ARAUTO_ERR_MEMORY
    [[nodiscard]] static Result<SurroundingManager*> make(const Surroundings& around);

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
    [[nodiscard]] Status synchronise() noexcept override;
    [[nodiscard]] Status
    lookup(int rank, const char* key, std::span<std::byte> blob) noexcept override;

  private:
    static constexpr size_t kCardBytes = 448; // of all blobs of one process, and their keys

    explicit SurroundingManager(const Surroundings& around) : around_(around) {}
    [[nodiscard]] Status find_nodes();

    Surroundings around_;
    std::vector<int> near_;
    int here_ = 1;
    Nodes nodes_;
    std::byte card_[kCardBytes] = {};
    std::vector<std::byte> cards_; // of all, as of the last synchronise()
};

} // namespace arauto::boot
