// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Start and end of a program, synchronisation, and how a failure reaches `stat=`, `errmsg=` or the
// end of the program.
#include "attached.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

// libgfortran's; absent with other compilers. NULL: all units.
extern "C" void _gfortran_flush_i4(int32_t* unit) __attribute__((weak));

namespace arauto::translated {
namespace {

constexpr int kStatInvalid = 1;
constexpr int kStatImageTwice = 3; // in SYNC IMAGES

/// By translated_stat. Those of gfortran, until the program's compiler tells its own.
constinit int32_t g_stats[TRANSLATED_STATS] = {6000, 6001, 1, 2, 0, 6002};

constinit int64_t g_run_seed = 0;

void share_run_seed() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    g_run_seed = int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
    report({}, arauto_broadcast(arauto_team_world(), &g_run_seed, sizeof g_run_seed, 0),
           "start of the program");
}

void flush_units() {
    if (_gfortran_flush_i4 != nullptr) {
        _gfortran_flush_i4(nullptr);
    }
    std::fflush(nullptr);
}

/// The sentence without the name of the C function at its start: the program has called a
/// statement.
const char* without_call(const char* sentence) noexcept {
    const size_t name = std::strcspn(sentence, ": ");
    const bool is_call =
        std::strncmp(sentence, "arauto_", 7) == 0 && std::strncmp(sentence + name, ": ", 2) == 0;
    return is_call ? sentence + name + 2 : sentence;
}

/// The core numbers images as in the initial team; a program that has changed its team must know.
const char* explain_numbers(const char* sentence) noexcept {
    const char* image = images.ranks != nullptr ? std::strstr(sentence, "image ") : nullptr;
    const bool is_numbered = image != nullptr && image[6] >= '0' && image[6] <= '9';
    return is_numbered ? " (numbered as in the initial team)" : "";
}

/// Before main and before the program's own output: the process may become a launcher here.
__attribute__((constructor)) void start() {
    arauto_set_naming("image", 1);
    arauto_set_flush_hook(flush_units);
    if (arauto_init() < 0) {
        std::fprintf(stderr, "arauto: %s\n", arauto_last_error());
        std::exit(1);
    }
    start_teams();
    start_numbers();
    start_attachments();
    start_tasks();
    share_run_seed();
    start_regions(); // the last: an image may fail as soon as all have come that far
}

} // namespace

int stat_of(arauto_status_t status) noexcept {
    switch (status) {
    case ARAUTO_LOCK_RECOVERED:
        return g_stats[TRANSLATED_STAT_UNLOCKED_FAILED];
    case ARAUTO_ERR_LOCKED:
        return g_stats[TRANSLATED_STAT_LOCKED];
    case ARAUTO_ERR_LOCKED_OTHER:
        return g_stats[TRANSLATED_STAT_LOCKED_OTHER];
    case ARAUTO_ERR_UNLOCKED:
        return g_stats[TRANSLATED_STAT_UNLOCKED];
    case ARAUTO_ERR_STOPPED:
        return g_stats[TRANSLATED_STAT_STOPPED];
    case ARAUTO_ERR_FAILED:
        return g_stats[TRANSLATED_STAT_FAILED];
    default:
        return kStatInvalid;
    }
}

void set_ok(int32_t* stat) noexcept {
    if (stat != nullptr) {
        *stat = 0;
    }
}

void fail(const translated_errors_t& errors, int code, const char* format, ...) noexcept {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (errors.stat == nullptr) {
        char sentence[560];
        std::snprintf(sentence, sizeof sentence, "image %d: %s", arauto_rank() + 1, text);
        arauto_error_stop(1, sentence);
    }
    *errors.stat = code;
    if (errors.errmsg != nullptr) {
        const size_t length = std::min(std::strlen(text), errors.errmsg_bytes);
        std::memcpy(errors.errmsg, text, length);
        std::memset(errors.errmsg + length, ' ', errors.errmsg_bytes - length);
    }
}

