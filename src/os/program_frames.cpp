// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_frames.hpp.
#include "os/program_frames.hpp"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <unistd.h>
#include <unwind.h>

namespace arauto::os {
namespace {

// Libraries between a statement of the program and its wait, as their file names begin.
constexpr std::string_view kBetween[] = {
    "libarauto", "libcaf_", "libprif_",   "libgfortran", "libflang",   "libFortran",
    "libstdc++", "libc++",  "libgcc_s",   "libgomp",     "libomp",     "libiomp",
    "libc.",     "libc-",   "libm.",      "libpthr",     "ld-linux",   "libdl.",
    "libmpi",    "libpmpi", "libopen-",   "libpmix",     "libasan",    "libtsan",
    "libubsan",  "liblsan", "vgpreload_", "linux-vdso",  "libfabric.", "libuc",
};

bool lies_between(std::string_view path) noexcept {
    const std::string_view name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
    return std::any_of(std::begin(kBetween), std::end(kBetween),
                       [&](std::string_view start) { return name.starts_with(start); });
}

template <size_t Size> void copy_text(char (&to)[Size], const char* from) noexcept {
    const size_t length = std::min(std::strlen(from), Size - 1);
    std::memcpy(to, from, length);
    to[length] = '\0';
}

constexpr int kMostVisited = 1000; // a stack that a fault has damaged may lead in a circle

struct Walk {
    ProgramFrames& frames;
    const link_map* module = nullptr; // once the first call of the program is found
    int visited = 0;
};

void name_module(ProgramFrames& frames, const link_map& module) noexcept {
    if (module.l_name != nullptr && module.l_name[0] != '\0') {
        copy_text(frames.module, module.l_name);
        return;
    }
    static_cast<void>(program_file(frames.module));
}

_Unwind_Reason_Code visit(_Unwind_Context* context, void* argument) noexcept {
    Walk& walk = *static_cast<Walk*>(argument);
    int is_before = 0; // the instruction, as in a signal handler's caller
    uintptr_t address = _Unwind_GetIPInfo(context, &is_before);
    if (address == 0 || ++walk.visited > kMostVisited) {
        return _URC_END_OF_STACK;
    }
    address -= is_before != 0 ? 0 : 1; // the call, not the statement behind it
    Dl_info facts{};
    void* found = nullptr;
    if (dladdr1(reinterpret_cast<void*>(address), &facts, &found, RTLD_DL_LINKMAP) == 0 ||
        found == nullptr) {
        return _URC_NO_REASON;
    }
    const auto* const module = static_cast<const link_map*>(found);
    if (walk.module == nullptr && module->l_name != nullptr && lies_between(module->l_name)) {
        copy_text(walk.frames.entry, facts.dli_sname != nullptr ? facts.dli_sname : "");
        return _URC_NO_REASON;
    }
    if (walk.module == nullptr) {
        walk.module = module;
        name_module(walk.frames, *module);
    }
    if (module == walk.module) {
        walk.frames.offsets[walk.frames.count++] = address - module->l_addr;
    }
    return walk.frames.count < ProgramFrames::kMost ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// The file with this instruction; null: none is known.
const char* file_around(uintptr_t address) noexcept {
#if defined(DLFO_STRUCT_HAS_EH_DBASE) // glibc 2.35: 20 ns instead of a microsecond or more
    dl_find_object found{};
    if (_dl_find_object(reinterpret_cast<void*>(address), &found) == 0) {
        return found.dlfo_link_map->l_name;
    }
    return nullptr;
#else
    Dl_info facts{};
    void* found = nullptr;
    if (dladdr1(reinterpret_cast<void*>(address), &facts, &found, RTLD_DL_LINKMAP) == 0) {
        return nullptr;
    }
    return static_cast<const link_map*>(found)->l_name;
#endif
}

struct CallSearch {
    int calls_left; // of the program, to be visited
    uint64_t number = 0;
    bool is_in_program = false; // some of them have been
    int visited = 0;
};

_Unwind_Reason_Code visit_for_call(_Unwind_Context* context, void* argument) noexcept {
    constexpr uint64_t kPrime = 0x100000001b3;
    CallSearch& search = *static_cast<CallSearch*>(argument);
    const uintptr_t address = _Unwind_GetIP(context);
    if (address == 0 || ++search.visited > kMostVisited) {
        return _URC_END_OF_STACK;
    }
    const char* const file = file_around(address - 1);
    if (file == nullptr || lies_between(file)) {
        if (!search.is_in_program) { // the last of these is the function that the program calls
            search.number = _Unwind_GetRegionStart(context);
        }
        return _URC_NO_REASON;
    }
    search.number = (search.number ^ (address - 1)) * kPrime;
    search.is_in_program = true;
    return --search.calls_left > 0 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

} // namespace

std::string_view program_file(char (&room)[sizeof(ProgramFrames::module)]) noexcept {
    const ssize_t length = readlink("/proc/self/exe", room, sizeof room); // no 0 is written
    const bool fits = length > 0 && static_cast<size_t>(length) < sizeof room;
    room[fits ? length : 0] = '\0';
    return room;
}

uint64_t find_program_call() noexcept {
    constexpr int kCalls = 4; // wrappers, as those of C++ that are not inlined, and the statement
    constexpr int kCallsOfRuntime = 12; // where it is linked into the program's file
    const char* const own = file_around(reinterpret_cast<uintptr_t>(&find_program_call));
    const bool is_linked_in = own != nullptr && !lies_between(own);
    CallSearch search{.calls_left = kCalls + (is_linked_in ? kCallsOfRuntime : 0)};
    _Unwind_Backtrace(visit_for_call, &search);
    return search.is_in_program ? search.number : 0;
}

namespace {

struct FileSearch {
    uintptr_t address; // 0: of the program
    CodeFile& file;
};

int visit_file(dl_phdr_info* info, size_t, void* argument) noexcept {
    FileSearch& search = *static_cast<FileSearch*>(argument);
    CodeFile& file = search.file;
    uintptr_t start = UINTPTR_MAX;
    uintptr_t end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& part = info->dlpi_phdr[i];
        if (part.p_type == PT_LOAD) {
            start = std::min<uintptr_t>(start, info->dlpi_addr + part.p_vaddr);
            end = std::max<uintptr_t>(end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
    }
    const bool is_it = search.address == 0 || (search.address >= start && search.address < end);
    if (!is_it || end == 0) {
        return 0;
    }
    const bool is_named = info->dlpi_name != nullptr && info->dlpi_name[0] != '\0';
    if (is_named) {
        copy_text(file.path, info->dlpi_name);
    } else {
        static_cast<void>(program_file(file.path));
    }
    file.bias = info->dlpi_addr;
    file.start = start;
    file.end = end;
    file.lies_between = is_named && lies_between(info->dlpi_name);
    return 1;
}

} // namespace

bool find_code_file(const void* instruction, CodeFile& file_out) noexcept {
    file_out = CodeFile{};
    FileSearch search{reinterpret_cast<uintptr_t>(instruction), file_out};
    return dl_iterate_phdr(visit_file, &search) != 0; // the program comes first
}

void find_program_frames(ProgramFrames& frames_out) noexcept {
    frames_out = ProgramFrames{};
    Walk walk{frames_out};
    _Unwind_Backtrace(visit, &walk);
}

} // namespace arauto::os
