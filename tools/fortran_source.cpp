// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fortran_source.hpp.
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

/// Number of characters of the Hollerith constant whose `h` was just read; 0 if it is not one, as
/// in `REAL*8 HEIGHT`: digits before an h count only where a constant may be.
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
    const bool is_behind_operator = before == '.' && digits > 1 && !is_digit(text[digits - 2]);
    if (!takes_any && !takes_repeats && !is_behind_operator &&
        std::string_view("(,=/<>").find(before) == text.npos) {
        return 0;
    }
    return static_cast<size_t>(
        std::strtoul(std::string(text.substr(digits, 5)).c_str(), nullptr, 10));
}

/// A character of a line, and where it is in the file.
struct PositionedChar {
    char c;
    size_t at;
};

class Reader {
  public:
    Reader(std::string_view source, const Layout& layout) : source_(source), layout_(layout) {}

    std::vector<Item> read() {
        const bool has_mark = source_.substr(0, kByteOrderMark.size()) == kByteOrderMark;
        for (size_t begin = has_mark ? kByteOrderMark.size() : 0; begin < source_.size(); ++line_) {
            const size_t end = std::min(source_.find('\n', begin), source_.size());
            if (source_[begin] == '#' || in_directive_) {
                read_directive(begin, end);
            } else if (!read_xmp(begin, end)) {
                if (layout_.form == Form::free) {
                    read_free_line(begin, end);
                } else {
                    read_fixed_line(begin, end);
                }
            }
            begin = end + 1;
        }
        if (is_continued_) { // the file ends within a statement
            join('&', '&');
            after_line_ = line_;
        }
        finish_lines();
        return std::move(items_);
    }

  private:
    void read_directive(size_t begin, size_t end) {
        Item item;
        item.is_directive = true;
        item.text = source_.substr(begin, end - begin);
        item.begin = begin;
        item.end = end;
        current_.is_cut |= is_continued_;
        in_directive_ = layout_.is_preprocessed && end > begin && source_[end - 1] == '\\';
        // In fixed form only the next line shows whether the statement before has ended.
        auto& items = current_.text.empty() || is_continued_ ? items_ : held_;
        items.push_back(std::move(item));
    }

    /// `!$xmp task on p(1)`. @return whether the line was one
    bool read_xmp(size_t begin, size_t end) {
        const size_t sign = skip_blanks(source_, begin, end);
        const std::string_view line = source_.substr(sign, end - sign);
        const bool is_one = layout_.has_xmp && !is_continued_ && line.size() > 5 &&
                            std::string_view("!cC*").find(line[0]) != line.npos && line[1] == '$' &&
                            lower(line[2]) == 'x' && lower(line[3]) == 'm' && lower(line[4]) == 'p';
        if (is_one) {
            Item item;
            item.joined = line.substr(1, line.find_first_of("!\r", 1) - 1);
            std::transform(item.joined.begin(), item.joined.end(), std::back_inserter(item.masked),
                           lower);
            item.begin = sign;
            item.end = end;
            item.first_line = line_;
            item.after_line = line_ + 1;
            (layout_.form == Form::free ? items_ : held_).push_back(std::move(item));
        }
        return is_one;
    }

    /// A free form line, or the rest of one that an earlier line continues in.
    void read_free_line(size_t begin, size_t end) {
        size_t at = begin;
        if (is_continued_) {
            const size_t first = skip_blanks(source_, begin, end);
            const bool has_sign = first < end && source_[first] == '&';
            const size_t rest = has_sign ? skip_blanks(source_, first + 1, end) : first;
            const bool is_empty = rest == end || (source_[rest] == '!' && quote_ == 0);
            if ((is_empty && quote_ == 0 && hollerith_left_ == 0) || first == end) {
                return; // blank and comment lines may come between
            }
            at = has_sign ? first + 1 : begin;
            is_continued_ = false;
        } else {
            first_line_ = line_;
            label_follows_ = true;
        }
        while (at < end && !is_continued_) {
            at = read_character({source_[at], at}, at, end) ? at + 1 : end;
        }
        after_line_ = line_ + 1;
        if (!is_continued_) {
            finish_lines();
        }
    }