void report(const translated_errors_t& errors,
            arauto_status_t status,
            const char* statement) noexcept {
    if (status == ARAUTO_LOCK_RECOVERED && errors.stat != nullptr) {
        *errors.stat = stat_of(status);
    } else if (status >= 0) {
        set_ok(errors.stat);
    } else {
        const char* sentence = without_call(arauto_last_error());
        fail(errors, stat_of(status), "%s: %s%s", statement, sentence, explain_numbers(sentence));
    }
}

bool has_failed(int rank, const translated_errors_t& errors, const char* statement) noexcept {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    static_cast<void>(arauto_rank_state(rank, &state));
    if (state == ARAUTO_RANK_FAILED) [[unlikely]] {
        fail(errors, stat_of(ARAUTO_ERR_FAILED), "%s: image %d has failed", statement, rank + 1);
    }
    return state == ARAUTO_RANK_FAILED;
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

int64_t translated_run_seed() {
    return g_run_seed;
}

void translated_set_stats(const int32_t* values) {
    std::copy(values, values + TRANSLATED_STATS, g_stats);
    static_cast<void>(arauto_init()); // again, from the program: it ends before libraries do
}

int32_t translated_image(int32_t corank,
                         const int32_t* subscripts,
                         const int32_t* lower,
                         const int32_t* upper) {
    int64_t image = 0;
    int64_t stride = 1;
    for (int i = 0; i < corank; ++i) {
        const int64_t at = int64_t{subscripts[i]} - lower[i];
        const int64_t extent = int64_t{upper[i]} - lower[i] + 1;
        if (at < 0 || (i + 1 < corank && at >= extent)) {
            return 0;
        }
        image += at * stride;
        stride *= extent;
    }
    return image < images.size ? static_cast<int32_t>(image + 1) : 0;
}

void translated_cosubscripts(int32_t corank,
                             int32_t image,
                             const int32_t* lower,
                             const int32_t* upper,
                             int32_t* subscripts_out) {
    int64_t rest = image > 0 ? image - 1 : images.self;
    for (int i = 0; i + 1 < corank; ++i) {
        const int64_t extent = int64_t{upper[i]} - lower[i] + 1;
        subscripts_out[i] = static_cast<int32_t>(lower[i] + rest % extent);
        rest /= extent;
    }
    subscripts_out[corank - 1] = static_cast<int32_t>(lower[corank - 1] + rest);
}

void translated_sync_all(const translated_errors_t* errors) {
    const SegmentBoundary boundary;
    note_stat(*errors);
    report(*errors, arauto_team_barrier(current_team()), "SYNC ALL");
}

void translated_sync_images(int32_t count, const int32_t* list, const translated_errors_t* errors) {
    const SegmentBoundary boundary;
    note_stat(*errors);
    std::vector<int> ranks;
    if (count == 1) { // most are, and take no memory
        const int rank = member_of(list[0], *errors, "SYNC IMAGES");
        if (rank >= 0) {
            report(*errors, arauto_team_sync_ranks(current_team(), 1, &rank), "SYNC IMAGES");
        }
        return;
    }
    for (int i = 0; i < count; ++i) {
        const int rank = member_of(list[i], *errors, "SYNC IMAGES");
        if (rank < 0) {
            return;
        }
        if (std::find(ranks.begin(), ranks.end(), rank) != ranks.end()) {
            fail(*errors, kStatImageTwice, "SYNC IMAGES: image %d is listed twice", list[i]);
            return;
        }
        ranks.push_back(rank);
    }
    report(*errors, arauto_team_sync_ranks(current_team(), count, ranks.data()), "SYNC IMAGES");
}

void translated_sync_memory(const translated_errors_t* errors) {
    const SegmentBoundary boundary;
    arauto_fence();
    set_ok(errors->stat);
}

void translated_error_stop(int32_t code, const char* text, size_t bytes) {
    if (text != nullptr) {
        std::fprintf(stderr, "ERROR STOP %.*s\n", static_cast<int>(bytes), text);
    } else {
        std::fprintf(stderr, "ERROR STOP %d\n", code);
    }
    arauto_error_stop(code, nullptr);
}

void translated_stop(int32_t code) {
    const SegmentBoundary boundary;
    flush_units();
    arauto_stop(code & 0xff);
}

void translated_fail_image() {
    arauto_fail();
}
