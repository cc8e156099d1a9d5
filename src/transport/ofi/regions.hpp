// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory of a process that is registered with its network, in a table sorted by address. Memory
// is registered when a peer first requests its key, as the policy says: the whole heap at once;
// chunks of it as it is used; each allocation for itself; or also memory that the program has from
// elsewhere. Memory stays registered: a peer may use its key at any time. Where registration does
// not pin memory, each peer gets keys of its own, which are closed when the peer is fenced off;
// else all peers have the same keys.
#pragma once

#include "transport/contract.hpp"
#include "transport/ofi/fabric.hpp"

#include <map>

namespace arauto::transport::ofi {

/// A range of addresses of one process, and what peers must name to reach it.
struct Region {
    uint64_t start;
    uint64_t bytes;
    uint64_t base; // what remote addresses in it count from: 0, or `start` where they are offsets
    uint64_t key;

    [[nodiscard]] bool has(uint64_t address, uint64_t length) const noexcept {
        return address >= start && length <= bytes && address - start <= bytes - length;
    }
};
static_assert(sizeof(Region) == 32);

/// Regions by where they start; they may overlap. A wire format: peers send each other such
/// regions.
class RegionTable {
  public:
    void add(const Region& region) { regions_[region.start] = region; }
    /// Null when no single one has all of it.
    [[nodiscard]] const Region* find(uint64_t address, uint64_t bytes) const noexcept;

    /// Null when none is known.
    [[nodiscard]] const Region* any() const noexcept {
        return regions_.empty() ? nullptr : &regions_.begin()->second;
    }

  private:
    std::map<uint64_t, Region> regions_;
};

/// The registered memory of this process.
class Regions {
  public:
    struct Setup {
        std::byte* heap;
        size_t heap_bytes;
        FindExtent find_extent; // may be null
    };

    explicit Regions(Fabric& fabric) noexcept : fabric_(fabric) {}
    ~Regions();
    Regions(const Regions&) = delete;
    Regions& operator=(const Regions&) = delete;

    /// @error ARAUTO_ERR_SYSTEM when the heap cannot be registered as the policy says
    [[nodiscard]] Status open(const Setup& setup) noexcept;

    /// A region for a peer that has the whole range, made when there is none. A range outside the
    /// heap must be mapped.
    /// @error ARAUTO_ERR_RANGE, ARAUTO_ERR_UNSUPPORTED (outside the heap, and that is off),
    /// ARAUTO_ERR_SYSTEM (the network does not register it)
    [[nodiscard]] Result<Region> cover(int peer, uint64_t address, uint64_t bytes) noexcept;

    /// Closes the keys that this peer alone has.
    void revoke(int holder) noexcept;
    [[nodiscard]] bool has_keys_for_each() const noexcept { return has_keys_for_each_; }

    [[nodiscard]] bool takes_foreign() const noexcept { return takes_foreign_; }

    /// The registration of memory that this process is about to name in an operation, if there is
    /// one: then the operation needs none of its own.
    [[nodiscard]] fid_mr* find_local(const void* memory, size_t bytes) const noexcept;

    /// "the whole heap", for `arauto info`.
    [[nodiscard]] const char* policy_name() const noexcept;

  private:
    enum class Policy : uint8_t { pool, growing, allocation };
    static constexpr int kAll = -1; // the holder of keys that all peers have

    /// The memory that one peer, or all, can reach.
    struct Grant {
        RegionTable table;
        std::map<uint64_t, fid_mr*> registrations; // by key
    };

    [[nodiscard]] Extent choose(uint64_t offset, uint64_t bytes) const noexcept;
    [[nodiscard]] Result<Region> expose(int holder, uint64_t address, uint64_t bytes) noexcept;

    Fabric& fabric_;
    Setup setup_{};
    Policy policy_ = Policy::pool;
    bool takes_foreign_ = false;
    bool has_keys_for_each_ = false;
    std::map<int, Grant> grants_; // by holder
};

} // namespace arauto::transport::ofi
