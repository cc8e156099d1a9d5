// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fabric.hpp. The calls that move data, and how one provider is held to the rules of another.
#include "transport/ofi/fabric.hpp"
#include "transport/settings.hpp"

#include <rdma/fi_errno.h>

#include <algorithm>
#include <iterator>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kPiecesMax = 4; // of the rules that permit most

/// A message for the provider that is there, which counts from the start of the memory.
class Translated {
  public:
    Translated(const fi_msg_rma& message, bool has_virtual_addresses) noexcept : message_(message) {
        std::copy_n(message.rma_iov, message.rma_iov_count, pieces_);
        for (size_t i = 0; i < message.rma_iov_count && has_virtual_addresses; ++i) {
            pieces_[i].addr -= pretended_start(pieces_[i].key);
        }
        message_.rma_iov = pieces_;
    }
    Translated(const Translated&) = delete;
    Translated& operator=(const Translated&) = delete;
    [[nodiscard]] const fi_msg_rma* message() const noexcept { return &message_; }

  private:
    fi_msg_rma message_;
    fi_rma_iov pieces_[kPiecesMax];
};

} // namespace

bool is_late_refusal(int error) noexcept {
    constexpr int kErrors[] = {FI_EBADFLAGS,   FI_ENOSYS,   FI_EOPNOTSUPP,
                               FI_ENOPROTOOPT, FI_EMSGSIZE, FI_ETOOSMALL};
    return std::find(std::begin(kErrors), std::end(kErrors), error) != std::end(kErrors);
}

bool is_refusal(ssize_t code) noexcept {
    return code == -FI_EINVAL || code == -FI_ENOMEM || is_late_refusal(static_cast<int>(-code));
}

/// The rules that the setting for tests names take the place of the provider's own.
Status Fabric::pretend() noexcept {
    const Result<Faults> faults = parse_faults(setting_text(kFaultSetting));
    refused_ = faults.value.refused;
    refused_after_ = faults.value.fails_after;
    if (!faults.ok() || faults.value.rules.empty()) {
        return faults.status;
    }
    rules_ = find_rules(faults.value.rules);
    if (!is_tcp_ || rules_ == nullptr) {
        return fail(ARAUTO_ERR_UNSUPPORTED,
                    "ARAUTO_FAULT has rules=%s, which tcp;ofi_rxm alone can be held to; the "
                    "provider is %s",
                    faults.value.rules.c_str(), description());
    }
    shown_ = library_->dupinfo(info_);
    if (shown_ == nullptr) {
        shown_ = info_;
        return fail(ARAUTO_ERR_MEMORY, "there is no memory to describe a network");
    }
    is_one_stream_ = false;
    shown_->domain_attr->mr_mode = static_cast<int>(rules_->mr_mode);
    shown_->domain_attr->cq_data_size = rules_->data_bytes;
    shown_->tx_attr->msg_order = rules_->order;
    shown_->tx_attr->inject_size = rules_->inject_max;
    shown_->tx_attr->iov_limit = rules_->here_max;
    shown_->tx_attr->rma_iov_limit = rules_->there_max;
    shown_->ep_attr->max_order_waw_size = rules_->order_max;
    shown_->ep_attr->max_order_raw_size = rules_->order_of_reads_max;
    held_.emplace(*rules_, faults.value.seed);
    return ARAUTO_OK;
}

/// For tests: the provider takes no call of this kind any more.
bool Fabric::refuses(Refused kind) noexcept {
    return refused_ == kind && refused_after_-- <= 0;
}

/// Earlier writes and this one wait for as long as the rules let others overtake them.
ssize_t Fabric::write_by_rules(const fi_msg_rma& message, uint64_t flags) noexcept {
    const Translated translated(message, has_virtual_addresses());
    const ssize_t code =
        held_->make_way(endpoint_, message.addr, HeldWrites::Later::write, bytes_of(message));
    if (code != 0 || held_->take(*translated.message(), flags)) {
        return code;
    }
    return fi_writemsg(endpoint_, translated.message(), flags);
}

