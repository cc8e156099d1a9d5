// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See component.hpp.
#include "component.hpp"

#include "binding_gate.hpp"
#include "registry.hpp"
#include "state.hpp"

#include "arauto/spi/race.h"
#include "arauto/spi/trace.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <utility>

namespace arauto::gfortran {
namespace {

/// From the descriptor to the token of an array; 0: the descriptor is not the component's own.
ptrdiff_t find_token_offset(const Token* token, const Descriptor* descriptor) noexcept {
    const auto offset = reinterpret_cast<intptr_t>(token) - reinterpret_cast<intptr_t>(descriptor);
    return descriptor->rank > 0 && offset > 0 &&
                   offset <= static_cast<ptrdiff_t>(sizeof *descriptor)
               ? offset
               : 0;
}

Descriptor* descriptor_before(Token* token, ptrdiff_t token_offset) noexcept {
    return reinterpret_cast<Descriptor*>(reinterpret_cast<std::byte*>(token) - token_offset);
}

/// Whether this describes an allocated array of so many dimensions, as the compiler fills it in:
/// elements behind one another. Numbers and addresses that happen to lie there do not.
bool is_array(const Descriptor& array, int rank) noexcept {
    if (array.version != 0 || array.rank != rank || array.type <= 0 || array.element_bytes == 0) {
        return false;
    }
    ptrdiff_t stride = 1;
    for (int i = 0; i < rank; ++i) {
        const Dimension& dim = array.dim[i];
        if (dim.stride != stride) {
            return false;
        }
        stride *= std::max<ptrdiff_t>(dim.upper - dim.lower + 1, 0);
    }
    return true;
}

/// A component that was assigned, or got its memory by MOVE_ALLOC, may have a token of which
/// nothing is known. A descriptor without room for a codimension is recognised by its dimensions:
/// before the token of anything else there is none with as many.
Descriptor* recognise_descriptor(Token* token) noexcept {
    const MemoryRange memory = memory_around(token);
    for (int rank = 1; rank <= kRankMax; ++rank) {
        const auto bytes = static_cast<ptrdiff_t>(descriptor_bytes(rank));
        if (reinterpret_cast<const std::byte*>(token) - memory.start < bytes) {
            break;
        }
        Descriptor* const array = descriptor_before(token, bytes);
        if (is_array(*array, rank)) {
            return array;
        }
    }
    return nullptr;
}

/// With one dimension less there is room for a codimension.
bool has_rank(const Descriptor& array, ptrdiff_t token_offset) noexcept {
    const auto dims = (token_offset - static_cast<ptrdiff_t>(descriptor_bytes(0))) /
                      static_cast<ptrdiff_t>(sizeof(Dimension));
    return array.rank == dims || array.rank == dims - 1;
}

/// NULL where it is not known.
void** find_pointer(Token* token, const Coarray* component) noexcept {
    if (component != nullptr && component->token_offset == 0) {
        return component->pointer;
    }
    const ptrdiff_t offset =
        component != nullptr ? component->token_offset : token_offset_of(*token);
    if (offset != 0 && has_rank(*descriptor_before(token, offset), offset)) {
        return &descriptor_before(token, offset)->base;
    }
    Descriptor* const array =
        component == nullptr && is_in_memory(token) ? recognise_descriptor(token) : nullptr;
    return array != nullptr ? &array->base : nullptr;
}

/// The nearest word before a token with this value. NULL: there is none.
void** find_word_before(Token* token, const void* value) noexcept {
    constexpr uintptr_t kPage = 4096; // the least that can be read around a token
    constexpr ptrdiff_t kReachMax = ptrdiff_t{1} << 17U; // words
    const auto page = reinterpret_cast<uintptr_t>(token) / kPage * kPage;
    const MemoryRange memory = memory_around(token);
    const auto start = memory.start != nullptr ? reinterpret_cast<uintptr_t>(memory.start) : page;
    auto* word = reinterpret_cast<void**>(token);
    const ptrdiff_t reach = std::min<ptrdiff_t>(
        static_cast<ptrdiff_t>((reinterpret_cast<uintptr_t>(token) - start) / sizeof(void*)),
        kReachMax);
    for (void** const first = word - reach; word > first;) {
        if (*--word == value) {
            return word;
        }
    }
    return nullptr;
}

/// Tells the race checker that the program's statement changes this memory.
void tell_change(const void* memory, size_t bytes) noexcept {
    if (g_state.is_traced) [[unlikely]] {
        arauto_race_touch(memory, bytes, ARAUTO_RACE_WRITE, arauto_thread.caller);
    }
}

} // namespace

void register_component(Token* token, Descriptor* descriptor) {
    if (Coarray* const component = find_component(token); component != nullptr) {
        remove_memory(component->memory, component);
        component->memory = nullptr;
    }
    *token = unallocated_component(find_token_offset(token, descriptor));
    descriptor->base = nullptr;
}

void place_last_scalar() noexcept {
    if (t_state.last_scalar == nullptr) [[likely]] {
        return;
    }
    Token* const token = std::exchange(t_state.last_scalar, nullptr);
    Coarray* const component = find_component(token);
    if (component != nullptr && component->memory != nullptr && component->pointer == nullptr) {
        component->pointer = find_word_before(token, component->memory);
    }
}

bool allocate_component(size_t size,
                        Token* token,
                        Descriptor* descriptor,
                        const Errors& errors) noexcept {
    place_last_scalar();
    void* const memory = std::malloc(std::max<size_t>(size, 1));
    if (memory == nullptr) {
        coarray::fail_with(errors, stat_codes.memory,
                           "ALLOCATE of a component: there is no memory for its %zu bytes", size);
        return false;
    }
    Coarray* const component = add_component(token);
    remove_memory(component->memory, component);
    forget_contents(memory, size);
    component->memory = memory;
    component->bytes = size;
    const bool was_array =
        std::exchange(component->token_offset, find_token_offset(token, descriptor)) != 0;
    if (component->token_offset != 0) {
        component->pointer = &descriptor->base;
    } else if (was_array || component->pointer == nullptr) {
        component->pointer = nullptr;
        t_state.last_scalar = token;
    }
    add_memory(memory, size, component);
    tell_change(&descriptor->base, sizeof descriptor->base);
    descriptor->base = memory;
    *token = component;
    set_ok(errors.stat);
    return true;
}

void copy_component(size_t size,
                    Token* token,
                    Descriptor* descriptor,
                    const Errors& errors) noexcept {
    void* const source = descriptor->base;
    const bool is_array = descriptor->rank > 0;
    const size_t bytes = is_array ? element_count(*descriptor) * descriptor->element_bytes : size;
    if (size > std::max<size_t>(bytes, 1)) {
        coarray::fail(errors,
                      "the assignment of a structure copies %zu bytes of a component of %zu bytes, "
                      "by a fault of the compiler; assign component by component, or compile with "
                      "`arauto fc --translate`",
                      size, bytes);
        return;
    }
    void** const pointer = is_array ? nullptr : find_word_before(token, source);
    if (!allocate_component(bytes, token, descriptor, errors)) {
        return;
    }
    std::memcpy(descriptor->base, source, bytes);
    if (pointer != nullptr) {
        *pointer = descriptor->base;
        find_component(token)->pointer = pointer;
    }
}

void free_component(Token* token, Coarray* component) noexcept {
    place_last_scalar();
    void** const pointer = find_pointer(token, component);
    void* const memory = pointer != nullptr ? std::exchange(*pointer, nullptr) : nullptr;
    if (memory != nullptr) {
        const size_t bytes = malloc_usable_size(memory);
        tell_change(memory, bytes);
        tell_change(pointer, sizeof *pointer);
        forget_contents(memory, bytes);
    }
    if (component != nullptr) {
        remove_memory(component->memory, component);
        component->memory = nullptr;
        component->bytes = 0;
    }
    std::free(memory);
}

void forget_contents(const void* memory, size_t bytes) noexcept {
    const void* const end = static_cast<const std::byte*>(memory) + bytes;
    coarray::remove_bindings_in(memory, end);
    remove_components_in(memory, end);
}

} // namespace arauto::gfortran
