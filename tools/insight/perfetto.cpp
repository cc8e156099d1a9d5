// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See perfetto.hpp. Names, categories and lines are written once, with the first packet that needs
// them; other packets have their numbers.
#include "perfetto.hpp"

#include "protobuf.hpp"
#include "stretches.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

// Numbers of fields, as in Perfetto's trace_packet.proto and the files that it includes.
namespace packet {
constexpr uint32_t kOfTrace = 1;
constexpr uint32_t kTime = 8;
constexpr uint32_t kSequence = 10;
constexpr uint32_t kEvent = 11;
constexpr uint32_t kInterned = 12;
constexpr uint32_t kFlags = 13;
constexpr uint32_t kTrack = 60;
} // namespace packet
namespace track {
constexpr uint32_t kUuid = 1;
constexpr uint32_t kName = 2;
constexpr uint32_t kProcess = 3;
constexpr uint32_t kParent = 5;
constexpr uint32_t kOrderOfChildren = 11;
constexpr uint32_t kRank = 12; // among the children
constexpr uint64_t kByRank = 3;
constexpr uint32_t kPid = 1; // of a process
constexpr uint32_t kNameOfProcess = 6;
} // namespace track
namespace event {
constexpr uint32_t kCategory = 3;
constexpr uint32_t kAnnotation = 4;
constexpr uint32_t kType = 9;
constexpr uint32_t kName = 10;
constexpr uint32_t kTrack = 11;
constexpr uint32_t kLine = 34;
constexpr uint32_t kFlow = 47;
constexpr uint32_t kEndOfFlow = 48;
constexpr uint32_t kNameOfAnnotation = 1;
constexpr uint32_t kValueOfAnnotation = 3;
} // namespace event
namespace interned {
constexpr uint32_t kCategory = 1;
constexpr uint32_t kEvent = 2;
constexpr uint32_t kAnnotation = 3;
constexpr uint32_t kLine = 4;
constexpr uint32_t kNumber = 1; // in each of them
constexpr uint32_t kText = 2;
constexpr uint32_t kProcedure = 3;
constexpr uint32_t kNumberOfLine = 4;
} // namespace interned

enum class Type : uint8_t { begin = 1, end = 2, instant = 3 };

constexpr uint64_t kSequenceNumber = 1;
constexpr uint64_t kForgetsNames = 1; // flags of a packet
constexpr uint64_t kNeedsNames = 2;
constexpr uint64_t kUuidOfProcess = 1;
constexpr uint64_t kPid = 1;

// Names of annotations.
constexpr uint64_t kPeer = 1;
constexpr uint64_t kBytes = 2;
constexpr uint64_t kPosts = 3;

uint64_t category_of(RecordedText::Kind kind) {
    return static_cast<uint64_t>(kind) + 1;
}

void write_packet(std::string& out, const Message& content) {
    Message packet;
    packet.message(packet::kOfTrace, content);
    out += packet.view();
}

/// The first packet: the same in all files.
std::string start() {
    static constexpr std::pair<RecordedText::Kind, const char*> kCategories[] = {
        {RecordedText::Kind::other, "arauto"},
        {RecordedText::Kind::transfer, "transfer"},
        {RecordedText::Kind::post, "post"},
        {RecordedText::Kind::wait, "wait"},
        {RecordedText::Kind::meeting, "meeting"}};
    Message names;
    const auto add = [&names](uint32_t kind, uint64_t number, const char* name) {
        names.message(kind,
                      Message().number(interned::kNumber, number).bytes(interned::kText, name));
    };
    for (const auto& [kind, name] : kCategories) {
        add(interned::kCategory, category_of(kind), name);
    }
    add(interned::kAnnotation, kPeer, "peer");
    add(interned::kAnnotation, kBytes, "bytes");
    add(interned::kAnnotation, kPosts, "posts");
    std::string out;
    write_packet(out, Message()
                          .number(packet::kSequence, kSequenceNumber)
                          .number(packet::kFlags, kForgetsNames)
                          .message(packet::kInterned, names));
    return out;
}

/// A flow at an event of one thread.
struct FlowAt {
    uint32_t event;
    uint32_t release; // its number; that of the flow is one more
};

/// The flows that begin and end in one thread, by event.
struct Flows {
    std::vector<FlowAt> begin;
    std::vector<FlowAt> end;
};

class Writer {
  public:
    explicit Writer(const Analysis& analysis)
        : trace_(analysis.trace), lines_(analysis.lines), releases_(analysis.releases),
          out_(start()) {
        constexpr size_t kBytesOfEvent = 40;
        size_t events = 0;
        for (const Image& image : trace_.images) {
            for (const Thread& thread : image.threads) {
                events += thread.events.size();
            }
        }
        out_.reserve(events * kBytesOfEvent);
    }

    std::string run() {
        find_flows();
        describe_process();
        uint64_t rank = 0;
        for (size_t i = 0; i < trace_.images.size(); ++i) {
            for (size_t k = 0; k < trace_.images[i].threads.size(); ++k) {
                write_thread(i, k, rank++);
            }
        }
        return std::move(out_);
    }

