// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lost_stats.hpp. A name counts as in memory wherever it is more than assigned, compared or
// given as `stat=` of these statements: a warning that is missing does less harm than a wrong one.
#include "lost_stats.hpp"

#include <algorithm>
#include <iterator>

namespace arauto::tools {
namespace {

/// Index behind the bracket that a statement begins with; 0 when it does not begin with `word`.
size_t after_head(std::string_view text, std::string_view word) {
    return text.starts_with(word) ? std::min(after_bracket(text, word.size() - 1), text.size()) : 0;
}

/// Calls `use` with the names in the text. Those of components and of keywords are among them.
template <typename Use> void for_names(std::string_view text, Use use) {
    for (size_t at = 0; at < text.size();) {
        const size_t end = after_name(text, at);
        if (end > at) {
            use(text.substr(at, end - at));
        }
        at = std::max(end, at + 1);
    }
}

/// The text without what is outside all brackets.
std::string inside_brackets(std::string_view text) {
    std::string inside;
    size_t depth = 0;
    for (const char c : text) {
        depth -= (c == ')' || c == ']') && depth > 0 ? 1U : 0U;
        inside += depth > 0 ? c : ' ';
        depth += c == '(' || c == '[' ? 1U : 0U;
    }
    return inside;
}

} // namespace

void LostStats::close_scopes(size_t count) {
    for (; scopes_.size() > count; scopes_.pop_back()) {
        const Variables& ended = scopes_.back();
        std::copy_if(ended.stats.begin(), ended.stats.end(), std::back_inserter(lost_),
                     [&](const Lost& stat) {
                         return !ended.are_saved && !ended.in_memory.contains(stat.variable);
                     });
    }
}

void LostStats::note(std::string_view text, const FortranNames& names) {
    for_names(text, [&](std::string_view name) {
        if (const size_t scope = names.scope_of(name); scope < scopes_.size()) {
            scopes_[scope].in_memory.emplace(name);
        }
    });
}

void LostStats::note_stat(std::string_view name, size_t at, const FortranNames& names) {
    const Entity* const entity = names.find(name);
    if (entity != nullptr && !entity->is_dummy && !entity->is_saved && !entity->is_target &&
        !entity->is_pointer && !entity->is_allocatable && !entity->is_array &&
        !entity->is_coarray) {
        scopes_[names.scope_of(name)].stats.push_back({std::string(name), at});
    }
}

void LostStats::take(const Item& item, const FortranNames& names, bool is_declaration) {
    const size_t before = scopes_.size();
    close_scopes(names.scopes.size());
    scopes_.resize(names.scopes.size());
    const bool begins_unit = scopes_.size() > before && !names.scopes.back().is_construct;
    std::string_view text = item.text;
    if (text == "save") {
        scopes_.back().are_saved = true;
    }
    if (is_declaration || begins_unit || text.starts_with("use")) {
        return;
    }
    if (const size_t end = after_head(text, "if("); end > 0) {
        note(inside_brackets(text.substr(3, end - 4)), names);
        text = text.substr(end);
    }
    if (const size_t end = after_head(text, "selectcase("); end == text.size() && end > 0) {
        note(inside_brackets(text.substr(11, end - 12)), names);
        return;
    }
    for (const std::string_view word : {"formteam(", "changeteam(", "syncteam("}) {
        const size_t end = after_head(text, word);
        if (end == 0) {
            continue;
        }
        for (const Range& part : split_list(text, word.size(), end - 1)) {
            const std::string_view argument = text.substr(part.begin, part.end - part.begin);
            const bool is_name = argument.starts_with("stat=") &&
                                 after_name(argument, 5) == argument.size() && argument.size() > 5;
            if (is_name) {
                note_stat(argument.substr(5), item.begin, names);
            } else {
                note(argument, names);
            }
        }
        return;
    }
    const size_t equal = find_assignment(text, 0);
    const bool is_assignment = equal != text.npos && after_name(text, 0) > 0;
    note(is_assignment ? std::string_view(inside_brackets(text)) : text, names);
}

std::vector<LostStats::Lost> LostStats::find() {
    close_scopes(0);
    return std::move(lost_);
}

} // namespace arauto::tools
