// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See host_list.hpp.
#include "host_list.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

namespace arauto::tools {
namespace {

constexpr int kSlotsMax = 65536; // of a host
constexpr size_t kHostsMax = 65536;
constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// -1 when it is no number of slots.
int slots_of(std::string_view text) {
    int slots = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), slots);
    const bool is_right = error == std::errc{} && end == text.data() + text.size();
    return is_right && slots >= 1 && slots <= kSlotsMax ? slots : -1;
}

bool is_name(std::string_view text) {
    return !text.empty() && text[0] != '-' &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789.-_@") == std::string_view::npos;
}

/// Takes "b:4", or "b" with slots from elsewhere.
void add_word(HostList& list, std::string_view word, std::optional<std::string_view> elsewhere) {
    const size_t colon = std::min(word.find(':'), word.size());
    const std::string_view name = word.substr(0, colon);
    const std::optional<std::string_view> given =
        colon < word.size() ? word.substr(colon + 1) : elsewhere;
    const int slots = given ? slots_of(*given) : 0;
    if (!is_name(name)) {
        list.fault = "'" + std::string(name) + "' is no name of a host";
    } else if (slots < 0) {
        list.fault = "the slots of " + std::string(name) + " are '" + std::string(*given) +
                     "', but they must be a whole number from 1 to 65536";
    } else {
        list.hosts.push_back({std::string(name), slots});
    }
}

void add_line(HostList& list, std::string_view line) {
    const std::string_view words = trimmed(line.substr(0, std::min(line.find('#'), line.size())));
    if (words.empty()) {
        return;
    }
    const std::string_view word =
        words.substr(0, std::min(words.find_first_of(kBlanks), words.size()));
    const std::string_view rest = trimmed(words.substr(word.size()));
    constexpr std::string_view kSlots = "slots=";
    if (!rest.empty() && !rest.starts_with(kSlots)) {
        list.fault = "'" + std::string(rest) + "' after " + std::string(word) +
                     " means nothing; a line is 'host', 'host:4' or 'host slots=4'";
        return;
    }
    add_word(list, word, rest.empty() ? std::nullopt : std::optional(rest.substr(kSlots.size())));
}

/// Each host once.
HostList merged(HostList list) {
    HostList result;
    result.fault = std::move(list.fault);
    if (result.fault.empty()) {
        result.fault = add_hosts(result.hosts, list.hosts);
    }
    return result;
}

} // namespace

std::string add_hosts(std::vector<HostSlots>& hosts, const std::vector<HostSlots>& more) {
    std::unordered_map<std::string, size_t> indices;
    for (const HostSlots& host : hosts) {
        indices.emplace(host.name, indices.size());
    }
    for (const HostSlots& one : more) {
        const auto [found, is_new] = indices.emplace(one.name, hosts.size());
        if (is_new) {
            hosts.push_back(one);
            continue;
        }
        int& slots = hosts[found->second].slots;
        slots += one.slots;
        if (slots > kSlotsMax) {
            return "the slots of " + one.name + " are " + std::to_string(slots) +
                   " together, but at most " + std::to_string(kSlotsMax) + " are allowed";
        }
    }
    return hosts.size() <= kHostsMax
               ? ""
               : "there are " + std::to_string(hosts.size()) + " hosts, but at most " +
                     std::to_string(kHostsMax) + " are allowed";
}

HostList parse_hosts(std::string_view text) {
    HostList list;
    for (size_t at = 0; at <= text.size() && list.fault.empty();) {
        const size_t end = std::min(text.find(',', at), text.size());
        add_word(list, trimmed(text.substr(at, end - at)), std::nullopt);
        at = end + 1;
    }
    return merged(std::move(list));
}

HostList parse_hostfile(std::string_view text) {
    HostList list;
    int number = 1;
    for (size_t at = 0; at < text.size(); ++number) {
        const size_t end = std::min(text.find('\n', at), text.size());
        add_line(list, text.substr(at, end - at));
        if (!list.fault.empty()) {
            list.fault = "line " + std::to_string(number) + ": " + list.fault;
            return list;
        }
        at = end + 1;
    }
    if (list.hosts.empty()) {
        list.fault = "it names no host";
    }
    return merged(std::move(list));
}

int64_t images_of(const std::vector<HostSlots>& hosts) {
    int64_t images = 0;
    for (const HostSlots& host : hosts) {
        images += std::max(host.slots, 1);
    }
    return images;
}

std::string share_out(int images, std::vector<HostSlots>& hosts) {
    int64_t slots = 0;
    int open = 0; // hosts
    for (const HostSlots& host : hosts) {
        slots += host.slots;
        open += host.slots == 0 ? 1 : 0;
    }
    int left = static_cast<int>(std::max<int64_t>(images - slots, 0));
    if (left > 0 && open == 0) {
        return std::to_string(images) + " images do not fit the " + std::to_string(slots) +
               " slots of the hosts (" + joined(hosts) +
               "); give them more, or ask for fewer "
               "images";
    }
    for (HostSlots& host : hosts) {
        if (host.slots == 0) {
            host.slots = std::max((left + open - 1) / open, 1);
            left = std::max(left - host.slots, 0);
            --open;
        }
    }
    return "";
}

std::string joined(const std::vector<HostSlots>& hosts) {
    std::string text;
    for (const HostSlots& host : hosts) {
        text += (text.empty() ? "" : ",") + host.name +
                (host.slots > 0 ? ":" + std::to_string(host.slots) : "");
    }
    return text;
}

} // namespace arauto::tools
