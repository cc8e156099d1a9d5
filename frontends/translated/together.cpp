// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The two ways of together.hpp. The shared segment is cut first-fit in the order of the program's
// statements, so that images which do the same get the same places.
#include "together.hpp"

#include "runtime.hpp"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <unordered_map>

namespace arauto::translated {
namespace {

constexpr size_t kAlignment = 64;

struct Together {
    std::recursive_mutex guard; // what these containers free passes through our own free
    bool has_segments = false; // one for each coarray
    std::unordered_map<void*, arauto_segment_h> segments;
    char* pool = nullptr; // of all coarrays, unless null
    size_t bytes = 0;
    std::map<size_t, size_t> free; // offset -> bytes
    std::map<size_t, size_t> used;
};

Together& together() noexcept {
    static auto* all = new Together; // never destroyed: programs free memory until their end
    return *all;
}

size_t bytes_of_setting(const char* name) noexcept {
    char* end = nullptr;
    const char* text = arauto_setting(name);
    const unsigned long long number = std::strtoull(text != nullptr ? text : "0", &end, 10);
    const char* units = "KMGT";
    const char* unit = *end != '\0' ? std::strchr(units, *end & ~0x20) : nullptr;
    return static_cast<size_t>(number) << (unit != nullptr ? 10 * (unit - units + 1) : 0);
}

void* take_from_pool(Together& all, size_t bytes) {
    for (auto hole = all.free.begin(); hole != all.free.end(); ++hole) {
        const auto [offset, room] = *hole;
        if (room < bytes) {
            continue;
        }
        all.free.erase(hole);
        if (room > bytes) {
            all.free.emplace(offset + bytes, room - bytes);
        }
        all.used.emplace(offset, bytes);
        return all.pool + offset;
    }
    return nullptr;
}

void return_to_pool(Together& all, size_t offset) {
    const auto block = all.used.find(offset);
    if (block == all.used.end()) {
        return;
    }
    size_t bytes = block->second;
    all.used.erase(block);
    auto next = all.free.lower_bound(offset);
    if (next != all.free.end() && next->first == offset + bytes) {
        bytes += next->second;
        next = all.free.erase(next);
    }
    if (next != all.free.begin()) {
        auto before = std::prev(next);
        if (before->first + before->second == offset) {
            before->second += bytes;
            return;
        }
    }
    all.free.emplace(offset, bytes);
}

bool is_in_pool(const Together& all, const void* block) noexcept {
    const auto distance = static_cast<uint64_t>(static_cast<const char*>(block) - all.pool);
    return all.pool != nullptr && distance < all.bytes;
}

} // namespace

void start_together() {
    Together& all = together();
    const char* way = arauto_setting("ARAUTO_ALLOCATION");
    all.has_segments = way != nullptr && std::strcmp(way, "runtime") == 0;
    if (way == nullptr || std::strcmp(way, "shared") != 0) {
        return;
    }
    arauto_segment_h segment = nullptr;
    all.bytes = bytes_of_setting("ARAUTO_COARRAY_POOL") & ~(kAlignment - 1);
    report({}, arauto_segment_declare(all.bytes, &segment), "ARAUTO_ALLOCATION=shared");
    all.pool = static_cast<char*>(arauto_segment_base(segment));
    all.free.emplace(0, all.bytes);
}

void* take_together(size_t bytes) noexcept {
    Together& all = together();
    if (!all.has_segments && all.pool == nullptr) [[likely]] {
        return nullptr;
    }
    const size_t whole = (bytes + kAlignment - 1) & ~(kAlignment - 1);
    const std::lock_guard lock(all.guard);
    if (!all.has_segments) {
        return take_from_pool(all, whole);
    }
    arauto_segment_h segment = nullptr;
    static_cast<void>(arauto_segment_allocate(current_team(), whole, &segment));
    if (segment == nullptr) {
        return nullptr;
    }
    void* block = arauto_segment_base(segment);
    all.segments.emplace(block, segment);
    return block;
}

bool is_taken_together(void* block) noexcept {
    Together& all = together();
    if (!all.has_segments && all.pool == nullptr) [[likely]] {
        return false;
    }
    const std::lock_guard lock(all.guard);
    if (all.has_segments) {
        return all.segments.contains(block);
    }
    return is_in_pool(all, block) &&
           all.used.contains(static_cast<size_t>(static_cast<char*>(block) - all.pool));
}

void give_back(void* block) noexcept {
    Together& all = together();
    const std::lock_guard lock(all.guard);
    if (!all.has_segments) {
        return_to_pool(all, static_cast<size_t>(static_cast<char*>(block) - all.pool));
        return;
    }
    const auto found = all.segments.find(block);
    if (found == all.segments.end()) {
        return;
    }
    static_cast<void>(arauto_segment_free(found->second)); // whoever has failed is not waited for
    all.segments.erase(found);
}

} // namespace arauto::translated
