// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See source_draft.hpp. An insertion cuts its line in three: the text before it, the inserted text
// as continuation lines, and the rest as one more continuation line that starts in its original
// column. Each piece has a marker of its own. gfortran quotes lines from the file that the marker
// names, which is the original, so its quotations, and its columns too, are those of the user's
// text. As no line grows, none exceeds the limit of the form or of -ffree-line-length-n, and fixed
// form keeps text after column 72 there.
#include "source_draft.hpp"

#include <algorithm>
#include <utility>

namespace arauto::tools {
namespace {

/// The number of characters between the sign in column 6 and column 72.
constexpr size_t kFixedBody = 66;

constexpr const char* kBlanks = " \t\r\f";

} // namespace

SourceDraft::SourceDraft(std::string_view source, const Layout& layout, const LineTable& lines)
    : text_(source), layout_(layout), lines_(lines) {}

void SourceDraft::overwrite(size_t at, char c) {
    text_[at] = c;
    is_changed_ = true;
}

void SourceDraft::insert_words(size_t at, const std::string& words) {
    insertions_.push_back({at, insertions_.size(), {}, words});
    is_changed_ = true;
}

void SourceDraft::insert_statements(size_t at, std::vector<std::string> statements) {
    insertions_.push_back({at, insertions_.size(), std::move(statements), ""});
    is_changed_ = true;
}

/// gfortran reads both kinds by itself; its C preprocessor warns of the short one with -pedantic.
std::string SourceDraft::marker(size_t at) const {
    const LineTable::SourceLine source_line = lines_.line_of(at);
    std::string name;
    for (const char c : source_line.file) {
        name += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return (layout_.is_preprocessed ? "#line " : "# ") + std::to_string(source_line.line) + " \"" +
           name + "\"\n";
}

std::string SourceDraft::fixed_lines(std::string_view text, bool is_continuation) const {
    std::string lines;
    for (size_t at = 0; at < text.size(); at += kFixedBody) {
        lines += is_continuation || at > 0 ? "     &" : "      ";
        lines += text.substr(at, kFixedBody);
        lines += '\n';
    }
    return lines;
}

/// Blanks up to the column that `at` has, the last of them `sign`.
void SourceDraft::pad_to_column(size_t at, const char* sign, std::string& out) const {
    const bool is_fixed = layout_.form == Form::fixed;
    const size_t column = at - lines_.line_start(at);
    const size_t width = std::max<size_t>(column, is_fixed ? 6 : 1);
    const size_t sign_column = *sign == '\0' ? width : (is_fixed ? 5 : width - 1);
    for (size_t i = 0; i < width; ++i) {
        out += i == sign_column ? *sign : ' ';
    }
}

/// @return where the original goes on
size_t SourceDraft::render_words(const Insertion& insertion, std::string& out) const {
    const size_t at = insertion.at;
    const size_t end = lines_.line_end(at);
    const std::string_view rest = std::string_view(text_).substr(at, end - at);
    const size_t first = rest.find_first_not_of(kBlanks);
    const bool is_last = first == rest.npos || rest[first] == '!';
    if (layout_.form == Form::fixed) {
        out += "\n" + marker(at) + fixed_lines(insertion.words, true);
        if (is_last) {
            out.pop_back();
            return at;
        }
        out += marker(at);
        pad_to_column(at, "&", out);
        return at;
    }
    out += "&\n" + marker(at) + "&" + insertion.words;
    if (!is_last && rest[first] != '&' && rest[first] != ';') {
        out += "&\n" + marker(at);
        pad_to_column(at, "&", out);
    }
    return at;
}

size_t SourceDraft::render_statements(const Insertion& insertion, std::string& out) const {
    size_t at = insertion.at;
    const size_t end = lines_.line_end(at);
    out += "\n";
    for (const std::string& statement : insertion.statements) {
        out += marker(at);
        out += layout_.form == Form::fixed ? fixed_lines(statement, false) : statement + "\n";
    }
    const size_t next = text_.find_first_not_of(kBlanks, at);
    if (next < end && text_[next] == ';') {
        at = next + 1;
    }
    if (text_.find_first_not_of(kBlanks, at) >= end) {
        out.pop_back();
        return end;
    }
    out += marker(at);
    if (at > lines_.line_start(at)) {
        pad_to_column(at, "", out);
    }
    return at;
}

std::string SourceDraft::render() {
    std::sort(insertions_.begin(), insertions_.end(), [](const Insertion& a, const Insertion& b) {
        return a.at != b.at ? a.at < b.at : a.order < b.order;
    });
    const bool has_mark = text_.rfind(kByteOrderMark, 0) == 0;
    std::string out = has_mark ? std::string(kByteOrderMark) : "";
    out += text_.empty() || text_[0] == '#' ? "" : marker(0);
    size_t at = has_mark ? kByteOrderMark.size() : 0;
    for (size_t i = 0; i < insertions_.size(); ++i) {
        const Insertion& insertion = insertions_[i];
        out.append(text_, at, insertion.at - at);
        at = insertion.statements.empty() ? render_words(insertion, out)
                                          : render_statements(insertion, out);
        const size_t end = lines_.line_end(insertion.at);
        const bool is_last_of_line = i + 1 == insertions_.size() || insertions_[i + 1].at > end;
        if (is_last_of_line && end + 1 < text_.size()) {
            out.append(text_, at, end + 1 - at);
            out += marker(end + 1);
            at = end + 1;
        }
    }
    return out.append(text_, at, text_.npos);
}

} // namespace arauto::tools
