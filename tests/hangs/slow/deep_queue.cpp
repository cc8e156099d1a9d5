// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Ranks wait in the queue of a lock whose owners keep it for a second each.
//
// images 4
#include "arauto/arauto.h"

#include <unistd.h>

int main() {
    arauto_lock_h lock;
    if (arauto_init() < 0 || arauto_lock_create(arauto_team_world(), 1, &lock) < 0) {
        return 1;
    }
    arauto_lock_acquire(lock, 0, 0);
    sleep(1);
    arauto_lock_release(lock, 0, 0);
    arauto_team_barrier(arauto_team_world());
    return arauto_finalize();
}
