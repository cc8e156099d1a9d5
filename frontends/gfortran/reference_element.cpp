// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reference_element.hpp.
#include "reference_element.hpp"

#include "foreign.hpp"
#include "notices.hpp"

#include <cstring>

namespace arauto::gfortran {
namespace {

/// The component and subscripts of such a chain.
struct Element {
    Component component;
    const Reference* subscript; // NULL: the component is a scalar
};

bool follows(const Reference& link) noexcept {
    return link.component.token_offset != 0 ||
           (link.next != nullptr && link.next->type == kReferenceArray);
}

/// @return false when the chain is another one
[[nodiscard]] bool parse(const Reference* link, Element& element) noexcept {
    ptrdiff_t offset = 0;
    while (link->type == kReferenceComponent && !follows(*link) && link->next != nullptr) {
        offset += link->component.offset;
        link = link->next;
    }
    if (link->type != kReferenceComponent || !follows(*link)) {
        return false;
    }
    element.component.offset = offset + link->component.offset;
    element.component.dims = 0;
    element.subscript = link->next;
    if (link->next == nullptr) {
        return true;
    }
    if (link->next->type != kReferenceArray || link->next->next != nullptr) {
        return false;
    }
    const auto& array = link->next->array;
    int dims = 0;
    while (dims < ComponentTarget::kDimsMax && array.mode[dims] == kModeSingle) {
        ++dims;
    }
    element.component.dims = dims;
    return dims > 0 && array.mode[dims] == kModeNone;
}

/// Bytes of what the chain selects, which its last link has.
size_t item_bytes(const Reference* chain) noexcept {
    while (chain->next != nullptr) {
        chain = chain->next;
    }
    return chain->item_bytes;
}

/// Whether both sides are one number, the same on both.
bool is_number(const Referenced& remote, const Descriptor& local, int kind) noexcept {
    return local.rank == 0 && local.type == remote.type && kind == remote.kind &&
           local.type >= kTypeInteger && local.type <= kTypeComplex &&
           local.element_bytes == item_bytes(remote.chain);
}

/// The component's target. NULL when the chain is another one. Needs the lock.
const ComponentTarget*
find_target(const Referenced& object, Element& element, size_t bytes) noexcept {
    const int rank = image_to_rank(object.image);
    if (rank < 0 || rank == images.own_rank || object.token == nullptr ||
        !parse(object.chain, element)) {
        return nullptr;
    }
    element.component.token = object.token;
    element.component.rank = rank;
    const ComponentTarget* const known = foreign.elements.find(foreign.epoch, element.component);
    if (known != nullptr) [[likely]] {
        return known;
    }
    if (object.token->segment == nullptr || !may_keep(rank)) {
        return nullptr;
    }
    use_foreign();
    return foreign.elements.read(foreign.epoch, element.component, bytes);
}

/// Displacement of the element. @return false when a subscript lies outside the array
[[nodiscard]] bool
displace(const Element& element, const ComponentTarget& target, ptrdiff_t& displacement) noexcept {
    displacement = 0;
    for (int i = 0; i < element.component.dims; ++i) {
        const ptrdiff_t subscript = element.subscript->array.dim[i].range.start;
        const ComponentTarget::Bounds& bounds = target.dim[i];
        if (subscript < bounds.lower || subscript > bounds.upper) {
            return false;
        }
        displacement += (subscript - bounds.lower) * bounds.byte_stride;
    }
    return true;
}

/// Without a call for the sizes that most numbers have.
void copy_number(void* to, const void* from, size_t bytes) noexcept {
    if (bytes == 8) {
        std::memcpy(to, from, 8);
    } else if (bytes == 4) {
        std::memcpy(to, from, 4);
    } else {
        std::memcpy(to, from, bytes);
    }
}

} // namespace

namespace {

enum class Done { no, yes, failed }; // failed: status and arauto_last_error() say why

Done get_locked(const Referenced& from,
                const Descriptor& target,
                arauto_status_t& status) noexcept {
    const size_t bytes = target.element_bytes;
    const ForeignLock lock;
    Element element; // written by parse
    ptrdiff_t displacement = 0;
    const ComponentTarget* const source = find_target(from, element, bytes);
    if (source == nullptr || !displace(element, *source, displacement)) {
        return Done::no;
    }
    if (source->pointer != nullptr) {
        copy_number(target.base, source->pointer + displacement, bytes);
        return Done::yes;
    }
    const uint64_t address = source->address + static_cast<uint64_t>(displacement);
    const int rank = element.component.rank;
    if (const std::byte* const kept = foreign.cache.find(foreign.epoch, rank, address, bytes);
        kept != nullptr) [[likely]] {
        foreign.cache.count_hit();
        copy_number(target.base, kept, bytes);
        return Done::yes;
    }
    status = read_foreign(rank, {address, address + bytes}, target.base, source->range);
    return status < 0 ? Done::failed : Done::yes;
}

Done send_locked(const Referenced& to, const Descriptor& source, arauto_status_t& status) noexcept {
    const size_t bytes = source.element_bytes;
    const ForeignLock lock;
    Element element; // written by parse
    ptrdiff_t displacement = 0;
    const ComponentTarget* const target = find_target(to, element, bytes);
    if (target == nullptr || !displace(element, *target, displacement)) {
        return Done::no;
    }
    if (target->pointer != nullptr) {
        copy_number(target->pointer + displacement, source.base, bytes);
        return Done::yes;
    }
    const uint64_t address = target->address + static_cast<uint64_t>(displacement);
    status = write_foreign(element.component.rank, address, source.base, bytes);
    return status < 0 ? Done::failed : Done::yes;
}

} // namespace

bool get_element(const Referenced& from, const Descriptor& target, int kind) noexcept {
    if (!is_number(from, target, kind) || bindings_exist()) {
        return false;
    }
    arauto_status_t status = ARAUTO_OK;
    const Done done = get_locked(from, target, status);
    if (done == Done::failed) [[unlikely]] {
        finish(nullptr, {Problem::status, status}, coarray::kRead, from.image);
    }
    return done != Done::no;
}

bool send_element(const Referenced& to, const Descriptor& source, int kind) noexcept {
    if (!is_number(to, source, kind) || put_is_watched()) {
        return false;
    }
    arauto_status_t status = ARAUTO_OK;
    const Done done = send_locked(to, source, status);
    if (done == Done::failed) [[unlikely]] {
        finish(nullptr, {Problem::status, status}, coarray::kWrite, to.image);
    }
    return done != Done::no;
}

} // namespace arauto::gfortran
