// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The transport between machines: libfabric moves the data. Contiguous puts and gets of heaps are
// remote memory accesses of the network; private memory, several runs and atomics are requests
// that the target's process serves, in any call that makes progress or by its thread.
//
// Any thread may call; one lock guards all state, as a call takes microseconds.
#pragma once

#include "base/settings.hpp"
#include "transport/contract.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/message.hpp"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace arauto::transport {

inline constexpr Setting kOfiSettings[] = {
    {"ARAUTO_PROVIDER", "", SettingKind::text, "",
     "libfabric's provider between machines, such as 'verbs;ofi_rxm' or 'tcp;ofi_rxm' (default: "
     "the first that will do)"},
    {"ARAUTO_INTERFACE", "", SettingKind::text, "",
     "the network interface to use, such as eth0 or mlx5_0 (default: the provider's choice)"},
};

class Ofi final : public Transport {
  public:
    /// What a rank tells the others, so that they can reach it. A wire format.
    struct Name {
        uint32_t magic;
        uint32_t bytes; // of `endpoint` that count
        std::byte endpoint[64];
        uint64_t heap_start; // what remote addresses count from
        uint64_t heap_bytes;
        uint64_t heap_key;
    };
    /// Asks for a peer's name at first contact. @return false when it is not known
    using Lookup = bool (*)(void* context, int peer, Name* name_out);

    struct Setup {
        int rank;
        std::byte* heap;
        size_t heap_bytes;
        Lookup lookup;
        void* context;
    };

    /// @error those of ofi::Fabric::open
    [[nodiscard]] static Result<Ofi*> make(const Setup& setup);
    ~Ofi() override;

    [[nodiscard]] const Name& name() const noexcept { return name_; }
    [[nodiscard]] const char* description() const noexcept { return fabric_.description(); }

    [[nodiscard]] Capabilities capabilities() const noexcept override;
    [[nodiscard]] std::byte* mapped_heap(int) const noexcept override { return nullptr; }
    [[nodiscard]] Posted post(const Operation& operation) noexcept override;
    [[nodiscard]] Posted post_runs(const RunsOperation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<Completion> completions) noexcept override;
    bool serve() noexcept override;

  private:
    struct Peer {
        fi_addr_t address;
        uint64_t heap_start;
        uint64_t heap_bytes;
        uint64_t heap_key;
    };
    enum class Use : uint8_t { access, request, reply, receive };

    /// Something under way; libfabric gives its address back.
    struct Item {
        fi_context2 context; // first: the address of the item is the context's
        Use use;
        uint32_t index; // of itself
        int peer;
        uint64_t ticket; // the caller's; of access and request
        uint32_t serial; // of a request: what its reply must name
        fid_mr* local; // registration of the caller's memory for this access alone
        std::byte* message; // kMessageBytes; of request, reply and receive
        size_t bytes; // of the message
        std::vector<Run> runs; // of a request: where a reply's data go
        uint64_t* old;
        bool is_sent;
        bool is_answered;
        Status status;
        std::string sentence; // of a failure
    };

    /// A completion, and its sentence: who polls may be another thread than who learnt of it.
    struct Ended {
        Completion completion;
        std::string sentence;
    };

    explicit Ofi(const Setup& setup) : setup_(setup) {}
    [[nodiscard]] Status open();
    [[nodiscard]] Status prepare_messages();

    // All below hold mutex_.
    [[nodiscard]] Result<const Peer*> reach(int number) noexcept;
    [[nodiscard]] Item* take_item(Use use) noexcept;
    void give_back(Item& item) noexcept;
    [[nodiscard]] Posted start_access(const Operation& operation, const Peer& peer) noexcept;
    [[nodiscard]] Posted send_request(Item& item, const Peer& peer) noexcept;
    [[nodiscard]] Posted refuse(Item* item, ssize_t code, int peer) noexcept;
    [[nodiscard]] ssize_t send(Item& item, fi_addr_t address) noexcept;
    [[nodiscard]] Status receive(Item& item) noexcept;
    bool advance() noexcept;
    bool read_queue() noexcept;
    void read_error() noexcept;
    void finish(Item& item, Status status, std::string sentence) noexcept;
    void end_request(Item& item) noexcept;
    /// @return false when it must be tried again later
    [[nodiscard]] bool handle(const std::byte* message, size_t bytes) noexcept;
    void take_reply(const ofi::Header& header, const std::byte* data) noexcept;
    [[nodiscard]] bool answer(const ofi::Header& header, const std::byte* message) noexcept;
    bool send_answers() noexcept;
    bool handle_kept() noexcept;
    void serve_while_asleep() noexcept;

    const Setup setup_;
    ofi::Fabric fabric_;
    Name name_{};
    fid_mr* heap_region_ = nullptr;
    fid_mr* message_region_ = nullptr;
    std::unique_ptr<std::byte[]> messages_;

    std::mutex mutex_;
    std::unordered_map<int, Peer> peers_;
    std::vector<std::unique_ptr<Item>> items_;
    std::vector<Item*> free_; // without a message
    std::vector<Item*> free_requests_;
    std::vector<Item*> free_replies_;
    std::deque<Item*> answers_; // the network would not take yet
    std::deque<Item*> kept_; // messages that could not be handled yet
    std::deque<Ended> ended_;
    uint32_t serial_ = 0;
    std::atomic<bool> is_ending_{false};
    std::thread server_;
};

} // namespace arauto::transport
