// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notify.hpp. `x(...)[k, notify=n] = e` becomes `x(...)[k+arauto_fortran_notify_hint(n)] = e`.
// The function announces to the library that this thread's next put carries a notification, and
// returns 0. It is not a call before the statement, because e may call functions that put data
// themselves, and these would take the hint. gfortran (12, at -O0 to -O3) evaluates an image index
// once, as an argument of the library call that does the put, after the right-hand side and all
// subscripts. So no other put can come between. One statement also remains one statement: after `if
// (...)`, behind a label and at the end of a loop the code need not be restructured. The hint is in
// the last cosubscript, because cosubscripts are evaluated from left to right.
#include "notify.hpp"

#include "program_units.hpp"
#include "source_draft.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arauto::tools {
namespace {

constexpr const char* kHint = "arauto_fortran_notify_hint";
constexpr const char* kHintWithStat = "arauto_fortran_notify_hint_stat";

bool starts(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// The name before `=` in `stat=s`; empty when the part is no such specifier.
std::string_view keyword_of(std::string_view text, Range part) {
    const size_t end = after_name(text, part.begin);
    const bool is_specifier =
        end > part.begin && end < part.end && text[end] == '=' &&
        (end + 1 == text.size() || (text[end + 1] != '=' && text[end + 1] != '>'));
    return is_specifier ? text.substr(part.begin, end - part.begin) : std::string_view();
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether `[` appears outside the parentheses of a designator.
bool is_coindexed(std::string_view text, Range part) {
    for (size_t at = part.begin; at < part.end; ++at) {
        if (text[at] == '[') {
            return at > part.begin;
        }
        if (text[at] == '(') {
            at = std::min(after_bracket(text, at), part.end) - 1;
        }
    }
    return false;
}

/// Where the statement begins that an `if (...)` may precede.
size_t action_start(std::string_view text) {
    if (!starts(text, "if(")) {
        return 0;
    }
    const size_t after = after_bracket(text, 2);
    const bool has_action = after < text.size() && is_letter(text[after]);
    return has_action ? after : 0;
}

/// The module's name in a USE statement.
Range used_module(std::string_view text) {
    size_t begin = 3;
    if (text[begin] == ',' || text[begin] == ':') {
        begin = std::min(text.find("::"), text.size() - 2) + 2;
    }
    return {begin, after_name(text, begin)};
}

class Rewriter {
  public:
    Rewriter(std::string_view source, const Layout& layout, const std::string& name)
        : source_(source), layout_(layout), lines_(source, name), draft_(source, layout, lines_) {}

    Rewriting rewrite();

  private:
    void handle_directive(const Item& item);
    void take_statement(const Item& item);
    bool take_wait(const Item& item, size_t start);
    void check_wait_list(const Item& item, const std::vector<Range>& parts);
    void take_selectors(const Item& item, size_t start);
    void take_selector(const Item& item, size_t open, bool is_target);
    bool check_selector(const Item& item, const std::vector<Range>& parts);
    void add_hint(const Item& item, const std::vector<Range>& parts);
    void take_use(const Item& item);
    void take_only(const Item& item, const std::vector<Range>& parts);
    void take_renames(const Item& item, const std::vector<Range>& parts);
    void declare_hints();
    void check_conditional_lines();

    void error(const Item& item, size_t index, const std::string& sentence);
    void blank(const Item& item, Range part);
    void replace(const Item& item, size_t index, std::string_view word);
    [[nodiscard]] std::string original(const Item& item, Range part) const;
    [[nodiscard]] bool mentions_type() const;

    std::string_view source_;
    const Layout& layout_;
    LineTable lines_;
    SourceDraft draft_;
    ProgramUnits units_;
    std::vector<Item> items_;
    std::vector<std::string> errors_;
    int masks_ = 0; // open WHERE constructs
    bool mentions_type_ = false;
};

Rewriting Rewriter::rewrite() {
    items_ = read_items(source_, layout_);
    mentions_type_ = mentions_type();
    for (const Item& item : items_) {
        units_.take(item);
        if (item.is_directive) {
            handle_directive(item);
        } else {
            take_statement(item);
        }
    }
    if (layout_.has_openmp) {
        check_conditional_lines();
    }
    if (!errors_.empty()) {
        return {"", std::move(errors_)};
    }
    declare_hints();
    return {draft_.is_changed() ? draft_.render() : "", {}};
}

bool Rewriter::mentions_type() const {
    constexpr std::string_view kName = "notify_type";
    return std::any_of(items_.begin(), items_.end(), [&](const Item& item) {
        const size_t at = item.is_directive ? item.text.npos : item.text.find(kName);
        return at != item.text.npos && (at == 0 || !is_name_character(item.text[at - 1]));
    });
}

void Rewriter::error(const Item& item, size_t index, const std::string& sentence) {
    const size_t at = index < item.at.size() ? item.at[index] : item.begin;
    const LineTable::SourceLine source_line = lines_.line_of(at);
    errors_.push_back(source_line.file + ":" + std::to_string(source_line.line) +
                      ": error: " + sentence);
}

void Rewriter::blank(const Item& item, Range part) {
    for (size_t i = part.begin; i < part.end; ++i) {
        draft_.overwrite(item.at[i], ' ');
    }
}

void Rewriter::replace(const Item& item, size_t index, std::string_view word) {
    for (size_t i = 0; i < word.size(); ++i) {
        draft_.overwrite(item.at[index + i], word[i]);
    }
}

std::string Rewriter::original(const Item& item, Range part) const {
    std::string text;
    for (size_t i = part.begin; i < part.end; ++i) {
        text += source_[item.at[i]];
    }
    return text;
}

/// A macro's text is put where it is used by the compiler, after us.
void Rewriter::handle_directive(const Item& item) {
    std::string line;
    for (const char c : item.text) {
        if (c != ' ' && c != '\t') {
            line += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    const bool is_macro = layout_.is_preprocessed && starts(line, "#define");
    if (is_macro && (line.find("notify=") != line.npos || line.find("notifywait(") != line.npos)) {
        error(item, item.at.size(), "NOTIFY in a macro is not supported; write it out");
    }
}

void Rewriter::take_statement(const Item& item) {
    const std::string_view text = item.text;
    if (starts(text, "use") && text.size() > 4 && find_assignment(text, 0) == text.npos) {
        take_use(item);
        return;
    }
    const size_t colon = text.find(':');
    const bool has_name = colon != text.npos && after_name(text, 0) == colon;
    const std::string_view construct = text.substr(has_name ? colon + 1 : 0);
    if (starts(construct, "where(") && after_bracket(construct, 5) == construct.size()) {
        ++masks_;
    } else if (starts(text, "endwhere") && masks_ > 0) {
        --masks_;
    }
    if (text.find("notify") != text.npos) {
        const size_t start = action_start(text);
        if (!take_wait(item, start)) {
            take_selectors(item, start);
        }
    }
}

bool Rewriter::take_wait(const Item& item, size_t start) {
    constexpr std::string_view kWait = "notifywait";
    const std::string_view text = item.text;
    const size_t open = start + kWait.size();
    if (!starts(text.substr(start), kWait)) {
        return false;
    }
    if (open < text.size() && (text[open] != '(' || after_bracket(text, open) != text.size())) {
        return false; // a variable of this name
    }
    const size_t old_errors = errors_.size();
    if (open == text.size() || open + 2 == text.size()) {
        error(item, start, "NOTIFY WAIT: the notify variable is missing, as in NOTIFY WAIT (n)");
    } else {
        check_wait_list(item, split_list(text, open + 1, text.size() - 1));
    }
    if (item.is_cut) {
        error(item, start, "NOTIFY WAIT: a line that begins with # is inside the statement");
    }
    if (errors_.size() == old_errors) {
        replace(item, start, "event ");
    }
    return true;
}

void Rewriter::check_wait_list(const Item& item, const std::vector<Range>& parts) {
    constexpr std::string_view kKnown[] = {"until_count", "stat", "errmsg"};
    const std::string_view text = item.text;
    if (!keyword_of(text, parts[0]).empty() || parts[0].begin == parts[0].end) {
        error(item, parts[0].begin, "NOTIFY WAIT: the notify variable must come first");
    } else if (is_coindexed(text, parts[0])) {
        error(item, parts[0].begin,
              "NOTIFY WAIT: " + original(item, {parts[0].begin, after_name(text, parts[0].begin)}) +
                  " must be of this image, it cannot be coindexed");
    }
    std::vector<std::string_view> seen;
    for (size_t i = 1; i < parts.size(); ++i) {
        const std::string_view keyword = keyword_of(text, parts[i]);
        if (std::find(std::begin(kKnown), std::end(kKnown), keyword) == std::end(kKnown)) {
            error(item, parts[i].begin,
                  "NOTIFY WAIT: '" + original(item, parts[i]) +
                      "' is none of UNTIL_COUNT=, STAT= and ERRMSG=");
        } else if (std::find(seen.begin(), seen.end(), keyword) != seen.end()) {
            error(item, parts[i].begin,
                  "NOTIFY WAIT: " +
                      original(item, {parts[i].begin, after_name(text, parts[i].begin)}) +
                      "= is given twice");
        }
        seen.push_back(keyword);
    }
}

/// Brackets after a name or a `)` are image selectors; others construct arrays.
void Rewriter::take_selectors(const Item& item, size_t start) {
    const std::string_view text = item.text;
    const size_t equals = find_assignment(text, start);
    size_t depth = 0;
    for (size_t at = 1; at < text.size(); ++at) {
        depth = at == start ? 0 : depth;
        const char c = text[at];
        const bool is_selector =
            c == '[' && (is_name_character(text[at - 1]) || text[at - 1] == ')');
        if (is_selector) {
            take_selector(item, at,
                          at >= start && depth == 0 && at < equals && equals != text.npos);
        }
        depth += c == '(' || c == '[' ? 1U : 0U;
        depth -= (c == ')' || c == ']') && depth > 0 ? 1U : 0U;
    }
}

void Rewriter::take_selector(const Item& item, size_t open, bool is_target) {
    const std::string_view text = item.text;
    const size_t after = after_bracket(text, open);
    if (after == text.npos) {
        return;
    }
    const std::vector<Range> parts = split_list(text, open + 1, after - 1);
    const auto notify = std::find_if(
        parts.begin(), parts.end(), [&](Range part) { return keyword_of(text, part) == "notify"; });
    if (notify == parts.end()) {
        return;
    }
    const bool is_masked = masks_ > 0 || starts(text, "where(") || starts(text, "forall(");
    if (!is_target) {
        error(item, notify->begin,
              "NOTIFY= is for the variable on the left of an assignment; nothing is written to "
              "this one");
    } else if (is_masked) {
        error(item, notify->begin, "NOTIFY= is not allowed in WHERE or FORALL");
    } else if (item.is_cut) {
        error(item, notify->begin, "NOTIFY=: a line that begins with # is inside the statement");
    } else if (check_selector(item, parts)) {
        add_hint(item, parts);
    }
}

bool Rewriter::check_selector(const Item& item, const std::vector<Range>& parts) {
    constexpr std::string_view kKnown[] = {"notify", "stat", "team", "team_number"};
    const std::string_view text = item.text;
    const size_t old_errors = errors_.size();
    std::vector<std::string_view> seen;
    for (const Range& part : parts) {
        const std::string_view keyword = keyword_of(text, part);
        if (keyword.empty()) {
            continue;
        }
        const std::string shown = original(item, {part.begin, part.begin + keyword.size()});
        if (std::find(std::begin(kKnown), std::end(kKnown), keyword) == std::end(kKnown)) {
            error(item, part.begin,
                  "image selector: '" + shown +
                      "=' is none of STAT=, TEAM=, TEAM_NUMBER= and NOTIFY=");
        } else if (std::find(seen.begin(), seen.end(), keyword) != seen.end()) {
            error(item, part.begin, "image selector: " + shown + "= is given twice");
        }
        seen.push_back(keyword);
        const Range value = {part.begin + keyword.size() + 1, part.end};
        if (keyword == "notify" && after_name(text, value.begin) == value.begin) {
            error(item, part.begin, "NOTIFY=: the notify variable is missing");
        } else if (keyword == "notify" && is_coindexed(text, value)) {
            error(item, part.begin,
                  "NOTIFY=: the image is the one that is written to, the notify variable cannot "
                  "be coindexed");
        }
    }
    if (!keyword_of(text, parts[0]).empty()) {
        error(item, parts[0].begin, "image selector: the cosubscripts must come first");
    }
    return errors_.size() == old_errors;
}

void Rewriter::add_hint(const Item& item, const std::vector<Range>& parts) {
    const std::string_view text = item.text;
    Range last = parts[0];
    std::string notify;
    std::string stat;
    for (const Range& part : parts) {
        const std::string_view keyword = keyword_of(text, part);
        const std::string value = original(item, {part.begin + keyword.size() + 1, part.end});
        if (keyword.empty()) {
            last = part;
        } else if (keyword == "notify") {
            notify = value;
            blank(item, {part.begin - 1, part.end});
        } else if (keyword == "stat") {
            stat = value;
        }
    }
    const size_t dot = text.substr(0, last.end).find('.', last.begin);
    if (dot != text.npos) { // an operator of the user's binds less than +
        draft_.insert_words(item.at[last.begin], "(");
    }
    std::string words = dot != text.npos ? ")+" : "+";
    if (stat.empty()) {
        words += std::string(kHint) + "(" + notify + ")";
        units_.current().needs_hint = true;
    } else { // gfortran reads STAT= and forgets it
        words +=
            std::string(kHintWithStat) + "(" + notify + "," + stat + ",int(kind(" + stat + "),4))";
        units_.current().needs_hint_with_stat = true;
    }
    draft_.insert_words(item.at[last.end - 1] + 1, words);
}

void Rewriter::take_use(const Item& item) {
    const std::string_view text = item.text;
    const Range module = used_module(text);
    const size_t after = module.end;
    if (text.substr(module.begin, after - module.begin) != "iso_fortran_env" ||
        starts(text, "use,non_intrinsic")) {
        return;
    }
    if (starts(text.substr(after), ",only:")) {
        take_only(item, split_list(text, after + 6, text.size()));
    } else if (mentions_type_ && (after == text.size() || text[after] == ',')) {
        take_renames(item, split_list(text, std::min(after + 1, text.size()), text.size()));
    }
}

void Rewriter::take_only(const Item& item, const std::vector<Range>& parts) {
    const std::string_view text = item.text;
    for (const Range& part : parts) {
        const std::string_view entry = text.substr(part.begin, part.end - part.begin);
        const size_t arrow = entry.find("=>");
        if (entry == "notify_type") {
            draft_.insert_words(item.at[part.end - 1] + 1, "=>event_type");
        } else if (arrow != entry.npos && entry.substr(arrow + 2) == "notify_type") {
            replace(item, part.begin + arrow + 2, "event_type ");
        }
    }
}

/// Without ONLY the whole module comes, which has no NOTIFY_TYPE: a second USE adds it. It repeats
/// EVENT_TYPE, which would otherwise be known by its other name alone.
void Rewriter::take_renames(const Item& item, const std::vector<Range>& parts) {
    const std::string_view text = item.text;
    std::string event = "event_type,";
    std::string local = "notify_type";
    for (const Range& part : parts) {
        const std::string_view entry = text.substr(part.begin, part.end - part.begin);
        const size_t arrow = std::min(entry.find("=>"), entry.size());
        const std::string_view name = entry.substr(std::min(arrow + 2, entry.size()));
        if (name == "event_type") {
            event = "";
        } else if (name == "notify_type") {
            local = std::string(entry.substr(0, arrow));
            blank(item, {part.begin - 1, part.end});
        }
    }
    draft_.insert_statements(item.at.back() + 1, {"use,intrinsic::iso_fortran_env,only:" + event +
                                                  local + "=>event_type"});
}

/// With OpenMP a line after `!$` is no comment: one that may hold the constructs is refused.
void Rewriter::check_conditional_lines() {
    for (size_t begin = 0; begin < source_.size(); begin = lines_.line_end(begin) + 1) {
        const std::string_view line = source_.substr(begin, lines_.line_end(begin) - begin);
        const size_t first = line.find_first_not_of(" \t");
        const bool is_fixed = layout_.form == Form::fixed;
        if (first == line.npos || line.size() < first + 3 || line[first + 1] != '$' ||
            std::string_view(is_fixed ? "!cC*" : "!").find(line[first]) == line.npos ||
            is_letter(line[first + 2])) {
            continue; // `!$omp` is a directive
        }
        if (may_contain(line, "notify=") || may_contain(line, "notifywait(")) {
            const LineTable::SourceLine source_line = lines_.line_of(begin);
            errors_.push_back(source_line.file + ":" + std::to_string(source_line.line) +
                              ": error: NOTIFY in a conditional line (!$) is not supported");
        }
    }
}

void Rewriter::declare_hints() {
    for (const ProgramUnits::Unit& unit : units_.all()) {
        std::vector<std::string> lines;
        if (unit.needs_hint) {
            lines.insert(lines.end(),
                         {"function " + std::string(kHint) + "(notify) bind(c)",
                          "use,intrinsic::iso_c_binding,only:c_int", "type(*),intent(in)::notify",
                          "integer(c_int)::" + std::string(kHint), "end function"});
        }
        if (unit.needs_hint_with_stat) { // TARGET: it is set after the function has returned
            lines.insert(lines.end(),
                         {"function " + std::string(kHintWithStat) + "(notify,stat,bytes) bind(c)",
                          "use,intrinsic::iso_c_binding,only:c_int", "type(*),intent(in)::notify",
                          "type(*),target,intent(inout)::stat", "integer(c_int),value::bytes",
                          "integer(c_int)::" + std::string(kHintWithStat), "end function"});
        }
        if (!lines.empty()) {
            lines.insert(lines.begin(), "interface");
            lines.emplace_back("end interface");
            const size_t at =
                unit.inserts_before ? lines_.line_start(unit.insert_at) : unit.insert_at;
            draft_.insert_statements(at, std::move(lines));
        }
    }
}

} // namespace

Rewriting rewrite_notify(std::string_view source, const Layout& layout, const std::string& name) {
    return Rewriter(source, layout, name).rewrite();
}

std::vector<Included>
included_files(std::string_view source, const Layout& layout, const std::string& name) {
    const LineTable lines(source, name);
    std::vector<Included> files;
    for (const Item& item : read_items(source, layout)) {
        const bool is_directive = item.is_directive && layout.is_preprocessed &&
                                  item.text.find("include") != item.text.npos;
        const bool is_line =
            !item.is_directive && (starts(item.text, "include'") || starts(item.text, "include\""));
        if (!is_directive && !is_line) {
            continue;
        }
        const std::string_view text = source.substr(item.begin, item.end - item.begin);
        const size_t open = text.find_first_of("\"'");
        const size_t close = text.find_last_of("\"'");
        if (open != text.npos && close > open) {
            const LineTable::SourceLine source_line = lines.line_of(item.begin);
            files.push_back({std::string(text.substr(open + 1, close - open - 1)),
                             source_line.file + ":" + std::to_string(source_line.line)});
        }
    }
    return files;
}

bool uses_module(std::string_view source, const Layout& layout, std::string_view module) {
    const std::vector<Item> items = read_items(source, layout);
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
        if (item.is_directive || !starts(item.text, "use") || item.text.size() < 5) {
            return false;
        }
        const Range used = used_module(item.text);
        return std::string_view(item.text).substr(used.begin, used.end - used.begin) == module;
    });
}

} // namespace arauto::tools
