// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The common part of PMI-1 and PMI-2: texts under keys, which a barrier makes visible to all
// processes, and a text that says which ranks share a node.
#pragma once

#include "boot/managers/nodes.hpp"
#include "boot/process_manager.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace arauto::boot {

class KvsManager : public ProcessManager {
  public:
    int rank() const noexcept override { return rank_; }
    int size() const noexcept override { return size_; }
    std::span<const int> near() const noexcept override { return near_; }
    int nodes() const noexcept override { return nodes_.count(); }
    int node_of(int rank) const noexcept override { return nodes_.node_of(rank); }
    int first_of(int node) const noexcept override { return nodes_.first_of(node); }

    Status publish(const char* key, std::span<const std::byte> blob) noexcept override;
    Status synchronise() noexcept override;
    Status lookup(int rank, const char* key, std::span<std::byte> blob) noexcept override;

  protected:
    // One thread at a time is in these.
    [[nodiscard]] virtual bool put(const std::string& key, const std::string& text) noexcept = 0;
    [[nodiscard]] virtual bool barrier() noexcept = 0;
    /// @param rank  that may have put it
    [[nodiscard]] virtual bool
    get(int rank, const std::string& key, std::string& text_out) noexcept = 0;

    /// Finds the near ranks by the mapping; where the process manager has none, by labels of nodes
    /// that all ranks publish. Collective then.
    [[nodiscard]] Status find_nodes(const std::string& mapping, int label) noexcept;

    int rank_ = 0;
    int size_ = 1;
    std::mutex mutex_;

  private:
    [[nodiscard]] Status collect_labels(int label) noexcept;

    std::vector<int> near_;
    Nodes nodes_;
};

/// Two hexadecimal digits for each byte: what any process manager takes for a value.
[[nodiscard]] std::string text_of(std::span<const std::byte> blob);
/// @return false when it is no such text, or of another length
[[nodiscard]] bool blob_of(const std::string& text, std::span<std::byte> blob_out) noexcept;

} // namespace arauto::boot
