// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See compiler_words.hpp.
#include "compiler_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace arauto::tools {
namespace {

/// Options whose argument is the next word, which is then no input. The translator has the same
/// list, which tests/translator/options.py compares.
constexpr const char* kTakesWord[] = {"-o",
                                      "-J",
                                      "-I",
                                      "-L",
                                      "-l",
                                      "-D",
                                      "-U",
                                      "-x",
                                      "-B",
                                      "-T",
                                      "-u",
                                      "-z",
                                      "-module",
                                      "-module-dir",
                                      "-mdir",
                                      "-fintrinsic-modules-path",
                                      "-include",
                                      "-imacros",
                                      "-iquote",
                                      "-MF",
                                      "-MT",
                                      "-MQ",
                                      "-Xlinker",
                                      "-isystem",
                                      "-idirafter",
                                      "-Xassembler",
                                      "-Xpreprocessor",
                                      "-Xflang",
                                      "-mllvm",
                                      "-wrapper",
                                      "--param"};

/// Options after which nothing is linked, or not into a program.
constexpr const char* kNoLink[] = {"-c", "-S", "-E", "-fsyntax-only", "-M", "-MM", "-r"};

constexpr const char* kPreprocessOnly[] = {"-E", "-M", "-MM"};

struct Suffix {
    const char* name;
    Form form;
    bool is_preprocessed;
};
constexpr Suffix kSuffixes[] = {
    {"f", Form::fixed, false},  {"for", Form::fixed, false}, {"ftn", Form::fixed, false},
    {"F", Form::fixed, true},   {"FOR", Form::fixed, true},  {"FTN", Form::fixed, true},
    {"fpp", Form::fixed, true}, {"FPP", Form::fixed, true},  {"f90", Form::free, false},
    {"f95", Form::free, false}, {"f03", Form::free, false},  {"f08", Form::free, false},
    {"F90", Form::free, true},  {"F95", Form::free, true},   {"F03", Form::free, true},
    {"F08", Form::free, true},  {"f18", Form::free, false},  {"F18", Form::free, true}};
constexpr Suffix kLanguages[] = {{"f77", Form::fixed, false},
                                 {"f77-cpp-input", Form::fixed, true},
                                 {"f95", Form::free, false},
                                 {"f95-cpp-input", Form::free, true}};

template <size_t Count> bool is_one_of(const std::string& word, const char* const (&list)[Count]) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

template <size_t Count>
const Suffix* find_suffix(const std::string& name, const Suffix (&list)[Count]) {
    const auto* found = std::find_if(std::begin(list), std::end(list),
                                     [&](const Suffix& suffix) { return name == suffix.name; });
    return found != std::end(list) ? found : nullptr;
}

/// Applies the options that hold for all files, at any position.
void apply_options(const Words& words, Layout& layout) {
    const std::string kWidth = "-ffixed-line-length-";
    for (const std::string& word : words) {
        if (word == "-ffree-form") {
            layout.form = Form::free;
        } else if (word == "-ffixed-form") {
            layout.form = Form::fixed;
        } else if (word == "-cpp") {
            layout.is_preprocessed = true;
        } else if (word == "-nocpp" || word == "-fpreprocessed") {
            layout.is_preprocessed = false;
        } else if (word == "-fopenmp" || word == "-fopenmp-simd") {
            layout.has_openmp = true;
        } else if (starts_with(word, kWidth.c_str())) {
            layout.width = static_cast<size_t>(
                std::strtoul(word.c_str() + kWidth.size(), nullptr, 10)); // "none" is 0
        }
    }
}

} // namespace

bool starts_with(const std::string& word, const char* start) {
    return word.rfind(start, 0) == 0;
}

Words split(const std::string& text) {
    Words words;
    for (size_t at = text.find_first_not_of(' '); at != std::string::npos;) {
        const size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(' ', end);
    }
    return words;
}

std::vector<size_t> find_inputs(const Words& words) {
    std::vector<size_t> inputs;
    for (size_t i = 0; i < words.size(); ++i) {
        if (is_one_of(words[i], kTakesWord)) {
            ++i;
        } else if (words[i] == "-" || !starts_with(words[i], "-")) {
            inputs.push_back(i);
        }
    }
    return inputs;
}

bool links(const Words& words) {
    const bool stops = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return is_one_of(word, kNoLink);
    });
    return !stops && !find_inputs(words).empty();
}

bool only_preprocesses(const Words& words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return is_one_of(word, kPreprocessOnly); });
}

std::vector<std::string> values_of(const Words& words, const std::string& option) {
    std::vector<std::string> values;
    for (size_t i = 0; i < words.size(); ++i) {
        if (words[i] == option && i + 1 < words.size()) {
            values.push_back(words[++i]);
        } else if (starts_with(words[i], option.c_str()) && words[i].size() > option.size()) {
            values.push_back(words[i].substr(option.size()));
        }
    }
    return values;
}

std::vector<FortranSource> find_fortran_sources(const Words& words) {
    std::vector<FortranSource> sources;
    for (const size_t index : find_inputs(words)) {
        const Words before(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(index));
        const std::vector<std::string> languages = values_of(before, "-x");
        const std::string& name = words[index];
        const size_t dot = name.find_last_of("./");
        const bool has_suffix = dot != name.npos && name[dot] == '.';
        const bool is_named = !languages.empty() && languages.back() != "none";
        const Suffix* kind = is_named     ? find_suffix(languages.back(), kLanguages)
                             : has_suffix ? find_suffix(name.substr(dot + 1), kSuffixes)
                                          : nullptr;
        if (kind != nullptr && name != "-") {
            FortranSource source = {index, {kind->form, 72, kind->is_preprocessed, false}};
            apply_options(words, source.layout);
            sources.push_back(source);
        }
    }
    return sources;
}

bool reads_only_c(const Words& words) {
    const std::vector<size_t> inputs = find_inputs(words);
    const auto is_c = [&](size_t index) {
        return words[index].ends_with(".c") || words[index].ends_with(".cpp");
    };
    return !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), is_c);
}

std::string coarray_option(const Words& words) {
    const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) {
        return starts_with(word, "-fcoarray=");
    });
    return last != words.rend() ? *last : "";
}

bool uses_library(const Words& words) {
    const std::string option = coarray_option(words);
    return option.empty() || option == "-fcoarray=lib";
}

bool is_static(const Words& words) {
    const auto last = std::find_if(words.rbegin(), words.rend(), [](const std::string& word) {
        return word == "-static" || word == "-static-pie" || word == "-shared";
    });
    return last != words.rend() && *last != "-shared";
}

bool is_whole_program(const Words& words) {
    return links(words) && find_inputs(words).size() == find_fortran_sources(words).size();
}

std::string shell_word(const std::string& word) {
    const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
        return word;
    }
    std::string quoted = "'";
    for (const char c : word) {
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return quoted + "'";
}

std::string shell_command(const Words& words) {
    std::string command;
    for (const std::string& word : words) {
        command += (command.empty() ? "" : " ") + shell_word(word);
    }
    return command;
}

} // namespace arauto::tools
