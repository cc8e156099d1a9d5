// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. The origin's side; ofi_serve.cpp is the target's.
#include "transport/ofi/ofi.hpp"

#include "base/naming.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace arauto::transport {
namespace {

using namespace ofi; // NOLINT: this file is about them

constexpr int kRequests = 8; // messages that may be under way
constexpr int kReplies = 8;
constexpr int kReceives = 16;
constexpr int kMessages = kRequests + kReplies + kReceives;
constexpr size_t kAccesses = 1024; // bounds what a caller may have under way

} // namespace

Result<Ofi*> Ofi::make(const Setup& setup) {
    std::unique_ptr<Ofi> made(new (std::nothrow) Ofi(setup));
    if (made == nullptr) {
        return {fail(ARAUTO_ERR_MEMORY, "there is no memory for the network"), nullptr};
    }
    if (const Status status = made->open(); status < 0) {
        return {status, nullptr};
    }
    return {ARAUTO_OK, made.release()};
}

Ofi::~Ofi() {
    is_ending_.store(true, std::memory_order_relaxed); // relaxed because the join orders the rest
    if (server_.joinable()) {
        server_.join();
    }
    for (fid_mr* const region : {heap_region_, message_region_}) {
        if (region != nullptr) {
            fi_close(&region->fid);
        }
    }
}

Status Ofi::open() {
    const Wish wish{setting_text(kOfiSettings[0]), setting_text(kOfiSettings[1])};
    if (const Status status = fabric_.open(wish); status < 0) {
        return status;
    }
    heap_region_ = fabric_.expose(setup_.heap, setup_.heap_bytes);
    if (heap_region_ == nullptr) {
        return ARAUTO_ERR_SYSTEM;
    }
    const std::span<const std::byte> endpoint = fabric_.name();
    name_.magic = kMagic;
    name_.bytes = static_cast<uint32_t>(endpoint.size());
    std::copy(endpoint.begin(), endpoint.end(), name_.endpoint);
    name_.heap_start =
        fabric_.has_virtual_addresses() ? reinterpret_cast<uint64_t>(setup_.heap) : 0;
    name_.heap_bytes = setup_.heap_bytes;
    name_.heap_key = fi_mr_key(heap_region_);
    if (const Status status = prepare_messages(); status < 0) {
        return status;
    }
    server_ = std::thread([this] { serve_while_asleep(); });
    return ARAUTO_OK;
}

Status Ofi::prepare_messages() {
    messages_ = std::make_unique<std::byte[]>(kMessages * kMessageBytes);
    message_region_ = fabric_.register_local(messages_.get(), kMessages * kMessageBytes);
    if (message_region_ == nullptr && fabric_.needs_local()) {
        return ARAUTO_ERR_SYSTEM;
    }
    for (int i = 0; i < kMessages; ++i) {
        items_.push_back(std::make_unique<Item>());
        Item& item = *items_.back();
        item.index = static_cast<uint32_t>(i);
        item.message = messages_.get() + static_cast<size_t>(i) * kMessageBytes;
        item.use = i < kRequests              ? Use::request
                   : i < kRequests + kReplies ? Use::reply
                                              : Use::receive;
        if (item.use != Use::receive) {
            give_back(item);
        } else if (const Status status = receive(item); status < 0) {
            return status;
        }
    }
    return ARAUTO_OK;
}

Capabilities Ofi::capabilities() const noexcept {
    return {.name = "ofi",
            .maps_heap = false,
            .foreign = true,
            .foreign_by = "messages served by its owner",
            .heap_bytes_max = fabric_.info().ep_attr->max_msg_size,
            .bytes_max = kDataMax,
            .runs_max = kPiecesMax};
}

