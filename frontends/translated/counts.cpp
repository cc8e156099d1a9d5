// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Events, notify variables, locks and critical constructs. A variable is identified by its address,
// which is the same on all images. A table on image 1 gives each address a number, the same for
// all, at its first use. So such variables need no registration, wherever they are declared.
#include "access.hpp"
#include "coarray/sync.hpp"
#include "pending.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "segment.hpp"

#include "arauto/spi/event.h"
#include "arauto/spi/lock.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <cstring>
#include <mutex>
#include <unordered_map>

namespace arauto::translated {
namespace {

constexpr size_t kNumbers = size_t{1} << 16;
constexpr uint64_t kCriticalSerial = uint64_t{1} << 23;

} // namespace

/// Maps variables to numbers: word i on image 1 holds the key of variable number i.
class Numbers {
  public:
    arauto_notify_h events = nullptr;
    arauto_lock_h locks = nullptr;

    Numbers() {
        report({}, arauto_segment_declare(kNumbers * sizeof(uint64_t), &table_), "start");
        report({}, arauto_notify_declare(kNumbers, &events), "start");
        report({}, arauto_lock_declare(kNumbers, &locks), "start");
    }

    size_t number_of(const GlobalAddress& global) {
        const uint64_t key = (global.serial + 1) << 40U | global.offset;
        const std::lock_guard lock(guard_);
        const auto known = known_.find(key);
        if (known != known_.end()) {
            return known->second;
        }
        const size_t number = claim(key);
        known_.emplace(key, number);
        return number;
    }

  private:
    /// Neighbours get neighbouring numbers: their counts then share pages.
    size_t claim(uint64_t key) {
        const uint64_t start = (key >> 3U) + (key >> 40U) * 1031;
        for (size_t step = 0; step < kNumbers; ++step) {
            const size_t number = (start + step) % kNumbers;
            const uint64_t old = enter(number, key);
            if (old == 0 || old == key) {
                return number;
            }
        }
        fail({}, "first use of an event, a notify variable or a lock: there are %zu already",
             kNumbers);
        return 0;
    }

