/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Objects declared without communication have the same offset on every rank; when the declarations
 * differ, every rank learns it.
 */
#include "job.h"

#include "arauto/spi/event.h"
#include "arauto/spi/lock.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/segment.h"

enum { kPosts = 5 };

static arauto_segment_h numbers;
static arauto_notify_h event;
static arauto_lock_h lock;

static void use_them(void) {
    const int me = arauto_rank();
    const int ranks = arauto_size();
    const int right = (me + 1) % ranks;
    const int left = (me + ranks - 1) % ranks;
    CHECK(arauto_segment_size(numbers) == 100 * sizeof(int), "it has another size");
    const int* mine = arauto_segment_base(numbers);
    for (int i = 0; i < 100; ++i) {
        CHECK(mine[i] == 0, "number %d of a declared segment is %d", i, mine[i]);
    }
    barrier();
    CHECK_OK(arauto_put(numbers, right, 0, &me, sizeof me));
    for (int post = 0; post < kPosts; ++post) {
        CHECK_OK(arauto_event_post(event, right, 2));
    }
    CHECK_OK(arauto_notify_wait(event, 2, kPosts));
    CHECK(mine[0] == left, "the left rank put %d, expected %d", mine[0], left);
    for (int turn = 0; turn < 100; ++turn) {
        int count = 0;
        CHECK_OK(arauto_lock_acquire(lock, 0, 1));
        CHECK_OK(arauto_get(numbers, 0, 99 * sizeof count, &count, sizeof count));
        ++count;
        CHECK_OK(arauto_put(numbers, 0, 99 * sizeof count, &count, sizeof count));
        CHECK_OK(arauto_lock_release(lock, 0, 1));
    }
    barrier();
    CHECK(me != 0 || mine[99] == 100 * ranks, "counted to %d, expected %d", mine[99], 100 * ranks);
}

int main(void) {
    start();
    CHECK_OK(arauto_segment_declare(100 * sizeof(int), &numbers));
    CHECK_OK(arauto_notify_declare(3, &event));
    CHECK_OK(arauto_lock_declare(2, &lock));
    static arauto_segment_h none; /* static: never freed where not all declare alike */
    CHECK_FAILS(arauto_segment_declare(SIZE_MAX, &none), ARAUTO_ERR_MEMORY,
                "arauto_segment_declare");
    CHECK_FAILS(arauto_segment_declare(1, NULL), ARAUTO_ERR_ARGUMENT, "arauto_segment_declare");
    CHECK_FAILS(arauto_notify_declare(1, NULL), ARAUTO_ERR_ARGUMENT, "arauto_notify_declare");
    CHECK_FAILS(arauto_lock_declare(1, NULL), ARAUTO_ERR_ARGUMENT, "arauto_lock_declare");
    CHECK_OK(arauto_segment_verify());
    use_them();
    CHECK_OK(arauto_segment_free(numbers));
    CHECK_OK(arauto_notify_free(event));
    CHECK_OK(arauto_lock_free(lock));
    if (arauto_size() > 1) {
        const size_t bytes = arauto_rank() == arauto_size() - 1 ? 65 : 64;
        CHECK_OK(arauto_segment_declare(bytes, &none));
        CHECK_FAILS(arauto_segment_verify(), ARAUTO_ERR_MISMATCH, "declared");
    }
    barrier();
    return 0;
}