  private:
    /// An event of a track: all but its time.
    struct Mark {
        Type type;
        uint64_t track;
        uint64_t name = 0; // 0: none, as at the end of a slice
        RecordedText::Kind kind = RecordedText::Kind::other;
    };

    void find_flows();
    void describe_process();
    void describe_track(uint64_t uuid, uint64_t parent, const std::string& name, uint64_t rank);
    void write_thread(size_t image, size_t thread, uint64_t rank);
    void write_calls(const Thread& thread,
                     const std::vector<CallTimes>& times,
                     const Flows& flows,
                     uint64_t track);
    void write_activities(const std::vector<Stretch>& stretches, uint64_t track);
    void
    write_release(const Release& release, uint64_t flow, const CallTimes& call, uint64_t track);
    void fill_call(const Event& call);
    void annotate(uint64_t name, uint64_t value);
    void begin(const Mark& mark);
    void write(double time, uint64_t extra_ns = 0);
    [[nodiscard]] uint64_t name_of(const std::string& text);
    [[nodiscard]] uint64_t name_of(uint32_t line, uint16_t op);
    [[nodiscard]] uint64_t number_of_line(uint32_t line);

    const Trace& trace_;
    const Lines& lines_;
    const std::vector<Release>& releases_;
    std::string out_;
    Message event_; // that is being written
    Message packet_;
    Message names_; // that are new in it
    std::map<std::string, uint64_t> names_known_;
    std::unordered_map<uint64_t, uint64_t> statements_; // names by line and operation
    std::unordered_map<uint32_t, uint64_t> lines_known_;
    std::vector<std::vector<Flows>> flows_; // by image and thread
};

void Writer::find_flows() {
    flows_.resize(trace_.images.size());
    for (size_t i = 0; i < flows_.size(); ++i) {
        flows_[i].resize(trace_.images[i].threads.size());
    }
    for (uint32_t i = 0; i < releases_.size(); ++i) {
        const Release& release = releases_[i];
        const std::vector<Event>& events =
            trace_.images[release.releaser.image].threads[release.releaser.thread].events;
        uint32_t source = release.releaser.event;
        while (source > 0 && events[source].is_behind()) { // from the put, not from its post
            --source;
        }
        flows_[release.releaser.image][release.releaser.thread].begin.push_back({source, i});
        flows_[release.waiter.image][release.waiter.thread].end.push_back(
            {release.waiter.event, i});
    }
    for (std::vector<Flows>& of_image : flows_) {
        for (Flows& flows : of_image) {
            for (std::vector<FlowAt>* const each : {&flows.begin, &flows.end}) {
                std::stable_sort(each->begin(), each->end(), [](const FlowAt& a, const FlowAt& b) {
                    return a.event < b.event;
                });
            }
        }
    }
}

void Writer::describe_process() {
    const std::string path = trace_.modules.empty() ? "" : trace_.modules.front().path;
    const std::string program = printable(path.substr(path.rfind('/') + 1)); // npos + 1 is 0
    Message process;
    process.number(track::kPid, kPid)
        .bytes(track::kNameOfProcess, program.empty() ? "program" : program);
    write_packet(
        out_, Message()
                  .number(packet::kSequence, kSequenceNumber)
                  .message(packet::kTrack, Message()
                                               .number(track::kUuid, kUuidOfProcess)
                                               .message(track::kProcess, process)
                                               .number(track::kOrderOfChildren, track::kByRank)));
}

void Writer::describe_track(uint64_t uuid,
                            uint64_t parent,
                            const std::string& name,
                            uint64_t rank) {
    write_packet(out_, Message()
                           .number(packet::kSequence, kSequenceNumber)
                           .message(packet::kTrack, Message()
                                                        .number(track::kUuid, uuid)
                                                        .bytes(track::kName, name)
                                                        .number(track::kParent, parent)
                                                        .number(track::kRank, rank)));
}

void Writer::write_thread(size_t image, size_t thread, uint64_t rank) {
    const Image& of = trace_.images[image];
    const uint64_t track = kUuidOfProcess + 1 + 2 * rank;
    std::string name = trace_.noun + " " + std::to_string(trace_.number_of(of));
    if (thread > 0) {
        name += ", thread " + std::to_string(thread + 1);
    }
    describe_track(track, kUuidOfProcess, name, rank);
    describe_track(track + 1, track, "activity of " + name, 0);
    const std::vector<CallTimes> times = times_of_calls(trace_, of.threads[thread]);
    write_calls(of.threads[thread], times, flows_[image][thread], track);
    write_activities(stretches_of(trace_, of, of.threads[thread], times), track + 1);
}

