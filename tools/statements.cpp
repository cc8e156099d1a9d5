// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto statements FORM WIDTH`, for the translator: the text on standard input, read by
// fortran_source.hpp, as records of lines on standard output:
//
//   marker INDEX NUMBER FILE     from this line on (counted from 0) lines have numbers of the file
//   statement FIRST AFTER LABEL  its lines, then the statement and the same masked, a line each
#include "command.hpp"
#include "fortran_source.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace arauto::tools {
namespace {

std::string read_standard_input() {
    std::string text;
    char part[1 << 16];
    while (const size_t count = std::fread(part, 1, sizeof part, stdin)) {
        text.append(part, count);
    }
    return text;
}

void print_text(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::putchar('\n');
}

} // namespace

int statements(Arguments arguments) {
    if (arguments.size() != 2) {
        return complain(kBadUsage, "statements: this is for the translator alone");
    }
    Layout layout;
    layout.form = std::string(arguments[0]) == "fixed" ? Form::fixed : Form::free;
    layout.width = static_cast<size_t>(std::strtoul(arguments[1], nullptr, 10));
    layout.has_xmp = true;
    const std::string source = read_standard_input();
    const LineTable lines(source, "");
    for (const LineTable::Marker& marker : lines.markers()) {
        std::printf("marker %zu %zu %s\n", marker.from, marker.number, marker.file.c_str());
    }
    for (const Item& item : read_items(source, layout)) {
        if (!item.is_directive) {
            std::printf("statement %zu %zu %s\n", item.first_line, item.after_line,
                        item.label.c_str());
            print_text(item.joined);
            print_text(item.masked);
        }
    }
    return 0;
}

} // namespace arauto::tools
