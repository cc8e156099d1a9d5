/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Mistakes that the MPIs find, and null pointers in every call that takes a pointer: each gives an
 * error class, and no data moves. Pointers that may be null are accepted.
 */
#include "notify.h"

static MPI_Win win;
static long* data;
static int last;

/* GIVES, and the target's memory is as it was. */
#define REFUSES(call, class)                                                                       \
    do {                                                                                           \
        CHECK_CLASS(call, class);                                                                  \
        CHECK(data[0] == 0 && data[1] == 0);                                                       \
    } while (0)

static void types_and_operations(void) {
    MPI_Datatype raw, dup;
    long mine[4] = {1, 2, 3, 4}, back[4];
    MPI_Request request;
    MPI_Type_vector(1, 1, 2, MPI_LONG, &raw);
    REFUSES(MPI_Put(mine, 1, raw, last, 0, 1, MPI_LONG, win), MPI_ERR_TYPE);
    REFUSES(MPI_Put(mine, 1, MPI_LONG, last, 0, 1, raw, win), MPI_ERR_TYPE);
    REFUSES(MPI_Get(back, 1, raw, last, 0, 1, MPI_LONG, win), MPI_ERR_TYPE);
    REFUSES(MPI_Accumulate(mine, 1, raw, last, 0, 1, raw, MPI_SUM, win), MPI_ERR_TYPE);
    REFUSES(MPI_Get_accumulate(mine, 1, MPI_LONG, back, 1, raw, last, 0, 1, MPI_LONG, MPI_SUM, win),
            MPI_ERR_TYPE);
    REFUSES(MPI_Rput(mine, 1, raw, last, 0, 1, MPI_LONG, win, &request), MPI_ERR_TYPE);
    REFUSES(MPIX_Put_notify(mine, 1, raw, last, 0, 1, MPI_LONG, 0, win), MPI_ERR_TYPE);
    REFUSES(MPIX_Put_notify_tag(mine, 1, raw, last, 0, 1, MPI_LONG, win, 3), MPI_ERR_TYPE);
    MPI_Type_commit(&raw); /* the same type may be used from now on */
    OK(MPI_Get(back, 1, raw, last, 0, 1, MPI_LONG, win));
    REFUSES(MPI_Fetch_and_op(mine, back, raw, last, 0, MPI_SUM, win), MPI_ERR_TYPE);
    REFUSES(MPI_Compare_and_swap(mine, back + 1, back, raw, last, 0, win), MPI_ERR_TYPE);
    MPI_Type_dup(raw, &dup); /* a copy of a committed type is committed */
    OK(MPI_Get(back, 1, dup, last, 0, 1, MPI_LONG, win));
    MPI_Type_free(&raw);
    MPI_Type_free(&dup);
    REFUSES(MPI_Accumulate(mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_NO_OP, win), MPI_ERR_OP);
    REFUSES(MPI_Raccumulate(mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_NO_OP, win, &request),
            MPI_ERR_OP);
    REFUSES(MPIX_Accumulate_notify(mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_NO_OP, 0, win),
            MPI_ERR_OP);
}

