// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See otf2.hpp. otf2_writer.py describes the lines that are written here.
#include "otf2.hpp"

#include "command.hpp"
#include "python.hpp"
#include "stretches.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

/// The names that otf2_writer.py has for operations.
const char* kind_of(uint16_t op) {
    switch (op) {
    case ARAUTO_RECORDED_PUT:
    case ARAUTO_RECORDED_PUT_SECTION:
        return "put";
    case ARAUTO_RECORDED_GET:
    case ARAUTO_RECORDED_GET_SECTION:
        return "get";
    case ARAUTO_RECORDED_ATOMIC:
        return "atomic";
    case ARAUTO_RECORDED_POST:
    case ARAUTO_RECORDED_EVENT_POST:
    case ARAUTO_RECORDED_TAG_POST:
        return "post";
    case ARAUTO_RECORDED_WAIT:
    case ARAUTO_RECORDED_TAG_WAIT:
        return "wait";
    case ARAUTO_RECORDED_SYNC_RANKS:
        return "sync images";
    case ARAUTO_RECORDED_LOCK:
        return "lock";
    case ARAUTO_RECORDED_UNLOCK:
        return "unlock";
    case ARAUTO_RECORDED_BARRIER:
        return "barrier";
    case ARAUTO_RECORDED_BROADCAST:
        return "broadcast";
    case ARAUTO_RECORDED_REDUCE:
        return "reduce";
    case ARAUTO_RECORDED_REDUCE_ALL:
        return "reduce all";
    case ARAUTO_RECORDED_ALLGATHER:
        return "allgather";
    case ARAUTO_RECORDED_TEAM:
        return "team";
    case ARAUTO_RECORDED_ALLOCATE:
        return "allocate";
    case ARAUTO_RECORDED_FREE:
        return "free";
    default:
        return "other";
    }
}

enum CallFlag : uint8_t { kCallFar = 1, kCallBehind = 2 };

class Otf2Text {
  public:
    Otf2Text(const Analysis& analysis, size_t most)
        : trace_(analysis.trace), lines_(analysis.lines) {
        size_t threads = 0;
        for (const Image& image : trace_.images) {
            threads += image.threads.size();
        }
        most_of_thread_ = most / std::max<size_t>(threads, 1);
        for (const Release& release : analysis.releases) {
            const Where& waiter = release.waiter;
            releasers_[key_of(waiter.image, waiter.thread, waiter.event)] =
                trace_.images[release.releaser.image].rank;
        }
    }

    Otf2Input run() {
        for (uint32_t i = 0; i < trace_.images.size(); ++i) {
            for (uint32_t k = 0; k < trace_.images[i].threads.size(); ++k) {
                add_thread(i, k);
            }
        }
        return {"{\"noun\": " + insight::quoted(trace_.noun) +
                    text(", \"first_number\": %u, \"images\": %u", trace_.first_number,
                         trace_.images_of_job) +
                    ", \"regions\": [" + regions_text_ + "], \"threads\": [" + threads_text_ +
                    "]}\n" + calls_,
                left_out_};
    }

  private:
    static uint64_t key_of(uint32_t image, uint32_t thread, uint32_t event) {
        constexpr int kImageBits = 36;
        constexpr int kThreadBits = 32;
        return uint64_t{image} << kImageBits | uint64_t{thread} << kThreadBits | event;
    }

    void add_thread(uint32_t image, uint32_t number);
    void add_call(const Event& call, const CallTimes& times, uint32_t releaser);
    [[nodiscard]] size_t region_of(const Event& call);
    void add(uint64_t value) {
        std::array<char, 24> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        calls_.append(digits.data(), end.ptr);
        calls_ += ' ';
    }

    const Trace& trace_;
    const Lines& lines_;
    size_t most_of_thread_ = 0;
    size_t left_out_ = 0;
    std::unordered_map<uint64_t, uint32_t> releasers_; // ranks, by the wait
    std::map<std::pair<uint32_t, uint16_t>, size_t> regions_; // by line and operation
    std::string regions_text_;
    std::string threads_text_;
    std::string calls_;
};

