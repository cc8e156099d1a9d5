// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reference.hpp. The walk keeps its position as a side: displacement and dimensions grow with
// every subscript, and a pointer leads to a new address of the other image.
#include "caller.hpp"
#include "reference.hpp"
#include "registry.hpp"
#include "subscript.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace arauto::gfortran {
namespace {

bool is_array(const Reference* link) noexcept {
    return link != nullptr && link->type == kReferenceArray;
}

/// Bytes of the descriptor that a component has, as far as the next link needs it.
size_t component_descriptor_bytes(const Reference& link) noexcept {
    int rank = 0;
    while (rank < kRankMax && link.next->array.mode[rank] != kModeNone) {
        ++rank;
    }
    return descriptor_bytes(rank);
}

} // namespace

ReferenceWalk::ReferenceWalk(Token token, int rank, int image) noexcept
    : token_(token), image_(image) {
    side_.kind = SideKind::segment;
    side_.rank = rank;
    side_.segment = token->segment;
    side_.base = reinterpret_cast<uintptr_t>(token->memory);
    side_.element = {class_of(kTypeUnknown), 0, 0};
    set_scalar(side_.section, 0);
}

Reached ReferenceWalk::to_end(const Reference* chain, IndexTables& tables) noexcept {
    for (const Reference* link = chain; link != nullptr; link = link->next) {
        const Reached reached = step(*link, tables);
        if (reached != Reached::end) {
            return reached;
        }
    }
    if (side_.element.bytes == 0) {
        return fail("the compiler has not passed the length of a character component; give the "
                    "component a constant length");
    }
    side_.section.element_bytes = side_.element.bytes;
    return Reached::end;
}

Reached ReferenceWalk::to_last_pointer(const Reference* chain) noexcept {
    const Reference* last = nullptr;
    for (const Reference* link = chain; link != nullptr; link = link->next) {
        if (link->type == kReferenceComponent && link->component.token_offset != 0) {
            last = link;
        }
    }
    IndexTables tables;
    for (const Reference* link = chain; last != nullptr; link = link->next) {
        const Reached reached = step(*link, tables);
        if (reached != Reached::end || link == last) {
            return reached;
        }
    }
    return Reached::end;
}

void ReferenceWalk::report_end(Reached reached, int* stat, const char* action) const noexcept {
    if (reached == Reached::unallocated) {
        coarray::refuse_component({stat}, image_, action);
        return;
    }
    if (status_ < 0) {
        finish(stat, {Problem::status, status_}, action, image_);
        return;
    }
    coarray::fail({stat}, "%s image %d: %s", action, image_, failure_);
}

Reached ReferenceWalk::step(const Reference& link, IndexTables& tables) noexcept {
    const Reached reached =
        link.type == kReferenceComponent ? enter_component(link) : select(link, tables);
    is_at_start_ = false;
    return reached;
}

Reached ReferenceWalk::enter_component(const Reference& link) noexcept {
    side_.element.bytes = link.item_bytes;
    // A polymorphic array has no token here: its descriptor is the first thing in the component.
    if (link.component.token_offset != 0 || is_array(link.next)) {
        return follow(link);
    }
    side_.section.offset += link.component.offset;
    return Reached::end;
}

/// Reads the pointer or descriptor of a component and goes where it points.
Reached ReferenceWalk::follow(const Reference& link) noexcept {
    if (side_.section.rank != 0) {
        return fail("an array of pointers cannot be followed");
    }
    followed_ = &link;
    parent_ = side_.base + static_cast<uintptr_t>(side_.section.offset);
    has_array_ = is_array(link.next);
    // Without a copy of the side, which is long: this read is most of what a walk costs.
    const int64_t displacement = side_.section.offset + link.component.offset;
    const size_t bytes = has_array_ ? component_descriptor_bytes(link) : sizeof array_.base;
    const DescriptorRead told;
    status_ = read_bytes(side_, displacement, &array_, bytes);
    if (status_ < 0) {
        return Reached::failed;
    }
    if (array_.base == nullptr) {
        return Reached::unallocated;
    }
    side_.kind = SideKind::address;
    side_.base = reinterpret_cast<uintptr_t>(array_.base);
    side_.section.offset = 0;
    return Reached::end;
}

Reached ReferenceWalk::select(const Reference& link, IndexTables& tables) noexcept {
    const Descriptor* array = nullptr;
    if (link.type == kReferenceArray) {
        if (!has_array_ && !has_coarray_descriptor()) {
            return fail("the compiler has passed no descriptor for an array");
        }
        array = &array_;
    }
    has_array_ = false;
    side_.element.bytes = link.item_bytes;
    if (array != nullptr && (array->type == kTypeCharacter || link.item_bytes == 0)) {
        side_.element.bytes = array->element_bytes;
    }
    for (int i = 0; i < kRankMax && link.array.mode[i] != kModeNone; ++i) {
        const SubscriptResult result = add_subscript(side_.section, link, i, array, tables);
        if (result.problem == SubscriptProblem::memory) {
            return fail("this image has no memory left for the vector subscripts");
        }
        if (result.problem == SubscriptProblem::outside) {
            return fail("subscript %td of dimension %d%s is outside %td:%td", result.subscript,
                        i + 1, of_variable().c_str(), array_.dim[i].lower, array_.dim[i].upper);
        }
    }
    return Reached::end;
}

/// " of o", or " of a component of o": what the walk is at, where the coarray's name is known.
std::string ReferenceWalk::of_variable() const {
    const std::string name = name_of(*token_);
    return name.empty() ? "" : (is_at_start_ ? " of " : " of a component of ") + name;
}

/// Takes the shape of an allocatable coarray, which is the same on all images. After MOVE_ALLOC the
/// registered descriptor is no longer the coarray's own, but still has the shape.
bool ReferenceWalk::has_coarray_descriptor() noexcept {
    const Descriptor* const array = token_->descriptor;
    if (!is_at_start_ || array == nullptr) {
        return false;
    }
    if (array->base != token_->memory &&
        element_count(*array) * array->element_bytes > token_->bytes) {
        return false;
    }
    // Only as much as there is: behind a descriptor may lie memory that is not mapped.
    std::memcpy(&array_, array, descriptor_bytes(array->rank));
    return true;
}

Reached ReferenceWalk::fail(const char* format, ...) noexcept {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(failure_, sizeof failure_, format, arguments);
    va_end(arguments);
    return Reached::failed;
}

} // namespace arauto::gfortran
