// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Events, notify variables, locks and critical constructs. A variable is known by its place, which
// is the same on all images; a table on image 1 gives each place a number, the same for all, when
// it is first used. So such variables need no registration, wherever they stand.
#include "access.hpp"
#include "pending.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "segment_boundary.hpp"

#include <cstring>
#include <mutex>
#include <unordered_map>

namespace arauto::translated {
namespace {

constexpr size_t kNumbers = size_t{1} << 16;
constexpr uint64_t kCriticalSerial = uint64_t{1} << 23;

/// One table: what has number i has its key in word i of image 1.
class Numbers {
  public:
    arauto_event_h events = nullptr;
    arauto_lock_h locks = nullptr;

    Numbers() {
        report({}, arauto_segment_declare(kNumbers * sizeof(uint64_t), &table_), "start");
        report({}, arauto_event_declare(kNumbers, &events), "start");
        report({}, arauto_lock_declare(kNumbers, &locks), "start");
    }

    size_t number_of(const Place& place) {
        const uint64_t key = (place.serial + 1) << 40U | place.offset;
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
        fail({}, 1, "first use of an event, a notify variable or a lock: there are %zu already",
             kNumbers);
        return 0;
    }

    /// What stood there before; 0: the key stands there now. Image 1 may have failed.
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

Numbers* g_numbers = nullptr;

/// What this thread has asked for before: a table of all variables takes two locks.
struct Known {
    const void* variable;
    uint64_t version;
    size_t number;
};
constexpr size_t kKnown = 8;
thread_local constinit Known g_known[kKnown]{};

size_t number_of(const void* variable, const char* statement) {
    // PAIR regions.version: look, then compare what is remembered
    const uint64_t version = regions_version.load(std::memory_order_acquire);
    Known& known = g_known[reinterpret_cast<uintptr_t>(variable) / 8 % kKnown];
    if (known.variable == variable && known.version == version) {
        return known.number;
    }
    Place place{};
    if (!find_place(variable, place)) {
        fail({}, 1, "%s: the variable is no coarray, or is not allocated", statement);
    }
    known = {variable, version, g_numbers->number_of(place)};
    return known.number;
}

int target(int32_t image,
           const void* variable,
           const translated_errors_t& errors,
           const char* statement) {
    image = image_number(image, variable);
    note_stat(errors);
    return image == 0 ? arauto_rank() : rank_of(image, errors, statement);
}

} // namespace

arauto_slot_t event_slot(const void* event, const char* statement) noexcept {
    arauto_slot_t slot{};
    report({}, arauto_event_slot(g_numbers->events, number_of(event, statement), &slot), statement);
    return slot;
}

void start_numbers() {
    g_numbers = new Numbers; // never destroyed: threads may use it until the end
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_event_post(const void* event, int32_t image, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    const int rank = target(image, event, *errors, "EVENT POST");
    if (rank >= 0) {
        report(*errors, arauto_event_post(g_numbers->events, rank, number_of(event, "EVENT POST")),
               "EVENT POST");
    }
}

void translated_event_wait(const void* event, int64_t count, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    static_cast<void>(target(0, event, *errors, "EVENT WAIT"));
    const uint64_t wanted = count < 1 ? 1 : static_cast<uint64_t>(count);
    report(*errors, arauto_event_wait(g_numbers->events, number_of(event, "EVENT WAIT"), wanted),
           "EVENT WAIT");
}

int64_t translated_event_query(const void* event, int32_t* stat) {
    uint64_t count = 0;
    report({stat, nullptr, 0},
           arauto_event_query(g_numbers->events, number_of(event, "EVENT_QUERY"), &count),
           "EVENT_QUERY");
    return static_cast<int64_t>(count);
}

namespace {

/// Data and count in one operation; of puts that wait to be carried out only those to the same
/// image are, which may be of the same place.
void put_plainly(const translated_array_t& a,
                 int32_t image,
                 const void* value,
                 size_t bytes,
                 arauto_slot_t slot) noexcept {
    int rank = -1;
    if (char* place = quick_place(a.base, bytes, image, &rank); place != nullptr) {
        std::memmove(place, value, bytes);
        report({}, arauto_notify_post(rank, slot), "NOTIFY=");
        return;
    }
    image = image_number(image, a.base);
    rank = rank_of(image, {}, "NOTIFY=");
    const uint64_t address = coarray_address(a.base, image, rank, {});
    report({}, before_access(rank), "NOTIFY=");
    // relaxed because it only chooses between two ways that both are right
    if (is_far(rank) && quick_anchors.load(std::memory_order_relaxed) != nullptr) {
        report({}, arauto_put_notify_at(rank, address, value, bytes, slot), "NOTIFY=");
        return;
    }
    report({}, write_bytes({rank, address, true}, value, bytes), "NOTIFY="); // may be attached to
    report({}, arauto_notify_post(rank, slot), "NOTIFY=");
}

} // namespace

void translated_put_notify(const translated_array_t* a,
                           int32_t image,
                           const translated_array_t* value,
                           const void* notify,
                           int32_t* stat) {
    const translated_errors_t errors{stat, nullptr, 0};
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
    report(errors, before_access(rank), "NOTIFY="); // the put itself may have been remembered
    report(errors, arauto_notify_post(rank, slot), "NOTIFY=");
}

void translated_lock(const translated_lock_t* lock,
                     int32_t* acquired,
                     const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    const int rank = target(lock->image, lock->variable, *errors, "LOCK");
    if (rank < 0 || has_failed(rank, *errors, "LOCK")) {
        return;
    }
    const size_t number = number_of(lock->variable, "LOCK");
    arauto_status_t status = ARAUTO_OK;
    if (acquired != nullptr) {
        int taken = 0;
        status = arauto_lock_try(g_numbers->locks, rank, number, &taken);
        *acquired = taken;
    } else {
        status = arauto_lock_acquire(g_numbers->locks, rank, number);
    }
    report_lock(*errors, status, "LOCK", lock->number);
}

void translated_unlock(const translated_lock_t* lock, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    const int rank = target(lock->image, lock->variable, *errors, "UNLOCK");
    if (rank >= 0 && !has_failed(rank, *errors, "UNLOCK")) {
        const size_t number = number_of(lock->variable, "UNLOCK");
        report_lock(*errors, arauto_lock_release(g_numbers->locks, rank, number), "UNLOCK",
                    lock->number);
    }
}

namespace {

size_t number_of_critical(int64_t construct) {
    return g_numbers->number_of({kCriticalSerial - 2, static_cast<uint64_t>(construct)});
}

/// The lock of a construct is the one of the current team's first image.
int keeper() noexcept {
    return images.ranks != nullptr ? images.ranks[0] : 0;
}

} // namespace

void translated_critical(int64_t construct, const translated_errors_t* errors) {
    const SegmentBoundary boundary(*errors);
    note_stat(*errors);
    const arauto_status_t status =
        arauto_lock_acquire(g_numbers->locks, keeper(), number_of_critical(construct));
    if (status == ARAUTO_LOCK_RECOVERED && errors->stat != nullptr) { // its holder has failed
        fail(*errors, stat_of(ARAUTO_ERR_FAILED), "CRITICAL: an image has failed in the construct");
    } else {
        report(*errors, status, "CRITICAL");
    }
}

void translated_end_critical(int64_t construct) {
    const SegmentBoundary boundary;
    report({}, arauto_lock_release(g_numbers->locks, keeper(), number_of_critical(construct)),
           "END CRITICAL");
}
