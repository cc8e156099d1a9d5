// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fortran_source.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace arauto::tools {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

size_t skip_blanks(std::string_view source, size_t at, size_t end) {
    while (at < end && is_blank(source[at])) {
        ++at;
    }
    return at;
}

/// Number of characters of the Hollerith constant whose `h` was just read; 0 when it is none. In
/// `REAL*8 HEIGHT` it is none: only where a constant can stand the digits before an h count.
size_t hollerith_length(std::string_view text) {
    size_t digits = text.size() - 1;
    while (digits > 0 && is_digit(text[digits - 1])) {
        --digits;
    }
    if (digits == text.size() - 1 || digits == 0 || text.size() - digits > 6) {
        return 0;
    }
    const char before = text[digits - 1];
    const bool takes_any = text.rfind("format(", 0) == 0;
    const bool takes_repeats = text.rfind("data", 0) == 0 && before == '*';
    if (!takes_any && !takes_repeats && std::string_view("(,=/").find(before) == text.npos) {
        return 0;
    }
    return static_cast<size_t>(
        std::strtoul(std::string(text.substr(digits, 5)).c_str(), nullptr, 10));
}

class Reader {
  public:
    Reader(std::string_view source, const Layout& layout) : source_(source), layout_(layout) {}

    std::vector<Item> read() {
        const bool has_mark = source_.substr(0, kByteOrderMark.size()) == kByteOrderMark;
        for (size_t begin = has_mark ? kByteOrderMark.size() : 0; begin < source_.size();) {
            const size_t found = source_.find('\n', begin);
            const size_t end = found == source_.npos ? source_.size() : found;
            const size_t next = found == source_.npos ? end : found + 1;
            if (source_[begin] == '#' || in_directive_) {
                take_directive(begin, end);
            } else if (layout_.form == Form::free) {
                take_free_line(begin, end);
            } else {
                take_fixed_line(begin, end);
            }
            begin = next;
        }
        finish();
        return std::move(items_);
    }

  private:
    void take_directive(size_t begin, size_t end) {
        Item item;
        item.is_directive = true;
        item.text = source_.substr(begin, end - begin);
        item.begin = begin;
        item.end = end;
        current_.is_cut |= is_continued_;
        in_directive_ = layout_.is_preprocessed && end > begin && source_[end - 1] == '\\';
        // In fixed form only the next line tells whether the statement before has ended.
        auto& items = current_.text.empty() || is_continued_ ? items_ : held_;
        items.push_back(std::move(item));
    }

    /// A free form line, or the rest of one that an earlier line continues in.
    void take_free_line(size_t begin, size_t end) {
        size_t at = skip_blanks(source_, begin, end);
        if (is_continued_) {
            if (at == end || (source_[at] == '!' && quote_ == 0 && hollerith_left_ == 0)) {
                return; // blank and comment lines may stand between
            }
            const bool has_sign = source_[at] == '&';
            at = has_sign ? at + 1 : (quote_ != 0 ? begin : at);
            is_continued_ = false;
        } else {
            label_follows_ = true;
        }
        while (at < end && !is_continued_) {
            at = take(at, end);
        }
        if (!is_continued_) {
            finish();
        }
    }

    void take_fixed_line(size_t begin, size_t end) {
        if (is_fixed_comment(begin, end)) {
            return;
        }
        const size_t tab = source_.substr(begin, std::min<size_t>(6, end - begin)).find('\t');
        size_t body = tab == source_.npos ? std::min(begin + 6, end) : begin + tab + 1;
        const bool continues = tab == source_.npos && end - begin > 5 &&
                               source_[begin + 5] != ' ' && source_[begin + 5] != '0' &&
                               source_[begin + 5] != '\r';
        if (!continues) {
            finish();
            begin_ = skip_blanks(source_, begin, end);
        }
        current_.is_cut |= !held_.empty();
        const size_t lost = tab == source_.npos ? 0 : 5 - tab; // columns that the tab stands for
        const size_t last = layout_.width == 0 ? end : std::min(end, begin + layout_.width - lost);
        while (body < last) {
            body = take(body, last);
        }
    }

