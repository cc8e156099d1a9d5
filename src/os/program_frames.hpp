// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where the calling thread is in the user's program: the calls on its stack, without those within
// libraries of the runtime, of the compiler and of the system. A plain value, which may lie in
// shared memory and be read by another process; source_location.hpp finds the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace arauto::os {

struct ProgramFrames {
    static constexpr size_t kMost = 24;

    uint64_t offsets[kMost]; // of calls, the innermost first, as the module's symbols count
    uint32_t count;
    uint32_t spare;
    char entry[48]; // the library's function that the program has called; empty: not known
    char module[248]; // the program's file, or a library of its own; empty: not known
};
static_assert(std::is_trivially_copyable_v<ProgramFrames> && sizeof(ProgramFrames) == 496);

/// The file in which they are; empty: not known.
[[nodiscard]] inline std::string module_of(const ProgramFrames& frames) {
    return {frames.module, strnlen(frames.module, sizeof frames.module)};
}

/// The file of this process's program; empty where it is not known, or longer than a module may be.
[[nodiscard]] std::string_view program_file(char (&room)[sizeof(ProgramFrames::module)]) noexcept;

/// A file with code of this process.
struct CodeFile {
    char path[sizeof(ProgramFrames::module)]; // empty: not known, or longer
    uintptr_t bias; // what is added to the addresses in the file
    uintptr_t start; // of its memory
    uintptr_t end;
    bool lies_between; // it is of the runtime, of the compiler or of the system
};
/// The file around this instruction; null: around the program's own start. Takes microseconds.
/// @return false when there is none
[[nodiscard]] bool find_code_file(const void* instruction, CodeFile& file_out) noexcept
    __attribute__((cold));

/// A number that tells the program's calls of the runtime apart, made of the function that it calls
/// and of the innermost calls on this thread's stack; 0: there is none of the program. Takes about
/// a microsecond: for waits that are measured.
[[nodiscard]] uint64_t find_program_call() noexcept __attribute__((cold, noinline));

/// Takes some microseconds. No memory is allocated; never for the path of data.
void find_program_frames(ProgramFrames& frames_out) noexcept __attribute__((cold, noinline));

} // namespace arauto::os
