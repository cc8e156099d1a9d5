// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See profile_report.hpp.
#include "boot/profile_report.hpp"

#include "base/clock.hpp"
#include "boot/report_file.hpp"
#include "boot/statement.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::boot {
namespace {

constexpr std::string_view kTitle = "arauto: profile of ";
constexpr size_t kMostImages = 16; // with a line of their own
constexpr size_t kMostStatements = 5;
constexpr double kNsOfSecond = 1e9;

bool is_report(std::string_view first_bytes) {
    return first_bytes.starts_with(kTitle);
}

constexpr ReportKind kProfile{kProfileSetting, "the profile's lines", is_report};

uint64_t value(const std::atomic<uint64_t>& word) noexcept {
    return word.load(std::memory_order_relaxed); // relaxed because the image has ended
}

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return line;
}

/// Seconds of one image, or of several together.
struct Times {
    double all = 0;
    double waits = 0;
    double copies = 0;

    /// Threads of one image may wait at the same time.
    [[nodiscard]] double computes() const { return std::max(all - waits - copies, 0.0); }
};

/// The waits of all images in one statement.
struct Waits {
    uint64_t ns = 0;
    uint64_t count = 0;
    uint64_t longest_ns = 0;

    void add(const Waits& more) noexcept {
        ns += more.ns;
        count += more.count;
        longest_ns = std::max(longest_ns, more.longest_ns);
    }
};

/// The waits of all images whose calls of the program are the same.
struct Calls {
    const WaitSite* site = nullptr; // of one of them; null: they have a fixed name
    Waits waits;
};

/// The name of a site without frames; null: it has some.
const char* fixed_name(const ProfileBlock& block, size_t index) noexcept {
    if (index == ProfileBlock::kEnding) {
        return "the end of the program, for the others";
    }
    // PAIR profile.frames: look
    const bool has_frames = block.sites[index].has_frames.load(std::memory_order_acquire) != 0;
    // The image may have been ended before it had set this.
    return has_frames ? nullptr : "before the main program, or elsewhere";
}

/// Tells calls apart.
std::string key_of(const os::ProgramFrames& frames) {
    constexpr uint32_t kFramesMax = 16;
    std::string key = os::module_of(frames) + ' ' +
                      std::string(frames.entry, strnlen(frames.entry, sizeof frames.entry));
    for (uint32_t i = 0; i < std::min(frames.count, kFramesMax); ++i) {
        key += ' ' + std::to_string(frames.offsets[i]);
    }
    return key;
}

/// The entries of a map, those that have waited longest first.
template <typename Value, typename Ns>
std::vector<std::pair<std::string, Value>> longest_first(const std::map<std::string, Value>& all,
                                                         Ns ns_of) {
    std::vector<std::pair<std::string, Value>> sorted(all.begin(), all.end());
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
        return ns_of(a.second) > ns_of(b.second);
    });
    return sorted;
}

class Profile {
  public:
    Profile(std::span<const ProfileBlock> blocks, Naming naming) : naming_(naming) {
        const auto now = static_cast<uint64_t>(now_ns());
        std::map<std::string, Calls> calls;
        for (const ProfileBlock& block : blocks) {
            add(block, now, calls);
        }
        find_statements(calls);
    }

    [[nodiscard]] std::string report() const {
        double longest = 0;
        for (const Times& times : images_) {
            longest = std::max(longest, times.all);
        }
        return std::string(kTitle) +
               text("%zu %s%s in %.3f s\n", images_.size(), naming_.noun,
                    images_.size() == 1 ? "" : "s", longest) +
               text("  %-14s %12s %12s %12s\n", naming_.noun, "computes (s)", "waits (s)",
                    "copies (s)") +
               (images_.size() <= kMostImages ? lines_of_images() : lines_of_extremes()) +
               lines_of_waits();
    }

  private:
    static double seconds(uint64_t ns) { return static_cast<double>(ns) / kNsOfSecond; }

