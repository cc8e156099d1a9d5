// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See held_writes.hpp.
#include "transport/ofi/held_writes.hpp"

#include <rdma/fi_domain.h>
#include <rdma/fi_errno.h>

#include <utility>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kHeldMax = 64; // further writes do not wait
constexpr unsigned kLooksMax = 8;

} // namespace

HeldWrites::HeldWrites(const Rules& rules, uint64_t seed) noexcept
    : rules_(rules), random_(static_cast<std::minstd_rand::result_type>(seed)) {}

/// Whether the rules order this write before the later call, to the same peer, of so many bytes.
bool HeldWrites::precedes(const Write& write, Later later, size_t bytes) const noexcept {
    switch (later) {
    case Later::write:
        return (rules_.order & FI_ORDER_WAW) != 0 && write.bytes <= rules_.order_max &&
               bytes <= rules_.order_max;
    case Later::read:
        return (rules_.order & FI_ORDER_RAW) != 0 && write.bytes <= rules_.order_of_reads_max &&
               bytes <= rules_.order_of_reads_max;
    case Later::message:
        return (rules_.order & FI_ORDER_SAW) != 0;
    }
    return true;
}

/// @return 0, also where the write is refused, or -FI_EAGAIN
ssize_t HeldWrites::hand_over(fid_ep* endpoint, Write& write) {
    const fi_msg_rma message{
        write.here.data(),  write.descriptions.data(), write.here.size(), write.peer,
        write.there.data(), write.there.size(),        write.context,     write.data};
    const ssize_t code = fi_writemsg(endpoint, &message, write.flags);
    if (code != 0 && code != -FI_EAGAIN) {
        failed_.push_back({write.context, static_cast<int>(-code)});
        return 0;
    }
    return code;
}

ssize_t HeldWrites::make_way(fid_ep* endpoint, fi_addr_t peer, Later later, size_t bytes) {
    for (auto write = writes_.begin(); write != writes_.end();) {
        if (write->peer != peer || !precedes(*write, later, bytes)) {
            ++write;
        } else if (const ssize_t code = hand_over(endpoint, *write); code != 0) {
            return code;
        } else {
            write = writes_.erase(write);
        }
    }
    return 0;
}

bool HeldWrites::take(const fi_msg_rma& message, uint64_t flags) {
    Write write{message.addr,      {}, {}, {}, message.context, message.data, flags,
                bytes_of(message), 0};
    write.here.assign(message.msg_iov, message.msg_iov + message.iov_count);
    write.descriptions.assign(message.iov_count, nullptr);
    for (size_t i = 0; i < message.iov_count && message.desc != nullptr; ++i) {
        write.descriptions[i] = message.desc[i];
    }
    write.there.assign(message.rma_iov, message.rma_iov + message.rma_iov_count);
    const bool may_be_overtaken = !precedes(write, Later::write, 0) ||
                                  !precedes(write, Later::read, 0) ||
                                  !precedes(write, Later::message, 0);
    if (!may_be_overtaken || (flags & FI_INJECT) != 0 || writes_.size() == kHeldMax ||
        random_() % 2 == 0) {
        return false;
    }
    write.looks = static_cast<int>(1 + random_() % kLooksMax);
    writes_.push_back(std::move(write));
    return true;
}

void HeldWrites::release(fid_ep* endpoint) {
    for (auto write = writes_.begin(); write != writes_.end();) {
        // One that the rules order behind an earlier one, which still waits, cannot be here: its
        // own call has made way.
        if (--write->looks > 0 || hand_over(endpoint, *write) != 0) {
            ++write;
        } else {
            write = writes_.erase(write);
        }
    }
}

bool HeldWrites::take_error(fi_cq_err_entry* error_out) {
    if (failed_.empty()) {
        return false;
    }
    *error_out = {};
    error_out->op_context = failed_.front().context;
    error_out->err = failed_.front().error;
    failed_.pop_front();
    return true;
}

} // namespace arauto::transport::ofi
