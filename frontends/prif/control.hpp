// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Statements on events, locks and critical constructs; the reductions with a function of the
// program; the start and the end of an image.
#pragma once

#include "coarray/collective.hpp"
#include "coarray/teams.hpp"
#include "slots.hpp"

#include <string_view>

namespace arauto::prif {

void event_post(const Reference& event, const Errors& errors);
/// @param call  of an event or a notify variable
void wait_for_count(const void* variable,
                    int64_t until_count,
                    const Errors& errors,
                    const char* call);
[[nodiscard]] int64_t event_query(const void* event, const Errors& errors);

/// @param acquired  null: the image waits
void lock(const Reference& variable, bool* acquired, const Errors& errors);
void unlock(const Reference& variable, const Errors& errors);
void critical(const Coarray* construct, const Errors& errors);
void end_critical(const Coarray* construct);

/// The program's operation: arg2_and_out(i) = arg1(i) op arg2_and_out(i), with arg1 from the lower
/// image.
using Wrapper = void (*)(void* arg1, void* arg2_and_out, size_t count, void* data);
struct Operation {
    Wrapper wrapper;
    void* data;
};
/// @param result_image  0: all
void co_reduce(void* base,
               const arauto_section_t& section,
               const Operation& operation,
               int result_image,
               const Errors& errors);

/// Whether prif_init has initialised the runtime, or found it initialised.
enum class Start { done, already };
/// @param flush  writes out what the compiler's own units have buffered
/// @param exit  ends the process by the compiler's own way; null: it has none
[[nodiscard]] Start init(void (*flush)(), void (*exit)(int));

/// How a program ends.
struct Ending {
    bool is_error;
    bool is_quiet;
    const int32_t* code; // null: none was given
    const char* text; // null: none was given
    size_t text_bytes;
};
/// Called at the end, on this image.
using StopCallback = void (*)(const bool* is_error,
                              const bool* is_quiet,
                              const int32_t* code,
                              const char* text,
                              size_t text_bytes);
void add_stop_callback(StopCallback callback);
[[noreturn]] void stop(const Ending& ending);

/// The failed or stopped images of a team; null: the current one.
[[nodiscard]] std::vector<int> images_of_state(const coarray::Team* team,
                                               arauto_rank_state_t state);
[[nodiscard]] int this_image_in(const coarray::Team& team) noexcept;

} // namespace arauto::prif
