// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See far_command.hpp. The target's process carries out accumulates of other nodes while it holds
// its own lock on accumulates.
#include "accumulate_lock.hpp"
#include "far_command.hpp"

#include "arauto/spi/segment.h"

#include <cstring>
#include <sched.h>

namespace arauto::mpi {
namespace {

constexpr int kStagingBuffersMax = 64; // that a process gives to others

/// This process as the target of accumulates from other nodes.
struct FarTarget {
    // For this process's lock, when that was not free: of the request that is to be served next. It
    // is claimed in the name of this process, which gives it up where the request's origin dies.
    uint64_t ticket = kNoTicket;
    uint64_t looks = 0; // at that lock
    int given = 0; // staging buffers
};
constinit FarTarget g_target;

/// Takes the lock if it is free, or takes a ticket for it. @return whether the lock is held now
bool try_lock(TicketLock& lock, uint64_t& number) noexcept {
    constexpr uint64_t kLooksBetweenChecks = 4096;
    const NearWords words(lock);
    if (g_target.ticket == kNoTicket) {
        const bool is_free = spi::look_with_pause(spi::kLooksBeforeTicket, [&] {
            number = try_enter(words, job().rank);
            return number != kNoTicket;
        });
        if (is_free) {
            return true;
        }
        g_target.ticket = try_claim(words, job().rank);
    }
    if (words.load(kServing) != g_target.ticket) {
        if (++g_target.looks % kLooksBetweenChecks == 0) {
            pass_dead(lock);
        }
        sched_yield();
        return false;
    }
    number = g_target.ticket;
    g_target.ticket = kNoTicket;
    g_target.looks = 0;
    return true;
}

void unlock(TicketLock& lock, uint64_t number) noexcept {
    NearWords(lock).store(kServing, number + 1);
    ring(lock.doorbell);
}

/// Whether the origin has failed, and this process waits in no line for it.
bool is_given_up(const arauto_rpc_request_t& request) noexcept {
    return request.is_lost != 0 && g_target.ticket == kNoTicket;
}

/// Does the work of a request under this process's lock, unless the origin has failed.
/// @return ARAUTO_RPC_LATER while another process holds the lock
template <class Work>
arauto_status_t under_own_lock(const arauto_rpc_request_t& request, Work&& work) noexcept {
    if (is_given_up(request)) {
        return ARAUTO_OK;
    }
    TicketLock& lock = block_of(job().rank)->accumulate;
    uint64_t number = 0;
    if (!try_lock(lock, number)) {
        return ARAUTO_RPC_LATER;
    }
    if (request.is_lost == 0) {
        work();
    }
    unlock(lock, number);
    return ARAUTO_OK;
}

bool is_sound(const Command& command, const arauto_rpc_request_t& request) noexcept {
    const size_t moved = size_t{command.bytes} * command.blocks;
    const bool has_data = command.operation != Operation::kNoOp;
    const size_t data = command.kind == CommandKind::swap ? 2 * moved : has_data ? moved : 0;
    return request.request_bytes == sizeof command + data && moved <= kDataMax &&
           (request.reply_bytes == 0 || request.reply_bytes == moved);
}

void carry_out(const Command& command, Apply apply, const arauto_rpc_request_t& request) noexcept {
    auto* const there = reinterpret_cast<char*>(command.address);
    const char* const data = static_cast<const char*>(request.request) + sizeof command;
    if (request.reply_bytes > 0) {
        auto* reply = static_cast<char*>(request.reply);
        for (int block = 0; block < command.blocks; ++block, reply += command.bytes) {
            std::memcpy(reply, there + block * command.stride, command.bytes);
        }
    }
    if (command.kind == CommandKind::swap) {
        if (std::memcmp(there, data + command.bytes, command.bytes) == 0) {
            std::memcpy(there, data, command.bytes);
        }
    } else if (command.operation != Operation::kNoOp) {
        apply_blocks(apply, {there, data, command.blocks, command.stride, command.bytes,
                             element_count(command.basic, command.bytes)});
    }
}

void carry_out_staged(const StagedCommand& command, Apply apply) noexcept {
    auto* const there = reinterpret_cast<char*>(command.address);
    auto* result = reinterpret_cast<char*>(command.result);
    for (int64_t block = 0; result != nullptr && block < command.blocks; ++block) {
        std::memcpy(result, there + block * command.stride, command.bytes);
        result += command.bytes;
    }
    if (command.operation != Operation::kNoOp) {
        apply_blocks(apply,
                     {there, reinterpret_cast<const char*>(command.operand), command.blocks,
                      command.stride, command.bytes, element_count(command.basic, command.bytes)});
    }
}

} // namespace

arauto_status_t serve_accumulate(const arauto_rpc_request_t* request) noexcept {
    Command command{};
    if (request->request_bytes < sizeof command) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&command, request->request, sizeof command);
    const Apply apply =
        command.kind == CommandKind::swap ? nullptr : apply_of(command.operation, command.basic);
    if (!is_sound(command, *request) ||
        (command.kind == CommandKind::accumulate && apply == nullptr)) {
        return ARAUTO_ERR_ARGUMENT;
    }
    return under_own_lock(*request, [&] { carry_out(command, apply, *request); });
}

arauto_status_t give_staging_buffer(const arauto_rpc_request_t* request) noexcept {
    uint64_t address = 0;
    if (request->reply_bytes != sizeof address) {
        return ARAUTO_ERR_ARGUMENT;
    }
    void* buffer = nullptr;
    if (g_target.given < kStagingBuffersMax &&
        arauto_memory_allocate(kStagingBytes, &buffer) >= 0) {
        ++g_target.given;
        address = reinterpret_cast<uint64_t>(buffer);
    }
    std::memcpy(request->reply, &address, sizeof address);
    return ARAUTO_OK;
}

arauto_status_t serve_staged(const arauto_rpc_request_t* request) noexcept {
    StagedCommand command{};
    if (request->request_bytes != sizeof command) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&command, request->request, sizeof command);
    const Apply apply = apply_of(command.operation, command.basic);
    if (apply == nullptr || uint64_t{command.bytes} * command.blocks > kLongPartBytes) {
        return ARAUTO_ERR_ARGUMENT;
    }
    return under_own_lock(*request, [&] { carry_out_staged(command, apply); });
}

} // namespace arauto::mpi
