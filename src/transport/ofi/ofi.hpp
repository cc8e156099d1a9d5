// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The transport between machines: libfabric moves the data. Contiguous puts and gets of heaps are
// remote memory accesses of the network, and a notified put carries its notification as remote
// data; short puts in a row go together. Private memory, several runs, words and atomics are
// requests that the target's process serves.
//
// This class joins the parts, which do not know it. It chooses how an operation is carried out,
// hands each completion to the part that it belongs to, and says what follows when the network
// refuses something or a peer is gone.
//
// Any thread may call; one lock guards all state, as a call takes microseconds.
#pragma once

#include "boot/job.hpp"
#include "os/connections.hpp"
#include "transport/contract.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/fencing.hpp"
#include "transport/ofi/items.hpp"
#include "transport/ofi/message.hpp"
#include "transport/ofi/name.hpp"
#include "transport/ofi/name_search.hpp"
#include "transport/ofi/peers.hpp"
#include "transport/ofi/regions.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/row.hpp"
#include "transport/ofi/serving.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace arauto::transport {

class Ofi final : public Network {
  public:
    using Name = ofi::Name;
    using Lookup = ofi::NameSearch::Lookup; // of a peer's name at first contact

    struct Setup {
        boot::Job job;
        size_t heap_bytes; // of this rank's heap that peers may reach
        FindExtent find_extent; // may be null
        Lookup lookup;
        void* context;
        uint64_t locked_bytes = UINT64_MAX; // that may be registered
        NoteArrival note_arrival = nullptr; // may be null
    };

    /// @error those of ofi::Fabric::open
    [[nodiscard]] static Result<Ofi*> make(const Setup& setup);
    ~Ofi() override = default;

    [[nodiscard]] const Name& name() const noexcept { return name_; }

    [[nodiscard]] Capabilities capabilities() const noexcept override;
    [[nodiscard]] Posted post(const Operation& operation) noexcept override;
    [[nodiscard]] Posted post_runs(const RunsOperation& operation) noexcept override;
    [[nodiscard]] size_t poll(std::span<Completion> completions) noexcept override;
    bool serve() noexcept override;

    [[nodiscard]] size_t unticketed_bytes_max() const noexcept override { return ofi::kDataMax; }
    [[nodiscard]] bool carries(const Signal& signal) const noexcept override;
    [[nodiscard]] bool is_flushed_to(int peer) noexcept override;
    [[nodiscard]] bool is_flushed_except(int peer, Flush wanted) noexcept override;
    [[nodiscard]] Posted
    send(int peer, std::span<const std::byte> active_message, bool is_tracked) noexcept override;
    [[nodiscard]] bool receive(ActiveMessage* active_message_out,
                               Arrived arrived) noexcept override;
    [[nodiscard]] int next_lost() noexcept override;
    [[nodiscard]] bool is_foreign(int peer) noexcept override;
    [[nodiscard]] os::ListenerState probe(int peer) noexcept override;
    [[nodiscard]] std::vector<SilentPeer> silent_peers(int64_t milliseconds) override;
    void abandon(int peer) noexcept override;
    void dismiss(int peer) noexcept override;
    [[nodiscard]] int dismissed_by() noexcept override;
    void rest(int milliseconds) noexcept override;
    [[nodiscard]] const char* description() const noexcept override {
        return fabric_.description();
    }

  private:
    using Item = ofi::Item;
    using Peer = ofi::Peer;
    using Use = ofi::Use;

    explicit Ofi(const Setup& setup) : setup_(setup) {}
    [[nodiscard]] Status open();
    [[nodiscard]] Status prepare_messages();

