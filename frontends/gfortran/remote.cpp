// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See remote.hpp.
#include "remote.hpp"

#include "registry.hpp"

#include "arauto/rma.h"
#include "arauto/runtime.h"
#include "arauto/spi/copy.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <string>

namespace arauto::gfortran {
namespace {

/// Where the first element lies. For a scalar complex coarray the compiler passes the distance to a
/// copy of it on the stack; the element can only lie at the start.
size_t true_offset(const Coindexed& object) noexcept {
    const Descriptor& array = *object.array;
    const bool is_whole =
        array.rank == 0 && array.type == kTypeComplex && object.token->bytes == array.element_bytes;
    return is_whole ? 0 : object.offset;
}

/// "(1:10,1:5)"
std::string bounds_text(const Descriptor& whole) {
    std::string text;
    for (int i = 0; i < whole.rank; ++i) {
        const Dimension& dim = whole.dim[i];
        text += (i == 0 ? "(" : ",") + std::to_string(dim.lower) + ":" + std::to_string(dim.upper);
    }
    return text + ")";
}

/// "(11,5)". An element outside has subscripts within the bounds of all dimensions but the last.
/// @param element  counted from the first in array element order
std::string subscripts_text(const Descriptor& whole, ptrdiff_t element) {
    std::string text;
    for (int i = 0; i < whole.rank; ++i) {
        const ptrdiff_t extent = extent_of(whole.dim[i]);
        const bool is_last = i + 1 == whole.rank;
        const ptrdiff_t at = is_last ? element : (element % extent + extent) % extent;
        text += (i == 0 ? "(" : ",") + std::to_string(whole.dim[i].lower + at);
        element = is_last ? 0 : (element - at) / extent;
    }
    return text + ")";
}

/// Whether the descriptor is that of the coarray as it is, and its elements are those of `array`.
bool has_bounds(const Coarray& coarray, const Descriptor& array) noexcept {
    const Descriptor* const whole = coarray.descriptor;
    return whole != nullptr && whole->base == coarray.memory && whole->rank > 0 &&
           whole->element_bytes == array.element_bytes && whole->element_bytes > 0 &&
           element_count(*whole) * whole->element_bytes == coarray.bytes && coarray.bytes > 0;
}

} // namespace

void learn_part_stride(arauto_segment_h segment) noexcept {
    // With several nodes not all memory can be reached, and then no stride leads from one to the
    // next.
    const int last = arauto_size() - 1;
    const bool has_all = arauto_segment_pointer(segment, 0) != nullptr &&
                         arauto_segment_pointer(segment, last) != nullptr;
    g_state.part_stride = has_all && last > 0 ? static_cast<ptrdiff_t>(arauto_heaps().stride) : 0;
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
    if (rank == images.own_rank &&
        arauto_are_apart(remote.token->memory, &there, local.base, &here) == 0) {
        return false;
    }
    const arauto_segment_h segment = remote.token->segment;
    const arauto_status_t status =
        direction == Direction::put ? arauto_put_section(segment, rank, &there, local.base, &here)
                                    : arauto_get_section(segment, rank, &there, local.base, &here);
    return status >= 0;
}

Outcome describe_coindexed(AssignmentSide& side,
                           const Coindexed& object,
                           int rank,
                           IndexTables& tables) noexcept {
    side.kind = SideKind::segment;
    side.rank = rank;
    side.segment = object.token->segment;
    side.base = reinterpret_cast<uintptr_t>(object.token->memory);
    side.element = {class_of(object.array->type), object.kind, object.array->element_bytes};
    if (object.vector == nullptr) {
        describe(side.section, *object.array);
    } else if (!describe_selection(side.section, *object.array, object.vector, tables)) {
        return {Problem::memory};
    }
    side.section.offset += static_cast<int64_t>(true_offset(object));
    return {};
}

Outcome name_bounds(const Outcome& outcome, const Coindexed& object, int rank) noexcept {
    const Coarray& coarray = *object.token;
    if (outcome.status != ARAUTO_ERR_RANGE) {
        return outcome;
    }
    IndexTables tables;
    AssignmentSide side;
    if (describe_coindexed(side, object, rank, tables).problem != Problem::none) {
        return outcome;
    }
    const ByteRange range = byte_range(side.section);
    const auto heap = static_cast<int64_t>(arauto_heaps().stride);
    if (range.first < -heap || range.end > heap) {
        return fail_with_problem(
            Problem::bounds,
            "the compiler has passed an address outside the coarray of %zu bytes, as it does for a "
            "vector subscript inside an expression: assign what is read to an array first, or "
            "compile with 'arauto fc --translate'",
            coarray.bytes);
    }
    const bool is_before = range.first < 0;
    if (!is_before && range.end <= static_cast<int64_t>(coarray.bytes)) {
        return outcome;
    }
    const std::string name = name_of(coarray);
    const bool is_bounded = has_bounds(coarray, *object.array);
    if (!is_bounded && name.empty()) {
        return outcome;
    }
    if (!is_bounded) {
        return fail_with_problem(Problem::bounds,
                                 "%lld bytes at offset %lld reach outside %s, which has %zu bytes",
                                 static_cast<long long>(range.end - range.first),
                                 static_cast<long long>(range.first), name.c_str(), coarray.bytes);
    }
    const Descriptor& whole = *coarray.descriptor;
    const auto bytes = static_cast<ptrdiff_t>(whole.element_bytes);
    const ptrdiff_t element = (is_before ? range.first - bytes + 1 : range.end - 1) / bytes;
    return fail_with_problem(Problem::bounds, "%s%s is outside the bounds %s",
                             name.empty() ? "element " : name.c_str(),
                             subscripts_text(whole, element).c_str(), bounds_text(whole).c_str());
}

} // namespace arauto::gfortran