    /// The columns of a line: a tab among the first leads to the statement, or a digit after it to
    /// column 6; others to the next multiple of 8.
    void read_columns(size_t begin, size_t end) {
        columns_.clear();
        if (end > begin && source_[end - 1] == '\r') {
            --end;
        }
        const size_t tab = source_.substr(begin, std::min<size_t>(6, end - begin)).find('\t');
        const bool is_short = tab != source_.npos && !is_comment_sign(source_[begin]);
        for (size_t at = begin; at < end; ++at) {
            size_t width = 1;
            if (source_[at] == '\t' && is_short && at == begin + tab) {
                const bool is_digit_next =
                    at + 1 < end && is_digit(source_[at + 1]) && source_[at + 1] != '0';
                width = (is_digit_next ? 5 : 6) - columns_.size();
            } else if (source_[at] == '\t' && !is_short) {
                width = 8 - columns_.size() % 8;
            }
            columns_.insert(columns_.end(), width, {width == 1 ? source_[at] : ' ', at});
        }
        if (layout_.width != 0 && columns_.size() > layout_.width) {
            columns_.resize(layout_.width);
        }
    }

    void read_fixed_line(size_t begin, size_t end) {
        read_columns(begin, end);
        const auto blank = [](const PositionedChar& next) { return is_blank(next.c); };
        const auto first = std::find_if_not(columns_.begin(), columns_.end(), blank);
        if (first == columns_.end() || is_comment_sign(columns_[0].c) ||
            (first->c == '!' && first - columns_.begin() != 5)) {
            return;
        }
        const size_t body = std::min<size_t>(6, columns_.size());
        const bool continues = columns_.size() > 5 && columns_[5].c != '0' &&
                               first - columns_.begin() >= 5 && !is_blank(columns_[5].c);
        if (!continues) {
            finish_lines();
            begin_ = first->at;
            first_line_ = line_;
            for (size_t i = 0; i < std::min<size_t>(5, body); ++i) {
                if (is_digit(columns_[i].c)) {
                    current_.label += columns_[i].c;
                }
            }
        } else {
            std::erase_if(held_, [](const Item& item) { return !item.is_directive; });
        }
        current_.is_cut |= !held_.empty();
        after_line_ = line_ + 1;
        for (size_t i = body;
             i < columns_.size() && read_character(columns_[i], i, columns_.size()); ++i) {
        }
        if (quote_ != 0 && layout_.width != 0) { // the string goes on through all columns
            for (size_t i = columns_.size(); i < layout_.width; ++i) {
                read_in_string(' ', columns_.back().at);
            }
        }
    }

    static bool is_comment_sign(char c) {
        return std::string_view("cC*!#dD").find(c) != std::string_view::npos;
    }

    /// Reads one character. @param next  in free form, of the next one. @return false when the rest
    /// of the line is a comment or a continuation sign
    bool read_character(const PositionedChar& next, size_t at, size_t end) {
        const char c = next.c;
        if (hollerith_left_ > 0) {
            --hollerith_left_;
            push(kContent, next.at);
            join(c, '~');
            return true;
        }
        if (layout_.form == Form::free && c == '&' && ends_line(at + 1, end)) {
            is_continued_ = true;
            return false;
        }
        if (quote_ != 0) {
            read_in_string(c, next.at);
            return true;
        }
        if (c == '!') {
            return false;
        }
        if (c == ';' && depth_ == 0) {
            finish();
            label_follows_ = true;
        } else if (is_blank(c)) {
            join(c, c);
        } else {
            read_significant(c, next.at);
        }
        return true;
    }

    void read_in_string(char c, size_t at) {
        const bool is_end = c == quote_; // a doubled quote opens again at once
        push(is_end ? c : kContent, at);
        join(c, is_end ? c : '~');
        quote_ = is_end ? '\0' : quote_;
    }

