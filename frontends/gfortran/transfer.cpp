// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See transfer.hpp. A direct copy where one side is local and the elements are the same; otherwise
// piece by piece through two small buffers, one with the source's elements and one with the
// target's.
#include "transfer.hpp"

#include "coarray/convert.hpp"
#include "foreign.hpp"
#include "pieces.hpp"
#include "section.hpp"
#include "state.hpp"

#include "arauto/rma.h"
#include "arauto/runtime.h"
#include "arauto/spi/copy.h"
#include "arauto/spi/rma.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace arauto::gfortran {
namespace {

constexpr size_t kBufferBytes = 16384;

/// Room for elements on their way: on the stack, or allocated when they do not fit there.
class Buffer {
  public:
    explicit Buffer(size_t bytes) noexcept
        : memory_(bytes <= kBufferBytes ? stack_ : static_cast<std::byte*>(std::malloc(bytes))) {}
    ~Buffer() {
        if (memory_ != stack_) {
            std::free(memory_);
        }
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    [[nodiscard]] std::byte* get() const noexcept { return memory_; }

  private:
    alignas(64) std::byte stack_[kBufferBytes];
    std::byte* memory_;
};

[[nodiscard]] Outcome of_status(arauto_status_t status) noexcept {
    if (status >= 0) {
        return {};
    }
    return {Problem::status, status};
}

bool is_structure(const coarray::Element& element) noexcept {
    const auto type = static_cast<BasicType>(element.type);
    return type == kTypeDerived || type == kTypeClass || type == kTypeUnknown || type == kTypeUnion;
}

void set_element_bytes(AssignmentSide& side, size_t bytes) noexcept {
    side.element.bytes = bytes;
    side.section.element_bytes = bytes;
}

/// Makes the elements the same where only their lengths differ and the longer one is cut: then only
/// what is needed travels. @return whether no conversion is left to do
bool trim_elements(AssignmentSide& to, AssignmentSide& from) noexcept {
    if (to.element.kind == from.element.kind && to.element.type == coarray::Class::character &&
        from.element.type == coarray::Class::character && from.element.bytes > to.element.bytes) {
        set_element_bytes(from, to.element.bytes);
    }
    if (is_structure(to.element) && is_structure(from.element)) {
        const size_t bytes = std::min(to.element.bytes, from.element.bytes);
        set_element_bytes(to, bytes);
        set_element_bytes(from, bytes);
        return true;
    }
    return coarray::is_same(to.element, from.element);
}

/// The compiler passes length 0 for expressions such as `a // b`: what is assigned is not known
/// then.
bool has_lost_length(const AssignmentSide& to, const AssignmentSide& from) noexcept {
    return from.kind == SideKind::local && from.element.type == coarray::Class::character &&
           from.element.bytes == 0 && to.element.bytes > 0;
}

bool can_overlap(const AssignmentSide& to, const AssignmentSide& from) noexcept {
    if (to.rank != from.rank) {
        return false;
    }
    const bool same_terms = to.kind == from.kind || to.rank == images.own_rank;
    if (!same_terms) {
        return true; // a segment and an address of another image: nothing here compares them
    }
    const ByteRange a = byte_range(to.section);
    const ByteRange b = byte_range(from.section);
    const auto to_base = static_cast<int64_t>(to.base);
    const auto from_base = static_cast<int64_t>(from.base);
    return to_base + a.first < from_base + b.end && from_base + b.first < to_base + a.end;
}

/// Moves one piece, which fits both buffers.
arauto_status_t move_piece(const AssignmentSide& to,
                           const AssignmentSide& from,
                           std::byte* raw,
                           std::byte* converted) {
    arauto_section_t packed;
    describe_packed(packed, from.section, from.element.bytes);
    arauto_status_t status = read_side(from, raw, packed);
    if (status < 0) {
        return status;
    }
    if (converted == nullptr) {
        return write_side(to, raw, packed);
    }
    coarray::convert(converted, to.element, raw, from.element, element_count(from.section));
    describe_packed(packed, to.section, to.element.bytes);
    return write_side(to, converted, packed);
}

Outcome move_in_pieces(const AssignmentSide& to,
                       const AssignmentSide& from,
                       bool is_same_element,
                       size_t count_max) {
    const Buffer raw(count_max * from.element.bytes);
    const Buffer converted(is_same_element ? 0 : count_max * to.element.bytes);
    if (raw.get() == nullptr || converted.get() == nullptr) {
        return {Problem::memory};
    }
    std::byte* const second = is_same_element ? nullptr : converted.get();
    if (element_count(from.section) <= count_max) {
        return of_status(move_piece(to, from, raw.get(), second));
    }
    AssignmentSide to_piece = to;
    AssignmentSide from_piece = from;
    Pieces pieces(from.section, count_max);
    while (pieces.next()) {
        pieces.cut(to_piece.section, to.section);
        pieces.cut(from_piece.section, from.section);
        const arauto_status_t status = move_piece(to_piece, from_piece, raw.get(), second);
        if (status < 0) {
            return of_status(status);
        }
    }
    return {};
}

/// Assigns when both sections have the same shape.
Outcome assign_shaped(AssignmentSide& to, AssignmentSide& from) noexcept {
    const size_t count = element_count(to.section);
    if (count == 0) {
        return {};
    }
    if (has_lost_length(to, from)) {
        return {Problem::length};
    }
    const bool same = trim_elements(to, from);
    if (!same && !coarray::can_convert(to.element, from.element)) {
        return {Problem::types};
    }
    const bool overlap = can_overlap(to, from);
    if (same && !overlap && from.kind == SideKind::local) {
        const auto* const base = reinterpret_cast<const void*>(from.base);
        return of_status(write_side(to, base, from.section));
    }
    if (same && !overlap && to.kind == SideKind::local) {
        return of_status(read_side(from, reinterpret_cast<void*>(to.base), to.section));
    }
    const size_t longest = std::max({to.element.bytes, from.element.bytes, size_t{1}});
    const size_t count_max = overlap ? count : std::max<size_t>(1, kBufferBytes / longest);
    return move_in_pieces(to, from, same, std::min(count, count_max));
}

/// Fetches and converts the one element of `from`, then fills `to` with it.
Outcome fill(AssignmentSide& to, AssignmentSide& from) noexcept {
    const Buffer value(to.element.bytes);
    if (value.get() == nullptr) {
        return {Problem::memory};
    }
    AssignmentSide one = {.kind = SideKind::local,
                          .rank = images.own_rank,
                          .segment = nullptr,
                          .base = reinterpret_cast<uintptr_t>(value.get()),
                          .section = {},
                          .element = to.element};
    set_scalar(one.section, to.element.bytes);
    const Outcome fetched = assign_shaped(one, from);
    if (fetched.problem != Problem::none) {
        return fetched;
    }
    broadcast(one.section, to.section);
    return assign_shaped(to, one);
}

/// "(3,2)", or "()" of a scalar.
std::string shape_text(const arauto_section_t& section) {
    std::string text = "(";
    for (int32_t i = 0; i < section.rank; ++i) {
        text += (i > 0 ? "," : "") + std::to_string(section.dim[i].extent);
    }
    return text + ")";
}

} // namespace

Outcome fail_with_problem(Problem problem, const char* format, ...) noexcept {
    va_list values;
    va_start(values, format);
    std::vsnprintf(t_state.sentence, sizeof t_state.sentence, format, values);
    va_end(values);
    return {problem};
}

Outcome
differ_in_shape(const arauto_section_t& to, const arauto_section_t& from, bool has_dropped_list) {
    const auto has_list = [](const arauto_section_t& section) {
        return std::any_of(section.dim, section.dim + section.rank,
                           [](const arauto_dim_t& dim) { return dim.index != nullptr; });
    };
    const bool may_be_list = has_dropped_list || has_list(to) || has_list(from);
    if (to.rank == 1 && from.rank == 1 && !may_be_list) {
        return fail_with_problem(
            Problem::shape, "the value has %lld elements, but the variable has %lld",
            static_cast<long long>(from.dim[0].extent), static_cast<long long>(to.dim[0].extent));
    }
    return fail_with_problem(
        Problem::shape, "the value has the shape %s, but the variable has the shape %s%s",
        shape_text(from).c_str(), shape_text(to).c_str(),
        may_be_list ? "; a vector subscript that is a section of an array must be in "
                      "parentheses, as in a((v(1:n:2)))[k]"
                    : "");
}

Outcome assign(AssignmentSide& to, AssignmentSide& from) noexcept {
    if (from.section.rank == 0 && to.section.rank > 0) {
        return element_count(to.section) == 0 ? Outcome{} : fill(to, from);
    }
    // A write follows the extents of what is written, as the compiler's own loops do.
    const bool may_cut = to.kind != SideKind::local && from.kind == SideKind::local;
    const Conformity conformity = make_conforming(to.section, from.section);
    if (!conformity.is_reached && !(may_cut && cut_to(from.section, to.section))) {
        return differ_in_shape(to.section, from.section, conformity.has_dropped_list);
    }
    return assign_shaped(to, from);
}

arauto_status_t
read_side(const AssignmentSide& side, void* local_base, const arauto_section_t& local) noexcept {
    if (local.element_bytes == 0) {
        return ARAUTO_OK; // characters of length 0
    }
    if (side.kind == SideKind::local) {
        const auto* const base = reinterpret_cast<const void*>(side.base);
        return arauto_copy_section(local_base, &local, base, &side.section);
    }
    const bool packed = is_packed(side.section) && is_packed(local);
    if (!packed) {
        return side.kind == SideKind::segment
                   ? arauto_get_section(side.segment, side.rank, &side.section, local_base, &local)
                   : get_section_at(side, local_base, local);
    }
    auto* const to = static_cast<std::byte*>(local_base) + local.offset;
    const size_t bytes = element_count(local) * local.element_bytes;
    return read_bytes(side, side.section.offset, to, bytes);
}

arauto_status_t
read_bytes(const AssignmentSide& side, int64_t displacement, void* target, size_t bytes) noexcept {
    if (side.kind == SideKind::segment) {
        const auto offset = static_cast<size_t>(displacement);
        return arauto_get(side.segment, side.rank, offset, target, bytes);
    }
    const uint64_t address = side.base + static_cast<uint64_t>(displacement);
    return get_at(side.rank, address, target, bytes);
}

arauto_status_t write_side(const AssignmentSide& side,
                           const void* local_base,
                           const arauto_section_t& local) noexcept {
    if (local.element_bytes == 0) {
        return ARAUTO_OK; // characters of length 0
    }
    if (side.kind == SideKind::local) {
        auto* const base = reinterpret_cast<void*>(side.base);
        return arauto_copy_section(base, &side.section, local_base, &local);
    }
    const bool packed = is_packed(side.section) && is_packed(local);
    if (!packed) {
        return side.kind == SideKind::segment
                   ? arauto_put_section(side.segment, side.rank, &side.section, local_base, &local)
                   : put_section_at(side, local_base, local);
    }
    const size_t bytes = element_count(local) * local.element_bytes;
    const auto* const from = static_cast<const std::byte*>(local_base) + local.offset;
    if (side.kind == SideKind::segment) {
        const auto offset = static_cast<size_t>(side.section.offset);
        return arauto_put(side.segment, side.rank, offset, from, bytes);
    }
    const uint64_t address = side.base + static_cast<uint64_t>(side.section.offset);
    return put_at(side.rank, address, from, bytes);
}

void describe_local(AssignmentSide& side, const Descriptor& array, int kind) noexcept {
    side.kind = SideKind::local;
    side.rank = images.own_rank;
    side.segment = nullptr;
    side.base = reinterpret_cast<uintptr_t>(array.base);
    side.element = {class_of(array.type), kind, array.element_bytes};
    describe(side.section, array);
}

int find_image(
    Token token, int image, const char* action, int* stat, const void* const* team) noexcept {
    if (stat != nullptr) {
        arauto_handle_failures(); // the program looks at what happens to other images
    }
    const int rank = team == nullptr ? image_to_rank(image) : image_of_team_to_rank(team, image);
    if (rank < 0 && team != nullptr) {
        fail({stat}, "%s image %d: the team given has no such image", action, image);
        return -1;
    }
    if (rank < 0) {
        coarray::refuse_access({stat}, image, action);
        return -1;
    }
    if (token != nullptr && token->kind != CoarrayKind::data &&
        token->kind != CoarrayKind::component) {
        fail({stat},
             "%s image %d: an event or lock has no value that could be copied; as an argument "
             "give that of this image, without [ ]",
             action, image);
        return -1;
    }
    if (token == nullptr || token->segment == nullptr) {
        fail({stat},
             "%s image %d: the coarray is not allocated here; every image of the team must "
             "allocate it first",
             action, image);
        return -1;
    }
    return rank;
}

namespace {

const char* sentence_of(Problem problem) noexcept {
    switch (problem) {
    case Problem::shape:
    case Problem::bounds:
        return t_state.sentence;
    case Problem::types:
        return "the types of the two sides cannot be converted into each other; for functions such "
               "as trim() the compiler passes a wrong one: assign a variable instead";
    case Problem::accessor:
        return "it has not opened the library that the statement is in; every image that others "
               "read or write must open it";
    case Problem::length:
        return "the compiler has passed length 0 for the value, as it does for expressions "
               "such as a // b: assign a variable instead, or ' ' where it is meant to be empty";
    default:
        return "this image has no memory left for data in transit";
    }
}

} // namespace

void finish_write(int* stat, const Outcome& outcome, const Written& target) noexcept {
    const bool is_status = outcome.problem == Problem::status;
    if (!is_status || !drop_write(stat, outcome.status, target)) {
        finish(stat, outcome, target.action, target.image);
    }
}

void finish(int* stat, const Outcome& outcome, const char* action, int image) noexcept {
    if (outcome.problem == Problem::none) {
        set_ok(stat);
        return;
    }
    if (outcome.problem == Problem::status) {
        coarray::report_access({stat}, outcome.status, action, image);
        return;
    }
    const bool is_memory = outcome.problem == Problem::memory;
    fail_with({stat}, is_memory ? stat_codes.memory : stat_codes.invalid, "%s image %d: %s", action,
              image, sentence_of(outcome.problem));
}

} // namespace arauto::gfortran
