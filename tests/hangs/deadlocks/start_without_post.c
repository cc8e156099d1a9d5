// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 opens an access epoch at rank 1, which posts no exposure epoch.
//
// images 2
// told image 1: arauto_epoch_complete, @complete; for image 2 to post
// told image 2: arauto_team_barrier, @barrier; for image 1
#include "arauto/arauto.h"

int main(void) {
    arauto_epochs_h epochs;
    const int target = 1;
    if (arauto_init() < 0 || arauto_epochs_create(arauto_team_world(), &epochs) < 0) {
        return 1;
    }
    if (arauto_rank() == 0) {
        arauto_epoch_start(epochs, &target, 1, 0);
        arauto_epoch_complete(epochs, NULL); // @complete
    }
    arauto_team_barrier(arauto_team_world()); // @barrier
    return 0;
}
