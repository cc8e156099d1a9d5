// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A Fortran file being edited so that the compiler's messages still fit the original: unchanged
// text keeps its line and its column, added text gets lines of its own, and `# 12 "x.f90"` lines
// give the compiler the original line of each.
#pragma once

#include "fortran_source.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

class SourceDraft {
  public:
    /// The source and the table must outlive the draft.
    SourceDraft(std::string_view source, const Layout& layout, const LineTable& lines);

    /// Replaces one character by another.
    void overwrite(size_t at, char c);
    /// Adds words inside the statement, ahead of the character at `at`.
    void insert_words(size_t at, const std::string& words);
    /// Adds statements after the statement that ends at `at`, or before the one that begins there.
    void insert_statements(size_t at, std::vector<std::string> statements);

    [[nodiscard]] bool is_changed() const { return is_changed_; }
    /// The file to compile. Draws no line length of the compiler's into doubt: see the .cpp.
    [[nodiscard]] std::string render();

  private:
    struct Insertion {
        size_t at;
        size_t order; // among insertions at the same position
        std::vector<std::string> statements; // empty: words inside a statement
        std::string words;
    };
    [[nodiscard]] std::string marker(size_t at) const;
    [[nodiscard]] std::string fixed_lines(std::string_view text, bool is_continuation) const;
    size_t render_words(const Insertion& insertion, std::string& out) const;
    size_t render_statements(const Insertion& insertion, std::string& out) const;
    void pad_to_column(size_t at, const char* sign, std::string& out) const;

    std::string text_; // of the same length as the source
    const Layout& layout_;
    const LineTable& lines_;
    std::vector<Insertion> insertions_;
    bool is_changed_ = false;
};

} // namespace arauto::tools
