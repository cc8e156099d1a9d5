/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Calls that are refused: an error of the right class at the window's error handler, with a
 * sentence that names the call, and nothing changed. And calls that look wrong but are allowed:
 * giving requests up, and freeing a window whose epochs are pending. With the argument `native`, on
 * a window of the MPI.
 */
#include "epochs.h"

static int handled; /* how often the window's error handler was called */

static void handle(MPI_Win* at, int* code, ...) {
    (void)at;
    (void)code;
    ++handled;
}

static MPI_Request request;

/* The call must be refused by its own name, once at the handler, and give no request. */
#define REFUSED(call, wanted, name)                                                                \
    do {                                                                                           \
        char text_[MPI_MAX_ERROR_STRING] = "";                                                     \
        int length_ = 0, code_, class_ = MPI_SUCCESS;                                              \
        const int before_ = handled;                                                               \
        request = MPI_REQUEST_NULL;                                                                \
        code_ = (call);                                                                            \
        CHECK(code_ != MPI_SUCCESS, "it was not refused");                                         \
        MPI_Error_class(code_, &class_);                                                           \
        MPI_Error_string(code_, text_, &length_);                                                  \
        CHECK(class_ == (wanted), "class %d, not %d: %s", class_, (wanted), text_);                \
        CHECK(handled == before_ + 1, "the handler was called %d times", handled - before_);       \
        CHECK(strstr(text_, name) != NULL, "the sentence does not name " name ": %s", text_);      \
        CHECK(request == MPI_REQUEST_NULL, "there is a request for what was refused");             \
    } while (0)

#define NOT_OPEN(call, name) REFUSED(call, MPI_ERR_RMA_SYNC, name)

static void nothing_is_open(void) {
    NOT_OPEN(MPIX_Win_icomplete(win, &request), "MPIX_Win_icomplete");
    NOT_OPEN(MPIX_Win_iwait(win, &request), "MPIX_Win_iwait");
    NOT_OPEN(MPIX_Win_iunlock(rank, win, &request), "MPIX_Win_iunlock");
    NOT_OPEN(MPIX_Win_iunlock_all(win, &request), "MPIX_Win_iunlock_all");
    NOT_OPEN(MPIX_Win_iflush(rank, win, &request), "MPIX_Win_iflush");
    NOT_OPEN(MPIX_Win_iflush_local(rank, win, &request), "MPIX_Win_iflush_local");
    NOT_OPEN(MPIX_Win_iflush_all(win, &request), "MPIX_Win_iflush_all");
    NOT_OPEN(MPIX_Win_iflush_local_all(win, &request), "MPIX_Win_iflush_local_all");
}

static void wrong_arguments(void) {
    MPI_Group group = MPI_GROUP_NULL;
    REFUSED(MPIX_Win_istart(group, 0, win, &request), MPI_ERR_GROUP, "MPIX_Win_istart");
    REFUSED(MPIX_Win_ipost(group, 0, win, &request), MPI_ERR_GROUP, "MPIX_Win_ipost");
    MPI_Group_incl(world, 1, &right, &group);
    REFUSED(MPIX_Win_istart(group, MPI_MODE_NOPUT, win, &request), MPI_ERR_ASSERT,
            "MPIX_Win_istart");
    REFUSED(MPIX_Win_ipost(group, MPI_MODE_NOSUCCEED, win, &request), MPI_ERR_ASSERT,
            "MPIX_Win_ipost");
    REFUSED(MPIX_Win_ifence(MPI_MODE_NOCHECK, win, &request), MPI_ERR_ASSERT, "MPIX_Win_ifence");
    REFUSED(MPIX_Win_ilock(MPI_LOCK_SHARED, rank, MPI_MODE_NOPUT, win, &request), MPI_ERR_ASSERT,
            "MPIX_Win_ilock");
    REFUSED(MPIX_Win_ilock_all(MPI_MODE_NOPUT, win, &request), MPI_ERR_ASSERT,
            "MPIX_Win_ilock_all");
    REFUSED(MPIX_Win_ilock(12345, rank, 0, win, &request), MPI_ERR_LOCKTYPE, "MPIX_Win_ilock");
    REFUSED(MPIX_Win_ilock(MPI_LOCK_SHARED, size, 0, win, &request), MPI_ERR_RANK,
            "MPIX_Win_ilock");
    REFUSED(MPIX_Win_ilock(MPI_LOCK_SHARED, -77, 0, win, &request), MPI_ERR_RANK, "MPIX_Win_ilock");
    REFUSED(MPIX_Win_ilock(MPI_LOCK_SHARED, rank, 0, win, NULL), MPI_ERR_ARG, "MPIX_Win_ilock");
    REFUSED(MPIX_Win_istart(group, 0, win, NULL), MPI_ERR_ARG, "MPIX_Win_istart");
    REFUSED(MPIX_Win_ifence(0, win, NULL), MPI_ERR_ARG, "MPIX_Win_ifence");
    MPI_Group_free(&group);
    OK(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win));
    REFUSED(MPIX_Win_iunlock(size, win, &request), MPI_ERR_RANK, "MPIX_Win_iunlock");
    REFUSED(MPIX_Win_iflush(size, win, &request), MPI_ERR_RANK, "MPIX_Win_iflush");
    REFUSED(MPIX_Win_iflush_local(-9, win, &request), MPI_ERR_RANK, "MPIX_Win_iflush_local");
    REFUSED(MPIX_Win_iunlock(rank, win, NULL), MPI_ERR_ARG, "MPIX_Win_iunlock");
    OK(MPI_Win_unlock(rank, win));
}

