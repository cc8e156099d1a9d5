// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See trace.hpp. The file may come from anywhere: each length is checked, and each count is at most
// what the writer has room for.
#include "trace.hpp"

#include "node_clock.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <optional>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace arauto::tools::insight {
namespace {

/// The file, mapped.
class File {
  public:
    explicit File(const std::string& path)
        : fd_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) { // never waits
        struct stat facts{};
        if (fd_ < 0 || fstat(fd_, &facts) != 0) {
            error_ = errno;
            return;
        }
        if (!S_ISREG(facts.st_mode) || facts.st_size == 0) {
            return; // is no trace
        }
        void* const memory =
            mmap(nullptr, static_cast<size_t>(facts.st_size), PROT_READ, MAP_PRIVATE, fd_, 0);
        if (memory == MAP_FAILED) {
            error_ = errno;
            return;
        }
        bytes_ = {static_cast<const std::byte*>(memory), static_cast<size_t>(facts.st_size)};
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (!bytes_.empty()) {
            munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
        }
        if (fd_ >= 0) {
            close(fd_);
        }
    }
    [[nodiscard]] int error() const { return error_; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  private:
    int fd_;
    int error_ = 0;
    std::span<const std::byte> bytes_;
};

class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

    /// @return false when the file ends before, or has more of something than there can be
    [[nodiscard]] bool read();
    [[nodiscard]] bool has_too_many() const { return has_too_many_; }
    [[nodiscard]] Trace&& take() { return std::move(trace_); }

  private:
    template <typename Value> [[nodiscard]] bool get(Value& value) {
        if (rest_.size() < sizeof value) {
            return false;
        }
        std::memcpy(static_cast<void*>(&value), rest_.data(), sizeof value);
        rest_ = rest_.subspan(sizeof value);
        return true;
    }
    template <typename Value> [[nodiscard]] bool get(std::vector<Value>& values, uint64_t count) {
        if (rest_.size() / sizeof(Value) < count) {
            return false;
        }
        values.resize(count);
        std::memcpy(static_cast<void*>(values.data()), rest_.data(), count * sizeof(Value));
        rest_ = rest_.subspan(count * sizeof(Value));
        return true;
    }
    /// Notes a count that no writer has room for. @return whether it is none
    [[nodiscard]] bool is_possible(uint64_t count, uint64_t most) {
        has_too_many_ = has_too_many_ || count > most;
        return count <= most;
    }
    [[nodiscard]] bool read_image();
    [[nodiscard]] bool read_thread(Image& image);
    [[nodiscard]] double seconds_at(uint64_t ticks) const { return clock_->seconds_at(ticks); }
    [[nodiscard]] double per_tick() const { return clock_->per_tick; }
    void find_clock(const boot::TraceFileImage& facts);
    [[nodiscard]] bool read_arrivals(const boot::TraceFileRing& facts, Image& image);
    [[nodiscard]] uint32_t place_of(uint32_t site);
    [[nodiscard]] Event event_of(const std::byte* record);
    void move_to_start();

    std::span<const std::byte> rest_;
    boot::TraceFileHeader header_{};
    NodeClock lowest_; // of the lowest node
    std::map<uint32_t, NodeClock> clocks_; // of the others
    const NodeClock* clock_ = &lowest_; // of the image that is read
    bool has_too_many_ = false;
    Trace trace_;
    // These are of the image that is read:
    std::vector<TraceModule> modules_;
    std::vector<boot::TraceFileSite> sites_;
    std::map<uint32_t, uint32_t> places_; // by site
    std::map<std::pair<std::string, std::vector<uint64_t>>, uint32_t> known_; // of all images
    std::set<std::string> paths_; // of the modules of all images
};

std::string text_of(const char* text, size_t room) {
    return {text, strnlen(text, room)};
}

bool Reader::read() {
    constexpr double kNsOfSecond = 1e9;
    if (!get(header_)) {
        return false;
    }
    constexpr uint32_t kMostImages = 1 << 16;
    if (!is_possible(header_.stored, std::min(header_.images, kMostImages))) {
        return false;
    }
    const auto ticks = static_cast<double>(header_.ticks[1] - header_.ticks[0]);
    const auto ns = static_cast<double>(static_cast<uint64_t>(header_.ns[1]) -
                                        static_cast<uint64_t>(header_.ns[0]));
    lowest_.from_ticks = header_.ticks[0];
    lowest_.per_tick =
        header_.has_counter != 0 && ticks > 0 ? ns / ticks / kNsOfSecond : 1 / kNsOfSecond;
    trace_.noun = printable(text_of(header_.noun, sizeof header_.noun));
    trace_.first_number = header_.first_number;
    trace_.images_of_job = header_.images;
    for (uint32_t i = 0; i < header_.stored; ++i) {
        if (!read_image()) {
            return false;
        }
    }
    move_to_start();
    return true;
}

