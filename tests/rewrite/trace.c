/* SPDX-FileCopyrightText: the Arauto authors */
/* SPDX-License-Identifier: BSD-3-Clause */
/* In the place of the library: prints which of its functions a program calls, in that order, for
   the programs of order.f90. Only the calls that these make are here. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct descriptor {
    void* base;
    size_t offset;
};

void _gfortran_caf_init(int* count, char*** words) {
    (void)count;
    (void)words;
}

void _gfortran_caf_finalize(void) {}

int _gfortran_caf_this_image(int distance) {
    (void)distance;
    return 1;
}

void _gfortran_caf_register(size_t bytes,
                            int type,
                            void** token,
                            struct descriptor* descriptor,
                            int* stat,
                            char* errmsg,
                            size_t errmsg_bytes) {
    (void)type;
    (void)stat;
    (void)errmsg;
    (void)errmsg_bytes;
    *token = calloc(bytes + 1, 8);
    descriptor->base = *token;
}

void _gfortran_caf_deregister(void** token, int type, int* stat, char* errmsg, size_t bytes) {
    (void)type;
    (void)stat;
    (void)errmsg;
    (void)bytes;
    free(*token);
}

void _gfortran_caf_sync_all(int* stat, char* errmsg, size_t errmsg_bytes) {
    (void)stat;
    (void)errmsg;
    (void)errmsg_bytes;
}

int32_t arauto_fortran_notify_hint(const void* notify) {
    (void)notify;
    printf("hint\n");
    return 0;
}

int32_t arauto_fortran_notify_hint_stat(const void* notify, void* stat, int32_t bytes) {
    (void)notify;
    printf("hint with a stat of %d bytes\n", (int)bytes);
    *(int32_t*)stat = 0;
    return 0;
}

/* The arguments after these differ and say nothing here. */
void _gfortran_caf_send(void* token, size_t offset, int image) {
    (void)token;
    (void)offset;
    printf("send to %d\n", image);
}

void _gfortran_caf_send_by_ref(void* token, int image) {
    (void)token;
    printf("send_by_ref to %d\n", image);
}

void _gfortran_caf_sendget(void* token, size_t offset, int image) {
    (void)token;
    (void)offset;
    printf("sendget to %d\n", image);
}

void _gfortran_caf_sendget_by_ref(void* token, int image) {
    (void)token;
    printf("sendget_by_ref to %d\n", image);
}

void _gfortran_caf_get(void* token, size_t offset, int image) {
    (void)token;
    (void)offset;
    printf("get from %d\n", image);
}