Result<const Ofi::Peer*> Ofi::reach(int number) noexcept {
    if (const auto known = peers_.find(number); known != peers_.end()) {
        return {ARAUTO_OK, &known->second};
    }
    Name name{};
    if (!setup_.lookup(setup_.context, number, &name) || name.magic != kMagic) {
        return {fail(ARAUTO_ERR_SYSTEM, "%s cannot be reached: its address is not known",
                     name_of(number).text),
                nullptr};
    }
    Peer peer{FI_ADDR_UNSPEC, name.heap_start, name.heap_bytes, name.heap_key};
    if (const Status status = fabric_.insert(name.endpoint, &peer.address); status < 0) {
        return {status, nullptr};
    }
    return {ARAUTO_OK, &peers_.emplace(number, peer).first->second};
}

Ofi::Item* Ofi::take_item(Use use) noexcept {
    std::vector<Item*>& list = use == Use::access    ? free_
                               : use == Use::request ? free_requests_
                                                     : free_replies_;
    if (list.empty() && use == Use::access && items_.size() < kAccesses + kMessages) {
        items_.push_back(std::make_unique<Item>());
        items_.back()->index = static_cast<uint32_t>(items_.size() - 1);
        list.push_back(items_.back().get());
    }
    if (list.empty()) {
        return nullptr;
    }
    Item* const item = list.back();
    list.pop_back();
    item->use = use;
    item->serial = ++serial_;
    item->local = nullptr;
    item->old = nullptr;
    item->is_sent = false;
    item->is_answered = false;
    item->status = ARAUTO_OK;
    item->runs.clear();
    item->sentence.clear();
    return item;
}

void Ofi::give_back(Item& item) noexcept {
    std::vector<Item*>& list = item.use == Use::access    ? free_
                               : item.use == Use::request ? free_requests_
                                                          : free_replies_;
    list.push_back(&item);
}

Posted Ofi::refuse(Item* item, ssize_t code, int peer) noexcept {
    if (item != nullptr) {
        if (item->local != nullptr) {
            fi_close(&item->local->fid);
        }
        give_back(*item);
    }
    if (code == -FI_EAGAIN) {
        advance();
        return {Outcome::again, ARAUTO_OK};
    }
    return {Outcome::failed, fail(ARAUTO_ERR_SYSTEM, "the network refuses an access to %s: %s",
                                  name_of(peer).text, fabric_.explain(code))};
}

Posted Ofi::start_access(const Operation& operation, const Peer& peer) noexcept {
    const Address& remote = operation.remote;
    if (remote.value > peer.heap_bytes || operation.bytes > peer.heap_bytes - remote.value) {
        return {Outcome::failed,
                fail(ARAUTO_ERR_RANGE, "%zu bytes at offset %llu reach past the memory of %s",
                     operation.bytes, static_cast<unsigned long long>(remote.value),
                     name_of(remote.peer).text)};
    }
    Item* const item = take_item(Use::access);
    if (item == nullptr) {
        return refuse(nullptr, -FI_EAGAIN, remote.peer);
    }
    item->peer = remote.peer;
    item->ticket = operation.ticket;
    if (fabric_.needs_local()) {
        item->local = fabric_.register_local(operation.local, operation.bytes);
        if (item->local == nullptr) {
            give_back(*item);
            return {Outcome::failed, ARAUTO_ERR_SYSTEM};
        }
    }
    const iovec here{operation.local, operation.bytes};
    void* description = item->local != nullptr ? fi_mr_desc(item->local) : nullptr;
    const fi_rma_iov there{peer.heap_start + remote.value, operation.bytes, peer.heap_key};
    const fi_msg_rma message{&here, &description, 1, peer.address, &there, 1, &item->context, 0};
    const ssize_t code =
        operation.kind == Kind::put
            ? fi_writemsg(fabric_.endpoint(), &message, FI_COMPLETION | FI_DELIVERY_COMPLETE)
            : fi_readmsg(fabric_.endpoint(), &message, FI_COMPLETION);
    return code == 0 ? Posted{Outcome::posted, ARAUTO_OK} : refuse(item, code, remote.peer);
}

ssize_t Ofi::send(Item& item, fi_addr_t address) noexcept {
    void* const description = message_region_ != nullptr ? fi_mr_desc(message_region_) : nullptr;
    return fi_send(fabric_.endpoint(), item.message, item.bytes, description, address,
                   &item.context);
}