    /// The previous value; 0: the key is there now. Image 1 may have failed.
    uint64_t enter(size_t number, uint64_t key) {
        uint64_t old = 0;
        if (void* table = arauto_segment_pointer(table_, 0); table != nullptr) {
            // PAIR counts.key: claim a number; of several that claim it all see the same key
            __atomic_compare_exchange_n(static_cast<uint64_t*>(table) + number, &old, key, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        } else {
            report({},
                   arauto_atomic_compare_swap(table_, 0, number * sizeof key, sizeof key, 0, key,
                                              &old),
                   "first use of an event, a notify variable or a lock");
        }
        return old;
    }

    std::mutex guard_;
    std::unordered_map<uint64_t, size_t> known_;
    arauto_segment_h table_ = nullptr;
};

namespace {

size_t number_of(const void* variable, const char* statement) {
    // PAIR regions.version: look, then compare what is remembered
    const uint64_t version = g_state.quick.version.load(std::memory_order_acquire);
    RecentNumber& known =
        t_state.recent_numbers[reinterpret_cast<uintptr_t>(variable) / 8 % kRecentNumbers];
    if (known.variable == variable && known.version == version) {
        return known.number;
    }
    GlobalAddress global{};
    if (!find_global_address(variable, global)) {
        fail({}, "%s: the variable is no coarray, or is not allocated", statement);
    }
    known = {variable, version, g_state.numbers->number_of(global)};
    return known.number;
}

int target(int32_t image, const void* variable, const Errors& errors, const char* statement) {
    image = image_number(image, variable);
    note_stat(errors);
    return image == 0 ? arauto_rank() : rank_of(image, errors, statement);
}

} // namespace

arauto_slot_t event_slot(const void* event, const char* statement) noexcept {
    arauto_slot_t slot{};
    report({}, arauto_notify_slot(g_state.numbers->events, number_of(event, statement), &slot),
           statement);
    return slot;
}

void start_numbers() {
    g_state.numbers = new Numbers;
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

void translated_event_post(const void* event, int32_t image, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    const int rank = target(image, event, to, "EVENT POST");
    if (rank >= 0) {
        report(to, arauto_event_post(g_state.numbers->events, rank, number_of(event, "EVENT POST")),
               "EVENT POST");
    }
}

void translated_event_wait(const void* event, int64_t count, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    static_cast<void>(target(0, event, to, "EVENT WAIT"));
    report(to,
           arauto_notify_wait(g_state.numbers->events, number_of(event, "EVENT WAIT"),
                              coarray::wanted_count(count)),
           "EVENT WAIT");
}

int64_t translated_event_query(const void* event, int32_t* stat) {
    uint64_t count = 0;
    report({stat},
           arauto_notify_query(g_state.numbers->events, number_of(event, "EVENT_QUERY"), &count),
           "EVENT_QUERY");
    return static_cast<int64_t>(count);
}

namespace {

/// Puts the data and adds to the count in one operation. Of the pending puts only those to the same
/// image are carried out first, since they may overlap.
void put_plainly(const translated_array_t& a,
                 int32_t image,
                 const void* value,
                 size_t bytes,
                 arauto_slot_t slot) noexcept {
    int rank = -1;
    if (char* direct = direct_ptr(a.base, bytes, image, &rank); direct != nullptr) {
        std::memmove(direct, value, bytes);
        report({}, arauto_notify_post(rank, slot), "NOTIFY=");
        return;
    }
    image = image_number(image, a.base);
    rank = rank_of_access(image, {}, kWrite);
    const uint64_t address = coarray_address(a.base, image, rank, {}, kWrite);
    report({}, before_access(rank), "NOTIFY=");
    // relaxed because only null matters; see quick.hpp
    if (is_unmapped(rank) && g_state.quick.anchors.load(std::memory_order_relaxed) != nullptr) {
        report({}, arauto_put_notify_at(rank, address, value, bytes, slot), "NOTIFY=");
        return;
    }
    // The call for writes is used, since an event may be attached to the memory.
    report({}, write_bytes({rank, address, true}, value, bytes), "NOTIFY=");
    report({}, arauto_notify_post(rank, slot), "NOTIFY=");
}

} // namespace

void translated_put_notify(const translated_array_t* a,
                           int32_t image,
                           const translated_array_t* value,
                           const void* notify,
                           int32_t* stat) {
    const Errors errors{stat};
    const arauto_slot_t slot = event_slot(notify, "NOTIFY=");
    const size_t bytes = plain_bytes(*a, *value);
    if (bytes > 0 && stat == nullptr) {
        put_plainly(*a, image, value->base, bytes, slot);
        return;
    }
    int32_t put_stat = 0;
    translated_put(a, image, value, stat != nullptr ? &put_stat : nullptr);
    if (put_stat != 0) {
        *stat = put_stat;
        return;
    }
    const int rank = rank_of(image_number(image, a->base), errors, "NOTIFY=");
    report(errors, before_access(rank), "NOTIFY="); // the put may be pending
    report(errors, arauto_notify_post(rank, slot), "NOTIFY=");
}

namespace {

/// Ends a statement on a lock. The message has the lock's number in the program's array, instead of
/// the runtime's.
void report_lock(const Errors& errors,
                 arauto_status_t status,
                 const char* statement,
                 int64_t number) noexcept {
    constexpr const char* kNoun = "lock ";
    if (status >= 0) {
        if (errors.stat != nullptr) {
            *errors.stat = coarray::stat_of(status); // its holder may have failed
        }
        return;
    }
    const char* sentence = coarray::without_call(arauto_last_error());
    const char* noun = std::strstr(sentence, kNoun);
    if (noun == nullptr) {
        report(errors, status, statement);
        return;
    }
    const char* after = noun + std::strlen(kNoun);
    coarray::fail_with(errors, coarray::stat_of(status), "%s: %.*s%s%lld%s%s", statement,
                       static_cast<int>(noun - sentence), sentence, kNoun,
                       static_cast<long long>(number), after + std::strspn(after, "0123456789"),
                       coarray::explain_numbers(sentence));
}

} // namespace

void translated_lock(const translated_lock_t* lock,
                     int32_t* acquired,
                     const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    const int rank = target(lock->image, lock->variable, to, "LOCK");
    if (rank < 0 || has_failed(rank, to, "LOCK")) {
        return;
    }
    const size_t number = number_of(lock->variable, "LOCK");
    const arauto_status_t status = coarray::acquire(g_state.numbers->locks, rank, number, acquired);
    report_lock(to, status, "LOCK", lock->number);
}

void translated_unlock(const translated_lock_t* lock, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    const int rank = target(lock->image, lock->variable, to, "UNLOCK");
    if (rank >= 0 && !has_failed(rank, to, "UNLOCK")) {
        const size_t number = number_of(lock->variable, "UNLOCK");
        report_lock(to, arauto_lock_release(g_state.numbers->locks, rank, number), "UNLOCK",
                    lock->number);
    }
}

namespace {

size_t number_of_critical(int64_t construct) {
    return g_state.numbers->number_of({kCriticalSerial - 2, static_cast<uint64_t>(construct)});
}

/// A critical construct uses the lock on the first image of the current team.
int keeper() noexcept {
    return images.ranks != nullptr ? images.ranks[0] : 0;
}

} // namespace

void translated_critical(int64_t construct, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::enter_critical(g_state.numbers->locks, keeper(), number_of_critical(construct), to);
}

void translated_end_critical(int64_t construct) {
    const SegmentBoundary boundary;
    report({}, arauto_lock_release(g_state.numbers->locks, keeper(), number_of_critical(construct)),
           "END CRITICAL");
}
