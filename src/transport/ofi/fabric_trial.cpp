// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fabric.hpp. Finds out by a write to this process itself how writes take remote data along.
// What a provider promises (cq_data_size) does not tell: libfabric's cxi, up to 2.6.0 at least, has
// 8 bytes of them, and refuses them in fi_writemsg.
#include "base/clock.hpp"
#include "transport/ofi/fabric.hpp"

#include <rdma/fi_errno.h>

#include <iterator>
#include <new>

namespace arauto::transport::ofi {
namespace {

constexpr int64_t kTrialNs = 2'000'000'000; // a provider that takes longer gets messages
constexpr size_t kSizes[] = {8, 0}; // a put, and a signal alone

} // namespace

/// The memory that the trial writes from and to, and its completions so far. The trial stays as
/// long as the endpoint: a late completion names it.
struct Fabric::Trial {
    fi_context2 context;
    alignas(uint64_t) std::byte from[8];
    alignas(uint64_t) std::byte to[8];
    fid_mr* from_region;
    fid_mr* to_region;
    fi_addr_t self;
    int written; // completions
    int arrived; // remote data

    Trial() noexcept
        : context{}, from{}, to{}, from_region(nullptr), to_region(nullptr), self(FI_ADDR_UNSPEC),
          written(0), arrived(0) {}
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    ~Trial() {
        for (fid_mr* const region : {from_region, to_region}) {
            if (region != nullptr) {
                fi_close(&region->fid);
            }
        }
    }
};

Fabric::Fabric() noexcept = default;

Fabric::~Fabric() {
    trial_.reset();
    for (fid* const object : {endpoint_ != nullptr ? &endpoint_->fid : nullptr,
                              queue_ != nullptr ? &queue_->fid : nullptr,
                              addresses_ != nullptr ? &addresses_->fid : nullptr,
                              domain_ != nullptr ? &domain_->fid : nullptr,
                              fabric_ != nullptr ? &fabric_->fid : nullptr}) {
        if (object != nullptr) {
            fi_close(object);
        }
    }
    if (shown_ != info_) {
        library_->freeinfo(shown_);
    }
    if (info_ != nullptr) {
        library_->freeinfo(info_);
    }
}

bool Fabric::is_of_trial(const void* context) const noexcept {
    return trial_ != nullptr && context == &trial_->context;
}

void Fabric::give_up_data(ssize_t code) noexcept {
    data_way_ = DataWay::none;
    reason_ = explain(code);
}

/// fi_writedata has no flags of its own, and its completion must mean delivery.
ssize_t Fabric::ask_for_delivery() noexcept {
    if (rules_ != nullptr) {
        return 0;
    }
    uint64_t flags = FI_TRANSMIT | FI_COMPLETION | FI_DELIVERY_COMPLETE;
    const ssize_t code = fi_control(&endpoint_->fid, FI_SETOPSFLAG, &flags);
    asks_for_delivery_ = code == 0;
    return code;
}

/// @return 0, or the error of the trial's write
ssize_t Fabric::read_trial() noexcept {
    fi_cq_data_entry entry{};
    const ssize_t count = read_queue({&entry, 1});
    if (count == -FI_EAVAIL) {
        fi_cq_err_entry error{};
        return read_error(&error) > 0 ? -error.err : -FI_EOTHER;
    }
    if (count == 1) {
        const bool has_data = (entry.flags & FI_REMOTE_CQ_DATA) != 0 && entry.data == kTrialData;
        trial_->arrived += has_data ? 1 : 0;
        trial_->written += !has_data && is_of_trial(entry.op_context) ? 1 : 0;
    }
    return 0;
}

/// Writes to this process in one way. @return 0 when all has arrived
ssize_t Fabric::try_way(DataWay way) noexcept {
    data_way_ = way;
    trial_->written = trial_->arrived = 0;
    const int64_t end = now_ns() + kTrialNs;
    int sent = 0;
    while (trial_->written < static_cast<int>(std::size(kSizes)) ||
           trial_->arrived < static_cast<int>(std::size(kSizes))) {
        if (sent < static_cast<int>(std::size(kSizes)) && sent == trial_->arrived) {
            const iovec here{trial_->from, kSizes[sent]};
            void* description = needs_local() ? fi_mr_desc(trial_->from_region) : nullptr;
            const uint64_t start =
                has_virtual_addresses() ? reinterpret_cast<uint64_t>(trial_->to) : 0;
            const fi_rma_iov there{start, kSizes[sent], fi_mr_key(trial_->to_region)};
            const fi_msg_rma message{&here, &description,     1,         trial_->self, &there,
                                     1,     &trial_->context, kTrialData};
            const ssize_t code =
                write(message, FI_COMPLETION | FI_DELIVERY_COMPLETE | FI_REMOTE_CQ_DATA);
            if (code != 0 && code != -FI_EAGAIN) {
                return code;
            }
            sent += code == 0 ? 1 : 0;
        }
        if (const ssize_t code = read_trial(); code != 0) {
            return code;
        }
        if (now_ns() > end) {
            return -FI_ETIMEDOUT;
        }
    }
    return 0;
}

void Fabric::try_data() noexcept {
    if (info().domain_attr->cq_data_size == 0) {
        data_way_ = DataWay::none;
        reason_ = "the provider has no remote data";
        return;
    }
    if (is_tcp_ && rules_ == nullptr) {
        return; // our tests hold it to that, and a connection to itself would be one more
    }
    trial_.reset(new (std::nothrow) Trial);
    if (trial_ != nullptr) {
        trial_->from_region = register_local(trial_->from, sizeof trial_->from);
        trial_->to_region = expose(trial_->to, sizeof trial_->to);
    }
    if (trial_ == nullptr || trial_->to_region == nullptr ||
        (needs_local() && trial_->from_region == nullptr) ||
        insert(name_store_, &trial_->self) < 0) {
        data_way_ = DataWay::none;
        reason_ = "there was no memory to try";
        return;
    }
    ssize_t code = try_way(DataWay::flag);
    if (code == 0) {
        return;
    }
    reason_ = std::string("fi_writemsg refuses data: ") + explain(code);
    code = ask_for_delivery();
    if (code == 0) {
        code = try_way(DataWay::call);
    }
    if (code != 0) {
        data_way_ = DataWay::none;
        reason_ += std::string("; so does fi_writedata: ") + explain(code);
    }
}

} // namespace arauto::transport::ofi
