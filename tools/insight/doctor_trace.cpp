// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See doctor_trace.hpp.
#include "doctor_trace.hpp"

#include "clocks.hpp"
#include "command.hpp"
#include "otf2.hpp"
#include "page.hpp"
#include "perfetto.hpp"
#include "report.hpp"
#include "what_if.hpp"

#include "boot/report_file.hpp"
#include "boot/trace_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

bool is_json_of_trace(std::string_view first_bytes) {
    return first_bytes.starts_with(kJsonStart);
}

bool is_page_of_trace(std::string_view first_bytes) {
    return first_bytes.starts_with(kPageStart);
}

/// A form of the trace that is written into a file.
struct View {
    const char* option;
    std::string (*write)(const Analysis& analysis, const ReportOptions& options);
    bool (*is_one)(std::string_view first_bytes); // of the same form, which may be replaced
};
constexpr View kViews[] = {
    {"--json",
     [](const Analysis& analysis, const ReportOptions& /*options*/) { return json_of(analysis); },
     is_json_of_trace},
    {"--html",
     [](const Analysis& analysis, const ReportOptions& options) {
         return page_of(analysis, options.top);
     },
     is_page_of_trace},
    {"--perfetto",
     [](const Analysis& analysis, const ReportOptions& /*options*/) {
         return perfetto_of(analysis);
     },
     is_perfetto_of_trace},
};

/// A view that is asked for.
struct Output {
    const View* view;
    std::string file; // - is standard output
};

struct Options {
    std::string file;
    std::vector<Output> outputs;
    std::string otf2; // a folder; empty: none
    std::optional<std::string> what_if; // changes that a replay assumes
    ReportOptions report;
    int image_number = -1; // as the program counts
};

/// @return false when it is no whole number from `least` on
bool parse_number(std::string_view text, int least, int& number_out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number_out);
    return error == std::errc() && end == text.data() + text.size() && number_out >= least;
}

/// The view that an option asks for; null: none.
const View* view_of(const std::string& option) {
    const auto* const view =
        std::find_if(std::begin(kViews), std::end(kViews),
                     [&option](const View& each) { return option == each.option; });
    return view != std::end(kViews) ? view : nullptr;
}

/// Takes an option with its value. @return 0, or the exit status after a complaint
int take(const std::string& option, const std::string& value, Options& options) {
    int number = 0;
    if (option == "--top" && parse_number(value, 1, number)) {
        options.report.top = static_cast<size_t>(number);
    } else if (option == "--image" && parse_number(value, 0, number)) {
        options.image_number = number;
    } else if (option == "--line") {
        options.report.line = value;
    } else if (option == "--otf2") {
        options.otf2 = value;
    } else if (option == "--what-if") {
        options.what_if = value;
    } else if (const View* const view = view_of(option); view != nullptr) {
        options.outputs.push_back({view, value});
    } else {
        return complain(kBadUsage, "doctor: %s needs a whole number, not '%s'", option.c_str(),
                        value.c_str());
    }
    return 0;
}

int parse(std::span<char*> arguments, Options& options) {
    static constexpr const char* kValued[] = {"--top", "--image", "--line", "--otf2", "--what-if"};
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string word = arguments[i];
        const std::string option = word.substr(0, word.find('='));
        if (view_of(option) != nullptr ||
            std::find(std::begin(kValued), std::end(kValued), option) != std::end(kValued)) {
            if (option == word && i + 1 == arguments.size()) {
                return complain(kBadUsage, "doctor: after %s a value is missing", option.c_str());
            }
            const std::string value =
                option == word ? std::string(arguments[++i]) : word.substr(option.size() + 1);
            if (const int status = take(option, value, options); status != 0) {
                return status;
            }
        } else if (word.starts_with("-") && word.size() > 1) {
            return complain(kBadUsage, "doctor: there is no option '%s'", word.c_str());
        } else if (!options.file.empty()) {
            return complain(kBadUsage, "doctor: one file at a time: '%s' or '%s'",
                            options.file.c_str(), word.c_str());
        } else {
            options.file = word;
        }
    }
    return options.file.empty() ? complain(kBadUsage, "doctor: which file?") : 0;
}

/// The index of the image with this number; -1: it is not in the trace.
int find_image(const Trace& trace, int number) {
    for (size_t i = 0; i < trace.images.size(); ++i) {
        if (trace.number_of(trace.images[i]) == static_cast<uint32_t>(number)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

ReadTrace read_joined_trace(const std::string& file) {
    ReadTrace read = read_trace(file);
    if (read.fault.empty()) {
        join_clocks(read.trace);
    }
    return read;
}

int write(const Output& output, const Analysis& analysis, const ReportOptions& options) {
    const std::string text = output.view->write(analysis, options);
    if (output.file == "-") {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return 0;
    }
    const std::string fault = boot::write_report({output.file, output.view->is_one}, text);
    return fault.empty()
               ? 0
               : complain(1, "doctor: the file %s %s", output.file.c_str(), fault.c_str());
}

int print_what_if(const std::string& text, const Analysis& analysis) {
    const Changes changes = parse_changes(text, analysis);
    if (!changes.fault.empty()) {
        return complain(kBadUsage, "doctor: --what-if: %s", changes.fault.c_str());
    }
    std::fputs(what_if_report(analysis, changes.edits, text).c_str(), stdout);
    return 0;
}

} // namespace

int doctor_trace(std::span<char*> arguments) {
    Options options;
    if (const int status = parse(arguments, options); status != 0) {
        return status;
    }
    ReadTrace read = read_joined_trace(options.file);
    if (!read.fault.empty()) {
        return complain(1, "doctor: the file %s %s", options.file.c_str(), read.fault.c_str());
    }
    if (options.image_number >= 0) {
        options.report.image = find_image(read.trace, options.image_number);
        if (options.report.image < 0) {
            return complain(1, "doctor: there is no %s %d in %s", read.trace.noun.c_str(),
                            options.image_number, options.file.c_str());
        }
    }
    const Analysis analysis(std::move(read.trace));
    int status = 0;
    for (const Output& output : options.outputs) {
        status = std::max(status, write(output, analysis, options.report));
    }
    if (!options.otf2.empty()) {
        return std::max(status, write_otf2(analysis, options.otf2));
    }
    if (options.what_if) {
        return std::max(status, print_what_if(*options.what_if, analysis));
    }
    if (options.outputs.empty()) {
        std::fputs(report(analysis, options.report).c_str(), stdout);
    }
    return status;
}

void print_short_report(const std::string& file) {
    constexpr off_t kMostBytes = off_t{256} << 20; // some seconds, and 1 GiB of memory
    struct stat facts{};
    if (lstat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return; // another program reads it
    }
    if (facts.st_size > kMostBytes) {
        boot::announce_trace();
        return;
    }
    ReadTrace read = read_joined_trace(file);
    if (read.fault.empty()) {
        std::fputs(short_report(Analysis(std::move(read.trace)), file).c_str(), stderr);
    } else {
        complain(0, "run: the file %s %s", file.c_str(), read.fault.c_str());
    }
}

} // namespace arauto::tools::insight
