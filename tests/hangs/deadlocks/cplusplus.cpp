// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Two ranks take two locks of C++ in opposite orders, and a third one waits for an event.
//
// images 3
// told image 1: arauto_lock_acquire, @one; image 2 holds it
// told image 2: arauto_lock_acquire, @two; image 1 holds it
// told image 3: arauto_notify_wait, @wait; has 0, needs 2
#include "arauto/arauto.h"

int main() {
    arauto_lock_h locks;
    arauto_notify_h notify;
    if (arauto_init() < 0 || arauto_lock_create(arauto_team_world(), 2, &locks) < 0 ||
        arauto_notify_create(arauto_team_world(), 1, &notify) < 0) {
        return 1;
    }
    const int me = arauto_rank();
    if (me < 2) {
        arauto_lock_acquire(locks, 0, me);
    }
    arauto_team_barrier(arauto_team_world());
    switch (me) {
    case 0:
        arauto_lock_acquire(locks, 0, 1); // @one
        break;
    case 1:
        arauto_lock_acquire(locks, 0, 0); // @two
        break;
    default:
        arauto_notify_wait(notify, 0, 2); // @wait
    }
}