    bool is_fixed_comment(size_t begin, size_t end) const {
        if (begin == end || std::string_view("cC*!dD").find(source_[begin]) != source_.npos) {
            return true;
        }
        const size_t first = skip_blanks(source_, begin, end);
        return first == end || (source_[first] == '!' && first - begin != 5);
    }

    /// Takes the character at `at`. @return the next to take, `end` when the line is done
    size_t take(size_t at, size_t end) {
        const char c = source_[at];
        if (hollerith_left_ > 0) {
            --hollerith_left_;
            push(kContent, at);
            return at + 1;
        }
        if (layout_.form == Form::free && c == '&' && ends_line(at + 1, end)) {
            is_continued_ = true;
            return end;
        }
        if (quote_ != 0) {
            take_in_string(c, at);
            return at + 1;
        }
        if (c == '!') {
            return end;
        }
        if (c == ';') {
            finish();
            label_follows_ = true;
        } else if (!is_blank(c)) {
            take_significant(c, at);
        }
        return at + 1;
    }

    void take_in_string(char c, size_t at) {
        const bool is_end = c == quote_; // a doubled quote opens again at once
        push(is_end ? c : kContent, at);
        quote_ = is_end ? '\0' : quote_;
    }

    void take_significant(char c, size_t at) {
        if (layout_.form == Form::free && label_follows_ && current_.text.empty() && is_digit(c)) {
            begin_ = has_begin_ ? begin_ : at;
            has_begin_ = true;
            return;
        }
        push(lower(c), at);
        if (c == '\'' || c == '"') {
            quote_ = c;
        } else if (c == 'h' || c == 'H') {
            hollerith_left_ = hollerith_length(current_.text);
        }
    }

    void push(char c, size_t at) {
        if (current_.text.empty() && !has_begin_) {
            begin_ = layout_.form == Form::free ? at : std::min(begin_, at);
            has_begin_ = true;
        }
        current_.text.push_back(c);
        current_.at.push_back(at);
    }

    /// In a string a `!` is text, and only an `&` at the very end continues.
    bool ends_line(size_t at, size_t end) const {
        const size_t next = skip_blanks(source_, at, end);
        return next == end || (quote_ == 0 && source_[next] == '!');
    }

    void finish() {
        if (!current_.text.empty()) {
            current_.begin = begin_;
            current_.end = current_.at.back() + 1;
            items_.push_back(std::move(current_));
        }
        std::move(held_.begin(), held_.end(), std::back_inserter(items_));
        held_.clear();
        current_ = Item();
        quote_ = '\0';
        hollerith_left_ = 0;
        is_continued_ = false;
        has_begin_ = false;
        begin_ = source_.size();
    }

    std::string_view source_;
    const Layout& layout_;
    std::vector<Item> items_;
    std::vector<Item> held_; // directives that may stand inside the current statement
    Item current_;
    size_t begin_ = 0;
    size_t hollerith_left_ = 0;
    char quote_ = '\0';
    bool has_begin_ = false;
    bool label_follows_ = false;
    bool is_continued_ = false;
    bool in_directive_ = false;
};

/// `# 12 "x"` and `#line 12 "x"`. @return false for other lines
bool parse_marker(std::string_view line, size_t& number, std::string& file) {
    size_t at = line.rfind("#line", 0) == 0 ? 5 : 1;
    at = skip_blanks(line, at, line.size());
    const size_t digits = at;
    while (at < line.size() && is_digit(line[at])) {
        ++at;
    }
    if (line.empty() || line[0] != '#' || at == digits || at - digits > 9) {
        return false;
    }
    number = static_cast<size_t>(
        std::strtoul(std::string(line.substr(digits, at - digits)).c_str(), nullptr, 10));
    const size_t open = line.find('"', at);
    const size_t close = line.rfind('"');
    if (open != line.npos && close > open) {
        file.clear();
        for (size_t i = open + 1; i < close; ++i) {
            i += line[i] == '\\' ? 1U : 0U;
            file += line[i];
        }
    }
    return true;
}

} // namespace

