// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See rules.hpp. Read in libfabric 2.6.0; paths are those of its repository.
#include "transport/ofi/rules.hpp"

#include <rdma/fi_domain.h>
#include <rdma/fi_errno.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

namespace arauto::transport::ofi {
namespace {

constexpr uint64_t kCompletions =
    FI_COMPLETION | FI_INJECT_COMPLETE | FI_TRANSMIT_COMPLETE | FI_DELIVERY_COMPLETE;
constexpr uint64_t kUsual = kCompletions | FI_INJECT | FI_MORE | FI_FENCE;
constexpr uint64_t kWithData = kUsual | FI_REMOTE_CQ_DATA;
constexpr uint64_t kWrites = FI_ORDER_WAW | FI_ORDER_RMA_WAW;
constexpr uint64_t kReads = FI_ORDER_RAW | FI_ORDER_RMA_RAW;
constexpr uint64_t kBasic = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;

constexpr Rules kRules[] = {
    // CXIP_WRITEMSG_ALLOWED_FLAGS and CXIP_MSG_ORDER are in prov/cxi/include/cxip.h, attributes and
    // the variable in prov/cxi/src/cxip_info.c; C_MAX_IDC_PAYLOAD_UNR comes from its driver.
    {.name = "cxi",
     .source = "prov/cxi/src/cxip_rma.c",
     .here_max = 1,
     .there_max = 1,
     .inject_max = 192,
     .data_bytes = 8,
     .write_flags = kUsual | FI_MATCH_COMPLETE,
     .read_flags = (kUsual & ~FI_INJECT) | FI_MATCH_COMPLETE,
     .flags_error = FI_EBADFLAGS,
     .data_variable = "FI_CXI_ENABLE_WRITEDATA",
     .mr_mode = FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT,
     .order = FI_ORDER_SAS | kWrites,
     .order_max = SIZE_MAX,
     .order_of_reads_max = 0},
    // FI_MR_LOCAL comes with hints that offer it (prov/efa/src/efa_user_info.c).
    {.name = "efa",
     .source = "prov/efa/src/efa_prov_info.c",
     .here_max = 4,
     .there_max = 1,
     .inject_max = 4096,
     .data_bytes = 4,
     .write_flags = kWithData,
     .read_flags = kUsual,
     .flags_error = FI_EINVAL,
     .data_variable = nullptr,
     .mr_mode = kBasic | FI_MR_LOCAL,
     .order = FI_ORDER_SAS,
     .order_max = 0,
     .order_of_reads_max = 0},
    // The attributes of verbs under ofi_rxm are in prov/rxm/src/rxm_init.c, its most pieces in
    // prov/rxm/src/rxm.h.
    {.name = "verbs",
     .source = "prov/verbs/src/verbs_info.c",
     .here_max = 4,
     .there_max = 1,
     .inject_max = 64,
     .data_bytes = 4,
     .write_flags = kWithData,
     .read_flags = kUsual,
     .flags_error = FI_EINVAL,
     .data_variable = nullptr,
     .mr_mode = kBasic | FI_MR_LOCAL,
     .order = FI_ORDER_SAS | FI_ORDER_SAW | kWrites | kReads,
     .order_max = size_t{1} << 30,
     .order_of_reads_max = size_t{1} << 30},
    // Its order is in prov/psm3/src/psmx3.h; no message waits for a write (no FI_ORDER_SAW).
    {.name = "psm3",
     .source = "prov/psm3/src/psmx3_attr.c",
     .here_max = 4,
     .there_max = 1,
     .inject_max = 64,
     .data_bytes = 4,
     .write_flags = kWithData,
     .read_flags = kUsual,
     .flags_error = FI_EINVAL,
     .data_variable = nullptr,
     .mr_mode = 0,
     .order = FI_ORDER_SAS | kWrites | kReads,
     .order_max = 4096,
     .order_of_reads_max = 4096},
    // Its most pieces are in prov/shm/src/smr_util.h, its order in prov/shm/src/smr.h.
    {.name = "shm",
     .source = "prov/shm/src/smr_attr.c",
     .here_max = 4,
     .there_max = 4,
     .inject_max = 4096,
     .data_bytes = 8,
     .write_flags = kWithData,
     .read_flags = kUsual,
     .flags_error = FI_EINVAL,
     .data_variable = nullptr,
     .mr_mode = FI_MR_VIRT_ADDR,
     .order = FI_ORDER_SAS | FI_ORDER_SAW | kWrites | kReads,
     .order_max = SIZE_MAX,
     .order_of_reads_max = SIZE_MAX},
    // By itself, without ofi_rxm.
    {.name = "tcp",
     .source = "prov/tcp/src/xnet_attr.c",
     .here_max = 4,
     .there_max = 4,
     .inject_max = 128,
     .data_bytes = 8,
     .write_flags = kWithData | FI_COMMIT_COMPLETE,
     .read_flags = kUsual,
     .flags_error = FI_EINVAL,
     .data_variable = nullptr,
     .mr_mode = 0,
     .order = FI_ORDER_SAS | FI_ORDER_SAW | kWrites | kReads,
     .order_max = SIZE_MAX,
     .order_of_reads_max = SIZE_MAX},
};

/// Checks the rules that hold for reads and writes alike.
ssize_t check_pieces(const Rules& rules, const fi_msg_rma& message) noexcept {
    if (message.iov_count > rules.here_max || message.rma_iov_count == 0 ||
        message.rma_iov_count > rules.there_max) {
        return -FI_EINVAL;
    }
    for (size_t i = 0; i < message.iov_count; ++i) {
        const void* const description = message.desc != nullptr ? message.desc[i] : nullptr;
        if (const ssize_t code = check_memory(rules, description, message.msg_iov[i].iov_len);
            code != 0) {
            return code;
        }
    }
    return 0;
}

ssize_t check_data(const Rules& rules, uint64_t data) noexcept {
    if (rules.data_bytes == 0) {
        return -FI_ENOSYS;
    }
    const bool fits = rules.data_bytes >= sizeof data || data >> (8 * rules.data_bytes) == 0;
    return fits ? 0 : -FI_EINVAL;
}

} // namespace

const Rules* find_rules(std::string_view name) noexcept {
    const auto* const found = std::find_if(std::begin(kRules), std::end(kRules),
                                           [&](const Rules& each) { return name == each.name; });
    return found != std::end(kRules) ? found : nullptr;
}

size_t bytes_of(const fi_msg_rma& message) noexcept {
    size_t bytes = 0;
    for (size_t i = 0; i < message.iov_count; ++i) {
        bytes += message.msg_iov[i].iov_len;
    }
    return bytes;
}

bool has_writedata(const Rules& rules) noexcept {
    if (rules.data_variable == nullptr) {
        return rules.data_bytes > 0;
    }
    const char* const value = std::getenv(rules.data_variable);
    return value != nullptr && (std::strcmp(value, "1") == 0 || std::strcmp(value, "yes") == 0 ||
                                std::strcmp(value, "true") == 0 || std::strcmp(value, "on") == 0);
}

ssize_t check_memory(const Rules& rules, const void* description, size_t bytes) noexcept {
    const bool is_needed = (rules.mr_mode & FI_MR_LOCAL) != 0 && bytes > 0;
    return is_needed && description == nullptr ? -FI_EINVAL : 0;
}

ssize_t check_write(const Rules& rules, const fi_msg_rma& message, uint64_t flags) noexcept {
    if ((flags & ~rules.write_flags) != 0) {
        return -rules.flags_error;
    }
    if ((flags & FI_INJECT) != 0 && bytes_of(message) > rules.inject_max) {
        return -FI_EMSGSIZE;
    }
    const ssize_t code = check_pieces(rules, message);
    return code != 0 || (flags & FI_REMOTE_CQ_DATA) == 0 ? code : check_data(rules, message.data);
}

ssize_t check_read(const Rules& rules, const fi_msg_rma& message, uint64_t flags) noexcept {
    return (flags & ~rules.read_flags) != 0 ? -rules.flags_error : check_pieces(rules, message);
}

ssize_t check_writedata(const Rules& rules, const fi_msg_rma& message) noexcept {
    if (!has_writedata(rules)) {
        return -FI_ENOSYS;
    }
    const ssize_t code = check_pieces(rules, message);
    return code != 0 ? code : check_data(rules, message.data);
}

} // namespace arauto::transport::ofi