    // All below hold mutex_.
    /// Null without a failure while its name is looked up: try again.
    [[nodiscard]] Result<Peer*> reach(int number) noexcept;
    void take_found() noexcept;
    /// How the network reaches memory of a peer; null while it is requested, or refused.
    [[nodiscard]] const ofi::Region*
    find_region(Peer& peer, const Operation& operation, Posted* otherwise) noexcept;
    [[nodiscard]] Posted request_region(int number, Peer& peer, const Run& range) noexcept;
    [[nodiscard]] Posted start_access(const Operation& operation, Peer& peer) noexcept;
    [[nodiscard]] bool may_write(const Operation& operation, const Peer& peer) const noexcept;
    [[nodiscard]] bool may_follow(const Operation& operation, Peer& peer) noexcept;
    [[nodiscard]] Posted write(const Operation& operation, Peer& peer) noexcept;
    [[nodiscard]] Posted
    join(const Operation& operation, Peer& peer, const fi_rma_iov& there) noexcept;
    [[nodiscard]] ssize_t send_row(const Signal* signal, bool is_confirmed) noexcept;
    using RowEnd = ofi::Row::End;
    [[nodiscard]] bool end_row(RowEnd why = RowEnd::other) noexcept;
    [[nodiscard]] bool end_row_before(int peer, RowEnd why = RowEnd::other) noexcept;
    void end_idle_row() noexcept;
    [[nodiscard]] Posted request(const ofi::Request& what) noexcept;
    /// @param notified  a write that may have taken remote data along
    [[nodiscard]] Posted
    refuse(ssize_t code, int peer, const Operation* notified = nullptr) noexcept;
    [[nodiscard]] bool can_go_without_data(const Operation* notified, ssize_t code) noexcept;
    void lose_unless_refused(int peer, ssize_t code) noexcept;
    [[noreturn]] void end_for_refusal(ssize_t code, int peer) noexcept;
    bool advance() noexcept;
    bool read_queue() noexcept;
    void rest_on_sockets(std::unique_lock<std::mutex> guard, int milliseconds) noexcept;
    void read_error() noexcept;
    void lose(int peer) noexcept;
    void fence_off(int peer) noexcept;
    void try_dismissals() noexcept;
    [[nodiscard]] bool is_flushed(int number, Peer& peer, Flush wanted) noexcept;

    // The target's side, in ofi_serve.cpp.
    void take_message(Item& item) noexcept;
    /// @return false when it must be tried again later
    [[nodiscard]] bool handle(const ofi::Header& header, const std::byte* message) noexcept;
    [[nodiscard]] bool reply_to(const ofi::Header& request, const std::byte* message) noexcept;
    [[nodiscard]] ofi::Answer
    describe_region(int peer, const std::byte* message, std::span<std::byte> room) noexcept;
    void take_signal(uint64_t data) noexcept;
    bool send_replies() noexcept;
    bool handle_kept() noexcept;

    const Setup setup_;
    ofi::Fabric fabric_;
    ofi::Regions regions_{fabric_};
    const ofi::Server server_{setup_.job, setup_.heap_bytes, setup_.note_arrival};
    Name name_{};

    std::mutex mutex_;
    ofi::Items items_;
    os::Connections connections_; // to sleep on, where the provider polls
    ofi::Peers peers_{setup_.job, {fabric_, connections_}, setup_.lookup, setup_.context};
    ofi::Requests requests_{
        setup_.job, {fabric_, regions_, items_, peers_}, setup_.note_arrival != nullptr};
    ofi::Fencing fencing_{setup_.job, {fabric_, regions_, items_, peers_, connections_}};
    ofi::Row row_;
    std::deque<Item*> replies_; // the network would not take yet
    std::deque<Item*> kept_; // requests that are next but could not be served yet
    std::deque<ActiveMessage> active_messages_;
    size_t connections_max_ = 0;
    uint64_t moved_ = 0; // how often the queue has had something
    uint64_t moved_when_woken_ = UINT64_MAX; // the last time; only the thread that rests touches it
    // How often in a row nothing had come when that thread woke; no other thread touches it.
    int in_vain_ = 0;
    bool has_reported_foreign_ = false;
};

} // namespace arauto::transport
