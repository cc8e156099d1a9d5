// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// RPC to services of front-ends (arauto/service.h): a request by an active message, the function at
// the target, the answer by an active message. Requests wait in one line at the target, and the
// thread that delivers active messages there serves them. A request that cannot be served yet holds
// up the others, but nothing else.
#pragma once

#include "arauto/service.h"
#include "base/status.hpp"

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

inline constexpr int kServicesMax = 16;

[[nodiscard]] Status register_service(arauto_service_f function, int* service_out) noexcept;
[[nodiscard]] bool is_service(int service) noexcept;

/// A request to a far rank. The caller has checked it.
struct Question {
    int rank;
    uint32_t service;
    std::span<const std::byte> body;
};

[[nodiscard]] Status tell_service(const Question& question) noexcept;
[[nodiscard]] Status ask_service(const Question& question, std::span<std::byte> answer) noexcept;
/// @param rank  -1: all
[[nodiscard]] Status settle_services(int rank) noexcept;

// State. Only rpc.cpp looks into what follows.

using RpcBytes = std::vector<std::byte>;

/// At the target: a row of requests that has arrived.
struct RpcRow {
    int source = -1;
    RpcBytes row;
    RpcBytes answer; // empty: none is wanted
    size_t served = 0; // of the row
    size_t answered = 0; // of the answer
    Status status = ARAUTO_OK; // of the last part that was served
};
/// At the target: an answer that the network would not take yet.
struct RpcReply {
    int rank;
    RpcBytes body;
};

/// At the origin: a row that has been sent, when a thread waits for it or answers are to come.
struct RpcCall {
    std::atomic<bool> is_done{false}; // PAIR service.done: the thread that takes the answer stores
    Status status = ARAUTO_OK;
    int rank = 0;
    uint64_t serial = 0;
    std::vector<std::span<std::byte>> answers{};
};
using RpcCallRef = std::shared_ptr<RpcCall>;

/// At the origin: the requests to one rank. They gather in a row, which is sent when it has grown
/// to twice the length of the row before, when a thread waits, or when it has not grown between two
/// looks at the network: so one message does for many, and the first does not wait for many.
struct RpcPeer {
    uint64_t told = 0;
    uint64_t settled = 0; // so many of them have been done
    size_t line = 0; // what is sent and not known to be done
    uint32_t parts = 0; // of the row
    uint32_t parts_max = 1;
    bool is_old = false;
    uint64_t answer_bytes = 0; // of the row's parts
    RpcBytes row{}; // with its head
    RpcCallRef asking{}; // null: no answer to the row is wanted
};

struct Rpc {
    arauto_service_f services[kServicesMax]{};
    std::atomic<int> count{0};

    // At the target: by the thread that delivers active messages.
    std::deque<RpcRow> rows;
    std::deque<RpcReply> answers;

    // At the origin.
    std::mutex mutex; // over the next two, and registration
    std::unordered_map<uint64_t, RpcCallRef> asking;
    uint64_t serial = 0;
    // Held from a look at what a rank was told until what follows from it has been sent, so that no
    // thread takes another thread's message for sent before it is.
    std::mutex order;
    std::unordered_map<int, RpcPeer> told; // under `order`
    std::atomic<uint64_t> unsettled{0}; // ranks that have something to do still
};

} // namespace arauto::core
