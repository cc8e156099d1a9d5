/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The messages that operations cost, and the pages that a rank touches: run with ARAUTO_COUNTERS=on
 * at 2 to 256 ranks. Where nothing may grow with the number of ranks, the bounds are the same for
 * all.
 */
#define _GNU_SOURCE
#include "job.h"

#include "arauto/epoch.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <stdint.h>
#include <sys/mman.h>

enum { kTimes = 5, kPage = 4096, kHuge = 1 << 21 };

struct Counter {
    const char* name;
    arauto_count_t now, before;
};
static struct Counter counters[ARAUTO_COUNTERS];
static int found;

static void take(void* context, const char* name, arauto_count_t count, const char* help) {
    (void)context;
    CHECK(found < ARAUTO_COUNTERS && help[0] != '\0');
    counters[found].name = name;
    counters[found++].now = count;
}

static void look(void) {
    found = 0;
    arauto_counters_visit(take, NULL);
    CHECK(found == ARAUTO_COUNTERS);
}

static void mark(void) {
    look();
    for (int i = 0; i < found; ++i) {
        counters[i].before = counters[i].now;
    }
}

static arauto_count_t since(arauto_counter_t counter) {
    look();
    const arauto_count_t a = counters[counter].before, b = counters[counter].now;
    return (arauto_count_t){b.calls - a.calls, b.messages - a.messages, b.bytes - a.bytes};
}

static void expect(arauto_counter_t counter, uint64_t calls, uint64_t messages, uint64_t bytes) {
    const arauto_count_t count = since(counter);
    if (count.calls != calls || count.messages != messages || count.bytes != bytes) {
        fprintf(stderr, "rank %d: %s: %llu calls, %llu messages, %llu bytes\n", arauto_rank(),
                counters[counter].name, (unsigned long long)count.calls,
                (unsigned long long)count.messages, (unsigned long long)count.bytes);
    }
    CHECK(count.calls == calls && count.messages == messages && count.bytes == bytes);
}

static uint64_t rounds(void) {
    uint64_t n = 0;
    while ((1 << n) < arauto_size()) {
        ++n;
    }
    return n;
}

static void accesses(arauto_segment_h segment, int next) {
    uint64_t data[4] = {1, 2, 3, 4};
    mark();
    for (int i = 0; i < kTimes; ++i) {
        CHECK_OK(arauto_put(segment, next, 0, data, sizeof data));
        CHECK_OK(arauto_get(segment, next, 0, data, 8));
        CHECK_OK(arauto_atomic_fetch(segment, next, 64, 4, ARAUTO_ATOMIC_ADD, 1, NULL));
        CHECK_OK(arauto_atomic_store(segment, next, 72, 8, 1));
    }
    expect(ARAUTO_COUNTER_PUT, kTimes, kTimes, kTimes * sizeof data);
    expect(ARAUTO_COUNTER_GET, kTimes, kTimes, kTimes * 8);
    expect(ARAUTO_COUNTER_ATOMIC, 2 * kTimes, 2 * kTimes, kTimes * 12);
    /* Every second of eight elements: one call, four blocks. */
    arauto_section_t there = {0}, here = {0};
    there.rank = here.rank = 1;
    there.element_bytes = here.element_bytes = 8;
    there.dim[0] = (arauto_dim_t){4, 16, NULL};
    here.dim[0] = (arauto_dim_t){4, 8, NULL};
    mark();
    CHECK_OK(arauto_put_section(segment, next, &there, data, &here));
    expect(ARAUTO_COUNTER_PUT, 1, 4, 32);
}

static void private_memory(arauto_segment_h segment, int next) {
    static uint64_t mine = 7;
    const uint64_t own_address = (uint64_t)(uintptr_t)&mine;
    uint64_t there = 0, theirs = 0;
    CHECK_OK(arauto_put(segment, arauto_rank(), 128, &own_address, sizeof own_address));
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    CHECK_OK(arauto_get(segment, next, 128, &there, sizeof there));
    mark();
    CHECK_OK(arauto_get_at(next, there, &theirs, sizeof theirs));
    expect(ARAUTO_COUNTER_GET, 1, 1, 8);
    CHECK(theirs == mine);
    CHECK(since(ARAUTO_COUNTER_FOREIGN).calls + since(ARAUTO_COUNTER_COPY_RING).calls == 1);
}

