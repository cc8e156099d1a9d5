/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A random mix of puts, gets, atomics, events and locks, each rank at its own pace. Each rank
 * records its operations on every other rank; after each round all exchange these records, and each
 * checks its memory against them.
 */
#include "job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/rma.h"

enum { kRounds = 300, kSteps = 500, kSlot = 4096, kRanksMax = 16, kPiece = 1500 };

/* On each rank: the counters, a word under the lock, then a slot for each writer. */
enum { kCounter = 0, kSmall = 8, kExtreme = 16, kGuarded = 24, kSlots = 64 };

/* The operations of a rank on one target. */
typedef struct {
    uint64_t added;
    uint64_t small;
    int64_t extreme;
    uint64_t guarded;
    uint64_t posts;
    uint64_t digest; /* of its slot there */
} deed_t;

static arauto_segment_h segment;
static arauto_notify_h event;
static arauto_lock_h lock;
static deed_t deeds[kRanksMax]; /* by target */
static unsigned char written[kRanksMax][kSlot];
static unsigned char piece[2 * kPiece];
static uint64_t taken;
static uint64_t row;
static int step;

static size_t slot_of(int writer) {
    return kSlots + (size_t)writer * kSlot;
}

static uint64_t digest_of(const unsigned char* bytes) {
    uint64_t digest = 1;
    for (size_t i = 0; i < kSlot; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, sizeof word);
        digest = mixed(digest, word, i);
    }
    return digest;
}

static void put_piece(int target) {
    const size_t length = next_below(&row, kPiece);
    const size_t offset = next_below(&row, kSlot - length + 1);
    for (size_t i = 0; i < length; ++i) {
        piece[i] = (unsigned char)next_below(&row, 256);
    }
    CHECK_OK(arauto_put(segment, target, slot_of(arauto_rank()) + offset, piece, length));
    memcpy(written[target] + offset, piece, length);
    memset(piece, 0, length); /* may be reused at once */
}

static void put_strided(int target) {
    const int64_t count = 1 + (int64_t)next_below(&row, 100);
    const int64_t stride = 1 + (int64_t)next_below(&row, 40);
    const arauto_section_t remote = {.rank = 1,
                                     .element_bytes = 1,
                                     .offset =
                                         (int64_t)slot_of(arauto_rank()) + (count - 1) * stride,
                                     .dim = {{.extent = count, .stride = -stride}}};
    const arauto_section_t local = {
        .rank = 1, .element_bytes = 1, .dim = {{.extent = count, .stride = 2}}};
    for (int64_t i = 0; i < count; ++i) {
        piece[2 * i] = (unsigned char)next_below(&row, 256);
        written[target][(count - 1 - i) * stride] = piece[2 * i];
    }
    CHECK_OK(arauto_put_section(segment, target, &remote, piece, &local));
}

static void get_piece(int target) {
    const size_t length = next_below(&row, kPiece);
    const size_t offset = next_below(&row, kSlot - length + 1);
    arauto_flush(ARAUTO_EVERY_RANK);
    CHECK_OK(arauto_get(segment, target, slot_of(arauto_rank()) + offset, piece, length));
    CHECK(memcmp(piece, written[target] + offset, length) == 0,
          "step %d: %zu bytes at %zu came back from %d changed", step, length, offset, target);
}

static void count_there(int target) {
    const uint64_t drawn = next_below(&row, 1000);
    CHECK_OK(arauto_atomic_fetch(segment, target, kCounter, 8, ARAUTO_ATOMIC_ADD, drawn, NULL));
    CHECK_OK(arauto_atomic_fetch(segment, target, kSmall, 2, ARAUTO_ATOMIC_XOR, drawn, NULL));
    const int64_t value = (int64_t)(mixed(drawn, (uint64_t)step, row) >> (step % 64));
    CHECK_OK(arauto_atomic_fetch(segment, target, kExtreme, 8, ARAUTO_ATOMIC_MAX, (uint64_t)value,
                                 NULL));
    deeds[target].added += drawn;
    deeds[target].small ^= drawn;
    deeds[target].extreme = value > deeds[target].extreme ? value : deeds[target].extreme;
}