/// By fi_writedata, which has no flags; ask_for_delivery() has set those of the endpoint.
ssize_t Fabric::write_data(const fi_msg_rma& message) noexcept {
    if (rules_ != nullptr) {
        const ssize_t code = check_writedata(*rules_, message);
        return code != 0 ? code
                         : write_by_rules(message,
                                          FI_COMPLETION | FI_DELIVERY_COMPLETE | FI_REMOTE_CQ_DATA);
    }
    const iovec& here = message.msg_iov[0];
    const fi_rma_iov& there = message.rma_iov[0];
    return fi_writedata(endpoint_, here.iov_base, here.iov_len, message.desc[0], message.data,
                        message.addr, there.addr, there.key, message.context);
}

ssize_t Fabric::write(const fi_msg_rma& message, uint64_t flags) noexcept {
    const bool has_data = (flags & FI_REMOTE_CQ_DATA) != 0;
    if (has_data && refuses(Refused::data)) [[unlikely]] {
        return -FI_EOPNOTSUPP;
    }
    if (has_data && data_way_ == DataWay::call) {
        return write_data(message);
    }
    if (rules_ == nullptr) [[likely]] {
        return fi_writemsg(endpoint_, &message, flags);
    }
    if (const ssize_t code = check_write(*rules_, message, flags); code != 0) {
        return code;
    }
    return write_by_rules(message, flags);
}

ssize_t Fabric::read(const fi_msg_rma& message, uint64_t flags) noexcept {
    if (refuses(Refused::reads)) [[unlikely]] {
        return -FI_EOPNOTSUPP;
    }
    if (rules_ == nullptr) [[likely]] {
        return fi_readmsg(endpoint_, &message, flags);
    }
    if (const ssize_t code = check_read(*rules_, message, flags); code != 0) {
        return code;
    }
    if (const ssize_t code =
            held_->make_way(endpoint_, message.addr, HeldWrites::Later::read, bytes_of(message));
        code != 0) {
        return code;
    }
    return fi_readmsg(endpoint_, Translated(message, has_virtual_addresses()).message(), flags);
}

ssize_t Fabric::send(const Message& message) noexcept {
    if (rules_ != nullptr) {
        ssize_t code = check_memory(*rules_, message.description, message.bytes);
        if (code == 0) {
            code =
                held_->make_way(endpoint_, message.peer, HeldWrites::Later::message, message.bytes);
        }
        if (code != 0) {
            return code;
        }
    }
    if (asks_for_delivery_) {
        // Not with the endpoint's flags, which are for fi_writedata.
        const iovec here{message.memory, message.bytes};
        void* description = message.description;
        const fi_msg all{&here, &description, 1, message.peer, message.context, 0};
        return fi_sendmsg(endpoint_, &all, FI_COMPLETION);
    }
    return fi_send(endpoint_, message.memory, message.bytes, message.description, message.peer,
                   message.context);
}

ssize_t Fabric::receive(const Message& message) noexcept {
    if (rules_ != nullptr) {
        if (const ssize_t code = check_memory(*rules_, message.description, message.bytes);
            code != 0) {
            return code;
        }
    }
    return fi_recv(endpoint_, message.memory, message.bytes, message.description, message.peer,
                   message.context);
}

ssize_t Fabric::read_queue(std::span<fi_cq_data_entry> entries) noexcept {
    if (held_) [[unlikely]] {
        held_->release(endpoint_);
        if (held_->has_errors()) {
            return -FI_EAVAIL;
        }
    }
    return fi_cq_read(queue_, entries.data(), entries.size());
}

ssize_t Fabric::read_error(fi_cq_err_entry* error_out) noexcept {
    if (held_ && held_->take_error(error_out)) {
        return 1;
    }
    return fi_cq_readerr(queue_, error_out, 0);
}

} // namespace arauto::transport::ofi
