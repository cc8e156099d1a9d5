// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads Fortran source, free or fixed form, as statements that know where each of their characters
// stands in the file. Comments, blanks, continuations and the contents of strings are gone, so one
// way of matching serves both forms. Never changes the source and never fails: what is no Fortran
// is for the compiler to refuse.
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
    bool has_openmp = false; // what stands after `!$` in a line counts
};

/// Stands for each character inside a string or a Hollerith constant.
inline constexpr char kContent = '\1';

/// A statement, or a line that begins with `#`, in the order of the file.
struct Item {
    bool is_directive = false;
    bool is_cut = false; // a `#` line stands between the lines of this statement
    std::string text; // statement: lower case, without blanks and label; directive: the line
    std::vector<size_t> at; // where each character of `text` stands in the file
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

    struct Place {
        std::string file;
        size_t line = 0;
    };
    [[nodiscard]] Place place_of(size_t at) const;
    [[nodiscard]] size_t line_start(size_t at) const;
    /// After the last character of the line, its line end left out.
    [[nodiscard]] size_t line_end(size_t at) const;

  private:
    struct Marker {
        size_t from; // index of the first line it names
        size_t number; // of that line
        std::string file;
    };
    [[nodiscard]] size_t index_of(size_t at) const;

    std::vector<size_t> starts_;
    std::vector<Marker> markers_;
    size_t size_;
};

/// Index after the bracket that closes the one at `open`; npos when none does.
[[nodiscard]] size_t after_bracket(std::string_view text, size_t open);

/// Index of the `=` of an assignment outside all brackets, from `start` on; npos without one.
[[nodiscard]] size_t find_assignment(std::string_view text, size_t start);

/// Part of a statement's text.
struct Range {
    size_t begin;
    size_t end;
};

/// The parts of text[begin, end) between commas that stand outside all brackets.
[[nodiscard]] std::vector<Range> split_list(std::string_view text, size_t begin, size_t end);

[[nodiscard]] bool is_name_character(char c);
/// Index after the name that starts at `begin`; `begin` itself when none does.
[[nodiscard]] size_t after_name(std::string_view text, size_t begin);

} // namespace arauto::tools
