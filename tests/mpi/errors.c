/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls: the error class of the standard through the window's error handler, with a sentence,
 * and nothing is written.
 */
#include "check.h"

#include <string.h>

static int handled; /* calls of the handler */

static void handle(MPI_Win* win, int* code, ...) {
    (void)win;
    int class;
    MPI_Error_class(*code, &class);
    handled = class;
}

static void wrong_places(MPI_Win win, long* words) {
    const long one = 1;
    long got = -5;
    MPI_Win_lock_all(0, win);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, size, 0, 1, MPI_LONG, win), MPI_ERR_RANK);
    CHECK(handled == MPI_ERR_RANK, "the handler was not called");
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, -77, 0, 1, MPI_LONG, win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, 0, 10, 1, MPI_LONG, win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, 0, -1, 1, MPI_LONG, win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Get(&got, 1, MPI_LONG, 0, 10, 1, MPI_LONG, win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&one, -1, MPI_LONG, 0, 0, 1, MPI_LONG, win), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, 0, 0, -1, MPI_LONG, win), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_LONG, win), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Accumulate(&one, 1, MPI_LONG, 0, 10, 1, MPI_LONG, MPI_SUM, win),
                MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_OP_NULL, win), MPI_ERR_OP);
    CHECK_CLASS(MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 2, MPI_INT, MPI_SUM, win), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Win_flush(size, win), MPI_ERR_RANK);
    MPI_Win_unlock_all(win);
    CHECK(got == -5, "a refused get has written %ld", got);
    for (int i = 0; i < 10; ++i) {
        CHECK(words[i] == 7, "a refused call has written word %d", i);
    }
}

static void wrong_epochs(MPI_Win win) {
    const long one = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    int done = 0;
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Rput(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win, &request), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_test(win, &done), MPI_ERR_RMA_SYNC);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    if (size > 1) {
        CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, win),
                    MPI_ERR_RMA_SYNC);
    }
    MPI_Win wanted = win;
    CHECK_CLASS(MPI_Win_free(&wanted), MPI_ERR_RMA_SYNC);
    CHECK(wanted == win, "a refused free has taken the handle");
    MPI_Win_unlock(rank, win);
    CHECK_CLASS(MPI_Win_lock(12345, rank, 0, win), MPI_ERR_LOCKTYPE);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
}

static void sentences(MPI_Win win) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    const long one = 1;
    MPI_Win_lock_all(0, win);
    const int code = MPI_Put(&one, 1, MPI_LONG, 0, 12, 1, MPI_LONG, win);
    MPI_Win_unlock_all(win);
    MPI_Error_string(code, text, &length);
    CHECK(strstr(text, "MPI_Put") != NULL && strstr(text, "12") != NULL, "only: %s", text);
}

static void refused_windows(void) {
    MPI_Win win = MPI_WIN_NULL;
    long word = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_create(&word, -8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_create(&word, 8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    CHECK(win == MPI_WIN_NULL, "a refused window was made");
}

static void dynamic(MPI_Errhandler handler) {
    MPI_Win win;
    static long word = 3;
    const long one = 1;
    MPI_Aint place;
    MPI_Get_address(&word, &place);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, rank, place, 1, MPI_LONG, win), MPI_ERR_RMA_RANGE);
    MPI_Win_attach(win, &word, sizeof word);
    CHECK_CLASS(MPI_Win_attach(win, &word, sizeof word), MPI_ERR_RMA_ATTACH);
    CHECK_CLASS(MPI_Put(&one, 1, MPI_LONG, rank, place + 1, 1, MPI_LONG, win), MPI_ERR_RMA_RANGE);
    CHECK(word == 3, "a refused put has written %ld", word);
    MPI_Put(&one, 1, MPI_LONG, rank, place, 1, MPI_LONG, win);
    CHECK(word == 1, "the put has not come");
    MPI_Win_unlock(rank, win);
    MPI_Win_detach(win, &word);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    long* words;
    MPI_Win win;
    MPI_Errhandler handler;
    MPI_Win_create_errhandler(handle, &handler);
    MPI_Win_allocate(10 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    MPI_Win_set_errhandler(win, handler);
    for (int i = 0; i < 10; ++i) {
        words[i] = 7;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    wrong_places(win, words);
    wrong_epochs(win);
    sentences(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    dynamic(handler);
    refused_windows();
    MPI_Errhandler_free(&handler);
    return end();
}