    void read_significant(char c, size_t at) {
        if (layout_.form == Form::free && label_follows_ && current_.text.empty() && is_digit(c)) {
            begin_ = has_begin_ ? begin_ : at;
            has_begin_ = true;
            current_.label += c;
            return;
        }
        push(lower(c), at);
        join(c, lower(c));
        if (c == '\'' || c == '"') {
            quote_ = c;
        } else if (c == 'h' || c == 'H') {
            hollerith_left_ = hollerith_length(current_.text);
        } else if (c == '(' || c == '[') {
            ++depth_;
        } else if (c == ')' || c == ']') {
            depth_ -= depth_ > 0 ? 1U : 0U;
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

    /// Keeps bytes outside ASCII, so that both texts have the same number of characters.
    void join(char c, char masked) {
        current_.joined += c;
        current_.masked += static_cast<signed char>(c) < 0 ? c : masked;
    }

    /// In a string a `!` is text, and only an `&` at the very end continues.
    bool ends_line(size_t at, size_t end) const {
        const size_t next = skip_blanks(source_, at, end);
        return next == end || (quote_ == 0 && source_[next] == '!');
    }

    /// Removes the blanks on both sides of a statement.
    void strip_current() {
        constexpr const char* kBlanks = " \t\r\f\v";
        const size_t first =
            std::min(current_.joined.find_first_not_of(kBlanks), current_.joined.size());
        const size_t after = current_.joined.find_last_not_of(kBlanks) + 1;
        for (std::string* text : {&current_.joined, &current_.masked}) {
            text->erase(after);
            text->erase(0, first);
        }
    }

    void finish() {
        if (!current_.text.empty()) {
            current_.begin = begin_;
            current_.end = current_.at.back() + 1;
            strip_current();
            ++together_;
            items_.push_back(std::move(current_));
        }
        current_ = Item();
        quote_ = '\0';
        hollerith_left_ = 0;
        depth_ = 0;
        is_continued_ = false;
        has_begin_ = false;
        begin_ = source_.size();
    }

    /// Ends the statement, and sets the lines of all statements that share them.
    void finish_lines() {
        finish();
        for (auto item = items_.end() - static_cast<std::ptrdiff_t>(together_);
             item != items_.end(); ++item) {
            item->first_line = first_line_;
            item->after_line = after_line_;
        }
        together_ = 0;
        std::move(held_.begin(), held_.end(), std::back_inserter(items_));
        held_.clear();
    }

    std::string_view source_;
    const Layout& layout_;
    std::vector<Item> items_;
    std::vector<Item> held_; // items that may be inside the current statement
    std::vector<PositionedChar> columns_; // of a line in fixed form
    Item current_;
    size_t line_ = 0;
    size_t first_line_ = 0;
    size_t after_line_ = 0;
    size_t together_ = 0; // items of the current lines
    size_t begin_ = 0;
    size_t hollerith_left_ = 0;
    size_t depth_ = 0; // of brackets
    char quote_ = '\0';
    bool has_begin_ = false;
    bool label_follows_ = false;
    bool is_continued_ = false;
    bool in_directive_ = false;
};

/// `# 12 "x"` and `#line 12 "x"`; some preprocessors write `#line "x" 12`. @return false for other
/// lines
bool parse_marker(std::string_view line, size_t& number, std::string& file) {
    size_t at = line.rfind("#line", 0) == 0 ? 5 : 1;
    at = skip_blanks(line, at, line.size());
    const size_t open = line.find('"', at);
    const size_t close = line.rfind('"');
    const bool has_file = open != line.npos && close > open;
    if (has_file && open == at) {
        at = skip_blanks(line, close + 1, line.size());
    }
    const size_t digits = at;
    while (at < line.size() && is_digit(line[at])) {
        ++at;
    }
    if (line.empty() || line[0] != '#' || at == digits || at - digits > 9) {
        return false;
    }
    number = static_cast<size_t>(
        std::strtoul(std::string(line.substr(digits, at - digits)).c_str(), nullptr, 10));
    if (has_file) {
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

LineTable::SourceLine LineTable::line_of(size_t at) const {
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

size_t find_outside(std::string_view text, std::string_view wanted, size_t start) {
    for (size_t at = start; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '[') {
            at = std::min(after_bracket(text, at), text.size()) - 1;
        } else if (text.substr(at, wanted.size()) == wanted) {
            return at;
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

std::vector<std::string_view> texts_of_list(std::string_view list) {
    std::vector<std::string_view> texts;
    for (const Range& range : split_list(list, 0, list.size())) {
        texts.push_back(list.substr(range.begin, range.end - range.begin));
    }
    return texts;
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
