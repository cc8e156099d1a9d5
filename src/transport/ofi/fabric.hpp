// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The network objects of one process: a provider, an endpoint, its completion queue, and the
// registered memory. It does not know the messages. All calls that move data are made here, so that
// they can be held to the rules of another provider (rules.hpp).
#pragma once

#include "transport/faults.hpp"
#include "transport/ofi/held_writes.hpp"
#include "transport/ofi/library.hpp"
#include "transport/ofi/rules.hpp"

#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace arauto::transport::ofi {

/// Longest name of an endpoint that we take.
inline constexpr size_t kEndpointBytesMax = 64;

/// How a write takes remote data along: by the flag of fi_writemsg, by fi_writedata alone, or not
/// at all, so that a message must follow it.
enum class DataWay : uint8_t { flag, call, none };

/// Remote data of no signal: those of the trial.
inline constexpr uint64_t kTrialData = 0xffffffff;

/// Whether a call was refused for its flags or arguments, which says nothing of the peer.
[[nodiscard]] bool is_refusal(ssize_t code) noexcept;
/// The same of an error that a completion reports. EINVAL is none there: psm3 reports so that the
/// peer has closed the key.
[[nodiscard]] bool is_late_refusal(int error) noexcept;

class Fabric {
  public:
    Fabric() noexcept;
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
    /// Keeps memory into which messages are received until the endpoint has been closed: a provider
    /// may write there as long.
    void hold(std::shared_ptr<std::byte[]> memory) { held_memory_.push_back(std::move(memory)); }
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

    /// As fi_writemsg; with FI_REMOTE_CQ_DATA by the way that data_way() names, for which `flags`
    /// ask for delivery where that is a call.
    [[nodiscard]] ssize_t write(const fi_msg_rma& message, uint64_t flags) noexcept;
    [[nodiscard]] ssize_t read(const fi_msg_rma& message, uint64_t flags) noexcept;
    /// A message that is sent or received.
    struct Message {
        void* memory;
        size_t bytes;
        void* description;
        fi_addr_t peer;
        void* context;
    };
    [[nodiscard]] ssize_t send(const Message& message) noexcept;
    [[nodiscard]] ssize_t receive(const Message& message) noexcept;

    /// As fi_cq_read and fi_cq_readerr.
    [[nodiscard]] ssize_t read_queue(std::span<fi_cq_data_entry> entries) noexcept;
    [[nodiscard]] ssize_t read_error(fi_cq_err_entry* error_out) noexcept;
    /// Nothing waits here for a look at the queue.
    [[nodiscard]] bool may_sleep() const noexcept { return !held_ || held_->empty(); }

    [[nodiscard]] DataWay data_way() const noexcept { return data_way_; }
    /// Why it is not DataWay::flag; empty if it is.
    [[nodiscard]] const char* data_way_reason() const noexcept { return reason_.c_str(); }
    /// Writes take no data along from now on: the provider has refused one with this code.
    void give_up_data(ssize_t code) noexcept;
    /// Whether a completion is one of the trial, which has come late.
    [[nodiscard]] bool is_of_trial(const void* context) const noexcept;

    [[nodiscard]] fid_ep* endpoint() const noexcept { return endpoint_; }
    [[nodiscard]] fid_cq* queue() const noexcept { return queue_; }
    /// The provider looks at its sockets only when its queue is read, so that no thread can sleep
    /// until it has something.
    [[nodiscard]] bool polls() const noexcept { return polls_; }
    /// The attributes of the provider, or those that the rules in force give it.
    [[nodiscard]] const fi_info& info() const noexcept { return *shown_; }
    [[nodiscard]] const char* explain(ssize_t code) const noexcept;
    /// "tcp;ofi_rxm over eth0, manual progress".
    [[nodiscard]] const char* description() const noexcept { return description_.c_str(); }

  private:
    struct Trial;

    [[nodiscard]] Status choose(const struct ProviderRequest& request) noexcept;
    [[nodiscard]] Status pretend() noexcept;
    void try_data() noexcept;
    [[nodiscard]] ssize_t try_way(DataWay way) noexcept;
    [[nodiscard]] ssize_t read_trial() noexcept;
    [[nodiscard]] ssize_t ask_for_delivery() noexcept;
    [[nodiscard]] bool refuses(Refused kind) noexcept;
    [[nodiscard]] ssize_t write_data(const fi_msg_rma& message) noexcept;
    [[nodiscard]] ssize_t write_by_rules(const fi_msg_rma& message, uint64_t flags) noexcept;
    [[nodiscard]] Status open_objects() noexcept;
    [[nodiscard]] Status fail_at(const char* what, ssize_t code) const noexcept;
    [[nodiscard]] fid_mr*
    register_memory(const void* memory, size_t bytes, uint64_t access) noexcept;

    const Library* library_ = nullptr;
    fi_info* info_ = nullptr;
    fi_info* shown_ = nullptr; // the same, or changed by the rules
    const Rules* rules_ = nullptr; // in force; null: the provider's own
    std::optional<HeldWrites> held_; // with rules
    Refused refused_ = Refused::nothing; // for tests, after so many more
    int64_t refused_after_ = 0;
    DataWay data_way_ = DataWay::flag;
    bool asks_for_delivery_ = false; // the endpoint does, of calls without flags
    std::string reason_;
    std::unique_ptr<Trial> trial_;
    fid_fabric* fabric_ = nullptr;
    fid_domain* domain_ = nullptr;
    fid_av* addresses_ = nullptr;
    fid_cq* queue_ = nullptr;
    fid_ep* endpoint_ = nullptr;
    uint64_t next_key_ = 1;
    uint64_t next_pretended_key_ = 1;
    bool is_tcp_ = false; // tcp;ofi_rxm
    bool is_one_stream_ = false;
    bool polls_ = false;
    uint64_t locked_left_ = UINT64_MAX;
    std::span<const std::byte> name_;
    std::byte name_store_[kEndpointBytesMax];
    std::string description_;
    std::vector<std::shared_ptr<std::byte[]>> held_memory_;
};

} // namespace arauto::transport::ofi
