/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Handles of windows and their error handlers: a copy of a handle that has been freed is refused by
 * every call of ours (names, infos, and attributes are the MPI's) and nothing is written; handlers
 * are the window's own, changed, freed while in use, and get the window that they were called for.
 */
#include "job.h"
#include "nodes.h"

#include <string.h>

enum { kWords = 4 };

static long words[kWords], one = 1, two = 2, got = -5;
static int told_class, told_times;
static MPI_Win told_window;

static void tell(MPI_Win* win, int* code, ...) {
    MPI_Error_class(*code, &told_class);
    told_window = *win;
    ++told_times;
}

static int other_times;

static void report_otherwise(MPI_Win* win, int* code, ...) {
    (void)win, (void)code;
    ++other_times;
}

static MPI_Win make(void) {
    MPI_Win win;
    MPI_Win_create(words, sizeof words, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

/* Every call of the chapter that reaches memory. */
static void refuse_accesses(MPI_Win win) {
    MPI_Request request = MPI_REQUEST_NULL;
#define SIDES &one, 1, MPI_LONG, 0, 0, 1, MPI_LONG
#define BACK &got, 1, MPI_LONG, 0, 0, 1, MPI_LONG
#define BOTH &one, 1, MPI_LONG, &got, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM
    CHECK_CLASS(MPI_Put(SIDES, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Get(BACK, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Accumulate(SIDES, MPI_SUM, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Get_accumulate(BOTH, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Fetch_and_op(&one, &got, MPI_LONG, 0, 0, MPI_SUM, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Compare_and_swap(&one, &two, &got, MPI_LONG, 0, 0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Rput(SIDES, win, &request), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Rget(BACK, win, &request), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Raccumulate(SIDES, MPI_SUM, win, &request), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Rget_accumulate(BOTH, win, &request), MPI_ERR_WIN);
    CHECK(request == MPI_REQUEST_NULL, "a refused call has made a request");
    CHECK(got == -5, "a refused call has written %ld", got);
}

/* Every call that opens, closes, or orders. */
static void refuse_epochs(MPI_Win win) {
    MPI_Group group;
    int flag = 0;
    MPI_Comm_group(MPI_COMM_SELF, &group);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_start(group, 0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_complete(win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_post(group, 0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_wait(win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_test(win, &flag), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_flush(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_flush_local(0, win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_flush_all(win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_flush_local_all(win), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_sync(win), MPI_ERR_WIN);
    MPI_Group_free(&group);
}

static void refuse_rest(MPI_Win win) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Aint bytes = 0;
    int unit = 0;
    void* base = NULL;
    CHECK_CLASS(MPI_Win_get_group(win, &group), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_shared_query(win, 0, &bytes, &unit, &base), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_attach(win, words, sizeof words), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_detach(win, words), MPI_ERR_WIN);
    MPI_Win copy = win;
    CHECK_CLASS(MPI_Win_free(&copy), MPI_ERR_WIN);
}

static void copies_are_refused(void) {
    MPI_Win first = make(), win;
    const MPI_Win copy = first;
    MPI_Win_lock_all(0, first);
    MPI_Put(&one, 1, MPI_LONG, 0, 1, 1, MPI_LONG, first);
    MPI_Win_unlock_all(first);
    MPI_Win_free(&first);
    words[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    refuse_accesses(copy);
    refuse_epochs(copy);
    refuse_rest(copy);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < kWords; ++i) {
        CHECK(words[i] == 0, "a refused call has written word %d", i);
    }
    /* A window that gets the same handle is one. */
    for (int turn = 0; turn < 100; ++turn) {
        win = make();
        MPI_Win_fence(0, win);
        MPI_Put(&two, 1, MPI_LONG, rank, 2, 1, MPI_LONG, win);
        CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS, "a new window is taken for an old one");
        CHECK(words[2] == 2, "word 2 is %ld", words[2]);
        words[2] = 0;
        MPI_Win_free(&win);
    }
}

static int code_of_wrong_rank(MPI_Win win) {
    return MPI_Put(&one, 1, MPI_LONG, size, 0, 1, MPI_LONG, win);
}

static void handlers_are_the_windows_own(void) {
    MPI_Errhandler mine, other, found;
    MPI_Win win = make(), beside = make();
    MPI_Win_create_errhandler(tell, &mine);
    MPI_Win_create_errhandler(report_otherwise, &other);
    MPI_Win_set_errhandler(win, mine);
    MPI_Win_set_errhandler(beside, other);
    MPI_Errhandler_free(&mine); /* in use: lives on */
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, beside);
    CHECK_CLASS(code_of_wrong_rank(win), MPI_ERR_RANK);
    CHECK(told_times == 1 && told_class == MPI_ERR_RANK && other_times == 0, "told %d times, %d",
          told_times, other_times);
    CHECK(memcmp(&told_window, &win, sizeof win) == 0, "told of another window");
    CHECK_CLASS(code_of_wrong_rank(beside), MPI_ERR_RANK);
    CHECK(told_times == 1 && other_times == 1, "told %d times, %d", told_times, other_times);
    MPI_Win_set_errhandler(win, other); /* changed while an epoch is open */
    MPI_Errhandler_free(&other);
    CHECK_CLASS(code_of_wrong_rank(win), MPI_ERR_RANK);
    CHECK(told_times == 1 && other_times == 2, "told %d times, %d", told_times, other_times);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_CLASS(code_of_wrong_rank(win), MPI_ERR_RANK);
    CHECK(told_times == 1 && other_times == 2, "told %d times, %d", told_times, other_times);
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == MPI_ERRORS_RETURN, "another handler than was set");
    MPI_Win_call_errhandler(beside, MPI_ERR_OTHER);
    CHECK(other_times == 3, "the handler was not called by MPI_Win_call_errhandler");
    MPI_Win_unlock_all(win);
    MPI_Win_unlock_all(beside);
    MPI_Win_free(&win);
    MPI_Win_free(&beside);
}

/* Before there is a window, errors are the communicator's. */
static void creation_tells_the_communicator(void) {
    MPI_Win win;
    void* base = NULL;
    CHECK_CLASS(MPI_Win_create(words, -1, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win),
                MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_create(words, 8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    CHECK_CLASS(MPI_Win_allocate(-1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), MPI_ERR_SIZE);
    if (is_one_node()) {
        CHECK_CLASS(MPI_Win_allocate_shared(8, -1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win),
                    MPI_ERR_DISP);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    copies_are_refused();
    handlers_are_the_windows_own();
    creation_tells_the_communicator();
    return end();
}