Status Ofi::receive(Item& item) noexcept {
    void* const description = message_region_ != nullptr ? fi_mr_desc(message_region_) : nullptr;
    for (;;) {
        const ssize_t code = fi_recv(fabric_.endpoint(), item.message, kMessageBytes, description,
                                     FI_ADDR_UNSPEC, &item.context);
        if (code == 0) {
            return ARAUTO_OK;
        }
        if (code != -FI_EAGAIN) {
            return fail(ARAUTO_ERR_SYSTEM, "the network takes no message: %s",
                        fabric_.explain(code));
        }
    }
}

Posted Ofi::send_request(Item& item, const Peer& peer) noexcept {
    auto& header = *reinterpret_cast<Header*>(item.message);
    header.magic = kMagic;
    header.source = static_cast<uint32_t>(setup_.rank);
    header.ticket = uint64_t{item.serial} << 32 | item.index;
    const ssize_t code = send(item, peer.address);
    return code == 0 ? Posted{Outcome::posted, ARAUTO_OK} : refuse(&item, code, item.peer);
}

Posted Ofi::post(const Operation& operation) noexcept {
    if (operation.kind != Kind::atomic &&
        (operation.remote.space == Space::foreign || operation.bytes == 0)) {
        const Run run{operation.remote.value, operation.local, operation.bytes};
        return post_runs({operation.kind, operation.remote.peer, operation.remote.space,
                          std::span(&run, 1), operation.ticket});
    }
    const std::lock_guard guard(mutex_);
    const Result<const Peer*> peer = reach(operation.remote.peer);
    if (!peer.ok()) {
        return {Outcome::failed, peer.status};
    }
    if (operation.kind != Kind::atomic) {
        return start_access(operation, *peer.value);
    }
    Item* const item = take_item(Use::request);
    if (item == nullptr) {
        return refuse(nullptr, -FI_EAGAIN, operation.remote.peer);
    }
    item->peer = operation.remote.peer;
    item->ticket = operation.ticket;
    item->old = operation.atomic.old;
    const Atomic& atomic = operation.atomic;
    const Header header{.magic = 0,
                        .source = 0,
                        .ticket = 0,
                        .verb = Verb::atomic,
                        .space = static_cast<uint8_t>(operation.remote.space),
                        .op = static_cast<uint8_t>(atomic.op),
                        .width = atomic.width,
                        .status = 0,
                        .operand = atomic.operand,
                        .compare = atomic.compare,
                        .pieces = 1,
                        .bytes = 0};
    const Piece piece{operation.remote.value, atomic.width};
    std::memcpy(item->message, &header, sizeof header);
    std::memcpy(item->message + sizeof header, &piece, sizeof piece);
    item->bytes = sizeof header + sizeof piece;
    return send_request(*item, *peer.value);
}

Posted Ofi::post_runs(const RunsOperation& operation) noexcept {
    const std::lock_guard guard(mutex_);
    const Result<const Peer*> peer = reach(operation.peer);
    if (!peer.ok()) {
        return {Outcome::failed, peer.status};
    }
    Item* const item = take_item(Use::request);
    if (item == nullptr) {
        return refuse(nullptr, -FI_EAGAIN, operation.peer);
    }
    item->peer = operation.peer;
    item->ticket = operation.ticket;
    const bool is_put = operation.kind == Kind::put;
    std::byte* at = item->message + sizeof(Header);
    uint32_t bytes = 0;
    for (const Run& run : operation.runs) {
        const Piece piece{run.remote, run.bytes};
        std::memcpy(at, &piece, sizeof piece);
        at += sizeof piece;
        bytes += static_cast<uint32_t>(run.bytes);
    }
    for (const Run& run : operation.runs) {
        if (is_put) {
            std::memcpy(at, run.local, run.bytes);
            at += run.bytes;
        } else {
            item->runs.push_back(run);
        }
    }
    const Header header{.magic = 0,
                        .source = 0,
                        .ticket = 0,
                        .verb = is_put ? Verb::put : Verb::get,
                        .space = static_cast<uint8_t>(operation.space),
                        .op = 0,
                        .width = 0,
                        .status = 0,
                        .operand = 0,
                        .compare = 0,
                        .pieces = static_cast<uint32_t>(operation.runs.size()),
                        .bytes = bytes};
    std::memcpy(item->message, &header, sizeof header);
    item->bytes = static_cast<size_t>(at - item->message);
    return send_request(*item, *peer.value);
}

