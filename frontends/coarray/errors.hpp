// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a failure of a statement reaches its `stat=` and `errmsg=`, or ends the program. The sentence
// begins with the statement's name and says which image, which value, and what would be right.
#pragma once

#include "arauto/status.h"

#include <cstddef>
#include <cstdint>

namespace arauto::coarray {

/// Where a statement reports its failure. Without `stat` a failure ends the program.
struct Errors {
    int32_t* stat = nullptr;
    char* errmsg = nullptr;
    size_t errmsg_bytes = 0;
};

/// For a statement without `stat=` and `errmsg=`.
inline constexpr Errors kNoErrors{};

/// The values of `stat=`: the compiler's named constants of ISO_FORTRAN_ENV, then codes without a
/// name.
struct StatCodes {
    int32_t stopped_image;
    int32_t failed_image;
    int32_t locked;
    int32_t locked_other_image;
    int32_t unlocked;
    int32_t unlocked_failed_image;
    int32_t duplicate_image; // one that SYNC IMAGES lists twice
    int32_t memory; // none is left
    int32_t invalid; // no such image, not allocated, a wrong argument, ...
};
/// Each front-end names its own.
[[gnu::visibility("hidden")]] extern constinit const StatCodes& stat_codes;

/// The code of a status; 0 when it is no failure.
[[nodiscard]] int32_t stat_of(arauto_status_t status) noexcept;

inline void set_ok(int32_t* stat) noexcept {
    if (stat != nullptr) {
        *stat = 0;
    }
}

/// Ends a statement that has failed: `stat` gets the code of what is invalid, `errmsg` the
/// sentence, padded with blanks. Without `stat` the program ends with the sentence.
void fail(Errors errors, const char* format, ...) noexcept
    __attribute__((format(printf, 2, 3), cold));
/// As fail, with a code of the caller's for `stat`.
void fail_with(Errors errors, int32_t code, const char* format, ...) noexcept
    __attribute__((format(printf, 3, 4), cold));

/// Ends a statement that has failed, with the code and sentence of the last call of the C API.
/// @param statement  what the program was doing: "EVENT POST"
void report_failure(Errors errors, arauto_status_t status, const char* statement) noexcept
    __attribute__((cold));

/// Inline, since nearly every statement ends with it and nearly none fails.
inline void report(const Errors& errors, arauto_status_t status, const char* statement) noexcept {
    if (status >= 0) [[likely]] {
        set_ok(errors.stat);
    } else {
        report_failure(errors, status, statement);
    }
}

/// Keeps the failure of another image, met by a statement that cannot report it, for the next SYNC
/// statement with `stat=`. That is a write without `stat=`, which is dropped, or a statement whose
/// `stat` the compiler must find 0. Only the first failure is kept.
void postpone_failure(const char* statement) noexcept __attribute__((cold));
/// As postpone_failure, where no call of the C API has failed, and `rank` is the failed image.
void postpone_failure_of(int rank, const char* statement) noexcept __attribute__((cold));

/// For a SYNC statement with `stat=`: reports what was postponed, unless `stat` reports a failure.
void report_postponed(const Errors& errors) noexcept;

/// As report, for a SYNC statement.
inline void
report_sync(const Errors& errors, arauto_status_t status, const char* statement) noexcept {
    report(errors, status, statement);
    if (errors.stat != nullptr) {
        report_postponed(errors);
    }
}

/// The sentence without the name of the C function at its start: the program has called none.
[[nodiscard]] const char* without_call(const char* sentence) noexcept;

/// A remark to append to a message that has a rank of the job as an image: its number is that in
/// the initial team. Empty there.
[[nodiscard]] const char* explain_number() noexcept;
/// A remark to append to a message of the runtime, which numbers images as in the initial team.
/// Empty in the initial team, or where the message has no number of an image.
[[nodiscard]] const char* explain_numbers(const char* sentence) noexcept;

} // namespace arauto::coarray
