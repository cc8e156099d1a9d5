// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/spi/rpc.h: each call checks its arguments and calls the room `remote`.
#include "arauto/spi/rpc.h"

#include "api/check.hpp"
#include "remote/near_rpc.hpp"
#include "runtime/rank.hpp"

using namespace arauto;

namespace {

std::span<const std::byte> bytes_at(const void* address, size_t bytes) noexcept {
    return {static_cast<const std::byte*>(address), bytes};
}

Status check_request(int rank, int function, size_t bytes, const char* call) noexcept {
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    if (rank == core::this_rank().rank) {
        return fail(ARAUTO_ERR_RANK, "%s: %s is the caller, which RPC does not reach", call,
                    name_of(rank).text);
    }
    if (!core::is_rpc(function) || bytes > ARAUTO_RPC_BYTES_MAX) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: function %d with %zu bytes; it must be registered, and get at most %d",
                    call, function, bytes, ARAUTO_RPC_BYTES_MAX);
    }
    return api::check_alive(rank, call);
}

} // namespace

arauto_status_t arauto_rpc_register(arauto_rpc_f function, int* number_out) noexcept {
    const char* call = "arauto_rpc_register";
    ARAUTO_TRY(api::check_handle(reinterpret_cast<const void*>(function), call, "function"));
    ARAUTO_TRY(api::check_handle(number_out, call, "pointer for the number"));
    return core::register_rpc(function, number_out);
}

arauto_status_t
arauto_rpc_post(int rank, int function, const void* request, size_t bytes) noexcept {
    ARAUTO_TRY(check_request(rank, function, bytes, "arauto_rpc_post"));
    const core::RpcRequest asked{rank, static_cast<uint32_t>(function), bytes_at(request, bytes)};
    return core::is_far(rank) ? core::post_rpc(asked) : core::call_near_rpc(asked, {});
}

arauto_status_t arauto_rpc_call(int rank,
                                int function,
                                const void* request,
                                size_t bytes,
                                void* reply,
                                size_t reply_bytes) noexcept {
    const char* call = "arauto_rpc_call";
    ARAUTO_TRY(check_request(rank, function, bytes, call));
    if (reply_bytes > ARAUTO_RPC_BYTES_MAX) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: a reply of %zu bytes; it has at most %d", call,
                    reply_bytes, ARAUTO_RPC_BYTES_MAX);
    }
    const core::RpcRequest asked{rank, static_cast<uint32_t>(function), bytes_at(request, bytes)};
    const std::span<std::byte> answer{static_cast<std::byte*>(reply), reply_bytes};
    return core::is_far(rank) ? core::call_rpc(asked, answer) : core::call_near_rpc(asked, answer);
}

arauto_status_t arauto_rpc_flush(int rank) noexcept {
    const char* call = "arauto_rpc_flush";
    ARAUTO_TRY(api::check_running(call));
    if (rank != ARAUTO_EVERY_RANK) {
        ARAUTO_TRY(api::check_rank(rank, call));
    }
    return core::flush_rpcs(rank);
}

arauto_status_t arauto_rpc_attend() noexcept {
    ARAUTO_TRY(api::check_running("arauto_rpc_attend"));
    return core::start_rpc_thread();
}
