// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See registry.hpp. Components may be allocated by several threads of an image at a time.
#include "registry.hpp"

#include "state.hpp"

#include "arauto/spi/status.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace arauto::gfortran {
namespace {

struct Memory {
    uintptr_t end;
    const Coarray* owner; // a component; NULL: it is a coarray's
};

using Memories = std::map<uintptr_t, Memory>; // by start

} // namespace

struct Registry {
    std::mutex mutex;
    Memories memory;
    std::map<Token*, std::unique_ptr<Coarray>> components;
    std::map<ptrdiff_t, std::unique_ptr<Coarray>> unallocated; // by token_offset
    std::unordered_set<const Coarray*> component_values; // of these
    std::unordered_map<const Coarray*, std::unique_ptr<Coarray>> coarrays;
    std::vector<std::pair<int, std::unique_ptr<Coarray>>> mapped; // by depth of CHANGE TEAM
};

namespace {

/// Tokens are registered before main, and used after it.
Registry& registry() {
    return g_state.registry.get();
}

/// The end of the map when there is none.
Memories::const_iterator find_memory(const Registry& r, uintptr_t address) {
    auto found = r.memory.upper_bound(address);
    if (found == r.memory.begin() || address >= (--found)->second.end) {
        return r.memory.end();
    }
    return found;
}

/// Whether a component still points to its memory, as far as that can be read: a pointer outside
/// coarrays may lie where nothing is mapped any more.
bool is_current(const Registry& r, Memories::const_iterator memory) {
    const Coarray* const owner = memory->second.owner;
    if (owner == nullptr || owner->pointer == nullptr) {
        return true;
    }
    const auto parent = find_memory(r, reinterpret_cast<uintptr_t>(owner->pointer));
    return parent == r.memory.end() || parent->second.owner != nullptr ||
           reinterpret_cast<uintptr_t>(*owner->pointer) == memory->first;
}

void forget_memory_of(Registry& r, const Coarray& component) {
    const auto found = r.memory.find(reinterpret_cast<uintptr_t>(component.memory));
    if (found != r.memory.end() && found->second.owner == &component) {
        r.memory.erase(found);
    }
}

std::unique_ptr<Coarray> make_component(Registry& r) {
    auto component = std::make_unique<Coarray>();
    component->kind = CoarrayKind::component;
    r.component_values.insert(component.get());
    return component;
}

} // namespace

void add_memory(const void* memory, size_t bytes, const Coarray* owner) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto start = reinterpret_cast<uintptr_t>(memory);
    auto old = find_memory(r, start);
    old = old != r.memory.end() ? old : r.memory.lower_bound(start);
    while (old != r.memory.end() && old->first < start + bytes) {
        old = r.memory.erase(old);
    }
    r.memory[start] = {start + bytes, owner};
}

void remove_memory(const void* memory, const Coarray* owner) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto found = r.memory.find(reinterpret_cast<uintptr_t>(memory));
    if (found != r.memory.end() && found->second.owner == owner) {
        r.memory.erase(found);
    }
}

MemoryRange memory_around(const void* address) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto found = find_memory(r, reinterpret_cast<uintptr_t>(address));
    if (found == r.memory.end() || !is_current(r, found)) {
        return {nullptr, nullptr};
    }
    return {reinterpret_cast<const std::byte*>(found->first),
            reinterpret_cast<const std::byte*>(found->second.end)};
}

bool is_in_memory(const void* address) {
    return memory_around(address).start != nullptr;
}

Coarray* find_component(Token* token) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto found = r.components.find(token);
    return found != r.components.end() ? found->second.get() : nullptr;
}

Coarray* add_component(Token* token) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    std::unique_ptr<Coarray>& component = r.components[token];
    if (component == nullptr) {
        component = make_component(r);
    }
    return component.get();
}

void remove_component(Token* token) {
    remove_components_in(token, token + 1);
}

void remove_components_in(const void* start, const void* end) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    auto at = r.components.lower_bound(static_cast<Token*>(const_cast<void*>(start)));
    while (at != r.components.end() && static_cast<const void*>(at->first) < end) {
        forget_memory_of(r, *at->second);
        r.component_values.erase(at->second.get());
        at = r.components.erase(at);
    }
}

Token unallocated_component(ptrdiff_t token_offset) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    std::unique_ptr<Coarray>& component = r.unallocated[token_offset];
    if (component == nullptr) {
        component = make_component(r);
        component->token_offset = token_offset;
    }
    return component.get();
}

ptrdiff_t token_offset_of(const Coarray* value) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    return r.component_values.contains(value) ? value->token_offset : 0;
}

Token keep_coarray(std::unique_ptr<Coarray> coarray) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const Token token = coarray.get();
    r.coarrays[token] = std::move(coarray);
    return token;
}

void end_coarray(Token coarray) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    r.coarrays.erase(coarray);
}

bool is_coarray(const Coarray* value) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    return r.coarrays.contains(value) ||
           std::any_of(r.mapped.begin(), r.mapped.end(),
                       [value](const auto& mapped) { return mapped.second.get() == value; });
}

std::string name_of(const Coarray& coarray) {
    char name[64]; // Fortran's longest has 63 characters
    arauto_variable_name(coarray.memory, name, sizeof name);
    return name;
}

Token keep_until_end_team(std::unique_ptr<Coarray> token, int depth) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    return r.mapped.emplace_back(depth, std::move(token)).second.get();
}

void drop_mapped_tokens(int depth) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    std::erase_if(r.mapped, [depth](const auto& mapped) { return mapped.first > depth; });
}

} // namespace arauto::gfortran
