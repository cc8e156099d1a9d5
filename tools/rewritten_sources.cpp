// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See rewritten_sources.hpp.
#include "rewritten_sources.hpp"

#include "child.hpp"
#include "command.hpp"
#include "notify.hpp"
#include "own_modules.hpp"
#include "wrong_data.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <unistd.h>
#include <utility>

namespace arauto::tools {
namespace {

bool read_file(const std::string& name, std::string& text) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                               std::fclose);
    if (file == nullptr) {
        return false;
    }
    char part[1 << 16];
    text.clear();
    for (size_t count = 1; count > 0;) {
        count = std::fread(part, 1, sizeof part, file.get());
        text.append(part, count);
    }
    return std::ferror(file.get()) == 0;
}

bool write_text(const std::string& name, const std::string& text) {
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (file == nullptr) {
        return false;
    }
    const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && is_written;
}

std::string folder_of(const std::string& name) {
    const size_t slash = name.rfind('/');
    return slash == name.npos ? "." : name.substr(0, std::max<size_t>(slash, 1));
}

std::string base_of(const std::string& name) {
    return name.substr(name.rfind('/') + 1); // npos + 1 is 0
}

/// Where the compiler looks for an included file.
std::vector<std::string> include_folders(const Words& words, const std::string& source) {
    std::vector<std::string> folders = {folder_of(source)};
    for (const char* option : {"-iquote", "-I"}) {
        const std::vector<std::string> more = values_of(words, option);
        folders.insert(folders.end(), more.begin(), more.end());
    }
    return folders;
}

bool read_included(const Words& words,
                   const std::string& source,
                   std::string& name,
                   std::string& text) {
    const std::string wanted = name;
    const std::vector<std::string> folders = include_folders(words, source);
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        name = wanted[0] == '/' ? wanted : folder + "/" + wanted;
        return read_file(name, text);
    });
}

/// Where a temporary folder is made; mkdtemp replaces its end.
std::string name_of_folder() {
    const char* folder = std::getenv("TMPDIR");
    return std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") +
           "/arauto-fc-XXXXXX";
}

} // namespace

RewrittenSources::~RewrittenSources() {
    if (!own_folder_.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(own_folder_, ignored);
    }
}

void RewrittenSources::read(const Words& words, int version) {
    if (only_preprocesses(words)) {
        return;
    }
    for (const FortranSource& source : find_fortran_sources(words)) {
        read_source(words, source, version);
    }
}

std::string RewrittenSources::reason_to_translate() const {
    const auto wrong = std::find_if(warnings_.begin(), warnings_.end(), changes_results);
    if (wrong != warnings_.end()) {
        return fault_of(*wrong);
    }
    return attaching_.empty() ? ""
                              : attaching_ + " attaches events to memory, and the compiler's own "
                                             "code does not show what memory it reaches";
}

void RewrittenSources::leave() {
    sources_.clear();
    errors_.clear();
}

void RewrittenSources::read_source(const Words& words, const FortranSource& source, int version) {
    const std::string& name = words[source.index];
    std::string text;
    if (!read_file(name, text)) {
        return; // the compiler will report it
    }
    may_have_coarrays_ |= text.find('[') != text.npos || may_contain(text, "co_");
    for (const char* module : kOwnModules) {
        use_our_module_ |= may_contain(text, module) && uses_module(text, source.layout, module);
    }
    constexpr int kHasAccessors = 15;
    if (version >= kHasAccessors && attaching_.empty() && use_our_module_ &&
        may_contain(text, "event_attach")) {
        attaching_ = name;
    }
    if (version > 0) {
        const std::vector<std::string> found = find_wrong_data(text, source.layout, name, version);
        warnings_.insert(warnings_.end(), found.begin(), found.end());
    }
    if (may_contain(text, "include")) {
        check_included(words, name, source.layout);
    }
    if (may_contain(text, "notify")) {
        Rewriting rewriting = rewrite_notify(text, source.layout, name);
        errors_.insert(errors_.end(), rewriting.errors.begin(), rewriting.errors.end());
        if (!rewriting.text.empty()) {
            sources_.push_back({source.index, name, std::move(rewriting.text), ""});
        }
    }
}

