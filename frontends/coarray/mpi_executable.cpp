// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which functions of MPI the executable's own code calls: the undefined symbols that its
// relocations name. They are known before main, and do not depend on what the program does.
#include "mpi_functions.hpp"

#include <cctype>
#include <cstddef>
#include <link.h>
#include <span>
#include <string>
#include <string_view>

namespace arauto::coarray {
namespace {

/// Where the loader has put the tables that the dynamic section names.
struct Tables {
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    std::span<const ElfW(Rela)> data{};
    std::span<const ElfW(Rela)> calls{};
};

Tables tables_of(const dl_phdr_info& info, const ElfW(Phdr) & dynamic) noexcept {
    Tables tables;
    const ElfW(Rela)* data = nullptr;
    const ElfW(Rela)* calls = nullptr;
    size_t data_bytes = 0;
    size_t call_bytes = 0;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + dynamic.p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
        switch (entry->d_tag) { // pointers: the GNU loader has made addresses of them
        case DT_SYMTAB:
            tables.symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
            break;
        case DT_STRTAB:
            tables.names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
            break;
        case DT_RELA:
            data = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
            break;
        case DT_RELASZ:
            data_bytes = entry->d_un.d_val;
            break;
        case DT_JMPREL:
            calls = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            call_bytes = entry->d_un.d_val;
            break;
        default:
            break;
        }
    }
    tables.data = {data, data_bytes / sizeof *data};
    tables.calls = {calls, call_bytes / sizeof *calls};
    return tables;
}

/// Calls that are right before the MPI has been initialised, and need nothing of it.
bool needs_no_start(std::string_view call) noexcept {
    return call.starts_with("initialized") || call.starts_with("finalized") ||
           call.starts_with("get_version") || call.starts_with("get_library_version");
}

/// @param name  in any spelling of C and Fortran: MPI_Send, mpi_send_, pmpi_send_f08_
void note_call(std::string_view name, MpiCalls& calls) noexcept {
    std::string word;
    for (const char letter : name.substr(0, 40)) {
        word.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
    }
    std::string_view call = word;
    call.remove_prefix(call.starts_with("pmpi_") ? 1 : 0);
    if (!call.starts_with("mpi_")) {
        return;
    }
    call.remove_prefix(4);
    if (needs_no_start(call)) {
        return;
    }
    calls.any = true;
    calls.starts_it = calls.starts_it || call.starts_with("init_") || call == "init" ||
                      call.starts_with("session_init");
}

void note_calls(const Tables& tables, std::span<const ElfW(Rela)> relocations, MpiCalls& calls) {
    constexpr int kSymbolShift = 32;
    constexpr unsigned kTypeMask = 15;
    for (const ElfW(Rela) & relocation : relocations) {
        const ElfW(Sym)& symbol = tables.symbols[relocation.r_info >> kSymbolShift];
        if (symbol.st_shndx == SHN_UNDEF && (symbol.st_info & kTypeMask) != STT_OBJECT) {
            note_call(tables.names + symbol.st_name, calls);
        }
    }
}

/// The executable is the first object that the loader lists.
int read_executable(dl_phdr_info* info, size_t, void* calls) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            const Tables tables = tables_of(*info, info->dlpi_phdr[i]);
            if (tables.symbols != nullptr && tables.names != nullptr) {
                note_calls(tables, tables.data, *static_cast<MpiCalls*>(calls));
                note_calls(tables, tables.calls, *static_cast<MpiCalls*>(calls));
            }
        }
    }
    return 1;
}

} // namespace

MpiCalls mpi_calls_of_executable() noexcept {
    MpiCalls calls;
    dl_iterate_phdr(read_executable, &calls);
    return calls;
}

} // namespace arauto::coarray