static void notifications(arauto_segment_h segment, int next) {
    arauto_notify_h notify = NULL;
    arauto_board_h board = NULL;
    arauto_slot_t slot;
    const uint64_t value = 1;
    CHECK_OK(arauto_notify_create(arauto_team_world(), 2, &notify));
    CHECK_OK(arauto_board_create(arauto_team_world(), 64, &board));
    CHECK_OK(arauto_notify_slot(notify, 1, &slot));
    mark();
    for (int i = 0; i < kTimes; ++i) {
        CHECK_OK(arauto_put_notify(segment, next, 0, &value, 8, slot));
        CHECK_OK(arauto_put_tagged(segment, next, 0, &value, 8, board, i));
    }
    CHECK_OK(arauto_notify_wait(notify, 1, kTimes));
    CHECK_OK(arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, kTimes, NULL));
    expect(ARAUTO_COUNTER_PUT, 2 * kTimes, 2 * kTimes, 16 * kTimes);
    expect(ARAUTO_COUNTER_NOTIFY, kTimes, kTimes, 8 * kTimes);
    expect(ARAUTO_COUNTER_NOTIFY_TAKE, kTimes, 0, 0);
    CHECK(since(ARAUTO_COUNTER_TAG).calls == kTimes);
    CHECK(since(ARAUTO_COUNTER_TAG).messages <= 6 * kTimes);
    expect(ARAUTO_COUNTER_TAG_TAKE, kTimes, 0, 0);
    CHECK_OK(arauto_board_free(board));
    CHECK_OK(arauto_notify_free(notify));
}

static void synchronisation(void) {
    const int me = arauto_rank(), size = arauto_size();
    const int near[2] = {(me + 1) % size, (me + size - 1) % size};
    const int k = near[0] == near[1] ? 1 : 2;
    mark();
    for (int i = 0; i < kTimes; ++i) {
        CHECK_OK(arauto_team_sync_ranks(arauto_team_world(), k, near));
    }
    expect(ARAUTO_COUNTER_SYNC_RANKS, kTimes, (uint64_t)(kTimes * k), (uint64_t)(kTimes * k * 8));
    mark();
    for (int i = 0; i < kTimes; ++i) {
        CHECK_OK(arauto_team_barrier(arauto_team_world()));
    }
    const arauto_count_t barriers = since(ARAUTO_COUNTER_BARRIER);
    CHECK(barriers.calls == kTimes);
    CHECK(barriers.messages == kTimes * rounds() || barriers.messages == kTimes * 2);
    mark();
    int64_t sum = 1;
    CHECK_OK(
        arauto_reduce(arauto_team_world(), &sum, 1, ARAUTO_INT64, ARAUTO_SUM, ARAUTO_ALL_RANKS));
    CHECK(sum == size);
    CHECK(since(ARAUTO_COUNTER_EXCHANGE).messages <= rounds() + 1);
}

static void locks(void) {
    arauto_lock_h lock = NULL;
    CHECK_OK(arauto_lock_create(arauto_team_world(), 1, &lock));
    mark();
    for (int i = 0; i < kTimes; ++i) { /* which all want */
        CHECK_OK(arauto_lock_acquire(lock, 0, 0));
        CHECK_OK(arauto_lock_release(lock, 0, 0));
    }
    const arauto_count_t taken = since(ARAUTO_COUNTER_LOCK);
    CHECK(taken.calls == kTimes && taken.messages >= 4 * kTimes);
    const arauto_count_t given = since(ARAUTO_COUNTER_UNLOCK); /* two words where another waits */
    CHECK(given.calls == kTimes && given.messages >= 2 * kTimes && given.messages <= 3 * kTimes);
    CHECK(since(ARAUTO_COUNTER_HAND_OFF).messages <= kTimes);
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    mark();
    if (arauto_rank() == 0) { /* nobody else wants it */
        CHECK_OK(arauto_lock_acquire(lock, 0, 0));
        CHECK_OK(arauto_lock_release(lock, 0, 0));
        expect(ARAUTO_COUNTER_LOCK, 1, 4, 32);
        expect(ARAUTO_COUNTER_UNLOCK, 1, 3, 24);
    }
    CHECK_OK(arauto_lock_free(lock));
}

