// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A rank posts its exposure epoch late, and the origins wait in complete.
//
// images 3
#include "arauto/arauto.h"

#include <unistd.h>

int main(void) {
    arauto_epochs_h epochs;
    const int target = 0, origins[2] = {1, 2};
    if (arauto_init() < 0 || arauto_epochs_create(arauto_team_world(), &epochs) < 0) {
        return 1;
    }
    if (arauto_rank() == 0) {
        sleep(3);
        arauto_epoch_post(epochs, origins, 2, 0);
        arauto_epoch_wait(epochs, NULL);
    } else {
        arauto_epoch_start(epochs, &target, 1, 0);
        arauto_epoch_complete(epochs, NULL);
    }
    return arauto_finalize();
}
