// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See rpc.hpp.
#include "remote/rpc.hpp"

#include "base/counters.hpp"
#include "remote/progress.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::core {
namespace {

/// Requests and replies begin at multiples of it in their active messages, which the copies of
/// them keep to.
constexpr size_t kAlignment = 16;
constexpr size_t kActiveMessageMax =
    transport::ActiveMessage::kBytesMax - sizeof(uint32_t); // without its kind

constexpr size_t padded(size_t bytes) noexcept {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// A batch of requests, which goes in one active message; the parts follow.
struct BatchHead {
    uint64_t serial; // that the reply names; 0: none is wanted
    uint64_t reply_bytes; // of all parts
};
struct PartHead {
    uint32_t function;
    uint32_t bytes;
    uint32_t reply_bytes;
    uint32_t spare;
};
/// The reply to a batch: those to its parts follow.
struct ReplyHead {
    uint64_t serial;
    int64_t status; // of the last part
};
static_assert(sizeof(BatchHead) == kAlignment && sizeof(PartHead) == kAlignment &&
              sizeof(ReplyHead) == kAlignment);
static_assert(sizeof(BatchHead) + sizeof(PartHead) + padded(ARAUTO_RPC_BYTES_MAX) <=
              kActiveMessageMax);

constexpr size_t kBacklogBytesMax = size_t{256} << 10; // so that a rank's backlog stays short
constexpr size_t kActiveMessageCost = size_t{2} << 10; // in that sum, besides its bytes
constexpr uint32_t kPartsMax = 1024; // of a batch; its bytes are fewer before

Rpc& rpc() noexcept {
    return *this_rank().rpc;
}

template <typename Head> Head head_at(const std::byte* bytes) noexcept {
    Head head;
    std::memcpy(&head, bytes, sizeof head);
    return head;
}

// ---- The target's side: by the thread that delivers active messages ----

/// Takes a batch that has arrived. Batches of another version do not get this far.
void take_batch(int source, std::span<const std::byte> active_message) noexcept {
    if (active_message.size() < sizeof(BatchHead)) {
        return;
    }
    const auto head = head_at<BatchHead>(active_message.data());
    if (head.reply_bytes > kActiveMessageMax - sizeof(ReplyHead)) {
        return;
    }
    RpcBatch& batch = rpc().batches.emplace_back();
    batch.source = source;
    batch.bytes.assign(active_message.begin(), active_message.end());
    batch.served = sizeof(BatchHead);
    batch.replied = sizeof(ReplyHead);
    if (head.serial != 0) {
        batch.reply.resize(sizeof(ReplyHead) + head.reply_bytes);
    }
}

Status serve_part(RpcBatch& batch, const PartHead& part) noexcept {
    // PAIR rpc.count: look
    if (part.function >= static_cast<uint32_t>(rpc().count.load(std::memory_order_acquire))) {
        return ARAUTO_ERR_ARGUMENT;
    }
    const arauto_rpc_request_t request{
        .origin = batch.source,
        .request = batch.bytes.data() + batch.served + sizeof part,
        .request_bytes = part.bytes,
        .reply = batch.reply.empty() ? nullptr : batch.reply.data() + batch.replied,
        .reply_bytes = part.reply_bytes,
        .is_lost = batch.is_lost ? 1 : 0};
    return rpc().functions[part.function](&request);
}

/// Serves the next parts of a batch. @return false when the next part is to be put off
bool serve_batch(RpcBatch& batch) noexcept {
    while (batch.bytes.size() - batch.served >= sizeof(PartHead)) {
        const auto part = head_at<PartHead>(batch.bytes.data() + batch.served);
        const size_t bytes = sizeof part + padded(part.bytes);
        const size_t reply_bytes = padded(part.reply_bytes);
        if (bytes > batch.bytes.size() - batch.served ||
            (reply_bytes != 0 && reply_bytes + batch.replied > batch.reply.size())) {
            batch.status = ARAUTO_ERR_ARGUMENT;
            break;
        }
        batch.status = serve_part(batch, part);
        batch.is_put_off = batch.status == ARAUTO_RPC_LATER;
        if (batch.is_put_off) {
            return false;
        }
        batch.served += bytes;
        batch.replied += reply_bytes;
    }
    return true;
}

/// Ends a batch of a rank that has died, which may have named memory that no longer exists. Only a
/// function that was put off is called, since it may have taken something for its request, such as
/// a place in the queue of a lock. @return false when it is to be called again
bool give_up_batch(RpcBatch& batch) noexcept {
    batch.is_lost = true;
    return !batch.is_put_off ||
           serve_part(batch, head_at<PartHead>(batch.bytes.data() + batch.served)) !=
               ARAUTO_RPC_LATER;
}

void send_replies() noexcept {
    while (!rpc().replies.empty()) {
        const RpcReply& reply = rpc().replies.front();
        if (!try_active_message(reply.rank, ActiveMessageKind::rpc_reply, reply.body, false)) {
            return;
        }
        rpc().replies.pop_front();
    }
}

/// @return whether there is more to do: the progress thread does not rest then
bool serve_requests() noexcept {
    while (!rpc().batches.empty()) {
        RpcBatch& batch = rpc().batches.front();
        const bool is_lost = learn_state(batch.source) == boot::ImageState::failed;
        if (is_lost ? !give_up_batch(batch) : !serve_batch(batch)) {
            break;
        }
        if (!batch.reply.empty() && !is_lost) {
            const ReplyHead head{head_at<BatchHead>(batch.bytes.data()).serial, batch.status};
            std::memcpy(batch.reply.data(), &head, sizeof head);
            rpc().replies.push_back({batch.source, std::move(batch.reply)});
        }
        rpc().batches.pop_front();
    }
    send_replies();
    return !rpc().batches.empty() || !rpc().replies.empty();
}

// ---- The origin's side ----

void take_reply(int, std::span<const std::byte> active_message) noexcept {
    if (active_message.size() < sizeof(ReplyHead)) {
        return;
    }
    const auto head = head_at<ReplyHead>(active_message.data());
    std::span<const std::byte> from = active_message.subspan(sizeof head);
    {
        const std::lock_guard guard(rpc().mutex);
        const auto found = rpc().pending.find(head.serial);
        if (found == rpc().pending.end()) {
            return; // no thread waits any more
        }
        RpcCall& pending = *found->second;
        pending.status = static_cast<Status>(head.status);
        for (const std::span<std::byte> reply : pending.replies) {
            const size_t bytes = std::min(from.size(), reply.size());
            std::copy_n(from.begin(), bytes, reply.begin());
            from = from.subspan(std::min(from.size(), padded(bytes)));
        }
        pending.is_done.store(true, std::memory_order_seq_cst); // PAIR rpc.done: store
        rpc().pending.erase(found);
    }
    ring(own_bell());
}

constinit thread_local bool t_is_sending = false; // and has the order

// The functions from here to send_old() are for the holder of `order`.

/// Makes the batch of a rank one that gets a reply.
const RpcCallRef& request_reply(int rank, RpcPeer& known) noexcept {
    if (known.pending == nullptr) {
        known.pending = std::make_shared<RpcCall>();
        known.pending->rank = rank;
        const std::lock_guard guard(rpc().mutex);
        known.pending->serial = ++rpc().serial;
        rpc().pending.emplace(known.pending->serial, known.pending);
    }
    return known.pending;
}

/// @return false when the network takes it only later
bool try_send_batch(int rank, RpcPeer& known) noexcept {
    const BatchHead head{known.pending != nullptr ? known.pending->serial : 0, known.reply_bytes};
    known.batch.resize(std::max(known.batch.size(), sizeof head));
    std::memcpy(known.batch.data(), &head, sizeof head);
    if (!try_active_message(rank, ActiveMessageKind::rpc_request, known.batch, false)) {
        return false;
    }
    tally_more(ARAUTO_COUNTER_RPC, {known.parts, 1, known.batch.size()});
    known.backlog_bytes += known.batch.size() + kActiveMessageCost;
    known.batch.resize(sizeof head);
    known.parts = 0;
    known.reply_bytes = 0;
    known.pending.reset();
    return true;
}

void send_batch(int rank, RpcPeer& known) noexcept {
    t_is_sending = true;
    while (!try_send_batch(rank, known)) {
        serve_network();
        cpu_pause();
    }
    t_is_sending = false;
}

/// Appends a request to the batch of a rank, and the buffer for its reply.
void join_batch(RpcPeer& known, const RpcRequest& request, std::span<std::byte> reply) noexcept {
    const size_t bytes = sizeof(PartHead) + padded(request.body.size());
    if (known.batch.size() + bytes > kActiveMessageMax ||
        sizeof(ReplyHead) + known.reply_bytes + padded(reply.size()) > kActiveMessageMax) {
        send_batch(request.rank, known);
    }
    const size_t start = std::max(known.batch.size(), sizeof(BatchHead));
    known.batch.resize(start + bytes);
    const PartHead part{request.function, static_cast<uint32_t>(request.body.size()),
                        static_cast<uint32_t>(reply.size()), 0};
    std::memcpy(known.batch.data() + start, &part, sizeof part);
    std::copy(request.body.begin(), request.body.end(),
              known.batch.begin() + static_cast<std::ptrdiff_t>(start + sizeof part));
    ++known.parts;
    known.is_old = false;
    if (!reply.empty()) {
        request_reply(request.rank, known)->replies.push_back(reply);
        known.reply_bytes += padded(reply.size());
    }
}

void send_old() noexcept {
    // relaxed because as in note_flushed
    if (rpc().unflushed.load(std::memory_order_relaxed) == 0 || t_is_sending) [[likely]] {
        return;
    }
    const std::unique_lock guard(rpc().order, std::try_to_lock);
    if (!guard.owns_lock()) {
        return;
    }
    for (auto& [rank, known] : rpc().peers) {
        known.is_old = known.parts == 0 || !known.is_old || !try_send_batch(rank, known);
    }
}

/// Follows the deliveries of active messages. @return whether there is more to do
bool step() noexcept {
    send_old();
    return serve_requests();
}

/// No reply comes from there any more, or none is wanted.
void forget_replies(int rank) noexcept {
    const std::lock_guard guard(rpc().mutex);
    std::erase_if(rpc().pending, [rank](const auto& entry) { return entry.second->rank == rank; });
}

Status await_reply(const RpcCall& pending) noexcept {
    const Status waited = wait_until(
        // PAIR rpc.done: look
        [&] { return pending.is_done.load(std::memory_order_seq_cst); },
        [&] { return check_alive(pending.rank, "a request"); });
    if (waited < 0) {
        forget_replies(pending.rank);
        return waited;
    }
    return pending.status;
}

/// All requests to the rank up to number `posted` are done, or will never be.
void note_flushed(int rank, uint64_t posted) noexcept {
    const std::lock_guard guard(rpc().order);
    RpcPeer& known = rpc().peers[rank];
    if (known.flushed < posted) {
        known.flushed = posted;
        // relaxed because the guard orders; a thread that looks without it waits for its own
        // requests
        rpc().unflushed.fetch_sub(known.flushed == known.posted ? 1 : 0, std::memory_order_relaxed);
    }
}

struct Flush {
    RpcCallRef pending;
    int rank;
    uint64_t posted;
};

/// Asks every rank that still has requests to serve.
void begin_flush(int rank, std::vector<Flush>& flushes) noexcept {
    const std::lock_guard guard(rpc().order);
    for (auto& [peer, known] : rpc().peers) {
        if (known.flushed == known.posted || (rank >= 0 && peer != rank)) {
            continue;
        }
        flushes.push_back({request_reply(peer, known), peer, known.posted});
        known.parts_max = known.backlog_bytes >= kBacklogBytesMax ? known.parts_max : 1;
        send_batch(peer, known);
        known.backlog_bytes = 0;
    }
}

} // namespace

Status register_rpc(arauto_rpc_f function, int* number_out) noexcept {
    const std::lock_guard guard(rpc().mutex);
    const int count = rpc().count.load(std::memory_order_relaxed); // relaxed because guarded
    if (count == kRpcFunctionsMax) {
        return fail(ARAUTO_ERR_MEMORY, "arauto_rpc_register: there are %d functions already",
                    kRpcFunctionsMax);
    }
    set_active_message_handler(ActiveMessageKind::rpc_request, take_batch);
    set_active_message_handler(ActiveMessageKind::rpc_reply, take_reply);
    set_active_message_step(step);
    rpc().functions[count] = function;
    rpc().count.store(count + 1, std::memory_order_release); // PAIR rpc.count: store
    *number_out = count;
    return ARAUTO_OK;
}

bool is_rpc(int function) noexcept {
    // PAIR rpc.count: look
    return function >= 0 && function < rpc().count.load(std::memory_order_acquire);
}

Status post_rpc(const RpcRequest& request) noexcept {
    bool is_long_backlog = false;
    {
        const std::lock_guard guard(rpc().order);
        RpcPeer& known = rpc().peers[request.rank];
        if (known.parts >= known.parts_max) {
            known.parts_max = std::min(2 * known.parts_max, kPartsMax);
            send_batch(request.rank, known);
        }
        join_batch(known, request, {});
        // relaxed because as in note_flushed
        rpc().unflushed.fetch_add(known.flushed == known.posted ? 1 : 0, std::memory_order_relaxed);
        ++known.posted;
        is_long_backlog = known.backlog_bytes >= kBacklogBytesMax;
    }
    return is_long_backlog ? flush_rpcs(request.rank) : ARAUTO_OK;
}

Status call_rpc(const RpcRequest& request, std::span<std::byte> reply) noexcept {
    RpcCallRef pending;
    {
        const std::lock_guard guard(rpc().order);
        RpcPeer& known = rpc().peers[request.rank];
        join_batch(known, request, reply);
        pending = request_reply(request.rank, known);
        send_batch(request.rank, known);
    }
    return await_reply(*pending);
}

Status flush_rpcs(int rank) noexcept {
    // relaxed because as in note_flushed
    if (rpc().unflushed.load(std::memory_order_relaxed) == 0) [[likely]] {
        return ARAUTO_OK;
    }
    std::vector<Flush> flushes;
    begin_flush(rank, flushes);
    for (const Flush& flush : flushes) {
        const Status status = await_reply(*flush.pending);
        static_cast<void>(status); // of the lost nothing is left to do
        note_flushed(flush.rank, flush.posted);
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
