// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
#include "remote.hpp"

#include "arauto/rma.h"
#include "arauto/runtime.h"

namespace arauto::gfortran {
namespace {

/// Where the first element lies. For a scalar complex coarray the compiler passes the distance to a
/// copy of it on the stack; there is only one place where it can lie.
size_t true_offset(const Coindexed& object) noexcept {
    const Descriptor& array = *object.array;
    const bool is_whole =
        array.rank == 0 && array.type == kTypeComplex && object.token->bytes == array.element_bytes;
    return is_whole ? 0 : object.offset;
}

} // namespace

constinit ptrdiff_t part_stride = 0;

void learn_part_stride(arauto_segment_h segment) noexcept {
    const auto* const first = static_cast<const std::byte*>(arauto_segment_pointer(segment, 0));
    const auto* const second = static_cast<const std::byte*>(arauto_segment_pointer(segment, 1));
    // Of several nodes not all memory can be reached, and then no stride leads from one to the
    // next.
    const bool has_last = arauto_segment_pointer(segment, arauto_size() - 1) != nullptr;
    part_stride = first != nullptr && second != nullptr && has_last ? second - first : 0;
}

bool copy_alike(Direction direction,
                const Coindexed& remote,
                int rank,
                const Descriptor& local) noexcept {
    const Descriptor& array = *remote.array;
    if (array.rank == 0 || array.type != local.type || array.element_bytes != local.element_bytes ||
        !has_same_extents(array, local)) {
        return false;
    }
    arauto_section_t there;
    arauto_section_t here;
    describe(there, array);
    describe(here, local);
    there.offset += static_cast<int64_t>(remote.offset);
    if (rank == image_map.self &&
        arauto_are_apart(remote.token->memory, &there, local.base, &here) == 0) {
        return false;
    }
    const arauto_segment_h segment = remote.token->segment;
    const arauto_status_t status =
        direction == Direction::put ? arauto_put_section(segment, rank, &there, local.base, &here)
                                    : arauto_get_section(segment, rank, &there, local.base, &here);
    return status >= 0;
}

Outcome
describe_coindexed(Side& side, const Coindexed& object, int rank, IndexTables& tables) noexcept {
    side.place = Place::segment;
    side.rank = rank;
    side.segment = object.token->segment;
    side.base = reinterpret_cast<uintptr_t>(object.token->memory);
    side.element = {object.array->type, object.kind, object.array->element_bytes};
    if (object.vector == nullptr) {
        describe(side.section, *object.array);
    } else if (!describe_selection(side.section, *object.array, object.vector, tables)) {
        return {Problem::memory};
    }
    side.section.offset += static_cast<int64_t>(true_offset(object));
    return {};
}

} // namespace arauto::gfortran
