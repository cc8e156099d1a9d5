// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A library libfabric.so.1 that a test lets programs find first: the real one, whose provider
// tcp;ofi_rxm is called cxi here and takes notifications along as that does. fi_writemsg refuses
// remote data. fi_writedata, of tcp, takes them where the variable was set when the providers were
// first asked, and only when FI_SETOPSFLAG has made its completion mean delivery. So the very calls
// are made that a card would get; ARAUTO_FAULT=rules=cxi stands for the rest of its rules.
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>

namespace {

constexpr const char* kReal = "tcp;ofi_rxm";
constexpr const char* kName = "cxi";
constexpr uint64_t kDelivered = FI_COMPLETION | FI_DELIVERY_COMPLETE;

template <typename Function> Function* real(const char* name) {
    static void* const library = dlopen(ARAUTO_LIBFABRIC, RTLD_NOW | RTLD_LOCAL);
    void* const found = library != nullptr ? dlsym(library, name) : nullptr;
    if (found == nullptr) {
        std::fprintf(stderr, "%s of %s: %s\n", name, ARAUTO_LIBFABRIC, dlerror());
        std::abort();
    }
    return reinterpret_cast<Function*>(found);
}

/// Its calls, some of them ours; `ops` comes first, so that an endpoint leads here.
struct Endpoint {
    fi_ops ops;
    fi_ops_rma rma;
    fi_ops_msg messages;
    const fi_ops* real_ops;
    const fi_ops_rma* real_rma;
    const fi_ops_msg* real_messages;
    uint64_t flags; // that FI_SETOPSFLAG has set
};

template <typename Ops> struct Opened {
    Ops ops;
    const Ops* real_ops;
};

/// Objects keep their calls to their end, which nobody tells us: to that of the process.
std::deque<Endpoint>& endpoints = *new std::deque<Endpoint>;
std::deque<Opened<fi_ops_domain>>& domains = *new std::deque<Opened<fi_ops_domain>>;
std::deque<Opened<fi_ops_fabric>>& fabrics = *new std::deque<Opened<fi_ops_fabric>>;
fi_info* as_it_is; // before it was renamed

bool has_writedata() {
    static const char* const value = std::getenv("FI_CXI_ENABLE_WRITEDATA"); // at the first call
    return value != nullptr && std::strcmp(value, "1") == 0;
}

Endpoint& of(fid* object) {
    return *reinterpret_cast<Endpoint*>(object->ops);
}

int control(fid* object, int command, void* argument) {
    if (command != FI_SETOPSFLAG) {
        return of(object).real_ops->control(object, command, argument);
    }
    const uint64_t flags = *static_cast<const uint64_t*>(argument);
    if ((flags & FI_TRANSMIT) == 0) {
        return -FI_EINVAL;
    }
    of(object).flags = flags & ~FI_TRANSMIT;
    return 0;
}

ssize_t writemsg(fid_ep* endpoint, const fi_msg_rma* message, uint64_t flags) {
    return (flags & FI_REMOTE_CQ_DATA) != 0
               ? -FI_EBADFLAGS
               : of(&endpoint->fid).real_rma->writemsg(endpoint, message, flags);
}

ssize_t writedata(fid_ep* endpoint,
                  const void* memory,
                  size_t bytes,
                  void* description,
                  uint64_t remote_data,
                  fi_addr_t peer,
                  uint64_t address,
                  uint64_t key,
                  void* context) {
    if (!has_writedata()) {
        return -FI_ENOSYS;
    }
    if (of(&endpoint->fid).flags != kDelivered) { // else it could complete too early
        return -FI_EINVAL;
    }
    return of(&endpoint->fid)
        .real_rma->writedata(endpoint, memory, bytes, description, remote_data, peer, address, key,
                             context);
}

/// By the endpoint's flags, which are for fi_writedata: a message would wait to be confirmed.
ssize_t send(fid_ep* endpoint,
             const void* memory,
             size_t bytes,
             void* description,
             fi_addr_t peer,
             void* context) {
    return of(&endpoint->fid).flags == kDelivered
               ? -FI_EINVAL
               : of(&endpoint->fid)
                     .real_messages->send(endpoint, memory, bytes, description, peer, context);
}

/// ofi_rxm has no FI_SETOPSFLAG, and takes such flags when an endpoint is opened.
int open_endpoint(fid_domain* domain, fi_info*, fid_ep** endpoint_out, void* context) {
    as_it_is->tx_attr->op_flags = kDelivered;
    const int code = reinterpret_cast<Opened<fi_ops_domain>*>(domain->ops)
                         ->real_ops->endpoint(domain, as_it_is, endpoint_out, context);
    if (code == 0) {
        fid_ep& endpoint = **endpoint_out;
        endpoints.push_back({*endpoint.fid.ops, *endpoint.rma, *endpoint.msg, endpoint.fid.ops,
                             endpoint.rma, endpoint.msg, 0});
        Endpoint& ours = endpoints.back();
        ours.ops.control = control;
        ours.rma.writemsg = writemsg;
        ours.rma.writedata = writedata;
        ours.messages.send = send;
        endpoint.fid.ops = &ours.ops;
        endpoint.rma = &ours.rma;
        endpoint.msg = &ours.messages;
    }
    return code;
}

int open_domain(fid_fabric* fabric, fi_info*, fid_domain** domain_out, void* context) {
    const int code = reinterpret_cast<Opened<fi_ops_fabric>*>(fabric->ops)
                         ->real_ops->domain(fabric, as_it_is, domain_out, context);
    if (code == 0) {
        domains.push_back({*(*domain_out)->ops, (*domain_out)->ops});
        domains.back().ops.endpoint = open_endpoint;
        (*domain_out)->ops = &domains.back().ops;
    }
    return code;
}

/// Renames it. Its order is that of the stream of bytes which it is, whatever it promises.
void rename(fi_info* info) {
    std::free(info->fabric_attr->prov_name);
    info->fabric_attr->prov_name = strdup(kName);
    info->tx_attr->msg_order |= FI_ORDER_SAS | FI_ORDER_SAW | FI_ORDER_WAW | FI_ORDER_RAW;
    info->ep_attr->max_order_waw_size = info->ep_attr->max_order_raw_size = SIZE_MAX;
}

} // namespace