static void buffers(void) {
    const long one = 1;
    long back = 0;
    MPI_Datatype spread;
    MPI_Type_vector(2, 1, 2, MPI_LONG, &spread);
    MPI_Type_commit(&spread);
    REFUSES(MPI_Put(NULL, 1, MPI_LONG, last, 0, 1, MPI_LONG, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Put(NULL, 1, spread, last, 0, 2, MPI_LONG, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Get(NULL, 1, MPI_LONG, last, 0, 1, MPI_LONG, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Accumulate(NULL, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_SUM, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Get_accumulate(NULL, 1, MPI_LONG, &back, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_SUM,
                               win),
            MPI_ERR_BUFFER);
    REFUSES(MPI_Get_accumulate(&one, 1, MPI_LONG, NULL, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_SUM,
                               win),
            MPI_ERR_BUFFER);
    REFUSES(MPI_Fetch_and_op(NULL, &back, MPI_LONG, last, 0, MPI_SUM, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Fetch_and_op(&one, NULL, MPI_LONG, last, 0, MPI_SUM, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Compare_and_swap(NULL, &one, &back, MPI_LONG, last, 0, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Compare_and_swap(&one, NULL, &back, MPI_LONG, last, 0, win), MPI_ERR_BUFFER);
    REFUSES(MPI_Compare_and_swap(&one, &back, NULL, MPI_LONG, last, 0, win), MPI_ERR_BUFFER);
    REFUSES(MPIX_Put_notify(NULL, 1, MPI_LONG, last, 0, 1, MPI_LONG, 0, win), MPI_ERR_BUFFER);
    REFUSES(MPIX_Put_notify_tag(NULL, 1, MPI_LONG, last, 0, 1, MPI_LONG, win, 1), MPI_ERR_BUFFER);
    /* These are no mistakes. */
    OK(MPI_Put(NULL, 0, MPI_LONG, last, 0, 0, MPI_LONG, win));
    OK(MPI_Put(NULL, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win));
    OK(MPI_Get_accumulate(NULL, 0, MPI_LONG, &back, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_NO_OP,
                          win));
    OK(MPI_Fetch_and_op(NULL, &back, MPI_LONG, last, 0, MPI_NO_OP, win));
    MPI_Type_free(&spread);
}

/* MPI_BOTTOM is a null pointer, too. */
static void bottom(void) {
    long there = 0;
    MPI_Aint address;
    const int one = 1;
    MPI_Datatype absolute;
    MPI_Get_address(&there, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_LONG, &absolute);
    MPI_Type_commit(&absolute);
    OK(MPI_Put(MPI_BOTTOM, 1, absolute, last, 0, 1, MPI_LONG, win));
    MPI_Type_free(&absolute);
}

static void requests(void) {
    long mine = 1, back;
    MPI_Request request;
    int flag;
    REFUSES(MPI_Rput(&mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, win, NULL), MPI_ERR_ARG);
    REFUSES(MPI_Rget(&back, 1, MPI_LONG, last, 0, 1, MPI_LONG, win, NULL), MPI_ERR_ARG);
    REFUSES(MPI_Raccumulate(&mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, MPI_SUM, win, NULL),
            MPI_ERR_ARG);
    REFUSES(MPI_Rget_accumulate(&mine, 1, MPI_LONG, &back, 1, MPI_LONG, last, 0, 1, MPI_LONG,
                                MPI_SUM, win, NULL),
            MPI_ERR_ARG);
    REFUSES(MPIX_Rput_notify(&mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, 0, win, NULL), MPI_ERR_ARG);
    REFUSES(MPIX_Rput_notify_tag(&mine, 1, MPI_LONG, last, 0, 1, MPI_LONG, win, NULL, 1),
            MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Notify_init(win, 0, 1, 1, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_notify_init(win, 0, 1, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_notify_threshold(win, 0, 1, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_iwait_notify(win, 0, 1, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_iflush_all(win, NULL), MPI_ERR_ARG);
    /* Calls of the wait family on a request of ours. */
    OK(MPIX_Win_notify_threshold(win, 0, 0, &request));
    CHECK_CLASS(MPI_Test(&request, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Testall(1, &request, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Testany(1, &request, NULL, &flag, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Waitany(1, &request, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Waitsome(1, &request, NULL, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Testsome(1, &request, NULL, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Request_get_status(request, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK(class_of(MPI_Waitall(1, NULL, MPI_STATUSES_IGNORE)) != MPI_SUCCESS);
    CHECK(class_of(MPI_Startall(1, NULL)) != MPI_SUCCESS);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void addresses(void) {
    MPI_Aint size_there;
    void* base;
    int flag, unit;
    MPI_Status status;
    CHECK_CLASS(MPIX_Win_get_num_notify(win, 0, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_get_notify_value(win, 0, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_reset_notify_value(win, 0, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, MPI_ANY_TAG, NULL, &status), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_attr(win, MPI_WIN_BASE, NULL, &flag), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_attr(win, MPI_WIN_SIZE, &base, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_group(win, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_info(win, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_shared_query(win, 0, NULL, &unit, &base), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_shared_query(win, 0, &size_there, NULL, &base), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_shared_query(win, 0, &size_there, &unit, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_test(win, NULL), MPI_ERR_ARG);
}

/* One process gives what cannot be: all get an error, and no process waits for it. */
static void creation(void) {
    MPI_Win none = MPI_WIN_NULL;
    long* base;
    const int wrong = rank == last;
    int code;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, wrong ? NULL : &base, &none);
    CHECK(code != MPI_SUCCESS && none == MPI_WIN_NULL);
    code = MPI_Win_create(wrong ? NULL : data, 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &none);
    CHECK(code != MPI_SUCCESS && none == MPI_WIN_NULL);
    code = MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, wrong ? NULL : &none);
    CHECK(code != MPI_SUCCESS && none == MPI_WIN_NULL);
    code = MPI_Win_allocate(wrong ? -1 : 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &none);
    CHECK(code != MPI_SUCCESS && none == MPI_WIN_NULL);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    last = size - 1;
    win = window_of(64, &data);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* of requests */
    OK(MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 1));
    addresses();
    creation();
    OK(MPI_Win_lock_all(0, win));
    types_and_operations();
    buffers();
    requests();
    OK(MPI_Win_flush_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    bottom();
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
    return finish("nulls");
}
