// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See trace_file.hpp.
#include "boot/trace_file.hpp"

#include "base/log.hpp"
#include "boot/report_file.hpp"
#include "boot/trace_ring.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <unistd.h>
#include <utility>
#include <vector>

namespace arauto::boot {
namespace {

constexpr const char* kDefaultFile = "arauto-trace.arauto";

bool is_trace(std::string_view first_bytes) {
    return first_bytes.starts_with(kTraceMagic);
}

constexpr ReportKind kTrace{kTraceSetting, "the records of the trace", is_trace};

template <typename Value> std::string_view bytes_of(const Value& value) noexcept {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// The file in memory: its parts, most of which lie in the memory of the job.
class Writer {
  public:
    void add(std::string_view bytes) { parts_.push_back(bytes); }
    /// Keeps the bytes itself.
    template <typename Value> void add_copy(const Value& value) {
        kept_.emplace_back(bytes_of(value));
        add(kept_.back());
    }
    [[nodiscard]] const std::vector<std::string_view>& parts() const { return parts_; }

    void add_image(const ImageBlock& block, const Traces& traces, int rank);

  private:
    void add_ring(const TraceArea& area, uint32_t thread, uint64_t first);

    std::deque<std::string> kept_;
    std::vector<std::string_view> parts_;
};

void Writer::add_ring(const TraceArea& area, uint32_t thread, uint64_t first) {
    const TraceRing& ring = trace_ring(area, thread);
    const RingView view = view_ring(area, thread, first);
    TraceFileRing facts{};
    facts.thread = thread;
    facts.written = view.written;
    facts.untold = ring.untold;
    std::string totals;
    for (const TraceTotal& total : ring.totals) {
        if (total.key != 0) {
            totals += bytes_of(total);
            ++facts.totals;
        }
    }
    facts.is_in_call = view.is_in_call ? 1 : 0;
    facts.records = view.end - view.begin;
    add_copy(facts);
    kept_.push_back(std::move(totals));
    add(kept_.back());
    for (uint64_t number = view.begin; number != view.end;) {
        const uint64_t index = number & (view.capacity - 1);
        const uint64_t count = std::min(view.end - number, view.capacity - index);
        add({reinterpret_cast<const char*>(&view.records[index]), count * sizeof(Record)});
        number += count;
    }
}

void Writer::add_image(const ImageBlock& block, const Traces& traces, int rank) {
    const TraceArea& area = traces.area(rank);
    // relaxed, here and below, because the process has ended
    constexpr auto kRelaxed = std::memory_order_relaxed;
    TraceFileImage facts{};
    facts.rank = static_cast<uint32_t>(rank);
    facts.state = static_cast<uint32_t>(block.state.load(kRelaxed));
    facts.exit_code = block.exit_code.load(kRelaxed);
    facts.signal = block.death_signal.load(kRelaxed);
    facts.begun = area.begun.load(kRelaxed);
    facts.ended = area.ended.load(kRelaxed);
    facts.lost = area.lost.load(kRelaxed);
    // A rank of another node may have stopped without a word here.
    constexpr auto kRunning = static_cast<uint32_t>(ImageState::running);
    if (facts.state == kRunning && facts.ended != 0) {
        facts.state = static_cast<uint32_t>(ImageState::stopped);
    }
    facts.unplaced =
        static_cast<uint32_t>(std::min<uint64_t>(area.unplaced.load(kRelaxed), UINT32_MAX));
    facts.modules = std::min<uint32_t>(area.modules.load(kRelaxed), TraceArea::kModules);
    std::string sites;
    for (uint32_t i = 0; i < TraceArea::kSites; ++i) {
        const TraceSite& site = area.site[i];
        if (site.is_filled.load(kRelaxed) != 0) {
            TraceFileSite stored{i, site.module, {}};
            std::memcpy(stored.offset, site.offset, sizeof stored.offset);
            sites += bytes_of(stored);
            ++facts.sites;
        }
    }
    facts.node = area.node;
    std::copy(std::begin(area.clock), std::end(area.clock), facts.clock);
    std::vector<uint32_t> rings;
    for (uint32_t thread = 0; thread <= kArrivalsRing; ++thread) {
        if (trace_ring(area, thread).state.load(kRelaxed) != kRingFresh) {
            rings.push_back(thread);
        }
    }
    facts.rings = static_cast<uint32_t>(rings.size());
    add_copy(facts);
    add({reinterpret_cast<const char*>(area.module), facts.modules * sizeof(TraceModule)});
    kept_.push_back(std::move(sites));
    add(kept_.back());
    for (const uint32_t thread : rings) {
        add_ring(area, thread, traces.records);
    }
}

} // namespace

bool trace_is_wanted() noexcept {
    const Result<bool> wanted = is_wanted(kTrace);
    return wanted.ok() && wanted.value;
}

Result<uint64_t> trace_records_wanted() noexcept {
    const Result<bool> wanted = is_wanted(kTrace);
    const Result<bool> flight = is_wanted(kFlight);
    if (!wanted.ok() || !flight.ok()) {
        return {wanted.ok() ? flight.status : wanted.status, 0};
    }
    if (!wanted.value) {
        return {ARAUTO_OK, flight.value ? kFlightRecords : 0};
    }
    if (file_of(kTrace).empty()) {
        const ReportFile file{kDefaultFile, is_trace};
        if (const std::string fault = fault_of(file); !fault.empty()) {
            return {fail(ARAUTO_ERR_ARGUMENT, "the trace goes into the file %s, which %s",
                         kDefaultFile, fault.c_str()),
                    0};
        }
    }
    const Result<int64_t> bytes = setting_integer(kTraceSizeSetting, 0);
    return {bytes.status, bytes.ok() ? records_in(static_cast<uint64_t>(bytes.value)) : 0};
}

std::string trace_file() {
    const std::string name = file_of(kTrace);
    return name.empty() ? kDefaultFile : name;
}

void announce_trace() noexcept {
    const std::string name = trace_file();
    write_all(STDERR_FILENO, "arauto: the trace is in " + name + "; 'arauto doctor " + name +
                                 "' shows where the time went\n");
}

bool write_trace(JobHeader* header, const Traces& traces, Naming naming) noexcept {
    TraceFileHeader head{};
    std::memcpy(head.magic, kTraceMagic.data(), sizeof head.magic);
    head.images = header->images;
    head.first_number = static_cast<uint32_t>(naming.first);
    std::strncpy(head.noun, naming.noun, sizeof head.noun - 1);
    head.has_counter = static_cast<uint32_t>(header->trace_has_counter);
    head.ticks[0] = header->trace_ticks;
    head.ns[0] = header->trace_ns;
    head.ns[1] = now_ns();
    head.ticks[1] = read_ticks(header->trace_has_counter != 0);
    std::vector<int> here;
    for (int rank = 0; rank < static_cast<int>(header->images); ++rank) {
        // relaxed because it has ended; one that never began, or is not here, has no records
        if (traces.area(rank).begun.load(std::memory_order_relaxed) != 0) {
            here.push_back(rank);
        }
    }
    head.stored = static_cast<uint32_t>(here.size());
    Writer writer;
    writer.add_copy(head);
    for (const int rank : here) {
        writer.add_image(image_blocks(header)[rank], traces, rank);
    }
    const std::string name = trace_file();
    const std::string fault = write_report({name, is_trace}, writer.parts());
    if (!fault.empty()) {
        log(LogLevel::error, "%s are lost: the file %s %s", kTrace.subject, name.c_str(),
            fault.c_str());
    }
    return fault.empty();
}

} // namespace arauto::boot
