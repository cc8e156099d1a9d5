// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See deep_value.hpp. No other data looks like the descriptor of an allocated array: its rank,
// type, span, strides and offset must agree with each other.
#include "deep_value.hpp"

#include "owner.hpp"
#include "state.hpp"

#include "arauto/spi/rma.h"
#include "arauto/spi/rpc.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::gfortran {
namespace {

struct Component {
    size_t offset; // of its descriptor in the value, which begins with the address of the elements
    uint64_t address;
    size_t bytes;
    bool is_derived; // its elements may have components
};

/// Bytes of the elements; 0: this is no descriptor of an allocated array.
size_t bytes_of_array(const Descriptor& array) noexcept {
    constexpr size_t kBytesMax = size_t{1} << 40;
    const bool has_type =
        (array.type >= kTypeInteger && array.type <= kTypeCharacter) || array.type == kTypeUnsigned;
    if (array.base == nullptr || array.version != 0 || array.rank < 1 || array.rank > kRankMax ||
        !has_type || array.attribute != 0 || array.element_bytes == 0 ||
        array.element_bytes > kBytesMax ||
        array.span != static_cast<ptrdiff_t>(array.element_bytes)) {
        return 0;
    }
    size_t count = 1;
    ptrdiff_t offset = 0;
    for (int i = 0; i < array.rank; ++i) {
        if (array.dim[i].stride != static_cast<ptrdiff_t>(count)) {
            return 0;
        }
        offset -= array.dim[i].lower * array.dim[i].stride;
        count *= static_cast<size_t>(extent_of(array.dim[i]));
        if (count > kBytesMax / array.element_bytes) {
            return 0;
        }
    }
    return array.offset == static_cast<size_t>(offset) ? count * array.element_bytes : 0;
}

std::vector<Component> find_components(const std::byte* value, size_t bytes) {
    std::vector<Component> found;
    for (size_t at = 0; at + descriptor_bytes(1) <= bytes; at += sizeof(void*)) {
        Descriptor array{};
        std::memcpy(&array, value + at, std::min(sizeof array, bytes - at));
        const size_t elements = bytes_of_array(array);
        if (elements != 0 && at + descriptor_bytes(array.rank) <= bytes) {
            found.push_back({at, reinterpret_cast<uintptr_t>(array.base), elements,
                             array.type == kTypeDerived});
            at += descriptor_bytes(array.rank) - sizeof(void*);
        }
    }
    return found;
}

void name_memory(std::byte* value, const Component& component, uint64_t address) noexcept {
    std::memcpy(value + component.offset, &address, sizeof address);
}

} // namespace

Outcome adopt_components(int rank, std::byte* value, size_t bytes, bool are_copies) {
    struct Part {
        std::byte* start;
        size_t bytes;
    };
    std::vector<Part> parts{{value, bytes}};
    while (!parts.empty()) {
        const Part part = parts.back();
        parts.pop_back();
        for (const Component& component : find_components(part.start, part.bytes)) {
            auto* const memory = static_cast<std::byte*>(std::malloc(component.bytes));
            if (memory == nullptr) {
                return {Problem::memory};
            }
            const arauto_status_t status =
                arauto_get_at(rank, component.address, memory, component.bytes);
            if (status < 0) {
                std::free(memory);
                return {Problem::status, status};
            }
            if (are_copies && rank != images.own_rank) {
                static_cast<void>(arauto_rpc_post(rank, g_state.owner.release, &component.address,
                                                  sizeof component.address));
            }
            name_memory(part.start, component, reinterpret_cast<uintptr_t>(memory));
            if (component.is_derived) {
                parts.push_back({memory, component.bytes});
            }
        }
    }
    return {};
}

/// Components in the order in which they are found, so that those of an object come behind it; sent
/// in the reverse order, since an object must name what it contains.
Outcome SentComponents::send(std::byte* value, size_t bytes) {
    struct Part {
        std::vector<std::byte> copy; // moved with its memory, which `owner` of others points into
        std::byte* owner; // the bytes that name it
        Component component;
    };
    std::vector<Part> parts;
    const auto find = [&parts](std::byte* owner, size_t owner_bytes) {
        for (const Component& component : find_components(owner, owner_bytes)) {
            const auto* const from = reinterpret_cast<const std::byte*>(component.address);
            parts.push_back({{from, from + component.bytes}, owner, component});
        }
    };
    find(value, bytes);
    for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].component.is_derived) {
            find(parts[i].copy.data(), parts[i].copy.size());
        }
    }
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const uint64_t wanted = part->copy.size();
        uint64_t address = 0;
        arauto_status_t status = arauto_rpc_call(rank_, g_state.owner.make_room, &wanted,
                                                 sizeof wanted, &address, sizeof address);
        if (status >= 0 && address == 0) {
            return {Problem::memory};
        }
        status = status >= 0 ? arauto_put_at(rank_, address, part->copy.data(), wanted) : status;
        if (status < 0) {
            return {Problem::status, status};
        }
        addresses_.push_back(address);
        name_memory(part->owner, part->component, address);
    }
    return {};
}

SentComponents::~SentComponents() {
    for (const uint64_t address : addresses_) {
        static_cast<void>(arauto_rpc_post(rank_, g_state.owner.release, &address, sizeof address));
    }
}

} // namespace arauto::gfortran