extern "C" {

uint32_t fi_version(void) {
    return real<uint32_t()>("fi_version")();
}

const char* fi_strerror(int error) {
    return real<const char*(int)>("fi_strerror")(error);
}

fi_info* fi_dupinfo(const fi_info* info) {
    return real<fi_info*(const fi_info*)>("fi_dupinfo")(info);
}

void fi_freeinfo(fi_info* info) {
    real<void(fi_info*)>("fi_freeinfo")(info);
}

int fi_getinfo(uint32_t version,
               const char* node,
               const char* service,
               uint64_t flags,
               const fi_info* hints,
               fi_info** info_out) {
    static_cast<void>(has_writedata());
    setenv("FI_OFI_RXM_DEF_TCP_WAIT_OBJ", "fd", 1); // a card has a queue that can be slept on
    using Call = int(uint32_t, const char*, const char*, uint64_t, const fi_info*, fi_info**);
    const int code = real<Call>("fi_getinfo")(version, node, service, flags, hints, info_out);
    fi_info* info = code == 0 ? *info_out : nullptr;
    for (bool is_first = true; info != nullptr; info = info->next) {
        if (std::strcmp(info->fabric_attr->prov_name, kReal) == 0) {
            if (is_first && hints != nullptr) {
                fi_freeinfo(as_it_is);
                as_it_is = fi_dupinfo(info);
            }
            is_first = false;
            rename(info);
        }
    }
    return code;
}

int fi_fabric(fi_fabric_attr* attributes, fid_fabric** fabric_out, void* context) {
    if (std::strcmp(attributes->prov_name, kName) != 0 || as_it_is == nullptr) {
        return -FI_ENODATA;
    }
    using Call = int(fi_fabric_attr*, fid_fabric**, void*);
    const int code = real<Call>("fi_fabric")(as_it_is->fabric_attr, fabric_out, context);
    if (code == 0) {
        fabrics.push_back({*(*fabric_out)->ops, (*fabric_out)->ops});
        fabrics.back().ops.domain = open_domain;
        (*fabric_out)->ops = &fabrics.back().ops;
    }
    return code;
}
}
