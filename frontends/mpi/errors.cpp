// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Errors as the MPI's: one code of ours for each class, whose text is the sentence of its last
// error.
#include "window.hpp"

#include <cstdarg>
#include <cstdio>

namespace arauto::mpi {
namespace {

struct Code {
    int error_class;
    int code;
};

std::mutex g_codes_mutex;
constinit Code g_codes[32] = {};
constinit int g_code_count = 0;

int code_of(int error_class, const char* sentence) noexcept {
    const std::lock_guard<std::mutex> guard(g_codes_mutex);
    Code* found = g_codes;
    while (found < g_codes + g_code_count && found->error_class != error_class) {
        ++found;
    }
    if (found == g_codes + g_code_count) {
        int code = error_class;
        if (g_code_count == 32 || PMPI_Add_error_code(error_class, &code) != MPI_SUCCESS) {
            return error_class;
        }
        *found = {error_class, code};
        ++g_code_count;
    }
    PMPI_Add_error_string(found->code, sentence);
    return found->code;
}

int code_for(int error_class, const char* format, va_list values) noexcept {
    char sentence[MPI_MAX_ERROR_STRING];
    std::vsnprintf(sentence, sizeof sentence, format, values);
    return code_of(error_class, sentence);
}

} // namespace

int fail(const Window& window, int error_class, const char* format, ...) noexcept {
    va_list values;
    va_start(values, format);
    const int code = code_for(error_class, format, values);
    va_end(values);
    PMPI_Win_call_errhandler(window.handle, code);
    return code;
}

int fail_on(MPI_Comm comm, int error_class, const char* format, ...) noexcept {
    va_list values;
    va_start(values, format);
    const int code = code_for(error_class, format, values);
    va_end(values);
    PMPI_Comm_call_errhandler(comm, code);
    return code;
}

} // namespace arauto::mpi
