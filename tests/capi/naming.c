/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Messages for callers of the C API name functions and count ranks from 0, also when a rank leaves
 * by exit().
 */
#include "job.h"

static arauto_status_t lock_twice(arauto_lock_h lock) {
    CHECK_OK(arauto_lock_acquire(lock, 0, 1));
    return arauto_lock_acquire(lock, 0, 1);
}

int main(void) {
    start();
    arauto_team_h world = arauto_team_world();
    arauto_lock_h lock;
    CHECK_OK(arauto_lock_create(world, 2, &lock));
    if (arauto_rank() == 0) {
        CHECK_FAILS(lock_twice(lock), ARAUTO_ERR_LOCKED,
                    "arauto_lock_acquire: this is rank 0, and it holds lock 1 of rank 0 already");
        CHECK_FAILS(arauto_lock_release(lock, 0, 0), ARAUTO_ERR_UNLOCKED,
                    "arauto_lock_release: lock 0 of rank 0 is not locked");
        CHECK_FAILS(arauto_lock_release(lock, 0, 2), ARAUTO_ERR_RANGE,
                    "arauto_lock_release: there is no lock 2, the array has 2 (from 0)");
        CHECK_FAILS(arauto_lock_acquire(lock, -1, 0), ARAUTO_ERR_RANK,
                    "arauto_lock_acquire: rank -1 is outside this job of ");
    }
    int value = 0;
    CHECK_FAILS(arauto_broadcast(world, &value, sizeof value, arauto_size()), ARAUTO_ERR_RANK,
                "is outside this team of ");
    barrier();
    if (arauto_rank() == arauto_size() - 1) {
        exit(5);
    }
    barrier();
    return 0;
}