void Writer::write_calls(const Thread& thread,
                         const std::vector<CallTimes>& times,
                         const Flows& flows,
                         uint64_t track) {
    auto source = flows.begin.begin();
    auto target = flows.end.begin();
    for (uint32_t i = 0; i < times.size(); ++i) {
        const Event& call = thread.events[i];
        const CallTimes& at = times[i];
        const bool is_open = thread.open_call() == &call && !call.is_behind();
        const bool is_slice = is_open || at.end > at.begin;
        begin({is_slice ? Type::begin : Type::instant, track,
               name_of(lines_.of(call.place), call.op), recorded_text(call.op).kind});
        fill_call(call);
        for (; source != flows.begin.end() && source->event == i; ++source) {
            event_.fixed(event::kFlow, uint64_t{source->release} + 1);
        }
        write(at.begin);
        for (; target != flows.end.end() && target->event == i; ++target) {
            write_release(releases_[target->release], uint64_t{target->release} + 1, at, track);
        }
        if (is_slice && !is_open) { // a slice without an end is one that has not ended
            begin({Type::end, track});
            write(at.end);
        }
    }
}

/// Perfetto takes the earlier end of a flow for its source. So the other end is not the wait, which
/// was there before, but a slice in it that begins right behind the call that has ended it.
void Writer::write_release(const Release& release,
                           uint64_t flow,
                           const CallTimes& call,
                           uint64_t track) {
    const double time = std::clamp(release.until, call.begin, call.end);
    begin({Type::begin, track, name_of("released")});
    event_.fixed(event::kEndOfFlow, flow);
    write(time, ns_of(time) < ns_of(call.end) ? 1 : 0);
    begin({Type::end, track});
    write(call.end);
}

void Writer::write_activities(const std::vector<Stretch>& stretches, uint64_t track) {
    static constexpr const char* kNames[] = {"computes", "moves data", "waits", "has ended"};
    for (const Stretch& stretch : stretches) {
        begin({Type::begin, track, name_of(kNames[static_cast<size_t>(stretch.activity)])});
        write(stretch.begin);
        begin({Type::end, track});
        write(stretch.end);
    }
}

/// The line, the peer and the size of a call.
void Writer::fill_call(const Event& call) {
    if (const uint64_t line = number_of_line(lines_.of(call.place)); line != 0) {
        event_.number(event::kLine, line);
    }
    const RecordedText::Kind kind = recorded_text(call.op).kind;
    if (kind == RecordedText::Kind::transfer) {
        annotate(kPeer, uint64_t{call.peer} + trace_.first_number);
        annotate(kBytes, call.bytes());
    } else if (kind == RecordedText::Kind::post) {
        annotate(kPeer, uint64_t{call.peer} + trace_.first_number);
    } else if (call.op == ARAUTO_RECORDED_WAIT) {
        annotate(kPosts, call.peer);
    }
}

void Writer::annotate(uint64_t name, uint64_t value) {
    event_.message(
        event::kAnnotation,
        Message().number(event::kNameOfAnnotation, name).number(event::kValueOfAnnotation, value));
}

void Writer::begin(const Mark& mark) {
    event_.clear();
    event_.number(event::kType, static_cast<uint64_t>(mark.type)).number(event::kTrack, mark.track);
    if (mark.name != 0) {
        event_.number(event::kCategory, category_of(mark.kind)).number(event::kName, mark.name);
    }
}

void Writer::write(double time, uint64_t extra_ns) {
    packet_.clear();
    packet_.number(packet::kTime, ns_of(time) + extra_ns)
        .number(packet::kSequence, kSequenceNumber)
        .number(packet::kFlags, kNeedsNames)
        .message(packet::kEvent, event_);
    if (!names_.view().empty()) {
        packet_.message(packet::kInterned, names_);
        names_.clear();
    }
    write_packet(out_, packet_);
}

uint64_t Writer::name_of(const std::string& text) {
    const auto [at, is_new] = names_known_.emplace(text, names_known_.size() + 1);
    if (is_new) {
        names_.message(
            interned::kEvent,
            Message().number(interned::kNumber, at->second).bytes(interned::kText, text));
    }
    return at->second;
}

uint64_t Writer::name_of(uint32_t line, uint16_t op) {
    constexpr int kOpBits = 16;
    const auto [at, is_new] = statements_.emplace(uint64_t{line} << kOpBits | op, 0);
    if (is_new) {
        at->second = name_of(lines_.statement(line, op));
    }
    return at->second;
}

uint64_t Writer::number_of_line(uint32_t line) {
    const Line& at = lines_.at(line);
    if (at.number <= 0) {
        return 0;
    }
    const auto [known, is_new] = lines_known_.emplace(line, lines_known_.size() + 1);
    if (is_new) {
        names_.message(interned::kLine,
                       Message()
                           .number(interned::kNumber, known->second)
                           .bytes(interned::kText, printable(at.path))
                           .bytes(interned::kProcedure, printable(at.procedure))
                           .number(interned::kNumberOfLine, static_cast<uint64_t>(at.number)));
    }
    return known->second;
}

} // namespace

std::string perfetto_of(const Analysis& analysis) {
    return Writer(analysis).run();
}

bool is_perfetto_of_trace(std::string_view first_bytes) {
    constexpr size_t kEnough = 48; // of the first packet
    return first_bytes.starts_with(start().substr(0, kEnough));
}

} // namespace arauto::tools::insight
