// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See together.hpp. The shared segment is divided in the order of the program's statements, so that
// images that execute the same statements get the same offsets.
#include "together.hpp"

#include "coarray/teams.hpp"
#include "holes.hpp"
#include "runtime.hpp"
#include "state.hpp"

#include "arauto/spi/info.h"
#include "arauto/spi/segment.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace arauto::translated {
namespace {

constexpr size_t kAlignment = 64;

struct TakenSegment {
    arauto_segment_h segment;
    arauto_team_h team; // that has allocated it
};

} // namespace

struct Together {
    std::recursive_mutex guard; // what these containers free passes through our own free
    bool has_segments = false; // one for each coarray
    std::unordered_map<void*, TakenSegment> segments;
    bool has_pool = false; // one of all coarrays
    Holes free; // in the pool
    std::unordered_map<void*, size_t> used; // block -> bytes
};

namespace {

Together& together() noexcept {
    return g_state.together.get();
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
    const std::optional<uintptr_t> address = all.free.take(bytes);
    if (!address) {
        return nullptr;
    }
    auto* const block = reinterpret_cast<void*>(*address);
    all.used.emplace(block, bytes);
    return block;
}

void return_to_pool(Together& all, void* block) {
    const auto found = all.used.find(block);
    if (found != all.used.end()) {
        all.free.add(reinterpret_cast<uintptr_t>(block), found->second);
        all.used.erase(found);
    }
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
    const size_t bytes = bytes_of_setting("ARAUTO_COARRAY_POOL") & ~(kAlignment - 1);
    report({}, arauto_segment_declare(bytes, &segment), "ARAUTO_ALLOCATION=shared");
    all.free.add(reinterpret_cast<uintptr_t>(arauto_segment_base(segment)), bytes);
    all.has_pool = true;
}

void* take_together(size_t bytes) noexcept {
    Together& all = together();
    if (!all.has_segments && !all.has_pool) [[likely]] {
        return nullptr;
    }
    const size_t whole = (bytes + kAlignment - 1) & ~(kAlignment - 1);
    const std::lock_guard lock(all.guard);
    if (!all.has_segments) {
        return take_from_pool(all, whole);
    }
    arauto_segment_h segment = nullptr;
    const arauto_team_h team = current_team();
    static_cast<void>(arauto_segment_allocate(team, whole, &segment));
    if (segment == nullptr) {
        return nullptr;
    }
    void* block = arauto_segment_base(segment);
    all.segments.emplace(block, TakenSegment{segment, team});
    coarray::count_coarrays(team, 1);
    return block;
}

bool is_taken_together(void* block) noexcept {
    Together& all = together();
    if (!all.has_segments && !all.has_pool) [[likely]] {
        return false;
    }
    const std::lock_guard lock(all.guard);
    return all.has_segments ? all.segments.contains(block) : all.used.contains(block);
}

void give_back(void* block) noexcept {
    Together& all = together();
    const std::lock_guard lock(all.guard);
    if (!all.has_segments) {
        return_to_pool(all, block);
        return;
    }
    const auto found = all.segments.find(block);
    if (found == all.segments.end()) {
        return;
    }
    const TakenSegment taken = found->second;
    static_cast<void>(arauto_segment_free(taken.segment)); // failed images are not waited for
    coarray::count_coarrays(taken.team, -1);
    all.segments.erase(found);
}

} // namespace arauto::translated
