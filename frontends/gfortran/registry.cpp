// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See registry.hpp. Components may be allocated by several threads of an image at a time.
#include "registry.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

namespace arauto::gfortran {
namespace {

struct Registry {
    std::mutex mutex;
    std::map<uintptr_t, uintptr_t> memory; // start -> end
    std::map<Token*, std::unique_ptr<Coarray>> components;
    std::unordered_set<const Coarray*> component_values; // of these
    std::vector<std::pair<int, std::unique_ptr<Coarray>>> mapped; // by depth of CHANGE TEAM
};

/// Made at first use, since tokens are registered before main; never destroyed, since they are also
/// used after it.
Registry& registry() {
    static auto* the_registry = new Registry;
    return *the_registry;
}

} // namespace

void add_memory(const void* memory, size_t bytes) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto start = reinterpret_cast<uintptr_t>(memory);
    r.memory[start] = start + bytes;
}

void remove_memory(const void* memory) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    r.memory.erase(reinterpret_cast<uintptr_t>(memory));
}

MemoryRange memory_around(const void* address) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto at = reinterpret_cast<uintptr_t>(address);
    auto range = r.memory.upper_bound(at);
    if (range == r.memory.begin() || at >= (--range)->second) {
        return {nullptr, nullptr};
    }
    return {reinterpret_cast<const std::byte*>(range->first),
            reinterpret_cast<const std::byte*>(range->second)};
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
        component = std::make_unique<Coarray>();
        component->kind = CoarrayKind::component;
        r.component_values.insert(component.get());
    }
    return component.get();
}

void remove_component(Token* token) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    const auto found = r.components.find(token);
    if (found != r.components.end()) {
        r.component_values.erase(found->second.get());
        r.components.erase(found);
    }
}

bool is_of_component(const Coarray* value) {
    Registry& r = registry();
    const std::lock_guard<std::mutex> guard(r.mutex);
    return r.component_values.contains(value);
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
