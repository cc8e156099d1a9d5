// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See transfers.hpp.
#include "remote/transfers.hpp"

#include "base/counters.hpp"
#include "base/naming.hpp"
#include "base/status.hpp"
#include "remote/far_put.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <utility>

namespace arauto::core {
namespace {

using transport::Address;
using transport::Operation;
using Transfer = Transfers::Transfer;

Transfers& transfers() noexcept {
    return *this_rank().transfers;
}

bool has_ended(const Transfer& transfer) noexcept {
    return std::all_of(transfer.pieces.begin(), transfer.pieces.end(),
                       [&](const Pending& piece) { return core::has_ended(transfer.peer, piece); });
}

/// Waits for all pieces. @return the first failure
Status await(const Transfer& transfer) noexcept {
    Status first = ARAUTO_OK;
    for (const Pending& piece : transfer.pieces) {
        const Status status = core::await(transfer.peer, piece);
        first = first < 0 ? first : status;
    }
    return first;
}

/// @return its serial; 0: it is complete
uint64_t keep(std::unique_ptr<Transfer> transfer) noexcept {
    if (has_ended(*transfer) && std::all_of(transfer->pieces.begin(), transfer->pieces.end(),
                                            [](const Pending& each) { return each.status >= 0; })) {
        return 0;
    }
    Transfers& all = transfers();
    const std::lock_guard guard(all.mutex);
    const uint64_t serial = ++all.made;
    all.under_way.emplace(serial, std::move(transfer));
    return serial;
}

/// Takes the operation with this serial, which is used up by that. Null: there is none.
std::unique_ptr<Transfer> take(uint64_t serial, const char* call) noexcept {
    Transfers& all = transfers();
    const std::lock_guard guard(all.mutex);
    auto node = all.under_way.extract(serial);
    if (node.empty()) {
        static_cast<void>(fail(ARAUTO_ERR_ARGUMENT,
                               "%s: this is no request of this %s, or it was used up already", call,
                               noun()));
        return nullptr;
    }
    return std::move(node.mapped());
}

/// Hands over one piece. After a failure the pieces before it are waited for.
Status add_piece(Transfer& transfer, Operation& operation) noexcept {
    const Status status = start(operation, transfer.pieces.emplace_back());
    if (status < 0) {
        transfer.pieces.pop_back();
        const Status earlier = await(transfer);
        return earlier < 0 ? earlier : status;
    }
    return ARAUTO_OK;
}

} // namespace

bool may_go_on(const Address& remote) noexcept {
    return remote.space == transport::Space::heap && is_far(remote.peer);
}

Status begin_move(Direction direction,
                  const Address& remote,
                  std::byte* local,
                  size_t bytes,
                  const transport::Signal* signal,
                  uint64_t* serial_out) noexcept {
    const bool is_put = direction == Direction::put;
    tally(is_put ? ARAUTO_COUNTER_PUT : ARAUTO_COUNTER_GET, 1, bytes);
    if (bytes == 0 && signal == nullptr) {
        *serial_out = 0;
        return ARAUTO_OK;
    }
    if (is_put && far_put(remote.peer, remote.value, local, bytes, signal)) {
        *serial_out = 0; // its source is free already
        return check_alive(remote.peer, "put");
    }
    auto transfer = std::make_unique<Transfer>(Transfer{.peer = remote.peer});
    const size_t bytes_max = this_rank().network->capabilities().heap_bytes_max;
    for (size_t done = 0; done < bytes;) {
        const size_t piece = std::min(bytes - done, bytes_max);
        Operation operation{
            .kind = is_put ? transport::Kind::put : transport::Kind::get,
            .remote = {remote.peer, remote.space, remote.value + done},
            .local = local + done,
            .bytes = piece,
            .atomic = {},
            .ticket = 0,
            .signal = signal,
            .is_ordered = true,
        };
        if (const Status status = add_piece(*transfer, operation); status < 0) {
            return status;
        }
        done += piece;
    }
    *serial_out = keep(std::move(transfer));
    return ARAUTO_OK;
}

Status begin_atomic(const Address& remote,
                    const transport::Atomic& atomic,
                    uint64_t* serial_out) noexcept {
    tally(ARAUTO_COUNTER_ATOMIC, 1, atomic.width);
    auto transfer = std::make_unique<Transfer>(Transfer{.peer = remote.peer});
    Operation operation{.kind = transport::Kind::atomic,
                        .remote = remote,
                        .local = nullptr,
                        .bytes = atomic.width,
                        .atomic = atomic,
                        .ticket = 0};
    if (const Status status = add_piece(*transfer, operation); status < 0) {
        return status;
    }
    *serial_out = keep(std::move(transfer));
    return ARAUTO_OK;
}

Status test_transfer(uint64_t serial, bool* done_out, const char* call) noexcept {
    std::unique_ptr<Transfer> transfer = take(serial, call);
    if (transfer == nullptr) {
        return ARAUTO_ERR_ARGUMENT;
    }
    if (!has_ended(*transfer)) {
        WaitCheck check;
        static_cast<void>(check.changed()); // one step of the network
    }
    *done_out = has_ended(*transfer);
    if (*done_out) {
        return await(*transfer);
    }
    Transfers& all = transfers();
    const std::lock_guard guard(all.mutex);
    all.under_way.emplace(serial, std::move(transfer));
    return ARAUTO_OK;
}

Status wait_transfer(uint64_t serial, const char* call) noexcept {
    const std::unique_ptr<Transfer> transfer = take(serial, call);
    return transfer != nullptr ? await(*transfer) : ARAUTO_ERR_ARGUMENT;
}

} // namespace arauto::core