/// The compiler reads included files itself, as they are.
void RewrittenSources::check_included(const Words& words,
                                      const std::string& name,
                                      const Layout& layout) {
    std::vector<std::string> names = {name};
    for (size_t i = 0; i < names.size(); ++i) {
        std::string text;
        if (!read_file(names[i], text)) {
            continue;
        }
        for (const Included& included : included_files(text, layout, names[i])) {
            std::string found = included.name;
            if (!read_included(words, name, found, text) ||
                std::find(names.begin(), names.end(), found) != names.end()) {
                continue;
            }
            names.push_back(found);
            const Rewriting rewriting = rewrite_notify(text, layout, found);
            if (!rewriting.text.empty() || !rewriting.errors.empty()) {
                errors_.push_back(included.source_line + ": error: the included file '" +
                                  included.name +
                                  "' uses NOTIFY; put these statements into the source itself");
            }
        }
    }
}

std::string RewrittenSources::own_folder() {
    if (!own_folder_.empty()) {
        return own_folder_;
    }
    std::string folder = name_of_folder();
    hold_endings(); // until run() has a child to pass them on to
    if (mkdtemp(folder.data()) == nullptr) {
        complain(1, "fc: no folder for files of the command's own: %s: %s", folder.c_str(),
                 std::strerror(errno));
        return "";
    }
    own_folder_ = folder;
    return folder;
}

int RewrittenSources::write(const std::string& folder, bool is_shown) {
    std::string parent = folder;
    if (parent.empty()) {
        parent = is_shown ? name_of_folder() : own_folder();
        if (parent.empty()) {
            return 1;
        }
    }
    const bool is_numbered = folder.empty() || sources_.size() > 1;
    for (size_t i = 0; i < sources_.size(); ++i) {
        const std::string number = is_numbered ? "/" + std::to_string(i + 1) : "";
        sources_[i].path = parent + number + "/" + base_of(sources_[i].name);
        if (!is_shown || !folder.empty()) {
            if (const int status = write_file(sources_[i]); status != 0) {
                return status;
            }
        }
    }
    return 0;
}

int RewrittenSources::write_file(const Source& source) const {
    std::error_code error;
    std::filesystem::create_directories(folder_of(source.path), error);
    std::error_code different; // reported when one of the two does not exist
    if (std::filesystem::equivalent(source.path, source.name, different)) {
        return complain(kBadUsage,
                        "fc: '%s' would be overwritten; keep the rewritten file elsewhere",
                        source.name.c_str());
    }
    return write_text(source.path, source.text)
               ? 0
               : complain(1, "fc: '%s' cannot be written: %s", source.path.c_str(),
                          std::strerror(errno));
}

/// Included files and modules are still looked for beside the original, and debug information names
/// it: the line markers in the file do so for the lines, not for the file as a whole.
Words RewrittenSources::replace(const Words& words) const {
    Words result;
    Words replaced = words;
    std::vector<std::string> folders;
    for (const Source& source : sources_) {
        replaced[source.index] = source.path;
        result.push_back("-fdebug-prefix-map=" + source.path + "=" + source.name);
        const std::string folder = folder_of(source.name);
        if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
            folders.push_back(folder);
            result.insert(result.end(), {"-iquote", folder, "-I" + folder});
        }
    }
    result.insert(result.end(), replaced.begin(), replaced.end());
    return result;
}

int RewrittenSources::run(const Words& command) const {
    const EndedChild ended = run_child(command);
    name_originals_in_dependencies(command);
    if (ended.signal != 0) {
        std::error_code ignored;
        std::filesystem::remove_all(own_folder_, ignored);
        end_by(ended.signal);
    }
    return ended.status;
}

/// -MD has the compiler write the name of the file it read for make.
void RewrittenSources::name_originals_in_dependencies(const Words& command) const {
    const bool is_wanted = std::any_of(command.begin(), command.end(), [](const std::string& word) {
        return word == "-MD" || word == "-MMD";
    });
    if (!is_wanted) {
        return;
    }
    std::vector<std::string> files = values_of(command, "-MF");
    std::vector<std::string> outputs = values_of(command, "-o");
    for (const Source& source : sources_) {
        outputs.push_back(base_of(source.name));
    }
    for (const std::string& output : outputs) {
        files.push_back(std::filesystem::path(output).replace_extension(".d").string());
    }
    for (const std::string& file : files) {
        std::string text;
        if (!read_file(file, text)) {
            continue;
        }
        for (const Source& source : sources_) {
            replace_all(text, source.path, source.name);
        }
        if (!own_folder_.empty()) {
            name_sources_of_modules(text, own_folder_);
        }
        static_cast<void>(write_text(file, text));
    }
}

} // namespace arauto::tools
