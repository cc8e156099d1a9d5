// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/segment.h.
#include "arauto/segment.h"

#include "api/check.hpp"
#include "api/handles.hpp"
#include "api/recording.hpp"
#include "arauto/spi/segment.h"
#include "remote/network.hpp"

#include <algorithm>

using namespace arauto;

namespace arauto::api {

Status out_of_range(const core::Segment& segment,
                    uint64_t offset,
                    uint64_t bytes,
                    const char* call) noexcept {
    const auto size = static_cast<unsigned long long>(bytes);
    const uint64_t before = 0 - offset;
    const uint64_t heap_bytes = core::this_rank().heap_bytes();
    if (std::min(offset, before) > heap_bytes) {
        return fail(ARAUTO_ERR_RANGE,
                    "%s: the %llu bytes lie at an address outside the segment of %zu bytes; what "
                    "was given as offset is the difference of two unrelated addresses",
                    call, size, segment.bytes);
    }
    if (before < offset) {
        return fail(ARAUTO_ERR_RANGE,
                    "%s: the access starts outside the segment of %zu bytes, %llu bytes before it",
                    call, segment.bytes, static_cast<unsigned long long>(before));
    }
    return fail(ARAUTO_ERR_RANGE,
                "%s: %llu bytes at offset %llu reach outside the segment of %zu bytes", call, size,
                static_cast<unsigned long long>(offset), segment.bytes);
}

} // namespace arauto::api

arauto_status_t
arauto_segment_allocate(arauto_team_h team, size_t bytes, arauto_segment_h* segment_out) noexcept {
    const char* call = "arauto_segment_allocate";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(segment_out, call, "pointer for the segment"));
    api::RecordedMeeting recorded(ARAUTO_RECORDED_ALLOCATE, *api::team_of(team), bytes,
                                  __builtin_return_address(0));
    core::Segment* segment = nullptr;
    const Status status = core::allocate_segment(*api::team_of(team), bytes, &segment, call);
    if (segment != nullptr) {
        api::tell_allocated(api::team_of(team), *segment);
        *segment_out = segment;
    }
    return recorded.ends_with(status);
}

arauto_status_t arauto_segment_declare(size_t bytes, arauto_segment_h* segment_out) noexcept {
    const char* call = "arauto_segment_declare";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(segment_out, call, "pointer for the segment"));
    ARAUTO_TRY(core::declare_segment(bytes, segment_out, call));
    api::tell_allocated(nullptr, **segment_out);
    return ARAUTO_OK;
}

arauto_status_t arauto_segment_verify(void) noexcept {
    ARAUTO_TRY(api::check_running("arauto_segment_verify"));
    // Before it, each rank may have given its declared segments their first values.
    api::ToldMeeting told;
    told.begin(ARAUTO_RECORDED_ALLOCATE, *core::this_rank().world, __builtin_return_address(0));
    const Status status = core::verify_declarations();
    told.end(status);
    return status;
}

arauto_status_t arauto_segment_free(arauto_segment_h segment) noexcept {
    const char* call = "arauto_segment_free";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(segment, call, "segment"));
    api::RecordedMeeting recorded(ARAUTO_RECORDED_FREE, *segment->team, 0,
                                  __builtin_return_address(0));
    const core::Segment freed = *segment;
    const Status status = core::free_segment(segment, call);
    if (status != ARAUTO_ERR_STOPPED) {
        api::tell_freed(freed, __builtin_return_address(0));
    }
    return recorded.ends_with(status);
}

void* arauto_segment_base(arauto_segment_h segment) noexcept {
    return core::this_rank().heap(core::this_rank().rank) + segment->offset;
}

size_t arauto_segment_size(arauto_segment_h segment) noexcept {
    return segment->bytes;
}

int arauto_segment_stride(ptrdiff_t* stride_out, const uint32_t** failed_out) noexcept {
    const core::Rank& self = core::this_rank();
    if (self.quick_heap0 == nullptr) {
        return 0;
    }
    static_assert(sizeof self.header->failed == sizeof(uint32_t) &&
                  std::atomic<uint32_t>::is_always_lock_free);
    *stride_out = static_cast<ptrdiff_t>(self.heap_stride);
    *failed_out = reinterpret_cast<const uint32_t*>(&self.header->failed);
    return 1;
}

void* arauto_segment_pointer(arauto_segment_h segment, int rank) noexcept {
    const core::Rank& self = core::this_rank();
    return segment != nullptr && self.is_rank(rank) && self.heap0 != nullptr && !core::is_far(rank)
               ? self.heap(rank) + segment->offset
               : nullptr;
}

arauto_status_t arauto_memory_allocate(size_t bytes, void** memory_out) noexcept {
    const char* call = "arauto_memory_allocate";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(memory_out, call, "pointer for the address"));
    return core::this_rank().own_heap.allocate_local(bytes, memory_out);
}

arauto_status_t arauto_memory_free(void* memory) noexcept {
    if (core::this_rank().current_phase() == core::Phase::before) {
        return api::check_running("arauto_memory_free");
    }
    return core::this_rank().own_heap.free_local(
        memory); // also after finalize: destructors of the program run late
}

arauto_heaps_t arauto_heaps(void) noexcept {
    const core::Rank& self = core::this_rank();
    return {self.heaps, self.heap_stride, self.heaps != nullptr ? self.size : 0};
}

int arauto_heaps_are_alike(int rank) noexcept {
    const core::Rank& self = core::this_rank();
    const bool is_known = self.heaps != nullptr && self.is_rank(rank);
    return is_known && core::map_base(rank) == reinterpret_cast<uint64_t>(self.job.base()) ? 1 : 0;
}

int arauto_memory_is_ours(const void* memory) noexcept {
    return core::this_rank().own_heap.is_local(memory) ? 1 : 0;
}