/* A window with an epoch open cannot be freed, and stays as it is. */
static void not_freed(void) {
    MPI_Win before = win;
    REFUSED(MPI_Win_free(&before), MPI_ERR_RMA_SYNC, "MPI_Win_free");
    CHECK(before == win, "a refused MPI_Win_free has taken the handle");
}

static void overlaps(void) {
    MPI_Group group;
    MPI_Request closed;
    MPI_Group_incl(world, 1, &right, &group);
    start_to(1, 1, &right);
    NOT_OPEN(MPIX_Win_istart(group, 0, win, &request), "MPIX_Win_istart");
    NOT_OPEN(MPIX_Win_ilock(MPI_LOCK_SHARED, rank, 0, win, &request), "MPIX_Win_ilock");
    NOT_OPEN(MPIX_Win_ilock_all(0, win, &request), "MPIX_Win_ilock_all");
    NOT_OPEN(MPIX_Win_ifence(0, win, &request), "MPIX_Win_ifence");
    NOT_OPEN(MPIX_Win_iflush(right, win, &request), "MPIX_Win_iflush");
    NOT_OPEN(MPIX_Win_iunlock(right, win, &request), "MPIX_Win_iunlock");
    not_freed();
    post_to(1, 1, &left);
    NOT_OPEN(MPIX_Win_ipost(group, 0, win, &request), "MPIX_Win_ipost");
    complete_access(1);
    NOT_OPEN(MPIX_Win_icomplete(win, &request), "MPIX_Win_icomplete");
    not_freed();
    OK(MPIX_Win_iwait(win, &closed));
    int flag = 0;
    REFUSED(MPI_Win_test(win, &flag), MPI_ERR_RMA_SYNC, "MPI_Win_test");
    NOT_OPEN(MPIX_Win_iwait(win, &request), "MPIX_Win_iwait");
    finish(&closed);
    MPI_Group_free(&group);
    barrier();
}

