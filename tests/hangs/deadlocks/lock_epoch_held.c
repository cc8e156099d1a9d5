// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 keeps the exclusive lock of rank 1 while it waits for all.
//
// images 3
// told images 1, 2: arauto_team_barrier, @barrier; for image 3
// told image 3: arauto_epoch_unlock, @unlock; for the lock of image 2
#include "arauto/arauto.h"

int main(void) {
    arauto_epochs_h epochs;
    if (arauto_init() < 0 || arauto_epochs_create(arauto_team_world(), &epochs) < 0) {
        return 1;
    }
    if (arauto_rank() == 0) {
        arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, NULL);
    }
    arauto_team_barrier(arauto_team_world());
    if (arauto_rank() == 2) {
        arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, 1, 0, NULL);
        arauto_epoch_unlock(epochs, 1, NULL); // @unlock
    }
    arauto_team_barrier(arauto_team_world()); // @barrier
    return 0;
}
