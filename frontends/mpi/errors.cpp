// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See errors.hpp. There is one error code for each class; its text is that of the last error of the
// class. MPI_Error_string returns this text itself, since some MPIs have none for such codes.
#include "errors.hpp"

#include "job.hpp"
#include "real.hpp"

#include "arauto/spi/status.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace arauto::mpi {
namespace {

struct Code {
    int error_class;
    int code;
    char sentence[MPI_MAX_ERROR_STRING];
};

/// The error codes that this library has got from the MPI.
struct Codes {
    static constexpr int kMost = 32;
    std::mutex mutex; // guards the next
    int count = 0;
    Code all[kMost]{};
};
constinit Codes g_codes;

/// The error code of the class; the class itself when the MPI has no more codes.
int code_of(int error_class, const char* sentence) noexcept {
    const std::lock_guard<std::mutex> guard(g_codes.mutex);
    Code* const end = g_codes.all + g_codes.count;
    Code* found = g_codes.all;
    while (found < end && found->error_class != error_class) {
        ++found;
    }
    if (found == end) {
        int code = error_class;
        if (g_codes.count == Codes::kMost ||
            real().Add_error_code(error_class, &code) != MPI_SUCCESS) {
            return error_class;
        }
        found->error_class = error_class;
        found->code = code;
        ++g_codes.count;
    }
    std::snprintf(found->sentence, sizeof found->sentence, "%s", sentence);
    return found->code;
}

/// The code to give an error handler. MPI_ERRORS_ARE_FATAL prints texts of the MPI only, so the
/// sentence is written to standard error first.
int code_for(bool is_fatal, int error_class, const char* format, va_list values) noexcept {
    char sentence[MPI_MAX_ERROR_STRING];
    std::vsnprintf(sentence, sizeof sentence, format, values);
    if (is_fatal) {
        char location[256];
        const bool is_known = arauto_source_location(location, sizeof location) > 0;
        std::fprintf(stderr, "arauto: rank %d of this job: %s%s%s\n", job().rank, sentence,
                     is_known ? ", " : "", location);
        return error_class;
    }
    return code_of(error_class, sentence);
}

bool is_fatal(MPI_Errhandler handler) noexcept {
    const bool is = handler == MPI_ERRORS_ARE_FATAL;
    real().Errhandler_free(&handler);
    return is;
}

} // namespace

int fail(const Window& window, int error_class, const char* format, ...) noexcept {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    real().Win_get_errhandler(window.handle, &handler);
    va_list values;
    va_start(values, format);
    const int code = code_for(is_fatal(handler), error_class, format, values);
    va_end(values);
    real().Win_call_errhandler(window.handle, code);
    return code;
}

int check_output(const Window& window,
                 const void* output,
                 const char* call,
                 const char* what) noexcept {
    return output != nullptr ? MPI_SUCCESS
                             : fail(window, MPI_ERR_ARG,
                                    "%s: the address for the %s is a null pointer", call, what);
}

int fail_ended(const Window& window, const char* call) noexcept {
    return fail(window, kProcessEnded,
                "%s: rank %d of the window's group has ended, so this call cannot complete", call,
                ended_member(*window.team));
}

int fail_on(MPI_Comm comm, int error_class, const char* format, ...) noexcept {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    // In a program that has only sessions, MPI_COMM_WORLD does not exist, and has no error handler.
    const bool can_ask = comm != MPI_COMM_WORLD || job().has_world;
    if (can_ask) {
        real().Comm_get_errhandler(comm, &handler);
    }
    va_list values;
    va_start(values, format);
    const int code = code_for(can_ask && is_fatal(handler), error_class, format, values);
    va_end(values);
    if (can_ask) {
        real().Comm_call_errhandler(comm, code);
    }
    return code;
}

void forget_error_codes() noexcept {
    const std::lock_guard<std::mutex> guard(g_codes.mutex);
    g_codes.count = 0;
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Error_string(int code, char* text, int* length) {
    if (text != nullptr && length != nullptr) {
        const std::lock_guard<std::mutex> guard(g_codes.mutex);
        for (int i = 0; i < g_codes.count; ++i) {
            if (g_codes.all[i].code == code) {
                std::strcpy(text, g_codes.all[i].sentence);
                *length = static_cast<int>(std::strlen(text));
                return MPI_SUCCESS;
            }
        }
    }
    return real().Error_string(code, text, length);
}
ARAUTO_MPI_BOTH(Error_string)
