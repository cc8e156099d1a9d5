// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See critical_path.hpp. Goes backwards from the end of the last image. A wait was over because of
// the call that released it, so that the path goes on before that one.
#include "critical_path.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace arauto::tools::insight {
namespace {

class Walk {
  public:
    Walk(const Trace& trace, const Lines& lines, const Matches& matches)
        : trace_(trace), lines_(lines) {
        for (const Match& match : matches.all) {
            if (match.is_release()) {
                releases_[key_of(match.waiter)] = &match;
            }
        }
    }

    std::vector<PathPart> run() {
        if (start()) {
            // Each step goes to an earlier call, or over one arrow of the trace.
            for (size_t steps = releases_.size() + 1; steps > 0 && go_back(); --steps) {
            }
        }
        std::vector<PathPart> parts;
        for (const auto& [key, seconds] : seconds_) {
            const auto& [kind, image, from, to] = key;
            parts.push_back({kind, image, from, to, seconds});
        }
        std::stable_sort(parts.begin(), parts.end(), [](const PathPart& a, const PathPart& b) {
            return a.seconds > b.seconds;
        });
        return parts;
    }

  private:
    static std::tuple<uint32_t, uint32_t, uint32_t> key_of(const Where& where) {
        return {where.image, where.thread, where.event};
    }

    /// Goes to the end of the image that has ended last. @return whether there is one
    bool start() {
        const auto last =
            std::max_element(trace_.images.begin(), trace_.images.end(),
                             [](const Image& a, const Image& b) { return a.end < b.end; });
        if (last == trace_.images.end() || last->threads.empty()) {
            return false;
        }
        const auto thread = std::max_element(
            last->threads.begin(), last->threads.end(), [](const Thread& a, const Thread& b) {
                const auto end = [](const Thread& each) {
                    return each.events.empty() ? -1 : each.events.back().end;
                };
                return end(a) < end(b);
            });
        at_ = {static_cast<uint32_t>(last - trace_.images.begin()),
               static_cast<uint32_t>(thread - last->threads.begin()),
               static_cast<uint32_t>(thread->events.size())};
        time_ = last->end;
        later_line_ = lines_.of(kNoPlace);
        return true;
    }

    /// Back to the latest wait that another image ended. @return false: the path has begun there
    bool go_back() {
        const Image& image = trace_.images[at_.image];
        const std::vector<Event>& events = image.threads[at_.thread].events;
        for (; at_.event > 0; --at_.event) {
            const Event& event = events[at_.event - 1];
            if (event.is_behind()) {
                continue; // it has the time of the one before
            }
            const uint32_t line = lines_.of(event.place);
            const double end = std::clamp(event.end, std::min(event.begin, time_), time_);
            add(PathPart::Kind::computes, line, end);
            const auto release = releases_.find({at_.image, at_.thread, at_.event - 1});
            later_line_ = line;
            if (release != releases_.end() && release->second->until <= time_) {
                add(PathPart::Kind::waits, line, release->second->until);
                at_ = release->second->releaser;
                later_line_ = lines_.of(trace_.at(at_).place);
                return true;
            }
            add(event.is_of(RecordedText::Kind::transfer) ? PathPart::Kind::moves
                                                          : PathPart::Kind::waits,
                line, event.begin);
        }
        add(PathPart::Kind::computes, lines_.of(kNoPlace), image.begin);
        return false;
    }

    /// Adds the time back to `from`.
    void add(PathPart::Kind kind, uint32_t line, double from) {
        if (from < time_) {
            seconds_[{kind, at_.image, line, later_line_}] += time_ - from;
            time_ = from;
        }
    }

    const Trace& trace_;
    const Lines& lines_;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, const Match*> releases_; // by the wait
    std::map<std::tuple<PathPart::Kind, uint32_t, uint32_t, uint32_t>, double> seconds_;
    Where at_; // the call behind the one that is looked at
    double time_ = 0;
    uint32_t later_line_ = 0;
};

} // namespace

std::vector<PathPart>
find_critical_path(const Trace& trace, const Lines& lines, const Matches& matches) {
    return Walk(trace, lines, matches).run();
}

} // namespace arauto::tools::insight
