// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A thread of each rank waits for requests, while the main thread computes and then sends one.
//
// images 2
#include "arauto/arauto.h"

#include <pthread.h>
#include <time.h>

static arauto_notify_h notify;

static void* serve(void* argument) {
    arauto_notify_wait(notify, 0, 1);
    return argument;
}

static void compute(int seconds) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - start.tv_sec < seconds);
}

int main(void) {
    pthread_t thread;
    arauto_slot_t slot;
    if (arauto_init() < 0 || arauto_notify_create(arauto_team_world(), 1, &notify) < 0 ||
        arauto_notify_slot(notify, 0, &slot) < 0 ||
        pthread_create(&thread, NULL, serve, NULL) != 0) {
        return 1;
    }
    compute(4);
    arauto_notify_post(1 - arauto_rank(), slot);
    pthread_join(thread, NULL);
    return arauto_finalize();
}