/// The clock of the image's node, which the part of its lowest rank describes, and that comes
/// first.
void Reader::find_clock(const boot::TraceFileImage& facts) {
    clock_ = &lowest_;
    if (facts.node == 0) {
        return;
    }
    const auto [at, is_new] = clocks_.try_emplace(facts.node, lowest_);
    clock_ = &at->second;
    if (!is_new) {
        return;
    }
    ++trace_.clocks.nodes;
    const std::optional<NodeClock> known =
        clock_of(facts.clock[0], facts.clock[1], lowest_.per_tick, header_.ns[0]);
    if (known) {
        at->second = *known;
        trace_.clocks.uncertainty = std::max(trace_.clocks.uncertainty, known->uncertainty);
    } else {
        ++trace_.clocks.unknown;
    }
}

bool Reader::read_image() {
    boot::TraceFileImage facts{};
    if (!get(facts) || !is_possible(facts.modules, TraceArea::kModules) ||
        !is_possible(facts.sites, TraceArea::kSites) ||
        !is_possible(facts.rings, TraceArea::kRings + 1) || !get(modules_, facts.modules) ||
        !get(sites_, facts.sites)) {
        return false;
    }
    places_.clear();
    for (const TraceModule& module : modules_) {
        const std::string path = text_of(module.path, sizeof module.path);
        if (paths_.insert(path).second) {
            trace_.modules.push_back({path, module.bytes, module.changed_ns});
        }
    }
    find_clock(facts);
    Image image;
    image.rank = facts.rank;
    image.node = facts.node;
    image.state = facts.state;
    image.signal = facts.signal;
    image.begin = seconds_at(facts.begun);
    image.end = seconds_at(facts.ended != 0 ? facts.ended : header_.ticks[1]);
    image.lost = facts.lost;
    image.unplaced = facts.unplaced;
    for (uint32_t ring = 0; ring < facts.rings; ++ring) {
        if (!read_thread(image)) {
            return false;
        }
    }
    trace_.images.push_back(std::move(image));
    return true;
}

bool Reader::read_thread(Image& image) {
    boot::TraceFileRing facts{};
    std::vector<TraceTotal> totals;
    if (!get(facts) || !is_possible(facts.totals, TraceRing::kTotals) ||
        !get(totals, facts.totals) || rest_.size() / sizeof(Record) < facts.records) {
        return false;
    }
    if (facts.thread == boot::kArrivalsRing) {
        return read_arrivals(facts, image);
    }
    Thread thread;
    thread.written = facts.written;
    thread.untold = facts.untold;
    thread.is_in_call = facts.is_in_call != 0 && facts.records > 0;
    for (const TraceTotal& total : totals) {
        constexpr int kOpShift = 32;
        constexpr int kClassShift = 48;
        thread.totals.push_back({place_of(static_cast<uint32_t>(total.key)),
                                 static_cast<uint16_t>(total.key >> kOpShift),
                                 static_cast<PeerClass>(total.key >> kClassShift & 3), total.calls,
                                 total.bytes, static_cast<double>(total.ticks) * per_tick(),
                                 total.waits});
    }
    thread.events.reserve(facts.records);
    for (uint64_t i = 0; i < facts.records; ++i) {
        thread.events.push_back(event_of(rest_.data() + i * sizeof(Record)));
    }
    if (thread.is_in_call && thread.events.back().is_behind() &&
        thread.events.back().op == ARAUTO_RECORDED_SYNC_RANKS) {
        thread.is_in_call = false; // a part of a call that had ended
        thread.events.pop_back();
    }
    if (thread.is_in_call) {
        Event& last = thread.events.back();
        last.end = std::max(image.end, last.begin);
        if (last.is_of(RecordedText::Kind::wait) || last.is_of(RecordedText::Kind::meeting)) {
            last.flags |= kRecordWaited;
        }
    }
    rest_ = rest_.subspan(facts.records * sizeof(Record));
    image.threads.push_back(std::move(thread));
    return true;
}

