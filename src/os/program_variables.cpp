// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_variables.hpp.
#include "os/program_variables.hpp"

#include "os/child_output.hpp"
#include "os/source_location.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <optional>
#include <string_view>
#include <vector>

namespace arauto::os {
namespace {

constexpr const char* kReaders[] = {"nm", "llvm-nm", "eu-nm"};

struct Range {
    uintptr_t first;
    uintptr_t end;
};

/// A file that this process has loaded.
struct Loaded {
    std::string path; // sought
    uintptr_t base = 0; // added to the addresses of its symbols
    std::vector<Range> writable;
};

/// Called by the loader for each file, until it returns another value than 0.
int take_if_sought(dl_phdr_info* file, size_t, void* argument) {
    Loaded& loaded = *static_cast<Loaded*>(argument);
    if (std::strcmp(file->dlpi_name, loaded.path.c_str()) != 0) {
        return 0;
    }
    loaded.base = file->dlpi_addr;
    for (int i = 0; i < file->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = file->dlpi_phdr[i];
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) {
            const uintptr_t first = loaded.base + part.p_vaddr;
            loaded.writable.push_back({first, first + part.p_memsz});
        }
    }
    return 1;
}

/// A line of nm in the format of POSIX: "NAME TYPE VALUE SIZE", numbers in hexadecimal digits.
struct Symbol {
    std::string name;
    char type;
    uintptr_t value;
};

std::optional<Symbol> read_symbol(std::string_view line) {
    const size_t type = line.find(' ');
    if (type == std::string_view::npos || line.size() < type + 5) {
        return std::nullopt;
    }
    const std::string value(line.substr(type + 3));
    return Symbol{std::string(line.substr(0, type)), line[type + 1],
                  std::strtoull(value.c_str(), nullptr, 16)};
}

/// Whether the symbol is data of the file that begins with the address `memory`. A symbol of
/// thread-local data, whose value is no address, may lie anywhere.
bool holds(const Loaded& loaded, const Symbol& symbol, const void* memory) {
    const uintptr_t at = loaded.base + symbol.value;
    const auto contains = [&](const Range& range) {
        return at >= range.first && at + sizeof memory <= range.end;
    };
    return std::strchr("bBdD", symbol.type) != nullptr && at % alignof(void*) == 0 &&
           std::any_of(loaded.writable.begin(), loaded.writable.end(), contains) &&
           std::memcmp(reinterpret_cast<const void*>(at), &memory, sizeof memory) == 0;
}

} // namespace

std::string find_variable(const void* memory, const ProgramFrames& frames) {
    const std::string module = module_of(frames);
    char program[sizeof frames.module];
    Loaded loaded{module == program_file(program) ? "" : module, 0, {}}; // as the loader has it
    if (module.empty() || dl_iterate_phdr(take_if_sought, &loaded) == 0) {
        return "";
    }
    const std::string symbols = output_of_first(kReaders, {"-P", module});
    std::string found;
    for (size_t at = 0; at < symbols.size();) {
        const size_t end = std::min(symbols.find('\n', at), symbols.size());
        const auto symbol = read_symbol(std::string_view(symbols).substr(at, end - at));
        at = end + 1;
        if (!symbol || !holds(loaded, *symbol, memory)) {
            continue;
        }
        const std::string name = name_in_source(symbol->name, "");
        if (!found.empty() && found != name) {
            return "";
        }
        found = name;
    }
    return found;
}

} // namespace arauto::os
