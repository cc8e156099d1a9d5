// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See allocation.hpp.
#include "allocation.hpp"

#include "coarray/images.hpp"
#include "coarray/teams.hpp"
#include "slots.hpp"
#include "state.hpp"

#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <vector>

namespace arauto::prif {
namespace {

/// Before memory of prif_allocate: how long it is. As long as its alignment.
constexpr size_t kHeaderBytes = 64;

std::vector<Coarray*>& live() {
    return g_state.coarrays.get();
}

void report_allocation(const Errors& errors, arauto_status_t status, const char* call) noexcept {
    if (status == ARAUTO_ERR_MEMORY) {
        coarray::fail_with(errors, coarray::stat_codes.memory, "%s: out of memory: %s", call,
                           coarray::without_call(arauto_last_error()));
        return;
    }
    coarray::report(errors, status, call);
}

/// False, with the failure reported, when the cobounds are none.
bool set_cobounds(Coarray& coarray,
                  const DeclaredCobounds& cobounds,
                  const Errors& errors,
                  const char* call) noexcept {
    const size_t corank = cobounds.lower.size();
    const size_t given = cobounds.upper.size();
    if (corank < 1 || corank > kCorankMax || given + 1 < corank || given > corank) {
        coarray::fail(errors,
                      "%s: there are %zu lower and %zu upper cobounds; there must be 1 to %d lower "
                      "ones and as many upper ones, of which the last may be left out",
                      call, corank, given, kCorankMax);
        return false;
    }
    coarray.corank = static_cast<int>(corank);
    std::copy(cobounds.lower.begin(), cobounds.lower.end(), coarray.lower.begin());
    std::copy_n(cobounds.upper.begin(), corank - 1, coarray.upper.begin());
    for (size_t i = 0; i + 1 < corank; ++i) {
        if (coarray.upper[i] < coarray.lower[i]) {
            coarray::fail(errors,
                          "%s: cosubscript %zu goes from %lld to %lld; the upper cobound must not "
                          "be below the lower one",
                          call, i + 1, static_cast<long long>(coarray.lower[i]),
                          static_cast<long long>(coarray.upper[i]));
            return false;
        }
    }
    return true;
}

void forget(Coarray* coarray) {
    std::erase(live(), coarray);
    coarray::count_coarrays(coarray->allocation->team, -1);
    delete coarray->allocation;
    delete coarray;
}

} // namespace

Coarray* allocate_coarray(const Request& request, const Errors& errors) {
    constexpr const char* kCall = "prif_allocate_coarray";
    auto coarray = std::make_unique<Coarray>();
    if (!set_cobounds(*coarray, request.cobounds, errors, kCall)) {
        return nullptr;
    }
    const arauto_team_h team = coarray::current_team();
    arauto_segment_h segment = nullptr;
    const arauto_status_t status = arauto_segment_allocate(team, request.bytes, &segment);
    if (segment == nullptr) {
        report_allocation(errors, status, kCall);
        return nullptr;
    }
    coarray->allocation = new Allocation{.segment = segment,
                                         .team = team,
                                         .base = static_cast<char*>(arauto_segment_base(segment)),
                                         .bytes = request.bytes,
                                         .keeper = arauto_team_to_world(team, 0),
                                         .depth = coarray::team_depth(),
                                         .context = nullptr,
                                         .cleanup = request.cleanup};
    coarray::count_coarrays(team, 1);
    live().push_back(coarray.get());
    report_operation(errors, status, kCall); // allocated on the images that are left
    return coarray.release();
}

void deallocate_coarrays(std::span<Coarray* const> coarrays, const Errors& errors) {
    constexpr const char* kCall = "prif_deallocate_coarray";
    coarray::set_ok(errors.stat);
    if (coarrays.empty()) {
        return;
    }
    for (const Coarray* coarray : coarrays) {
        if (checked(coarray, kCall).is_alias) {
            coarray::fail(errors, "%s: the handle is an alias; prif_alias_destroy ends it", kCall);
            return;
        }
    }
    // No image may clean up what another still uses.
    arauto_status_t worst = arauto_team_barrier(coarrays.front()->allocation->team);
    if (worst < 0 && worst != ARAUTO_ERR_FAILED) {
        coarray::report(errors, worst, kCall);
        return;
    }
    for (Coarray* const coarray : coarrays) {
        Allocation& memory = *coarray->allocation;
        if (memory.cleanup != nullptr) {
            memory.cleanup(coarray);
        }
        release_slots(memory.base, memory.bytes);
        const arauto_status_t status = arauto_segment_free(memory.segment);
        worst = status < 0 ? status : worst;
        if (status != ARAUTO_ERR_STOPPED) {
            forget(coarray);
        }
    }
    report_operation(errors, worst, kCall);
}

void deallocate_of_team(const Errors& errors) {
    std::vector<Coarray*> left;
    std::copy_if(
        live().begin(), live().end(), std::back_inserter(left),
        [](const Coarray* coarray) { return coarray->allocation->depth == coarray::team_depth(); });
    deallocate_coarrays(left, errors);
}

Coarray* create_alias(const Coarray* source, const DeclaredCobounds& cobounds, size_t offset) {
    constexpr const char* kCall = "prif_alias_create";
    auto alias = std::make_unique<Coarray>(checked(source, kCall));
    if (!set_cobounds(*alias, cobounds, {}, kCall)) {
        return nullptr;
    }
    alias->offset += offset;
    alias->is_alias = true;
    return alias.release();
}

void destroy_alias(Coarray* alias) {
    constexpr const char* kCall = "prif_alias_destroy";
    if (!checked(alias, kCall).is_alias) {
        coarray::fail({}, "%s: the handle is no alias; prif_deallocate_coarray ends it", kCall);
    }
    delete alias;
}

void* allocate_local(size_t bytes, const Errors& errors) {
    void* memory = nullptr;
    const arauto_status_t status = bytes > SIZE_MAX - kHeaderBytes
                                       ? ARAUTO_ERR_MEMORY
                                       : arauto_memory_allocate(bytes + kHeaderBytes, &memory);
    report_allocation(errors, status, "prif_allocate");
    if (memory == nullptr) {
        return nullptr;
    }
    std::memcpy(memory, &bytes, sizeof bytes);
    return static_cast<char*>(memory) + kHeaderBytes;
}

void deallocate_local(void* memory, const Errors& errors) {
    constexpr const char* kCall = "prif_deallocate";
    coarray::set_ok(errors.stat);
    if (memory == nullptr) {
        return;
    }
    char* const header = static_cast<char*>(memory) - kHeaderBytes;
    if (arauto_memory_is_ours(header) == 0) {
        coarray::fail(errors, "%s: %p is no memory of prif_allocate, or has been deallocated",
                      kCall, memory);
        return;
    }
    size_t bytes = 0;
    std::memcpy(&bytes, header, sizeof bytes);
    release_slots(memory, bytes);
    coarray::report(errors, arauto_memory_free(header), kCall);
}

} // namespace arauto::prif