    void add(const ProfileBlock& block, uint64_t now, std::map<std::string, Calls>& calls) {
        const uint64_t begun = value(block.begun_ns);
        const uint64_t since = value(block.waits_since_ns); // in a wait, when it was ended
        const size_t waits_at = since != 0 ? value(block.waits_at) : ProfileBlock::kSites;
        const uint64_t noted = value(block.ended_ns);
        const uint64_t ended = noted == 0 || waits_at == ProfileBlock::kEnding ? now : noted;
        Times times;
        times.all = begun == 0 ? 0 : seconds(ended - begun);
        times.copies = seconds(value(block.copies.ns));
        for (size_t i = 0; i < ProfileBlock::kSites; ++i) {
            const WaitSite& site = block.sites[i];
            Waits waits{value(site.ns), value(site.waits), value(site.longest_ns)};
            if (waits_at == i && since < ended) {
                waits.add({ended - since, 1, ended - since});
            }
            if (waits.count > 0) {
                const char* const name = fixed_name(block, i);
                Calls& same = calls[name != nullptr ? name : key_of(site.frames)];
                same.site = name != nullptr ? nullptr : &site;
                same.waits.add(waits);
                times.waits += seconds(waits.ns);
            }
        }
        images_.push_back(times);
    }

    /// Looks up the places of the longest waits; each look may take seconds in a large program.
    void find_statements(const std::map<std::string, Calls>& calls) {
        constexpr size_t kMostLooks = 32;
        const auto longest = longest_first(calls, [](const Calls& same) { return same.waits.ns; });
        for (size_t i = 0; i < longest.size(); ++i) {
            const auto& [name, same] = longest[i];
            if (same.site == nullptr) {
                waits_[name].add(same.waits);
            } else if (i < kMostLooks) {
                waits_[statement_and_place(os::find_source_location(same.site->frames))].add(
                    same.waits);
            } else {
                others_.add(same.waits);
            }
        }
    }

    [[nodiscard]] Times sum() const {
        Times sum;
        for (const Times& times : images_) {
            sum.all += times.all;
            sum.waits += times.waits;
            sum.copies += times.copies;
        }
        return sum;
    }

    [[nodiscard]] std::string number(size_t image) const {
        return std::to_string(image + static_cast<size_t>(naming_.first));
    }

    static std::string line_of(const std::string& head, const Times& times) {
        return text("  %-14s %12.3f %12.3f %12.3f\n", head.c_str(), times.computes(), times.waits,
                    times.copies);
    }

    [[nodiscard]] std::string lines_of_images() const {
        std::string out;
        for (size_t image = 0; image < images_.size(); ++image) {
            out += line_of(number(image), images_[image]);
        }
        return out;
    }

    /// The images that compute least and most, with their numbers, and the mean of all.
    [[nodiscard]] std::string lines_of_extremes() const {
        const auto [least, most] =
            std::minmax_element(images_.begin(), images_.end(), [](const Times& a, const Times& b) {
                return a.computes() < b.computes();
            });
        const auto number_at = [&](const auto& at) {
            return number(static_cast<size_t>(at - images_.begin()));
        };
        const auto count = static_cast<double>(images_.size());
        const Times all = sum();
        return line_of(number_at(least) + " (least)", *least) +
               line_of("mean", {all.all / count, all.waits / count, all.copies / count}) +
               line_of(number_at(most) + " (most)", *most);
    }

    [[nodiscard]] std::string lines_of_waits() const {
        const auto statements = longest_first(waits_, [](const Waits& waits) { return waits.ns; });
        if (statements.empty()) {
            return "  no wait has lasted longer than a few looks\n";
        }
        const double all = sum().all;
        const auto line = [all](const Waits& waits, const std::string& statement) {
            const double share = all > 0 ? 100 * seconds(waits.ns) / all : 0;
            return text("  %12.1f %% %12.3f %12llu %12.6f  ", share, seconds(waits.ns),
                        static_cast<unsigned long long>(waits.count), seconds(waits.longest_ns)) +
                   statement + "\n";
        };
        std::string out = text("  %-14s %12s %12s %12s  statement\n", "share of all", "waits (s)",
                               "how many", "longest (s)");
        Waits others = others_;
        for (size_t i = 0; i < statements.size(); ++i) {
            const auto& [statement, waits] = statements[i];
            if (i < kMostStatements) {
                out += line(waits, statement);
            } else {
                others.add(waits);
            }
        }
        if (others.count > 0) {
            out += line(others, "all others");
        }
        return out;
    }

    Naming naming_;
    std::vector<Times> images_;
    std::map<std::string, Waits> waits_; // by statement and place
    Waits others_; // whose place was not looked for
};

} // namespace

Result<bool> profile_is_wanted() noexcept {
    return is_wanted(kProfile);
}

void report_profile(std::span<const ProfileBlock> blocks, Naming naming) noexcept {
    deliver(kProfile, Profile(blocks, naming).report());
}

} // namespace arauto::boot
