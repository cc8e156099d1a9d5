// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fabric.hpp. Providers are tried in libfabric's order, which puts hardware first.
#include "transport/ofi/fabric.hpp"

#include "transport/settings.hpp"

#include <cstdlib>
#include <cstring>
#include <random>

namespace arauto::transport::ofi {

/// The properties that a provider must have, and its name.
struct ProviderRequest {
    const char* provider; // "": the first that will do
    const char* interface; // "": any
    fi_progress progress; // the other where it does not offer this
};

namespace {

constexpr size_t kQueueEntries = 4096;

/// A queue that a thread can sleep on looks at its connections by epoll: what the kernel does then
/// for each message costs 13 to 20 % of its latency. poll() has no such work, but a look takes
/// 57 ns more for each connection: at 8 both are alike. Decision 19.
constexpr int kPolledPeersMax = 8;
constexpr const char* kWaitObject = "FI_OFI_RXM_DEF_TCP_WAIT_OBJ"; // of libfabric

/// Providers that do not keep their promises, or are for one machine, where shm is better. Native
/// tcp and its fore-runner net say that they make progress by themselves and do not; udp took 3 ms
/// for a round trip; sockets is given up by its authors and loses notifications.
constexpr const char* kRefused[] = {"shm", "sm2", "net", "tcp", "udp", "udp;ofi_rxd", "sockets"};

bool is_refused(const char* provider) noexcept {
    for (const char* const name : kRefused) {
        if (std::strcmp(provider, name) == 0) {
            return true;
        }
    }
    return false;
}

bool is_alike(const char* one, const char* other) noexcept {
    return one == other || (one != nullptr && other != nullptr && std::strcmp(one, other) == 0);
}

bool suits(const fi_info& info, const ProviderRequest& request) noexcept {
    const char* const provider = info.fabric_attr->prov_name;
    const bool is_meant = request.provider[0] != '\0' ? std::strcmp(provider, request.provider) == 0
                                                      : !is_refused(provider);
    const char* const domain = info.domain_attr->name;
    const bool is_there = request.interface[0] == '\0' ||
                          (domain != nullptr && std::strcmp(domain, request.interface) == 0);
    return is_meant && is_there;
}

/// The first that will do; of the same domain rather one with remote data: psm3 lists the one
/// without first.
const fi_info* choose_of(const fi_info* all, const ProviderRequest& request) noexcept {
    const fi_info* chosen = nullptr;
    for (const fi_info* info = all; info != nullptr; info = info->next) {
        if (!suits(*info, request)) {
            continue;
        }
        if (chosen == nullptr) {
            chosen = info;
        }
        const bool is_same =
            std::strcmp(info->fabric_attr->prov_name, chosen->fabric_attr->prov_name) == 0 &&
            is_alike(info->domain_attr->name, chosen->domain_attr->name);
        if (is_same && info->domain_attr->cq_data_size > 0) {
            return info;
        }
    }
    return chosen;
}

fi_progress other(fi_progress progress) noexcept {
    return progress == FI_PROGRESS_AUTO ? FI_PROGRESS_MANUAL : FI_PROGRESS_AUTO;
}

Result<ProviderRequest> requested_by_settings() noexcept {
    enum { kManual, kAutomatic };
    const Result<int> progress = setting_choice(kNetworkProgressSetting);
    return {progress.status,
            {setting_text(kProviderSetting), setting_text(kInterfaceSetting),
             progress.value == kAutomatic ? FI_PROGRESS_AUTO : FI_PROGRESS_MANUAL}};
}

uint64_t random_key(size_t key_bytes) noexcept {
    std::random_device source;
    const uint64_t key = static_cast<uint64_t>(source()) << 32 | source();
    return key_bytes >= sizeof key ? key : key & ((uint64_t{1} << (8 * key_bytes)) - 1);
}

} // namespace

const char* Fabric::explain(ssize_t code) const noexcept {
    return library_->strerror(static_cast<int>(code < 0 ? -code : code));
}

Status Fabric::fail_at(const char* what, ssize_t code) const noexcept {
    return fail(ARAUTO_ERR_SYSTEM, "the network (%s) cannot be opened: %s: %s", description(), what,
                explain(code));
}

Status Fabric::choose(const ProviderRequest& request) noexcept {
    fi_info* const hints = library_->dupinfo(nullptr);
    if (hints == nullptr) {
        return fail(ARAUTO_ERR_MEMORY, "there is no memory to describe a network");
    }
    hints->caps = FI_MSG | FI_RMA;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->domain_attr->mr_mode =
        FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
    hints->domain_attr->threading = FI_THREAD_SAFE;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    for (const fi_progress progress : {request.progress, other(request.progress)}) {
        hints->domain_attr->data_progress = progress;
        fi_info* all = nullptr;
        if (library_->getinfo(kApiVersion, nullptr, nullptr, 0, hints, &all) != 0) {
            continue;
        }
        if (const fi_info* const chosen = choose_of(all, request); chosen != nullptr) {
            info_ = shown_ = library_->dupinfo(chosen);
        }
        library_->freeinfo(all);
        if (info_ != nullptr) {
            break;
        }
    }
    library_->freeinfo(hints);
    if (info_ == nullptr) {
        return fail(ARAUTO_ERR_UNSUPPORTED,
                    "no provider of libfabric will do (ARAUTO_PROVIDER '%s', ARAUTO_INTERFACE "
                    "'%s'): it needs messages and remote memory access over reliable datagrams",
                    request.provider, request.interface);
    }
    // Where one stream of bytes leads to a peer it cannot be otherwise, whatever is promised; the
    // tests of the contract hold the provider to it.
    is_tcp_ = std::strcmp(info_->fabric_attr->prov_name, "tcp;ofi_rxm") == 0;
    is_one_stream_ = is_tcp_;
    description_ = info_->fabric_attr->prov_name;
    if (info_->domain_attr->name != nullptr) {
        description_ += " over ";
        description_ += info_->domain_attr->name;
    }
    return ARAUTO_OK;
}

Status Fabric::open_objects() noexcept {
    if (const int code = library_->fabric(info_->fabric_attr, &fabric_, nullptr); code != 0) {
        return fail_at("fabric", code);
    }
    if (const int code = fi_domain(fabric_, info_, &domain_, nullptr); code != 0) {
        return fail_at("domain", code);
    }
    fi_av_attr table{};
    table.type = FI_AV_TABLE;
    if (const int code = fi_av_open(domain_, &table, &addresses_, nullptr); code != 0) {
        return fail_at("address table", code);
    }
    fi_cq_attr entries{};
    entries.size = kQueueEntries;
    entries.format = FI_CQ_FORMAT_DATA;
    entries.wait_obj = FI_WAIT_UNSPEC;
    if (const int code = fi_cq_open(domain_, &entries, &queue_, nullptr); code != 0) {
        return fail_at("completion queue", code);
    }
    if (const int code = fi_endpoint(domain_, info_, &endpoint_, nullptr); code != 0) {
        return fail_at("endpoint", code);
    }
    if (const int code = fi_ep_bind(endpoint_, &addresses_->fid, 0); code != 0) {
        return fail_at("endpoint and address table", code);
    }
    if (const int code = fi_ep_bind(endpoint_, &queue_->fid, FI_TRANSMIT | FI_RECV); code != 0) {
        return fail_at("endpoint and completion queue", code);
    }
    if (const int code = fi_enable(endpoint_); code != 0) {
        return fail_at("enabling the endpoint", code);
    }
    return ARAUTO_OK;
}

Status Fabric::open(int peers) noexcept {
    const Result<ProviderRequest> request = requested_by_settings();
    if (!request.ok()) {
        return request.status;
    }
    const Result<const Library*> loaded = library();
    if (!loaded.ok()) {
        return loaded.status;
    }
    library_ = loaded.value;
    if (peers <= kPolledPeersMax && request.value.progress == FI_PROGRESS_MANUAL) {
        setenv(kWaitObject, "pollfd", 0); // unless the user has said
    }
    if (const Status status = choose(request.value); status < 0) {
        return status;
    }
    if (const Status status = pretend(); status < 0) {
        return status;
    }
    const char* const object = std::getenv(kWaitObject);
    polls_ = is_tcp_ && object != nullptr && std::strcmp(object, "pollfd") == 0 &&
             info_->domain_attr->data_progress == FI_PROGRESS_MANUAL;
    if (const Status status = open_objects(); status < 0) {
        return status;
    }
    size_t bytes = sizeof name_store_;
    if (const int code = fi_getname(&endpoint_->fid, name_store_, &bytes);
        code != 0 || bytes > sizeof name_store_) {
        return fail_at("the endpoint's name", code != 0 ? code : -FI_ETOOSMALL);
    }
    name_ = {name_store_, bytes};
    description_ += info_->domain_attr->data_progress == FI_PROGRESS_AUTO ? ", automatic progress"
                                                                          : ", manual progress";
    if (rules_ != nullptr) {
        description_ += std::string(", by the rules of ") + rules_->name;
    }
    try_data();
    return ARAUTO_OK;
}

bool Fabric::keeps_order(size_t bytes) const noexcept {
    constexpr uint64_t kNeeded = FI_ORDER_WAW | FI_ORDER_SAW;
    return is_one_stream_ || ((shown_->tx_attr->msg_order & kNeeded) == kNeeded &&
                              shown_->ep_attr->max_order_waw_size >= bytes);
}

bool Fabric::gets_what_was_put(size_t bytes) const noexcept {
    return is_one_stream_ || ((shown_->tx_attr->msg_order & FI_ORDER_RAW) != 0 &&
                              shown_->ep_attr->max_order_raw_size >= bytes);
}

bool Fabric::needs_local() const noexcept {
    return (shown_->domain_attr->mr_mode & FI_MR_LOCAL) != 0;
}

bool Fabric::has_virtual_addresses() const noexcept {
    return (shown_->domain_attr->mr_mode & FI_MR_VIRT_ADDR) != 0;
}

fid_mr* Fabric::register_memory(const void* memory, size_t bytes, uint64_t access) noexcept {
    // Only a process that knows the key can reach the memory, so keys for peers are random.
    const bool is_remote = (access & (FI_REMOTE_READ | FI_REMOTE_WRITE)) != 0;
    const uint64_t key =
        !is_remote ? next_key_++
        : rules_ != nullptr && has_virtual_addresses()
            ? pretended_key(next_pretended_key_++, reinterpret_cast<uint64_t>(memory))
            : random_key(info_->domain_attr->mr_key_size);
    fid_mr* region = nullptr;
    int code = bytes > locked_left_
                   ? -FI_ENOMEM
                   : fi_mr_reg(domain_, memory, bytes, access, 0, key, 0, &region, nullptr);
    if (code == 0 && (info_->domain_attr->mr_mode & FI_MR_ENDPOINT) != 0) {
        code = fi_mr_bind(region, &endpoint_->fid, 0);
        code = code == 0 ? fi_mr_enable(region) : code;
    }
    if (code != 0) {
        static_cast<void>(fail(ARAUTO_ERR_SYSTEM,
                               "the network (%s) does not register %zu bytes of memory: %s; the "
                               "limit on locked memory (ulimit -l) may be too low",
                               description(), bytes, explain(code)));
        return nullptr;
    }
    locked_left_ -= locked_left_ != UINT64_MAX ? bytes : 0;
    return region;
}

fid_mr* Fabric::expose(void* memory, size_t bytes) noexcept {
    return register_memory(
        memory, bytes, FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE | FI_SEND | FI_RECV);
}

fid_mr* Fabric::register_local(const void* memory, size_t bytes) noexcept {
    return needs_local() ? register_memory(memory, bytes, FI_READ | FI_WRITE | FI_SEND | FI_RECV)
                         : nullptr;
}

std::span<const std::byte>
Fabric::listener_of(fi_addr_t peer, std::span<std::byte, kEndpointBytesMax> room) const noexcept {
    size_t bytes = room.size();
    // Others' endpoints may have addresses of IP, too, as those of verbs, but no TCP socket there.
    const bool is_there =
        is_tcp_ && fi_av_lookup(addresses_, peer, room.data(), &bytes) == 0 && bytes <= room.size();
    return room.first(is_there ? bytes : 0);
}

Status Fabric::insert(const std::byte* name, fi_addr_t* address_out) noexcept {
    const int count = fi_av_insert(addresses_, name, 1, address_out, 0, nullptr);
    return count == 1 ? ARAUTO_OK
                      : fail(ARAUTO_ERR_SYSTEM, "the network (%s) does not take a peer's address",
                             description());
}

} // namespace arauto::transport::ofi
