// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 waits for an exposure epoch of rank 1, which waits for rank 0 in another call. That epoch
// is deferred behind one of rank 2, which computes: when rank 2 comes, all go on.
//
// images 3
#include "arauto/arauto.h"

#include <unistd.h>

int main(void) {
    arauto_epochs_h epochs;
    arauto_notify_h notify;
    arauto_slot_t slot;
    arauto_request_t requests[2] = {{0, 0}, {0, 0}};
    const int first = 0, second = 1, third = 2;
    if (arauto_init() < 0 || arauto_epochs_create(arauto_team_world(), &epochs) < 0 ||
        arauto_notify_create(arauto_team_world(), 1, &notify) < 0 ||
        arauto_notify_slot(notify, 0, &slot) < 0) {
        return 1;
    }
    switch (arauto_rank()) {
    case 0:
        arauto_epoch_start(epochs, &second, 1, 0);
        arauto_epoch_complete(epochs, NULL);
        break;
    case 1:
        arauto_epoch_start(epochs, &third, 1, 0);
        arauto_epoch_complete(epochs, &requests[0]);
        arauto_epoch_post(epochs, &first, 1, 0);
        arauto_epoch_wait(epochs, &requests[1]);
        break;
    default:
        sleep(3);
        arauto_epoch_post(epochs, &second, 1, 0);
        arauto_epoch_wait(epochs, NULL);
    }
    arauto_team_barrier(arauto_team_world());
    return arauto_request_wait(&requests[0]) < 0 || arauto_request_wait(&requests[1]) < 0 ||
           arauto_finalize() < 0;
}
