// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The messages and operations of a process that may be under way at once. Each is an item, whose
// address libfabric gives back when it is complete. Their number and memory are fixed when the
// network opens, and each use has a list of its own: peers that wait for each other's replies get
// them though requests have run out. An item that the network keeps for ever, since its peer is
// gone, is replaced. Sends and registers nothing: its owner hands it registered memory.
#pragma once

#include "transport/contract.hpp"
#include "transport/ofi/message.hpp"
#include "transport/ofi/peer_flush.hpp"

#include <rdma/fi_domain.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace arauto::transport::ofi {

/// An item is under way for one of these.
enum class Use : uint8_t { access, probe, request, reply, dismissal, receive };

/// Where an item waits when it is not in use.
enum class FreeList : uint8_t { bare, small, large, small_reply, large_reply, row, none };
inline constexpr size_t kFreeLists = 6;

/// Something under way; libfabric gives its address back.
struct Item {
    fi_context2 context; // first: the address of the item is the context's
    Use use;
    FreeList free_list;
    bool is_sent;
    bool is_replied;
    bool is_queued; // a reply that the network has not taken yet
    bool is_about_region; // a question for one
    bool has_late_signal; // a write whose signal a flush may ask for once it is complete
    uint32_t index; // of itself
    uint32_t serial; // of its use, which a reply to it must name; 0: not in use
    PeerFlush::Mark mark; // of a request or probe, when it was sent
    int peer;
    size_t* held; // counts it; null: nothing does
    uint64_t ticket; // the caller's; of access and request; 0: none is wanted
    fid_mr* local; // registration of the caller's memory for this access alone
    std::byte* message; // of request, reply and receive
    fid_mr* region; // that the message lies in, where the provider needs one
    size_t bytes; // of the message
    std::vector<Run> runs; // of a request: where a reply's data go
    uint64_t* old;
    Status status;
    std::string sentence; // of a failure

    /// The descriptor of the message's memory that the network requires.
    [[nodiscard]] void* description() const noexcept {
        return region != nullptr ? fi_mr_desc(region) : nullptr;
    }
};

/// Memory for messages, and its registration; null where the provider needs none. The network
/// holds the memory too, since messages may come into it until the endpoint is closed.
struct MessageMemory {
    std::shared_ptr<std::byte[]> bytes;
    fid_mr* region = nullptr;
};

class Items {
  public:
    /// Memory that open() wants.
    [[nodiscard]] static size_t memory_bytes() noexcept;

    Items() = default;
    ~Items();
    Items(const Items&) = delete;
    Items& operator=(const Items&) = delete;

    void open(MessageMemory memory);

    /// The next of the items to receive messages in, which stay in use; null when all are taken.
    [[nodiscard]] Item* take_receive() noexcept;
    /// @param bytes  of the message; 0 for an access of the caller's own memory
    /// @param held  how many small messages one peer has under way: it may have as many as are left
    /// for others. So one that takes none, since it is cut off, does not keep signs of life from
    /// the rest.
    /// @return null when there is none now
    [[nodiscard]] Item* take(Use use, size_t bytes, size_t* held = nullptr) noexcept;
    void give_back(Item& item) noexcept;

    /// By which the reply to a request names it.
    [[nodiscard]] static uint64_t reply_ticket(const Item& item) noexcept {
        return uint64_t{item.serial} << 32 | item.index;
    }
    /// @return null when that item is not in use any more
    [[nodiscard]] Item* find(uint64_t reply_ticket) noexcept;

    /// All items, in use or not. replace() adds more behind them.
    [[nodiscard]] size_t count() const noexcept { return items_.size(); }
    [[nodiscard]] Item& operator[](size_t index) noexcept { return *items_[index]; }

    /// Memory that replace() wants for an item that the network may keep for ever; 0: none.
    [[nodiscard]] static size_t memory_bytes_of(const Item& stuck) noexcept;
    void replace(const Item& stuck, MessageMemory memory);

  private:
    Item& add(FreeList free_list, std::byte* message, fid_mr* region);

    std::vector<std::unique_ptr<Item>> items_;
    std::vector<Item*> free_lists_[kFreeLists];
    std::vector<Item*> receives_; // not taken yet
    std::vector<MessageMemory> memory_;
    size_t stuck_accesses_ = 0; // with peers that are gone
    uint32_t serial_ = 0;
};

} // namespace arauto::transport::ofi