/* Where the mapping that holds the address begins: not at a multiple of kHuge in every process. */
static uintptr_t mapping_of(uintptr_t address) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char line[512];
    FILE* const maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%lx-%lx", &begin, &end) == 2 && begin <= address && address < end) {
            break;
        }
    }
    fclose(maps);
    CHECK(begin <= address && address < end);
    return begin;
}

/* Pages that exist of this rank's heap up to the end of the segment: data of the runtime for
 * barriers, pairs, locks and teams, and what is above. */
static size_t resident_pages(arauto_segment_h segment) {
    const uintptr_t base = (uintptr_t)arauto_segment_base(segment);
    const uintptr_t mapping = mapping_of(base);
    const uintptr_t start = mapping + (base - mapping) / kHuge * kHuge; /* as heaps begin */
    const size_t pages = (base + arauto_segment_size(segment) - start) / kPage + 1;
    unsigned char* exists = malloc(pages);
    size_t sum = 0;
    CHECK(exists != NULL && mincore((void*)start, pages * kPage, exists) == 0);
    for (size_t i = 0; i < pages; ++i) {
        sum += exists[i] & 1U;
    }
    free(exists);
    return sum;
}

/* Fences, exposures and locks where nobody competes. What other ranks announce for a late peer
 * counts there, so that sums over all ranks are looked at. */
static void words_of_epochs(void) {
    enum { GRANT, DONE, FENCE, LOCK, UNLOCK, KINDS };
    static const arauto_counter_t kinds[KINDS] = {
        ARAUTO_COUNTER_EPOCH_GRANT, ARAUTO_COUNTER_EPOCH_DONE, ARAUTO_COUNTER_EPOCH_FENCE,
        ARAUTO_COUNTER_EPOCH_LOCK, ARAUTO_COUNTER_EPOCH_UNLOCK};
    const int size = arauto_size(), me = arauto_rank();
    const int to = (me + 1) % size, from = (me + size - 1) % size;
    arauto_epochs_h epochs;
    uint64_t messages[KINDS];
    CHECK_OK(arauto_epochs_create(arauto_team_world(), &epochs));
    barrier();
    mark();
    barrier();
    for (int i = 0; i < kTimes; ++i) {
        CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
        CHECK_OK(arauto_epoch_post(epochs, &from, 1, 0));
        CHECK_OK(arauto_epoch_start(epochs, &to, 1, 0));
        CHECK_OK(arauto_epoch_complete(epochs, NULL));
        CHECK_OK(arauto_epoch_wait(epochs, NULL));
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, to, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, to, NULL));
        CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, to, 0, NULL));
        CHECK_OK(arauto_epoch_unlock(epochs, to, NULL));
    }
    barrier();
    for (int kind = 0; kind < KINDS; ++kind) {
        messages[kind] = since(kinds[kind]).messages;
    }
    CHECK_OK(arauto_reduce(arauto_team_world(), messages, KINDS, ARAUTO_UINT64, ARAUTO_SUM,
                           ARAUTO_ALL_RANKS));
    const uint64_t each = (uint64_t)(kTimes * size);
    CHECK(messages[GRANT] == each && messages[DONE] == each);
    CHECK(messages[LOCK] == 7 * each && messages[UNLOCK] == 4 * each);
    CHECK(size > 8 || messages[FENCE] == each * (uint64_t)(size - 1));
    CHECK(messages[FENCE] <= 3 * each || size <= 8);
    CHECK_OK(arauto_epochs_free(epochs));
}

int main(void) {
    arauto_segment_h segment = NULL;
    mark();
    expect(ARAUTO_COUNTER_PUT, 0, 0, 0); /* works before arauto_init */
    CHECK(arauto_counters_are_on() == 0);
    CHECK_OK(arauto_init());
    CHECK(arauto_counters_are_on() == 1);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 4096, &segment));
    const int next = (arauto_rank() + 1) % arauto_size();
    accesses(segment, next);
    private_memory(segment, next);
    notifications(segment, next);
    synchronisation();
    locks();
    const size_t pages = resident_pages(segment);
    if (arauto_rank() == 0) {
        printf("%d ranks: %zu pages of rank 0 exist\n", arauto_size(), pages);
    }
    CHECK(pages <= 8 + rounds()); /* and not a page for each so many ranks */
    words_of_epochs();
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    CHECK_OK(arauto_finalize());
    return 0;
}
