/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Threads of each rank have a ring each: a put with its notification to the same thread of the
 * right neighbour, which answers when it has read. All take from one more slot besides. No data is
 * seen before it is whole, and no notification is lost or taken twice.
 */
#include "../capi/job.h"

#include <pthread.h>

enum { kThreads = 4, kRounds = 200, kBytes = 1024, kCommon = 2 * kThreads, kSlots };

static arauto_segment_h segment; /* a part for each thread */
static arauto_notify_h
    notify; /* two slots for each thread: arrived, and read; and the common one */
static arauto_slot_t slots[kSlots];

static void* go_round(void* argument) {
    const int number = *(const int*)argument;
    const int size = arauto_size();
    const int right = (arauto_rank() + 1) % size;
    const int left = (arauto_rank() + size - 1) % size;
    const size_t offset = (size_t)number * kBytes;
    const unsigned char* mine = (const unsigned char*)arauto_segment_base(segment) + offset;
    unsigned char source[kBytes];
    unsigned char wanted[kBytes];
    for (int round = 0; round < kRounds; ++round) {
        const size_t bytes = 1 + (size_t)(mixed(17, (uint64_t)number, (uint64_t)round) % kBytes);
        memset(source, (arauto_rank() + number + round) & 0xff, sizeof source);
        memset(wanted, (left + number + round) & 0xff, sizeof wanted);
        CHECK_OK(arauto_put_notify(segment, right, offset, source, bytes, slots[number]));
        CHECK_OK(arauto_notify_wait(notify, (size_t)number, 1));
        CHECK(memcmp(mine, wanted, bytes) == 0, "thread %d: the data of round %d is not whole",
              number, round);
        CHECK_OK(arauto_notify_post(right, slots[kCommon]));
        CHECK_OK(arauto_notify_post(left, slots[kThreads + number]));
        CHECK_OK(arauto_notify_wait(notify, (size_t)(kThreads + number), 1));
        CHECK_OK(arauto_notify_wait(notify, kCommon, 1));
    }
    return NULL;
}

int main(void) {
    static int numbers[kThreads];
    pthread_t threads[kThreads];
    start();
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), (size_t)kThreads * kBytes, &segment));
    CHECK_OK(arauto_notify_create(arauto_team_world(), kSlots, &notify));
    for (size_t i = 0; i < kSlots; ++i) {
        CHECK_OK(arauto_notify_slot(notify, i, &slots[i]));
    }
    barrier();
    for (int i = 0; i < kThreads; ++i) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, go_round, &numbers[i]) == 0,
              "no thread could start");
    }
    for (int i = 0; i < kThreads; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0, "a thread could not be joined");
    }
    barrier();
    for (size_t i = 0; i < kSlots; ++i) {
        uint64_t left = 0;
        CHECK_OK(arauto_notify_query(notify, i, &left));
        CHECK(left == 0, "%llu notifications of slot %zu are left", (unsigned long long)left, i);
    }
    CHECK_OK(arauto_notify_free(notify));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_finalize());
    return 0;
}
