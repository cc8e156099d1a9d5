// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads Fortran source, free or fixed form, as statements: the only reader of lines in this
// project. A statement has two texts. `text` is for matching, the same for both forms: comments,
// blanks, continuations and the contents of strings are removed, and each character has its
// position in the file. `joined` is for the translator: the statement as it was written, on one
// line. Never changes the source and never fails: text that is not Fortran is left to the compiler.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

enum class Form { free, fixed };

/// How the compiler will read a file.
struct Layout {
    Form form = Form::free;
    size_t width = 72; // fixed form: the last column that counts; 0: all do
    bool is_preprocessed = false; // the C preprocessor comes first
    bool has_openmp = false; // the text after `!$` in a line counts
    bool has_xmp = false; // lines of XcalableMP, such as `!$xmp task`, are items too
};

/// Stands for each character inside a string or a Hollerith constant.
inline constexpr char kContent = '\1';

/// A statement, or a line that begins with `#`, in the order of the file.
struct Item {
    bool is_directive = false;
    bool is_cut = false; // a `#` line is between the lines of this statement
    std::string label;
    std::string joined; // statement, without label; a line of XcalableMP: from its `$`
    std::string masked; // `joined` in lower case, ASCII characters inside strings as `~`
    size_t first_line = 0; // of all statements that share their lines, counted from 0
    size_t after_line = 0; // the line behind their last
    std::string text; // statement: lower case, without blanks and label; directive: the line
    std::vector<size_t> at; // the offset in the file of each character of `text`
    size_t begin = 0; // first character, of the label too
    size_t end = 0; // after the last
};

/// Some editors begin a file with these bytes; compilers skip them.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

[[nodiscard]] std::vector<Item> read_items(std::string_view source, const Layout& layout);

/// Whether the letters of `word` follow each other anywhere, at most blanks, line ends and
/// continuation signs between them. Says yes too often, in comments and strings too.
[[nodiscard]] bool may_contain(std::string_view source, std::string_view word);

/// Which file and line a line of the source is to be known as: `# 12 "x.f90"` lines count.
class LineTable {
  public:
    LineTable(std::string_view source, const std::string& name);

    /// From the line with this index on, lines count up from a number of a file.
    struct Marker {
        size_t from;
        size_t number;
        std::string file;
    };
    [[nodiscard]] const std::vector<Marker>& markers() const { return markers_; }

    struct SourceLine {
        std::string file;
        size_t line = 0;
    };
    [[nodiscard]] SourceLine line_of(size_t at) const;
    [[nodiscard]] size_t line_start(size_t at) const;
    /// After the last character of the line, its line end left out.
    [[nodiscard]] size_t line_end(size_t at) const;

  private:
    [[nodiscard]] size_t index_of(size_t at) const;

    std::vector<size_t> starts_;
    std::vector<Marker> markers_;
    size_t size_;
};

/// Index after the bracket that closes the one at `open`; npos when none does.
[[nodiscard]] size_t after_bracket(std::string_view text, size_t open);

/// Index of the `=` of an assignment outside all brackets, from `start` on; npos without one.
[[nodiscard]] size_t find_assignment(std::string_view text, size_t start);

/// Index of the first `wanted` outside all brackets, from `start` on; npos without one.
[[nodiscard]] size_t find_outside(std::string_view text, std::string_view wanted, size_t start);

/// Part of a statement's text.
struct Range {
    size_t begin;
    size_t end;
};

/// The parts of text[begin, end) between commas that are outside all brackets.
[[nodiscard]] std::vector<Range> split_list(std::string_view text, size_t begin, size_t end);

/// The texts of all parts between such commas.
[[nodiscard]] std::vector<std::string_view> texts_of_list(std::string_view list);

[[nodiscard]] bool is_name_character(char c);
/// Index after the name that starts at `begin`; `begin` itself when none does.
[[nodiscard]] size_t after_name(std::string_view text, size_t begin);

} // namespace arauto::tools