void Otf2Text::add_thread(uint32_t image, uint32_t number) {
    const Image& of = trace_.images[image];
    const Thread& thread = of.threads[number];
    const size_t count = thread.events.size();
    size_t first = count - std::min(count, most_of_thread_);
    while (first < count && first > 0 && thread.events[first].is_behind()) {
        ++first; // its first part is left out
    }
    if (of.rank >= trace_.images_of_job) {
        first = count; // no rank of this job
    }
    left_out_ += first;
    if (first == count) {
        return;
    }
    threads_text_ +=
        text("%s[%u, %u, %zu]", threads_text_.empty() ? "" : ", ", of.rank, number, count - first);
    const std::vector<CallTimes> times = times_of_calls(trace_, thread);
    for (size_t i = first; i < count; ++i) {
        const auto known = releasers_.find(key_of(image, number, static_cast<uint32_t>(i)));
        add_call(thread.events[i], times[i], known != releasers_.end() ? known->second : kNoPeer);
    }
}

void Otf2Text::add_call(const Event& call, const CallTimes& times, uint32_t releaser) {
    const bool is_rooted =
        call.op == ARAUTO_RECORDED_BROADCAST || call.op == ARAUTO_RECORDED_REDUCE;
    const bool is_lock = call.op == ARAUTO_RECORDED_LOCK || call.op == ARAUTO_RECORDED_UNLOCK;
    constexpr int kRootShift = 32; // in the argument of a meeting
    add(ns_of(times.begin));
    add(ns_of(times.end));
    add(region_of(call));
    add(is_rooted ? call.argument >> kRootShift : call.peer);
    add(is_lock ? call.offset() : call.bytes());
    add(releaser);
    add((call.flags & kRecordFar) != 0 ? uint64_t{kCallFar}
                                       : 0 | (call.is_behind() ? uint64_t{kCallBehind} : 0));
    calls_.back() = '\n';
}

size_t Otf2Text::region_of(const Event& call) {
    const uint32_t line = lines_.of(call.place);
    const auto [at, is_new] = regions_.emplace(std::pair{line, call.op}, regions_.size());
    if (is_new) {
        const Line& here = lines_.at(line);
        const std::string name = lines_.statement(line, call.op) + ", " + here.place();
        regions_text_ +=
            (regions_text_.empty() ? "{\"name\": " : ", {\"name\": ") + insight::quoted(name) +
            ", \"file\": " + insight::quoted(here.path) +
            text(", \"line\": %d, \"kind\": \"%s\"}", std::max(here.number, 0), kind_of(call.op));
    }
    return at->second;
}

/// Ends the process's habit of dying when the reader of a pipe has ended.
class WithoutPipeSignal {
  public:
    WithoutPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;
    ~WithoutPipeSignal() { std::signal(SIGPIPE, before_); }

  private:
    void (*before_)(int);
};

bool is_new_or_empty(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(folder, error).type();
    return type == fs::file_type::not_found ||
           (type == fs::file_type::directory && fs::is_empty(folder, error) && !error);
}

} // namespace

Otf2Input otf2_input(const Analysis& analysis, size_t most) {
    return Otf2Text(analysis, most).run();
}

int write_otf2(const Analysis& analysis, const std::string& folder) {
    constexpr size_t kMostCalls = 2'000'000; // half a minute
    constexpr int kNoPackage = 3; // exit status of the program
    const std::string script = prefix() + "/share/arauto/otf2_writer.py";
    if (access(script.c_str(), R_OK) != 0) {
        return complain(kNotFound, "doctor: %s is missing", script.c_str());
    }
    if (!is_new_or_empty(folder)) {
        return complain(1, "doctor: %s is no new or empty folder", folder.c_str());
    }
    const Otf2Input input = otf2_input(analysis, kMostCalls);
    Words command = python_command("python3", script);
    command.push_back(folder);
    const WithoutPipeSignal without;
    std::FILE* const pipe = popen(shell_command(command).c_str(), "we");
    if (pipe == nullptr) {
        return complain(kNotFound, "doctor: python3 cannot be started: %s", std::strerror(errno));
    }
    std::fwrite(input.text.data(), 1, input.text.size(), pipe);
    const int status = pclose(pipe);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoPackage) {
        return complain(1, "doctor: python3 has no package otf2, which writes this format: "
                           "'pip install otf2' installs it");
    }
    if (status != 0) {
        std::error_code error;
        std::filesystem::remove_all(folder, error); // there was nothing in it before
        return complain(1, "doctor: the archive %s was not written", folder.c_str());
    }
    if (input.left_out > 0) {
        complain(0,
                 "doctor: the archive %s has the last %zu calls of the images, and not the %zu "
                 "before them",
                 folder.c_str(), kMostCalls, input.left_out);
    }
    return 0;
}

} // namespace arauto::tools::insight