std::vector<Item> read_items(std::string_view source, const Layout& layout) {
    return Reader(source, layout).read();
}

bool may_contain(std::string_view source, std::string_view word) {
    size_t matched = 0;
    size_t column = 0;
    for (const char c : source) {
        column = c == '\n' ? 0 : column + 1;
        if (lower(c) == word[matched]) {
            if (++matched == word.size()) {
                return true;
            }
            continue;
        }
        const bool is_between = is_blank(c) || c == '\n' || c == '&' || column == 6;
        if (!is_between) {
            matched = lower(c) == word[0] ? 1 : 0;
        }
    }
    return false;
}

LineTable::LineTable(std::string_view source, const std::string& name) : size_(source.size()) {
    markers_.push_back({0, 1, name});
    std::string file = name;
    for (size_t begin = 0; begin < source.size();) {
        starts_.push_back(begin);
        const size_t end = std::min(source.find('\n', begin), source.size());
        size_t number = 0;
        if (source[begin] == '#' && parse_marker(source.substr(begin, end - begin), number, file)) {
            markers_.push_back({starts_.size(), number, file});
        }
        begin = end + 1;
    }
    starts_.push_back(source.size());
}

size_t LineTable::index_of(size_t at) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end() - 1, at);
    return after == starts_.begin() ? 0 : static_cast<size_t>(after - starts_.begin()) - 1;
}

LineTable::Place LineTable::place_of(size_t at) const {
    const size_t index = index_of(at);
    const auto after =
        std::upper_bound(markers_.begin(), markers_.end(), index,
                         [](size_t line, const Marker& marker) { return line < marker.from; });
    const Marker& marker = *(after - 1);
    return {marker.file, marker.number + (index - marker.from)};
}

size_t LineTable::line_start(size_t at) const {
    return starts_[index_of(at)];
}

size_t LineTable::line_end(size_t at) const {
    const size_t index = index_of(at);
    const bool is_last = index + 2 >= starts_.size();
    return is_last ? size_ : starts_[index + 1] - 1;
}

size_t after_bracket(std::string_view text, size_t open) {
    size_t depth = 0;
    for (size_t at = open; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '[') {
            ++depth;
        } else if (text[at] == ')' || text[at] == ']') {
            if (--depth == 0) {
                return at + 1;
            }
        }
    }
    return text.npos;
}

size_t find_assignment(std::string_view text, size_t start) {
    size_t depth = 0;
    for (size_t at = start; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '(' || c == '[') {
            ++depth;
        } else if ((c == ')' || c == ']') && depth > 0) {
            --depth;
        } else if (c == '=' && depth == 0) {
            const char before = at > start ? text[at - 1] : '\0';
            const char after = at + 1 < text.size() ? text[at + 1] : '\0';
            const bool is_other = before == '=' || before == '/' || before == '<' ||
                                  before == '>' || after == '=' || after == '>';
            return is_other ? text.npos : at; // `a=>b`, and expressions, are no assignments
        }
    }
    return text.npos;
}

std::vector<Range> split_list(std::string_view text, size_t begin, size_t end) {
    std::vector<Range> parts;
    size_t start = begin;
    for (size_t at = begin; at < end; ++at) {
        if (text[at] == '(' || text[at] == '[') {
            at = std::min(after_bracket(text, at), end) - 1;
        } else if (text[at] == ',') {
            parts.push_back({start, at});
            start = at + 1;
        }
    }
    if (end > begin) {
        parts.push_back({start, end});
    }
    return parts;
}

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '$';
}

size_t after_name(std::string_view text, size_t begin) {
    size_t at = begin;
    if (begin < text.size() && !is_digit(text[begin])) {
        while (at < text.size() && is_name_character(text[at])) {
            ++at;
        }
    }
    return at;
}

} // namespace arauto::tools