static void overlapping_locks(void) {
    static const long one = 1;
    MPI_Request opened;
    MPI_Request closed;
    OK(MPIX_Win_ilock(MPI_LOCK_SHARED, rank, 0, win, &opened));
    finish(&opened);
    NOT_OPEN(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, rank, 0, win, &request), "MPIX_Win_ilock");
    NOT_OPEN(MPIX_Win_ilock_all(0, win, &request), "MPIX_Win_ilock_all");
    NOT_OPEN(MPIX_Win_iunlock_all(win, &request), "MPIX_Win_iunlock_all");
    NOT_OPEN(MPIX_Win_icomplete(win, &request), "MPIX_Win_icomplete");
    if (size > 1) {
        REFUSED(MPI_Put(&one, 1, MPI_LONG, right, 0, 1, MPI_LONG, win), MPI_ERR_RMA_SYNC,
                "MPI_Put");
        NOT_OPEN(MPIX_Win_iflush(right, win, &request), "MPIX_Win_iflush");
        NOT_OPEN(MPIX_Win_iunlock(right, win, &request), "MPIX_Win_iunlock");
    }
    not_freed();
    OK(MPIX_Win_iunlock(rank, win, &closed));
    NOT_OPEN(MPIX_Win_iunlock(rank, win, &request), "MPIX_Win_iunlock");
    finish(&closed);
    OK(MPIX_Win_ilock_all(0, win, &opened));
    finish(&opened);
    NOT_OPEN(MPIX_Win_ilock(MPI_LOCK_SHARED, rank, 0, win, &request), "MPIX_Win_ilock");
    NOT_OPEN(MPIX_Win_ilock_all(0, win, &request), "MPIX_Win_ilock_all");
    NOT_OPEN(MPIX_Win_iunlock(rank, win, &request), "MPIX_Win_iunlock");
    not_freed();
    OK(MPIX_Win_iunlock_all(win, &closed));
    finish(&closed);
    barrier();
}

/* The call itself reports its errors, also when the epoch has not begun: nothing of a refused
 * operation is recorded. */
static void while_deferred(void) {
    static const long one = 1;
    MPI_Request closed;
    words[0] = 0;
    barrier();
    if (rank == 0) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        barrier();
        compute_until(0, size - 1);
        OK(MPI_Win_unlock(0, win));
    } else {
        MPI_Request opened;
        barrier();
        OK(MPIX_Win_ilock(MPI_LOCK_SHARED, 0, 0, win, &opened));
        REFUSED(MPI_Put(&one, 1, MPI_LONG, 0, kLongs, 1, MPI_LONG, win), MPI_ERR_RMA_RANGE,
                "MPI_Put");
        REFUSED(MPI_Put(&one, -1, MPI_LONG, 0, 0, 1, MPI_LONG, win), MPI_ERR_COUNT, "MPI_Put");
        REFUSED(MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_OP_NULL, win), MPI_ERR_OP,
                "MPI_Accumulate");
        REFUSED(MPI_Put(&one, 1, MPI_LONG, size, 0, 1, MPI_LONG, win), MPI_ERR_RANK, "MPI_Put");
        REFUSED(MPI_Put(&one, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_LONG, win), MPI_ERR_TYPE,
                "MPI_Put");
        OK(MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win));
        OK(MPIX_Win_iunlock(0, win, &closed));
        NOT_OPEN(MPIX_Win_iflush(0, win, &request), "MPIX_Win_iflush");
        raise_flag(0);
        finish(&closed);
        finish(&opened);
    }
    barrier();
    CHECK(rank != 0 || words[0] == size - 1, "%ld", words[0]);
    barrier();
}

/* A request that is cancelled is not; one that is given up leaves its epoch to go on. */
static void early_ends(void) {
    static long value;
    MPI_Request closed;
    const int target = 1, origin = 0;
    value = 31;
    if (size > 1 && rank == 0) {
        start_to(1, 1, &target);
        put_long(&value, target, 1);
        OK(MPIX_Win_icomplete(win, &closed));
        CHECK_CLASS(MPI_Cancel(&closed), MPI_ERR_REQUEST);
        CHECK(!is_complete(&closed), "complete before its post");
        OK(MPI_Request_free(&closed));
        CHECK(closed == MPI_REQUEST_NULL, "a request that was given up is there still");
        raise_flag(1);
    } else if (rank == 1) {
        compute_until(1, 1);
        post_to(0, 1, &origin);
        wait_exposure(0);
        CHECK(words[1] == 31, "%ld", words[1]);
    }
    barrier();
}

