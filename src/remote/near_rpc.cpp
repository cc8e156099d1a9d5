// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See near_rpc.hpp.
//
// PAIR rpc.backlog: the origin writes a request, then makes it the top of the backlog; the thread
// that takes the backlog reads the requests. A thread that finds the backlog taken goes on; so the
// one that serves looks at the backlog once more after it has released it. All of these are
// sequentially consistent, so that one of the two sees the request.
#include "remote/near_rpc.hpp"

#include "base/clock.hpp"
#include "base/counters.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <pthread.h>

namespace arauto::core {
namespace {

/// A request in its origin's heap; its bytes follow, then the room for the reply.
struct alignas(16) NearRequest {
    std::atomic<uint32_t> is_done; // PAIR rpc.done: the thread that has served it stores
    int32_t origin;
    uint64_t next; // further down the backlog; 0: none
    uint32_t function;
    uint32_t bytes;
    uint32_t reply_bytes;
    int32_t status;
};
static_assert(sizeof(NearRequest) == 32);

constexpr size_t padded(size_t bytes) noexcept {
    return (bytes + alignof(NearRequest) - 1) / alignof(NearRequest) * alignof(NearRequest);
}

std::byte* body_of(NearRequest& request) noexcept {
    return reinterpret_cast<std::byte*>(&request + 1);
}

/// Distances from the start of the node's mapping mean the same in each of its processes.
std::byte* mapping() noexcept {
    return reinterpret_cast<std::byte*>(this_rank().header);
}

boot::ImageBlock& own_block() noexcept {
    return this_rank().images[this_rank().rank];
}

DoorbellRef thread_bell(int rank) noexcept {
    boot::ImageBlock& block = this_rank().images[rank];
    return {block.rpc_bell, block.rpc_sleepers};
}

void push(boot::ImageBlock& block, uint64_t offset) noexcept {
    auto* const request = reinterpret_cast<NearRequest*>(mapping() + offset);
    // relaxed because the exchange orders
    uint64_t top = block.rpc_backlog.load(std::memory_order_relaxed);
    do {
        request->next = top;
    } while (!block.rpc_backlog.compare_exchange_weak(
        top, offset, std::memory_order_seq_cst, // PAIR rpc.backlog: push
        std::memory_order_relaxed)); // relaxed because it is tried again
}

/// @return false when it is to be served later
bool serve(NearRequest& near) noexcept {
    // PAIR rpc.count: look
    if (near.function >=
        static_cast<uint32_t>(this_rank().rpc->count.load(std::memory_order_acquire))) {
        near.status = ARAUTO_ERR_ARGUMENT;
        return true;
    }
    std::byte* const body = body_of(near);
    const arauto_rpc_request_t request{.origin = near.origin,
                                       .request = body,
                                       .request_bytes = near.bytes,
                                       .reply = near.reply_bytes != 0 ? body + padded(near.bytes)
                                                                      : nullptr,
                                       .reply_bytes = near.reply_bytes,
                                       .is_lost = 0};
    near.status = this_rank().rpc->functions[near.function](&request);
    return near.status != ARAUTO_RPC_LATER;
}

/// Serves what a backlog has, from its top on.
void serve_backlog(uint64_t offset) noexcept {
    while (offset != 0) {
        auto& request = *reinterpret_cast<NearRequest*>(mapping() + offset);
        const uint64_t next = request.next; // its origin may free it once it is done
        const int origin = request.origin;
        if (serve(request)) {
            request.is_done.store(1, std::memory_order_seq_cst); // PAIR rpc.done: store
            ring(origin);
        } else {
            push(own_block(), offset);
        }
        offset = next;
    }
}

/// Wakes a thread that serves: the RPC thread, else one that waits.
void wake_server(int rank) noexcept {
    const DoorbellRef bell = thread_bell(rank);
    // PAIR wait.doorbell: look
    if (bell.sleepers.load(std::memory_order_seq_cst) != 0) {
        ring(bell);
    } else {
        ring(rank);
    }
}

Status await(NearRequest& request, int rank) noexcept {
    const auto is_done = [&] {
        return request.is_done.load(std::memory_order_seq_cst) != 0; // PAIR rpc.done: look
    };
    const int looks = this_rank().oversubscribed ? 0 : spi::kLooksBeforeRpcThread;
    if (spi::look_with_pause(looks, is_done)) {
        return ARAUTO_OK;
    }
    wake_server(rank);
    return wait_until(is_done, [rank] { return check_alive(rank, "a request"); });
}

constinit thread_local bool t_is_rpc_thread = false;

/// The RPC thread. It takes no signals of the program.
void serve_until_dismissed() noexcept {
    constexpr int64_t kRestNs = 1'000'000'000;
    t_is_rpc_thread = true;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    boot::ImageBlock& block = own_block();
    ThreadPresence& presence = this_rank().rpc->thread;
    while (presence.is_wanted()) {
        serve_near_rpcs();
        const DoorbellRef bell = thread_bell(this_rank().rank);
        bell.sleepers.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: raise
        const uint32_t key = bell.word.load(std::memory_order_seq_cst);
        // PAIR wait.doorbell: re-read
        const bool is_idle = block.rpc_backlog.load(std::memory_order_seq_cst) == 0;
        if (is_idle && presence.is_wanted()) {
            os::futex_wait(bell.word, key, kRestNs);
        }
        bell.sleepers.fetch_sub(1, std::memory_order_seq_cst); // PAIR wait.doorbell: leave
    }
    presence.end();
}

} // namespace

Status call_near_rpc(const RpcRequest& request, std::span<std::byte> reply) noexcept {
    void* memory = nullptr;
    const size_t bytes = padded(request.body.size());
    if (const Status status = this_rank().own_heap.allocate_local(
            sizeof(NearRequest) + bytes + reply.size(), &memory);
        status < 0) {
        return status;
    }
    auto* const near = new (memory) NearRequest{{0},
                                                this_rank().rank,
                                                0,
                                                request.function,
                                                static_cast<uint32_t>(request.body.size()),
                                                static_cast<uint32_t>(reply.size()),
                                                ARAUTO_OK};
    std::copy(request.body.begin(), request.body.end(), body_of(*near));
    tally_more(ARAUTO_COUNTER_RPC, {1, 1, request.body.size()});
    push(this_rank().images[request.rank],
         static_cast<uint64_t>(static_cast<std::byte*>(memory) - mapping()));
    const Status waited = await(*near, request.rank);
    if (waited < 0) {
        return waited; // the memory stays: a dead rank's backlog names it
    }
    const Status status = near->status;
    std::copy_n(body_of(*near) + bytes, reply.size(), reply.begin());
    const Status freed = this_rank().own_heap.free_local(memory);
    return freed < 0 ? freed : status;
}

void serve_near_rpcs() noexcept {
    std::atomic<uint64_t>& backlog = own_block().rpc_backlog;
    std::atomic<bool>& is_taken = this_rank().rpc->is_near_taken;
    // PAIR rpc.backlog: look
    while (backlog.load(std::memory_order_seq_cst) != 0) {
        if (is_taken.exchange(true, std::memory_order_seq_cst)) { // PAIR rpc.backlog: enter
            return;
        }
        const uint64_t top =
            backlog.exchange(0, std::memory_order_seq_cst); // PAIR rpc.backlog: take
        serve_backlog(top);
        is_taken.store(false, std::memory_order_seq_cst); // PAIR rpc.backlog: leave
    }
}

Status start_rpc_thread() noexcept {
    if (this_rank().size == 1 || !this_rank().rpc->thread.begin()) {
        return ARAUTO_OK;
    }
    pthread_t thread{};
    const auto run = [](void*) noexcept -> void* {
        serve_until_dismissed();
        return nullptr;
    };
    if (pthread_create(&thread, nullptr, run, nullptr) != 0) {
        this_rank().rpc->thread.end();
        return fail(ARAUTO_ERR_MEMORY, "arauto_rpc_attend: the system gives no further thread");
    }
    pthread_detach(thread);
    return ARAUTO_OK;
}

void dismiss_rpc_thread() noexcept {
    if (!t_is_rpc_thread) {
        this_rank().rpc->thread.dismiss([] { ring(thread_bell(this_rank().rank)); });
    }
}

} // namespace arauto::core
