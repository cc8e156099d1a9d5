// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See tracing.hpp.
#include "boot/tracing.hpp"

#include "boot/pretended.hpp"
#include "os/futex.hpp"
#include "os/program_frames.hpp"

#include <algorithm>
#include <cstring>
#include <sys/stat.h>

namespace arauto::boot {
namespace {

constexpr uint32_t kOfProgram = UINT32_MAX; // module: the call is the one that a front-end noted

void describe(TraceModule& module, const os::CodeFile& file) noexcept {
    module.bias = file.bias;
    static_assert(sizeof module.path == sizeof file.path);
    std::memcpy(module.path, file.path, sizeof module.path);
    struct stat facts{};
    if (stat(module.path, &facts) == 0) {
        constexpr int64_t kNsOfSecond = 1'000'000'000;
        module.bytes = static_cast<uint64_t>(facts.st_size);
        module.changed_ns = facts.st_mtim.tv_sec * kNsOfSecond + facts.st_mtim.tv_nsec;
    }
}

/// The right to add modules and libraries, from here to the end of the block.
class Adding {
  public:
    explicit Adding(TraceArea& area) noexcept : area_(area) {
        // PAIR trace.modules: take
        while (area.is_adding.exchange(1, std::memory_order_acquire) != 0) {
            os::yield_core();
        }
    }
    Adding(const Adding&) = delete;
    Adding& operator=(const Adding&) = delete;
    ~Adding() {
        area_.is_adding.store(0, std::memory_order_release); // PAIR trace.modules: give back
    }

  private:
    TraceArea& area_;
};

/// The number of the module in the table; the first that has it adds it.
uint32_t find_module(TraceArea& area, const os::CodeFile& file) noexcept {
    const Adding adding(area);
    const uint32_t known = area.modules.load(std::memory_order_relaxed); // relaxed because taken
    uint32_t number = 0;
    while (number < known && std::strcmp(area.module[number].path, file.path) != 0) {
        ++number;
    }
    if (number == known && known < TraceArea::kModules) {
        describe(area.module[number], file);
        area.modules.store(known + 1, std::memory_order_relaxed); // relaxed because taken
    }
    return number;
}

/// From here on, calls from there need no search.
void add_library(Trace& trace, const CodeRange& range) noexcept {
    const Adding adding(*trace.area);
    const uint32_t known = trace.libraries.load(std::memory_order_relaxed); // relaxed because taken
    const bool is_known =
        std::any_of(trace.library, trace.library + known,
                    [&](const CodeRange& each) { return each.start == range.start; });
    if (!is_known && known < Trace::kLibraries) {
        trace.library[known] = range;
        // PAIR trace.libraries: the range is whole
        trace.libraries.store(known + 1, std::memory_order_release);
    }
}

/// @param address  behind a call
void fill_from_address(Trace& trace, TraceSite& site, uintptr_t address) noexcept {
    os::CodeFile file;
    if (!os::find_code_file(reinterpret_cast<const void*>(address - 1), file)) {
        return;
    }
    if (file.lies_between) {
        site.module = kOfProgram;
        add_library(trace, {file.start, file.end - file.start});
        return;
    }
    site.module = find_module(*trace.area, file);
    site.offset[0] = address - file.bias;
}

void fill_from_stack(Trace& trace, TraceSite& site) noexcept {
    os::ProgramFrames frames;
    os::find_program_frames(frames);
    os::CodeFile file{};
    std::memcpy(file.path, frames.module, sizeof file.path);
    if (frames.count == 0 || file.path[0] == '\0') {
        return;
    }
    site.module = find_module(*trace.area, file);
    for (uint32_t i = 0; i < std::min<uint32_t>(frames.count, TraceSite::kCallers); ++i) {
        site.offset[i] = frames.offsets[i] + 1; // behind the call
    }
}

enum class Means : uint8_t { address, stack };

/// The entry of a call, by its address or another number; null: there is no room.
TraceSite* find_entry(Trace& trace, uint64_t number, Means means) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr size_t kTries = 32;
    static_assert(TraceArea::kSites == size_t{1} << 11);
    TraceArea& area = *trace.area;
    const size_t first = number * kGolden >> 53;
    for (size_t i = 0; i < kTries; ++i) {
        TraceSite& site = area.site[(first + i) % TraceArea::kSites];
        // relaxed, here and below, because `is_filled` orders the rest
        uint64_t taken = site.address.load(std::memory_order_relaxed);
        if (taken == 0 &&
            site.address.compare_exchange_strong(taken, number, std::memory_order_relaxed)) {
            site.module = TraceArea::kModules; // not known
            if (means == Means::address) {
                fill_from_address(trace, site, number);
            } else {
                fill_from_stack(trace, site);
            }
            site.is_filled.store(1, std::memory_order_release); // PAIR trace.site: all of it
            return &site;
        }
        if (taken == number) {
            while (site.is_filled.load(std::memory_order_acquire) == 0) { // PAIR trace.site: look
                os::yield_core();
            }
            return &site;
        }
    }
    area.unplaced.fetch_add(1, std::memory_order_relaxed); // relaxed because it is a count
    return nullptr;
}

/// The place of the program's call on this thread's stack, which takes about a microsecond.
const TraceSite* find_on_stack(Trace& trace) noexcept {
    const uint64_t call = os::find_program_call();
    return call != 0 ? find_entry(trace, call, Means::stack) : nullptr;
}

/// @param noted  by a front-end; 0: it notes none
uint32_t find_site(Trace& trace, uintptr_t address, uintptr_t noted) noexcept {
    const TraceSite* site = address != 0 ? find_entry(trace, address, Means::address) : nullptr;
    if (site != nullptr && site->module == kOfProgram) {
        if (noted != 0 && noted - trace.program < trace.program_bytes) {
            return static_cast<uint32_t>(noted - trace.program);
        }
        site = noted != 0 ? find_entry(trace, noted, Means::address) : nullptr;
        // A front-end that calls its own entry, or that is called by another library, has noted a
        // place which is not of the program.
        if (noted == 0 || (site != nullptr && site->module == kOfProgram)) {
            site = find_on_stack(trace);
        }
    }
    if (site == nullptr || site->module == kOfProgram) {
        return 0;
    }
    return static_cast<uint32_t>(site - trace.area->site) | kSiteInTable;
}

void touch(TraceArea& area, const TraceRing& ring) noexcept {
    constexpr size_t kStep = 4096 / sizeof(Record);
    auto* const records =
        reinterpret_cast<Record*>(reinterpret_cast<std::byte*>(&area) + ring.offset);
    for (uint64_t i = 0; i < ring.capacity; i += kStep) {
        records[i].ticks.store(0, std::memory_order_relaxed); // relaxed because nothing reads it
    }
}

} // namespace