uint32_t Reader::place_of(uint32_t site) {
    if (site == 0) {
        return kNoPlace;
    }
    const auto [at, is_new] = places_.emplace(site, kNoPlace);
    if (!is_new) {
        return at->second;
    }
    uint32_t module = 0;
    std::vector<uint64_t> offsets{site};
    if ((site & kSiteInTable) != 0) {
        const auto entry =
            std::find_if(sites_.begin(), sites_.end(), [&](const boot::TraceFileSite& each) {
                return each.index == (site & ~kSiteInTable);
            });
        module = TraceArea::kModules;
        if (entry != sites_.end()) {
            module = entry->module;
            const std::span<const uint64_t> all(entry->offset);
            offsets.assign(all.begin(), std::find(all.begin(), all.end(), uint64_t{0}));
        }
    }
    if (module >= modules_.size()) {
        return kNoPlace;
    }
    const std::string path = text_of(modules_[module].path, sizeof modules_[module].path);
    constexpr size_t kMostPlaces = 65'536; // each of them is looked for in the program's lines
    if (trace_.places.size() >= kMostPlaces) {
        return kNoPlace;
    }
    const auto [known, is_first] =
        known_.emplace(std::pair{path, offsets}, static_cast<uint32_t>(trace_.places.size()));
    if (is_first) {
        trace_.places.push_back({path, offsets});
    }
    at->second = known->second;
    return known->second;
}

/// A record without what only its writer needs.
struct Stored {
    uint64_t ticks;
    uint32_t site;
    uint32_t length;
    uint16_t op;
    uint16_t flags;
    uint32_t peer;
    uint64_t argument;
};
static_assert(sizeof(Stored) == sizeof(Record));

Stored stored_at(const std::byte* record) {
    Stored stored{};
    std::memcpy(&stored, record, sizeof stored);
    return stored;
}

bool Reader::read_arrivals(const boot::TraceFileRing& facts, Image& image) {
    const uint64_t whole = facts.records - (facts.is_in_call != 0 && facts.records > 0 ? 1 : 0);
    for (uint64_t i = 0; i < whole; ++i) {
        const Stored stored = stored_at(rest_.data() + i * sizeof(Record));
        Event event;
        event.argument = stored.argument;
        image.arrivals.push_back({.time = seconds_at(stored.ticks),
                                  .source = stored.peer,
                                  .number = stored.length,
                                  .offset = event.offset(),
                                  .ticket = event.above()});
    }
    rest_ = rest_.subspan(facts.records * sizeof(Record));
    return true;
}

Event Reader::event_of(const std::byte* record) {
    const Stored stored = stored_at(record);
    Event event;
    event.begin = seconds_at(stored.ticks);
    event.end =
        event.begin + static_cast<double>(uint64_t{stored.length} << kLengthShift) * per_tick();
    event.place = place_of(stored.site);
    event.op = stored.op;
    event.flags = stored.flags & static_cast<uint16_t>(~kTicketIsKnown);
    event.peer = stored.peer;
    event.argument = stored.argument;
    return event;
}

/// Counts all times from the first begin.
void Reader::move_to_start() {
    if (trace_.images.empty()) {
        return;
    }
    const auto first =
        std::min_element(trace_.images.begin(), trace_.images.end(),
                         [](const Image& a, const Image& b) { return a.begin < b.begin; });
    const double start = first->begin;
    for (Image& image : trace_.images) {
        image.begin -= start;
        image.end -= start;
        trace_.seconds = std::max(trace_.seconds, image.end);
        for (Arrival& arrival : image.arrivals) {
            arrival.time -= start;
        }
        for (Thread& thread : image.threads) {
            for (Event& event : thread.events) {
                event.begin -= start;
                event.end -= start;
            }
        }
    }
}

} // namespace

std::string printable(std::string text) {
    constexpr char kDelete = 127;
    for (char& c : text) {
        const bool is_control = (c >= 0 && c < ' ') || c == kDelete;
        c = c == '\t' ? ' ' : is_control ? '?' : c;
    }
    return text;
}

ReadTrace read_trace(const std::string& path) {
    constexpr const char* kNoTrace = "is no trace that 'arauto run --trace' has written";
    const File file(path);
    if (file.error() != 0) {
        return {{}, std::string("cannot be read: ") + std::strerror(file.error())};
    }
    const std::span<const std::byte> bytes = file.bytes();
    const std::string_view start(reinterpret_cast<const char*>(bytes.data()),
                                 std::min(bytes.size(), boot::kTraceMagic.size()));
    if (start != boot::kTraceMagic) {
        return {{},
                start.starts_with("arauto trace ") ? "was written by another version of Arauto"
                                                   : kNoTrace};
    }
    Reader reader(bytes);
    if (!reader.read()) {
        return {{}, reader.has_too_many() ? kNoTrace : "ends too early: it was not written whole"};
    }
    return {reader.take(), ""};
}

} // namespace arauto::tools::insight
