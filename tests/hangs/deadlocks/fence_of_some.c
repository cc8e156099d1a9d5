// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One rank leaves out a fence.
//
// images 3
// told images 1, 2: arauto_epoch_fence, @fence; for image 3
// told image 3: arauto_notify_wait, @wait; has 0, needs 1
// far images 1, 2: arauto_epoch_fence, @fence
// far image 3: arauto_notify_wait, @wait; has 0, needs 1
#include "arauto/arauto.h"

int main(void) {
    arauto_epochs_h epochs;
    arauto_notify_h notify;
    if (arauto_init() < 0 || arauto_epochs_create(arauto_team_world(), &epochs) < 0 ||
        arauto_notify_create(arauto_team_world(), 1, &notify) < 0) {
        return 1;
    }
    if (arauto_rank() < 2) {
        arauto_epoch_fence(epochs, 0, NULL); // @fence
    } else {
        arauto_notify_wait(notify, 0, 1); // @wait
    }
    return 0;
}
