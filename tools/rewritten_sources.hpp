// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For `arauto fc`: finds Fortran 2023's notified access in the sources of a command line, and has
// the rewritten files compiled instead of them. While it reads the sources, it also looks for
// statements that the compiler compiles wrongly. The rewritten files lie in a folder of their own,
// under their original names, so that objects and modules have their usual names and folders.
#pragma once

#include "compiler_words.hpp"

#include <string>
#include <vector>

namespace arauto::tools {

class RewrittenSources {
  public:
    RewrittenSources() = default;
    RewrittenSources(const RewrittenSources&) = delete;
    RewrittenSources& operator=(const RewrittenSources&) = delete;
    /// Removes the folder, unless it is the user's.
    ~RewrittenSources();

    /// Reads the sources. Creates nothing.
    /// @param version  of gfortran; 0: no warnings are wanted
    void read(const Words& words, int version);
    /// Warnings of statements that this gfortran gets wrong: "x.f90:12: warning: ...".
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
    /// Faults of the user's in the constructs: "x.f90:12: error: ...".
    [[nodiscard]] const std::vector<std::string>& errors() const { return errors_; }
    /// Why the coarrays had better be translated, with the source line. Empty: the compiler is to
    /// try.
    [[nodiscard]] std::string reason_to_translate() const;
    /// Whether a source may have coarrays.
    [[nodiscard]] bool may_have_coarrays() const { return may_have_coarrays_; }
    /// Whether there is anything to compile instead of a source.
    [[nodiscard]] bool any() const { return !sources_.empty(); }
    /// The name of the first source to be replaced.
    [[nodiscard]] const std::string& first_name() const { return sources_.front().name; }
    /// Has the sources compiled as they are after all.
    void leave();
    /// Whether a source has `use arauto` or `use opencoarrays`.
    [[nodiscard]] bool use_our_module() const { return use_our_module_; }

    /// Where the files go: into `folder`, or into a new one when it is empty.
    /// @param is_shown  nothing is written into a new folder, its name will not be a real one
    /// @return 0, or the exit status, after it has printed the reason
    int write(const std::string& folder, bool is_shown);
    /// A new folder of this command's own, which is removed at its end. @return empty, with the
    /// reason printed, when there is no room for one
    std::string own_folder();
    /// The words that compile the rewritten files.
    [[nodiscard]] Words replace(const Words& words) const;
    /// Whether files must be removed when the compiler has ended.
    [[nodiscard]] bool has_own_folder() const { return !own_folder_.empty(); }
    /// Runs the command and waits for it. @return its exit status
    int run(const Words& command) const;

  private:
    struct Source {
        size_t index; // of the word
        std::string name; // the user's
        std::string text; // rewritten
        std::string path; // of the file with it
    };
    void read_source(const Words& words, const FortranSource& source, int version);
    void check_included(const Words& words, const std::string& name, const Layout& layout);
    int write_file(const Source& source) const;
    void name_originals_in_dependencies(const Words& command) const;

    std::vector<Source> sources_;
    std::vector<std::string> errors_;
    std::vector<std::string> warnings_;
    std::string own_folder_; // to be removed
    bool use_our_module_ = false;
    bool may_have_coarrays_ = false;
    std::string attaching_; // the first source that attaches events to memory
};

} // namespace arauto::tools