/* Its epochs are completed by MPI_Win_free; their requests report it. */
static void free_with_pending(void) {
    static long value;
    long* memory;
    MPI_Group group;
    MPI_Request closed[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Win window = window_of(1, MPI_INFO_NULL, &memory);
    const int target = 1, origin = 0;
    value = 32;
    MPI_Group_incl(world, 1, rank == 0 && size > 1 ? &target : &origin, &group);
    if (size > 1 && rank == 0) {
        OK(MPIX_Win_istart(group, 0, window, &closed[0]));
        finish(&closed[0]);
        OK(MPI_Put(&value, 1, MPI_LONG, target, 0, 1, MPI_LONG, window));
        OK(MPIX_Win_icomplete(window, &closed[0]));
        CHECK(!is_complete(&closed[0]), "complete before its post");
        raise_flag(2);
    } else if (rank == 1) {
        compute_until(2, 1);
        OK(MPIX_Win_ipost(group, 0, window, &closed[1]));
        finish(&closed[1]);
        OK(MPIX_Win_iwait(window, &closed[1]));
        finish(&closed[1]);
        CHECK(memory[0] == 32, "%ld", memory[0]);
    }
    MPI_Group_free(&group);
    OK(MPI_Win_free(&window));
    finish(&closed[0]);
}

static void no_window(void) {
    CHECK_CLASS(MPIX_Win_icomplete(MPI_WIN_NULL, &request), MPI_ERR_WIN);
    CHECK_CLASS(MPIX_Win_ilock(MPI_LOCK_SHARED, 0, 0, MPI_WIN_NULL, &request), MPI_ERR_WIN);
    CHECK_CLASS(MPIX_Win_ifence(0, MPI_WIN_NULL, &request), MPI_ERR_WIN);
}

/* The window still does what it did. */
static void still_works(void) {
    const long value = 900 + rank;
    for (int form = 0; form < 2; ++form) {
        fence(form, MPI_MODE_NOPRECEDE);
        put_long(&value, right, 2 + form);
        fence(1 - form, MPI_MODE_NOSUCCEED);
        CHECK(words[2 + form] == 900 + left, "%ld", words[2 + form]);
        post_to(form, 1, &left);
        start_to(1 - form, 1, &right);
        put_long(&value, right, 4 + form);
        complete_access(form);
        wait_exposure(1 - form);
        CHECK(words[4 + form] == 900 + left, "%ld", words[4 + form]);
    }
    barrier();
}

/* With ARAUTO_MPI_WINDOWS=native. */
static void on_the_mpis_window(void) {
    const int no = MPI_ERR_UNSUPPORTED_OPERATION;
    MPI_Group group;
    MPI_Group_incl(world, 1, &rank, &group);
    REFUSED(MPIX_Win_istart(group, 0, win, &request), no, "MPIX_Win_istart");
    REFUSED(MPIX_Win_ipost(group, 0, win, &request), no, "MPIX_Win_ipost");
    REFUSED(MPIX_Win_icomplete(win, &request), no, "MPIX_Win_icomplete");
    REFUSED(MPIX_Win_iwait(win, &request), no, "MPIX_Win_iwait");
    REFUSED(MPIX_Win_ifence(0, win, &request), no, "MPIX_Win_ifence");
    REFUSED(MPIX_Win_ilock(MPI_LOCK_SHARED, 0, 0, win, &request), no, "MPIX_Win_ilock");
    REFUSED(MPIX_Win_ilock_all(0, win, &request), no, "MPIX_Win_ilock_all");
    REFUSED(MPIX_Win_iunlock(0, win, &request), no, "MPIX_Win_iunlock");
    REFUSED(MPIX_Win_iunlock_all(win, &request), no, "MPIX_Win_iunlock_all");
    REFUSED(MPIX_Win_iflush(0, win, &request), no, "MPIX_Win_iflush");
    REFUSED(MPIX_Win_iflush_local(0, win, &request), no, "MPIX_Win_iflush_local");
    REFUSED(MPIX_Win_iflush_all(win, &request), no, "MPIX_Win_iflush_all");
    REFUSED(MPIX_Win_iflush_local_all(win, &request), no, "MPIX_Win_iflush_local_all");
    MPI_Group_free(&group);
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

int main(int argc, char** argv) {
    MPI_Errhandler handler;
    begin(&argc, &argv);
    set_up();
    OK(MPI_Win_create_errhandler(handle, &handler));
    OK(MPI_Win_set_errhandler(win, handler));
    OK(MPI_Errhandler_free(&handler));
    if (argc > 1 && strcmp(argv[1], "native") == 0) {
        on_the_mpis_window();
        return clean_up();
    }
    nothing_is_open();
    wrong_arguments();
    overlaps();
    overlapping_locks();
    nothing_is_open();
    still_works();
    while_deferred();
    early_ends();
    free_with_pending();
    no_window();
    still_works();
    return clean_up();
}