void begin_trace(Trace& trace, const Job& job) noexcept {
    const JobHeader& header = *job.header;
    TraceArea& area = traces_of(job.header).area(job.rank);
    trace.area = &area;
    trace.has_counter = header.trace_has_counter != 0;
    trace.is_flight = header.trace_is_flight != 0;
    const int node = job.manager != nullptr ? job.manager->node_of(job.rank) : 0;
    area.node = static_cast<uint32_t>(node);
    trace.clock_error = error_of_clock(node, header.trace_ns);
    trace.rank = static_cast<uint32_t>(job.rank);
    trace.near_first = static_cast<uint32_t>(job.near.first);
    trace.near_count = static_cast<uint32_t>(job.near.count);
    trace.near_scattered = job.near.scattered;
    trace.find_site = find_site;
    os::CodeFile file;
    if (os::find_code_file(nullptr, file)) {
        constexpr uintptr_t kMost = kSiteInTable - 1;
        static_cast<void>(find_module(area, file));
        trace.program = file.bias;
        trace.program_bytes = std::min(file.end - file.bias, kMost);
        const auto here = reinterpret_cast<uintptr_t>(&begin_trace);
        trace.is_linked_in = here - file.start < file.end - file.start;
    }
    for (size_t i = 0; i <= kArrivalsRing; ++i) {
        trace_ring(area, i).capacity = trace_records_of(i, header.trace_records);
        trace_ring(area, i).offset = trace_ring_offset(i, header.trace_records);
    }
    touch(area, area.ring[0]);
    arauto_thread.ring = &area.ring[0];
    // relaxed because no other thread records yet
    area.ring[0].state.store(kRingTaken, std::memory_order_relaxed);
    begin_giving_back(trace);
    area.begun.store(ticks_now(trace),
                     std::memory_order_relaxed); // relaxed because it is read at the end
}

void end_trace(Trace& trace) noexcept {
    end_giving_back(trace);
    uint64_t none = 0;
    // relaxed because it is read when the process has ended
    trace.area->ended.compare_exchange_strong(none, ticks_now(trace), std::memory_order_relaxed);
}

void note_end_of_trace(const JobHeader& header, TraceArea& area) noexcept {
    uint64_t none = 0;
    // relaxed because the process has ended
    area.ended.compare_exchange_strong(none, read_ticks(header.trace_has_counter != 0),
                                       std::memory_order_relaxed);
}

} // namespace arauto::boot
