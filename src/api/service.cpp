// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// arauto/service.h.
#include "arauto/service.h"

#include "api/check.hpp"
#include "remote/rpc.hpp"

using namespace arauto; // NOLINT: this file is the C face of that namespace

namespace {

std::span<const std::byte> bytes_at(const void* address, size_t bytes) noexcept {
    return {static_cast<const std::byte*>(address), bytes};
}

Status check_question(int rank, int service, size_t bytes, const char* call) noexcept {
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    if (!core::is_far(rank)) {
        return fail(ARAUTO_ERR_RANK, "%s: %s is on this node, which has no services", call,
                    name_of(rank).text);
    }
    if (!core::is_service(service) || bytes > ARAUTO_SERVICE_BYTES_MAX) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: service %d with %zu bytes; it must be registered, and get at most %d",
                    call, service, bytes, ARAUTO_SERVICE_BYTES_MAX);
    }
    return api::check_alive(rank, call);
}

} // namespace

arauto_status_t arauto_service_register(arauto_service_f function, int* service_out) noexcept {
    const char* call = "arauto_service_register";
    ARAUTO_TRY(api::check_handle(reinterpret_cast<const void*>(function), call, "function"));
    ARAUTO_TRY(api::check_handle(service_out, call, "place for the number"));
    return core::register_service(function, service_out);
}

arauto_status_t
arauto_service_tell(int rank, int service, const void* question, size_t bytes) noexcept {
    ARAUTO_TRY(check_question(rank, service, bytes, "arauto_service_tell"));
    return core::tell_service({rank, static_cast<uint32_t>(service), bytes_at(question, bytes)});
}

arauto_status_t arauto_service_ask(int rank,
                                   int service,
                                   const void* question,
                                   size_t bytes,
                                   void* answer,
                                   size_t answer_bytes) noexcept {
    const char* call = "arauto_service_ask";
    ARAUTO_TRY(check_question(rank, service, bytes, call));
    if (answer_bytes > ARAUTO_SERVICE_BYTES_MAX) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: an answer of %zu bytes; it has at most %d", call,
                    answer_bytes, ARAUTO_SERVICE_BYTES_MAX);
    }
    const Status status =
        core::ask_service({rank, static_cast<uint32_t>(service), bytes_at(question, bytes)},
                          {static_cast<std::byte*>(answer), answer_bytes});
    return status;
}

arauto_status_t arauto_service_settle(int rank) noexcept {
    const char* call = "arauto_service_settle";
    ARAUTO_TRY(api::check_running(call));
    if (rank != ARAUTO_SERVICE_ALL) {
        ARAUTO_TRY(api::check_rank(rank, call));
    }
    return core::settle_services(rank);
}
