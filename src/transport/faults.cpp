// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See faults.hpp.
#include "transport/faults.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <iterator>

namespace arauto::transport {
namespace {

constexpr int64_t kReorderNs = 50'000;
constexpr int64_t kDelayMaxNs = 10'000'000'000;
constexpr int kAgainMax = 90; // percent; a post must succeed some time
constexpr int64_t kNsPerUs = 1000;

struct Unit {
    std::string_view name;
    int64_t factor;
    int64_t most; // before the factor
};

constexpr Unit kTimes[] = {{"ns", 1, kDelayMaxNs},
                           {"us", kNsPerUs, kDelayMaxNs / kNsPerUs},
                           {"ms", 1'000'000, kDelayMaxNs / 1'000'000},
                           {"s", 1'000'000'000, kDelayMaxNs / 1'000'000'000}};
constexpr Unit kPercents[] = {{"%", 1, kAgainMax}};
constexpr Unit kRanks[] = {{"", 1, INT_MAX}};
constexpr Unit kCounts[] = {{"", 1, INT64_MAX}};
constexpr Unit kSwitches[] = {{"", 1, 1}};
constexpr std::string_view kRules[] = {"cxi", "efa", "verbs", "psm3", "shm", "tcp"};

/// A number that is not negative, with one of the units; -1 when it is none.
template <size_t N> int64_t number_with(std::string_view text, const Unit (&units)[N]) noexcept {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<size_t>(end - text.data());
    if (error != std::errc{} || number < 0) {
        return -1;
    }
    for (const Unit& unit : units) {
        if (text.substr(digits) == unit.name && number <= unit.most) {
            return number * unit.factor;
        }
    }
    return -1;
}

/// @return null, or the valid form of the part
const char* take_part(std::string_view name, std::string_view value, Faults* faults) noexcept {
    int64_t number = -1;
    if (name == "delay") {
        faults->delay_ns = number = number_with(value, kTimes);
        return number >= 0 ? nullptr : "delay is a time up to 10 s, such as 200us, 5ms or 1s";
    }
    if (name == "reorder") {
        number = number_with(value, kSwitches);
        faults->may_reorder = number == 1;
        return number >= 0 ? nullptr : "reorder is 0 or 1";
    }
    if (name == "again") {
        number = number_with(value, kPercents);
        faults->again_percent = static_cast<int>(number);
        return number >= 0 ? nullptr : "again is a share from 0% to 90%";
    }
    if (name == "seed") {
        number = number_with(value, kCounts);
        faults->seed = static_cast<uint64_t>(number);
        return number >= 0 ? nullptr : "seed is a number from 0 on";
    }
    if (name == "fail") {
        number = number_with(value, kRanks);
        faults->failing = static_cast<int>(number);
        return number >= 0 ? nullptr : "fail is a rank, from 0 on";
    }
    if (name == "after") {
        faults->fails_after = number = number_with(value, kCounts);
        return number >= 0 ? nullptr : "after is a number of posts, from 0 on";
    }
    if (name == "locked") {
        faults->locked_bytes = number = number_with(value, kCounts);
        return number >= 0 ? nullptr : "locked is a number of bytes";
    }
    if (name == "rules") {
        faults->rules = value;
        const bool is_known =
            std::find(std::begin(kRules), std::end(kRules), value) != std::end(kRules);
        return is_known ? nullptr : "rules are those of cxi, efa, verbs, psm3, shm or tcp";
    }
    if (name == "refuse") {
        faults->refused = value == "data"    ? Refused::data
                          : value == "reads" ? Refused::reads
                                             : Refused::nothing;
        return faults->refused != Refused::nothing ? nullptr : "refuse is data or reads";
    }
    return "there are delay, reorder, again, seed, fail, after, locked, rules and refuse";
}

} // namespace

Result<Faults> parse_faults(std::string_view text) noexcept {
    Faults faults;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(part.size() < text.size() ? part.size() + 1 : text.size());
        const size_t equals = part.find('=');
        const std::string_view name = part.substr(0, equals);
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
        if (const char* const meant = take_part(name, value, &faults); meant != nullptr) {
            return {fail(ARAUTO_ERR_ARGUMENT, "ARAUTO_FAULT has the part '%.*s'; %s",
                         static_cast<int>(part.size()), part.data(), meant),
                    {}};
        }
    }
    if (faults.may_reorder && faults.delay_ns == 0) {
        faults.delay_ns = kReorderNs;
    }
    return {ARAUTO_OK, faults};
}

std::string in_words(const Faults& faults) {
    std::string words;
    const auto add = [&words](const std::string& more) {
        words += words.empty() ? more : ", " + more;
    };
    if (faults.delay_ns > 0) {
        add("delays up to " + std::to_string(faults.delay_ns / kNsPerUs) + " us");
    }
    if (faults.may_reorder) {
        add("reordering");
    }
    if (faults.again_percent > 0) {
        add(std::to_string(faults.again_percent) + "% refused at first");
    }
    if (faults.failing >= 0) {
        add("rank " + std::to_string(faults.failing) + " fails after " +
            std::to_string(faults.fails_after) + " posts");
    }
    add("seed " + std::to_string(faults.seed));
    return words;
}

} // namespace arauto::transport
