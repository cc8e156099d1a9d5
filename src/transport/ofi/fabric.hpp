// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The network objects of one process: a provider, an endpoint, its completion queue, and the
// registered memory. It does not know the messages.
#pragma once

#include "transport/ofi/library.hpp"

#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>

#include <cstddef>
#include <span>
#include <string>

namespace arauto::transport::ofi {

/// Longest name of an endpoint that we take.
inline constexpr size_t kEndpointBytesMax = 64;

class Fabric {
  public:
    Fabric() = default;
    ~Fabric();
    Fabric(const Fabric&) = delete;
    Fabric& operator=(const Fabric&) = delete;

    /// Opens the provider that the settings choose.
    /// @param peers  it may come to be connected to
    /// @error ARAUTO_ERR_ARGUMENT (a setting), ARAUTO_ERR_UNSUPPORTED (no libfabric, no provider
    /// that will do), ARAUTO_ERR_SYSTEM
    [[nodiscard]] Status open(int peers) noexcept;

    /// From now on behaves as if the system let this process register no more than `bytes`.
    void limit_registration(uint64_t bytes) noexcept { locked_left_ = bytes; }

    /// Registers memory that peers may put to and get from. @return null, with the sentence
    [[nodiscard]] fid_mr* expose(void* memory, size_t bytes) noexcept;
    /// Memory that this process alone names in operations; null where the provider needs none.
    [[nodiscard]] fid_mr* register_local(const void* memory, size_t bytes) noexcept;
    [[nodiscard]] bool needs_local() const noexcept;
    /// Peers name exposed memory by address rather than from its start.
    [[nodiscard]] bool has_virtual_addresses() const noexcept;

    /// Puts of one endpoint to another, in pieces up to this length, and its messages happen
    /// there in that order.
    [[nodiscard]] bool keeps_order(size_t bytes) const noexcept;
    /// A get of one endpoint, in pieces up to this length, sees its earlier puts there.
    [[nodiscard]] bool gets_what_was_put(size_t bytes) const noexcept;

    [[nodiscard]] std::span<const std::byte> name() const noexcept { return name_; }
    [[nodiscard]] Status insert(const std::byte* name, fi_addr_t* address_out) noexcept;

    /// Where the kernel of a peer's host takes TCP connections for it; empty where it does not.
    [[nodiscard]] std::span<const std::byte>
    listener_of(fi_addr_t peer, std::span<std::byte, kEndpointBytesMax> room) const noexcept;

    [[nodiscard]] fid_ep* endpoint() const noexcept { return endpoint_; }
    [[nodiscard]] fid_cq* queue() const noexcept { return queue_; }
    /// The provider looks at its sockets only when its queue is read, so that no thread can sleep
    /// until it has something.
    [[nodiscard]] bool polls() const noexcept { return polls_; }
    [[nodiscard]] const fi_info& info() const noexcept { return *info_; }
    [[nodiscard]] const char* explain(ssize_t code) const noexcept;
    /// "tcp;ofi_rxm over eth0, manual progress".
    [[nodiscard]] const char* description() const noexcept { return description_.c_str(); }

  private:
    [[nodiscard]] Status choose(const struct ProviderRequest& request) noexcept;
    [[nodiscard]] Status open_objects() noexcept;
    [[nodiscard]] Status fail_at(const char* what, ssize_t code) const noexcept;
    [[nodiscard]] fid_mr*
    register_memory(const void* memory, size_t bytes, uint64_t access) noexcept;

    const Library* library_ = nullptr;
    fi_info* info_ = nullptr;
    fid_fabric* fabric_ = nullptr;
    fid_domain* domain_ = nullptr;
    fid_av* addresses_ = nullptr;
    fid_cq* queue_ = nullptr;
    fid_ep* endpoint_ = nullptr;
    uint64_t next_key_ = 1;
    bool is_one_stream_ = false;
    bool polls_ = false;
    uint64_t locked_left_ = UINT64_MAX;
    std::span<const std::byte> name_;
    std::byte name_store_[kEndpointBytesMax];
    std::string description_;
};

} // namespace arauto::transport::ofi
