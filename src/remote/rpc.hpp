// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// RPC of front-ends (arauto/spi/rpc.h): a request by an active message, the function at
// the target, the reply by an active message. Requests wait in one backlog at the target, and the
// thread that delivers active messages there serves them. A request that cannot be served yet holds
// up the others, but nothing else.
#pragma once

#include "arauto/spi/rpc.h"
#include "base/status.hpp"
#include "runtime/thread_presence.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace arauto::core {

inline constexpr int kRpcFunctionsMax = 17; // one of them of a traced job

[[nodiscard]] Status register_rpc(arauto_rpc_f function, int* number_out) noexcept;
[[nodiscard]] bool is_rpc(int function) noexcept;

/// A request to a far rank. The caller has checked it.
struct RpcRequest {
    int rank;
    uint32_t function;
    std::span<const std::byte> body;
};

[[nodiscard]] Status post_rpc(const RpcRequest& request) noexcept;
[[nodiscard]] Status call_rpc(const RpcRequest& request, std::span<std::byte> reply) noexcept;
/// @param rank  -1: all
[[nodiscard]] Status flush_rpcs(int rank) noexcept;

// State. Only rpc.cpp looks into what follows.

using RpcBytes = std::vector<std::byte>;

/// At the target: a batch of requests that has arrived.
struct RpcBatch {
    int source = -1;
    RpcBytes bytes;
    RpcBytes reply; // empty: none is wanted
    size_t served = 0; // bytes of the batch
    size_t replied = 0; // bytes of the reply
    Status status = ARAUTO_OK; // of the last part that was served
    bool is_put_off = false; // the next part has been called, and wants to be called again
    bool is_lost = false; // the origin has failed
};
/// At the target: a reply that the network would not take yet.
struct RpcReply {
    int rank;
    RpcBytes body;
};

/// At the origin: a batch that has been sent, when a thread waits for it or replies are to come.
struct RpcCall {
    std::atomic<bool> is_done{false}; // PAIR rpc.done: the thread that takes the reply stores
    Status status = ARAUTO_OK;
    int rank = 0;
    uint64_t serial = 0;
    std::vector<std::span<std::byte>> replies{};
};
using RpcCallRef = std::shared_ptr<RpcCall>;

/// At the origin: the requests to one rank. They gather in a batch, which is sent when it has grown
/// to twice the length of the batch before, when a thread waits, or when it has not grown between
/// two looks at the network: so one message does for many, and the first does not wait for many.
struct RpcPeer {
    uint64_t posted = 0;
    uint64_t flushed = 0; // so many of them have been done
    size_t backlog_bytes = 0; // of requests that are sent and not known to be served
    uint32_t parts = 0; // of the batch
    uint32_t parts_max = 1;
    bool is_old = false; // the batch has not grown since the last look at the network
    uint64_t reply_bytes = 0; // of the batch's parts
    RpcBytes batch{}; // with its head
    RpcCallRef pending{}; // null: no reply to the batch is wanted
};

struct Rpc {
    arauto_rpc_f functions[kRpcFunctionsMax]{};
    std::atomic<int> count{0};

    // At the target, for ranks of this node: only near_rpc.cpp looks into these.
    std::atomic<bool> is_near_taken{false}; // a thread serves its backlog
    ThreadPresence thread; // of the RPC thread

    // At the target: by the thread that delivers active messages.
    std::deque<RpcBatch> batches;
    std::deque<RpcReply> replies;

    // At the origin.
    std::mutex mutex; // over the next two, and registration
    std::unordered_map<uint64_t, RpcCallRef> pending;
    uint64_t serial = 0;
    // A thread holds it while it reads or changes the requests to a rank, and until it has sent the
    // batch if one is then to be sent. So no thread takes a batch for sent that another thread is
    // about to send.
    std::mutex order;
    std::unordered_map<int, RpcPeer> peers; // under `order`
    std::atomic<uint64_t> unflushed{0}; // ranks with requests that are not known to be served
};

} // namespace arauto::core