void Ofi::finish(Item& item, Status status, std::string sentence) noexcept {
    ended_.push_back({{item.ticket, status}, std::move(sentence)});
    if (item.local != nullptr) {
        fi_close(&item.local->fid);
    }
    give_back(item);
}

void Ofi::end_request(Item& item) noexcept {
    if (item.is_sent && item.is_answered) {
        finish(item, item.status, std::move(item.sentence));
    }
}

void Ofi::take_reply(const Header& header, const std::byte* data) noexcept {
    const auto index = static_cast<uint32_t>(header.ticket);
    const auto serial = static_cast<uint32_t>(header.ticket >> 32);
    Item* const item = index < kRequests ? items_[index].get() : nullptr;
    if (item == nullptr || item->serial != serial || item->is_answered) {
        return; // nothing of ours; a peer that was given up may still answer
    }
    item->is_answered = true;
    item->status = header.status;
    if (header.status < 0) {
        item->sentence.assign(reinterpret_cast<const char*>(data), header.bytes);
    } else {
        for (const Run& run : item->runs) {
            std::memcpy(run.local, data, run.bytes);
            data += run.bytes;
        }
        if (item->old != nullptr) {
            *item->old = header.compare;
        }
    }
    end_request(*item);
}

void Ofi::read_error() noexcept {
    fi_cq_err_entry error{};
    if (fi_cq_readerr(fabric_.queue(), &error, 0) <= 0 || error.op_context == nullptr) {
        return;
    }
    Item& item = *static_cast<Item*>(error.op_context);
    if (item.use == Use::access || item.use == Use::request) {
        const std::string sentence = std::string("the network lost an access to ") +
                                     name_of(item.peer).text + ": " + fabric_.explain(error.err);
        finish(item, ARAUTO_ERR_FAILED, sentence);
    } else if (item.use == Use::reply) {
        give_back(item); // whoever asked is gone
    } else {
        static_cast<void>(receive(item));
    }
}

bool Ofi::read_queue() noexcept {
    fi_cq_data_entry entries[16];
    const ssize_t count = fi_cq_read(fabric_.queue(), entries, std::size(entries));
    if (count == -FI_EAVAIL) {
        read_error();
        return true;
    }
    for (ssize_t i = 0; i < count; ++i) {
        Item& item = *static_cast<Item*>(entries[i].op_context);
        switch (item.use) {
        case Use::access:
            finish(item, ARAUTO_OK, {});
            break;
        case Use::request:
            item.is_sent = true;
            end_request(item);
            break;
        case Use::reply:
            give_back(item);
            break;
        case Use::receive:
            item.bytes = entries[i].len;
            kept_.push_back(&item);
            break;
        }
    }
    return count > 0;
}

bool Ofi::advance() noexcept {
    const bool has_sent = send_answers();
    const bool has_read = read_queue();
    return handle_kept() || has_sent || has_read;
}

size_t Ofi::poll(std::span<Completion> completions) noexcept {
    const std::lock_guard guard(mutex_);
    if (ended_.empty()) {
        advance();
    }
    size_t count = 0;
    while (count < completions.size() && !ended_.empty()) {
        const Ended& ended = ended_.front();
        if (ended.completion.status < 0) {
            static_cast<void>(fail(ended.completion.status, "%s", ended.sentence.c_str()));
        }
        completions[count++] = ended.completion;
        ended_.pop_front();
    }
    return count;
}

} // namespace arauto::transport