static void count_under_lock(int target) {
    uint64_t count = 0;
    CHECK_OK(arauto_lock_acquire(lock, target, 0));
    CHECK_OK(arauto_get(segment, target, kGuarded, &count, sizeof count));
    count += 3;
    CHECK_OK(arauto_put(segment, target, kGuarded, &count, sizeof count));
    CHECK_OK(arauto_lock_release(lock, target, 0));
    deeds[target].guarded += 3;
}

static void take_what_came(void) {
    uint64_t count = 0;
    CHECK_OK(arauto_notify_query(event, 0, &count));
    if (count > 0) {
        const uint64_t portion = 1 + next_below(&row, count);
        CHECK_OK(arauto_notify_wait(event, 0, portion));
        taken += portion;
    }
}

static void act(void) {
    const int target = (int)next_below(&row, (uint64_t)arauto_size());
    switch (next_below(&row, 8)) {
    case 0:
    case 1:
        put_piece(target);
        break;
    case 2:
        put_strided(target);
        break;
    case 3:
        get_piece(target);
        break;
    case 4:
        count_there(target);
        break;
    case 5:
        count_under_lock(target);
        break;
    case 6:
        CHECK_OK(arauto_event_post(event, target, 0));
        ++deeds[target].posts;
        break;
    default:
        take_what_came();
        break;
    }
}

/* All ranks exchange what they have done; each compares it with what has come. */
static void compare(int round) {
    static deed_t all[kRanksMax * kRanksMax];
    const size_t ranks = (size_t)arauto_size();
    for (size_t target = 0; target < ranks; ++target) {
        deeds[target].digest = digest_of(written[target]);
    }
    CHECK_OK(arauto_allgather(arauto_team_world(), deeds, ranks * sizeof *deeds, all));
    const unsigned char* mine = arauto_segment_base(segment);
    deed_t sum = {0};
    for (size_t writer = 0; writer < ranks; ++writer) {
        const deed_t* deed = &all[writer * ranks + (size_t)arauto_rank()];
        sum.added += deed->added;
        sum.small ^= deed->small;
        sum.extreme = deed->extreme > sum.extreme ? deed->extreme : sum.extreme;
        sum.guarded += deed->guarded;
        sum.posts += deed->posts;
        CHECK(digest_of(mine + slot_of((int)writer)) == deed->digest,
              "round %d: the slot of rank %zu is not what it wrote", round, writer);
    }
    uint64_t words[4] = {0};
    memcpy(words, mine, sizeof words);
    uint64_t waiting = 0;
    CHECK_OK(arauto_notify_query(event, 0, &waiting));
    CHECK(words[0] == sum.added, "round %d: additions were lost", round);
    CHECK(words[1] == sum.small, "round %d: toggles were lost", round);
    CHECK((int64_t)words[2] == sum.extreme, "round %d: a maximum was lost", round);
    CHECK(words[3] == sum.guarded, "round %d: two ranks were inside the lock", round);
    CHECK(waiting + taken == sum.posts, "round %d: %llu posts, expected %llu", round,
          (unsigned long long)(waiting + taken), (unsigned long long)sum.posts);
    barrier();
}

int main(void) {
    start();
    CHECK(arauto_size() <= kRanksMax, "the test is for %d ranks at most", kRanksMax);
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), slot_of(arauto_size()), &segment));
    CHECK_OK(arauto_notify_create(arauto_team_world(), 1, &event));
    CHECK_OK(arauto_lock_create(arauto_team_world(), 1, &lock));
    row = mixed(31, (uint64_t)arauto_rank(), 0) >> 1;
    const int rounds = repetitions(kRounds);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < kSteps; ++i, ++step) {
            act();
        }
        compare(round);
    }
    CHECK_OK(arauto_lock_free(lock));
    CHECK_OK(arauto_notify_free(event));
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
