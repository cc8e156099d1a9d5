// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Start and end of a program, synchronisation, and how a failure reaches `stat=`, `errmsg=` or the
// end of the program.
#include "attached.hpp"
#include "coarray/postponed_failure.hpp"
#include "pending.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "segment_boundary.hpp"

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

constexpr const char* kPut = "assignment to another image";
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

constinit coarray::PostponedFailure postponed;

/// Of a SYNC statement: also reports what was postponed, unless it has failed itself.
void report_sync(const translated_errors_t& errors,
                 arauto_status_t status,
                 const char* statement) noexcept {
    report(errors, status, statement);
    if (errors.stat == nullptr || !postponed.is_there()) [[likely]] {
        return;
    }
    postponed.take([&errors](const char* text) {
        if (*errors.stat == 0) {
            fail(errors, stat_of(ARAUTO_ERR_FAILED), "%s", text);
        }
    });
}

/// Inside exit(), which another exit() takes up where it was.
void stop_at_exit(int status, void* /*unused*/) {
    if (status == 0) {
        return;
    }
    segment_ends();
    arauto_stop(status & 0xff);
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

const char* without_call(const char* sentence) noexcept {
    const size_t name = std::strcspn(sentence, ": ");
    const bool is_call =
        std::strncmp(sentence, "arauto_", 7) == 0 && std::strncmp(sentence + name, ": ", 2) == 0;
    return is_call ? sentence + name + 2 : sentence;
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
        arauto_error_stop(1, text);
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

void report_lock(const translated_errors_t& errors,
                 arauto_status_t status,
                 const char* statement,
                 int64_t number) noexcept {
    constexpr const char* kNoun = "lock ";
    const char* sentence = without_call(arauto_last_error());
    const char* noun = status < 0 ? std::strstr(sentence, kNoun) : nullptr;
    if (noun == nullptr) {
        report(errors, status, statement);
        return;
    }
    const char* after = noun + std::strlen(kNoun);
    fail(errors, stat_of(status), "%s: %.*s%s%lld%s%s", statement,
         static_cast<int>(noun - sentence), sentence, kNoun, static_cast<long long>(number),
         after + std::strspn(after, "0123456789"), explain_numbers(sentence));
}

void report_or_postpone(const translated_errors_t& errors,
                        arauto_status_t status,
                        const char* statement) noexcept {
    if (status != ARAUTO_ERR_FAILED || errors.stat != nullptr) [[likely]] {
        report(errors, status, statement);
        return;
    }
    char text[coarray::PostponedFailure::kTextBytes];
    const char* sentence = without_call(arauto_last_error());
    std::snprintf(text, sizeof text, "%s: %s%s", statement, sentence, explain_numbers(sentence));
    postponed.note(text);
}

void report_put(const translated_errors_t& errors, arauto_status_t status) noexcept {
    report_or_postpone(errors, status, kPut);
}

bool is_put_to_failed(int rank, const translated_errors_t& errors) noexcept {
    if (errors.stat != nullptr) {
        return has_failed(rank, errors, kPut);
    }
    if (!is_failed(rank)) {
        return false;
    }
    char text[coarray::PostponedFailure::kTextBytes];
    std::snprintf(text, sizeof text, "%s: image %d has failed", kPut, rank + 1);
    postponed.note(text);
    return true;
}

bool has_failed(int rank, const translated_errors_t& errors, const char* statement) noexcept {
    const bool has = is_failed(rank);
    if (has) [[unlikely]] {
        fail(errors, stat_of(ARAUTO_ERR_FAILED), "%s: image %d has failed", statement, rank + 1);
    }
    return has;
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

void translated_sync_all(const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    report_sync(*errors, arauto_team_barrier(current_team()), "SYNC ALL");
}

void translated_sync_images(int32_t count, const int32_t* list, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    std::vector<int> ranks;
    if (count == 1) { // most are, and take no memory
        const int rank = member_of(list[0], *errors, "SYNC IMAGES");
        if (rank >= 0) {
            report_sync(*errors, arauto_team_sync_ranks(current_team(), 1, &rank), "SYNC IMAGES");
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
    report_sync(*errors, arauto_team_sync_ranks(current_team(), count, ranks.data()),
                "SYNC IMAGES");
}

void translated_sync_memory(const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    arauto_fence();
    report_sync(*errors, ARAUTO_OK, "SYNC MEMORY");
}

void translated_error_stop(int32_t code, const char* text, size_t bytes) {
    char image[24] = "";
    if (arauto_size() > 1) {
        std::snprintf(image, sizeof image, " (image %d)", arauto_rank() + 1);
    }
    if (text != nullptr) {
        std::fprintf(stderr, "ERROR STOP %.*s%s\n", static_cast<int>(bytes), text, image);
    } else {
        std::fprintf(stderr, "ERROR STOP %d%s\n", code, image);
    }
    arauto_error_stop(code, nullptr);
}

/// The compiler's STOP flushes, prints and exits; only the core would take a status that is not
/// zero for something else.
void translated_stop_begins() {
    on_exit(stop_at_exit, nullptr);
}

void translated_fail_image() {
    arauto_fail();
}
