/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The programs of this folder share what those of ../c do, and an object for epochs. */
#include "../c/race.h"

static arauto_epochs_h epochs;
static arauto_request_t done;

static inline void begin_epochs(void) {
    begin();
    ok(arauto_epochs_create(world, &epochs));
}

static inline int end_epochs(int value) {
    all();
    ok(arauto_epochs_free(epochs));
    return end(value);
}

static inline void put(int rank, int element, const int* from) {
    ok(arauto_epoch_put(epochs, rank, data, (size_t)element * sizeof(int), from, sizeof *from,
                        NULL));
}
static inline void get(int rank, int element, int* into) {
    ok(arauto_epoch_get(epochs, rank, data, (size_t)element * sizeof(int), into, sizeof *into,
                        NULL));
}
static inline void lock(arauto_lock_kind_t kind, int rank) {
    ok(arauto_epoch_lock(epochs, kind, rank, 0, NULL));
}
static inline void unlock(int rank) {
    ok(arauto_epoch_unlock(epochs, rank, NULL));
}
static inline void fence(void) {
    ok(arauto_epoch_fence(epochs, 0, NULL));
}
static inline void flush(int rank, arauto_flush_scope_t scope) {
    ok(arauto_epoch_flush(epochs, rank, scope, NULL));
}
