// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 exposes to ranks 1 and 2, of which one does not access.
//
// images 3
// told image 1: arauto_epoch_wait, @wait; for image 3 to complete
// told images 2, 3: arauto_team_barrier, @barrier; for image 1
#include "arauto/arauto.h"

int main(void) {
    arauto_epochs_h epochs;
    const int origins[2] = {1, 2}, target = 0;
    if (arauto_init() < 0 || arauto_epochs_create(arauto_team_world(), &epochs) < 0) {
        return 1;
    }
    if (arauto_rank() == 0) {
        arauto_epoch_post(epochs, origins, 2, 0);
        arauto_epoch_wait(epochs, NULL); // @wait
    } else if (arauto_rank() == 1) {
        arauto_epoch_start(epochs, &target, 1, 0);
        arauto_epoch_complete(epochs, NULL);
    }
    arauto_team_barrier(arauto_team_world()); // @barrier
    return 0;
}
