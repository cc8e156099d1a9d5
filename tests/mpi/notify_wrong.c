/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Every notified call with every wrong argument: the standard's error class at the window's error
 * handler, with a sentence that names the call; nothing is written, and no notification arrives.
 */
#include "notify.h"

#include <limits.h>

enum { kLongs = 8, kCounters = 2 };

static MPI_Win win;
static long* data;
static int handled;

static void handle(MPI_Win* window, int* code, ...) {
    (void)window;
    (void)code;
    ++handled;
}

typedef struct {
    MPI_Count count;
    MPI_Datatype type;
    int rank;
    MPI_Aint at;
    int mark; /* index of a counter, or tag */
    MPI_Op op;
} call_t;

static const long kOne[2] = {1, 1};
static long got[2];
static MPI_Request made;

#define ORIGIN(c) kOne, (c).count, (c).type
#define RESULT(c) got, (c).count, (c).type
#define TARGET(c) (c).rank, (c).at, (c).count, (c).type
#define SHORT_ORIGIN(c) kOne, (int)(c).count, (c).type
#define SHORT_RESULT(c) got, (int)(c).count, (c).type
#define SHORT_TARGET(c) (c).rank, (c).at, (int)(c).count, (c).type

/* X(name, arguments): counters, then tags; accumulates last in each. */
#define COUNTED(X)                                                                                 \
    X(Put_notify, (SHORT_ORIGIN(c), SHORT_TARGET(c), c.mark, win))                                 \
    X(Get_notify, (SHORT_RESULT(c), SHORT_TARGET(c), c.mark, win))                                 \
    X(Rput_notify, (SHORT_ORIGIN(c), SHORT_TARGET(c), c.mark, win, &made))                         \
    X(Rget_notify, (SHORT_RESULT(c), SHORT_TARGET(c), c.mark, win, &made))                         \
    X(Put_notify_c, (ORIGIN(c), TARGET(c), c.mark, win))                                           \
    X(Get_notify_c, (RESULT(c), TARGET(c), c.mark, win))                                           \
    X(Rput_notify_c, (ORIGIN(c), TARGET(c), c.mark, win, &made))                                   \
    X(Rget_notify_c, (RESULT(c), TARGET(c), c.mark, win, &made))
#define COUNTED_SUMS(X)                                                                            \
    X(Accumulate_notify, (SHORT_ORIGIN(c), SHORT_TARGET(c), c.op, c.mark, win))                    \
    X(Get_accumulate_notify,                                                                       \
      (SHORT_ORIGIN(c), SHORT_RESULT(c), SHORT_TARGET(c), c.op, c.mark, win))                      \
    X(Raccumulate_notify, (SHORT_ORIGIN(c), SHORT_TARGET(c), c.op, c.mark, win, &made))            \
    X(Rget_accumulate_notify,                                                                      \
      (SHORT_ORIGIN(c), SHORT_RESULT(c), SHORT_TARGET(c), c.op, c.mark, win, &made))               \
    X(Accumulate_notify_c, (ORIGIN(c), TARGET(c), c.op, c.mark, win))                              \
    X(Get_accumulate_notify_c, (ORIGIN(c), RESULT(c), TARGET(c), c.op, c.mark, win))               \
    X(Raccumulate_notify_c, (ORIGIN(c), TARGET(c), c.op, c.mark, win, &made))                      \
    X(Rget_accumulate_notify_c, (ORIGIN(c), RESULT(c), TARGET(c), c.op, c.mark, win, &made))
#define TAGGED(X)                                                                                  \
    X(Put_notify_tag, (SHORT_ORIGIN(c), SHORT_TARGET(c), win, c.mark))                             \
    X(Get_notify_tag, (SHORT_RESULT(c), SHORT_TARGET(c), win, c.mark))                             \
    X(Rput_notify_tag, (SHORT_ORIGIN(c), SHORT_TARGET(c), win, &made, c.mark))                     \
    X(Rget_notify_tag, (SHORT_RESULT(c), SHORT_TARGET(c), win, &made, c.mark))                     \
    X(Put_notify_tag_c, (ORIGIN(c), TARGET(c), win, c.mark))                                       \
    X(Get_notify_tag_c, (RESULT(c), TARGET(c), win, c.mark))                                       \
    X(Rput_notify_tag_c, (ORIGIN(c), TARGET(c), win, &made, c.mark))                               \
    X(Rget_notify_tag_c, (RESULT(c), TARGET(c), win, &made, c.mark))
#define TAGGED_SUMS(X)                                                                             \
    X(Accumulate_notify_tag, (SHORT_ORIGIN(c), SHORT_TARGET(c), c.op, win, c.mark))                \
    X(Raccumulate_notify_tag, (SHORT_ORIGIN(c), SHORT_TARGET(c), c.op, win, &made, c.mark))        \
    X(Accumulate_notify_tag_c, (ORIGIN(c), TARGET(c), c.op, win, c.mark))                          \
    X(Raccumulate_notify_tag_c, (ORIGIN(c), TARGET(c), c.op, win, &made, c.mark))

typedef struct {
    const char* name;
    int (*run)(call_t);
} form_t;

#define DEFINE(name, arguments)                                                                    \
    static int run_##name(call_t c) {                                                              \
        return MPIX_##name arguments;                                                              \
    }
COUNTED(DEFINE)
COUNTED_SUMS(DEFINE)
TAGGED(DEFINE)
TAGGED_SUMS(DEFINE)
#define LIST(name, arguments) {"MPIX_" #name, run_##name},
static const form_t kCounted[] = {COUNTED(LIST) COUNTED_SUMS(LIST)};
static const form_t kTagged[] = {TAGGED(LIST) TAGGED_SUMS(LIST)};
static const form_t kSums[] = {COUNTED_SUMS(LIST) TAGGED_SUMS(LIST)};

/* One refusal by every form: class, handler, a sentence that names the call. */
static void refuse(const form_t* forms, size_t number, call_t call, int error_class) {
    for (size_t i = 0; i < number; ++i) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        const int before = handled;
        const int code = forms[i].run(call);
        MPI_Error_string(code, text, &length);
        if (class_of(code) != error_class || handled != before + 1 ||
            strstr(text, forms[i].name) == NULL) {
            check_failed(__FILE__, __LINE__, forms[i].name,
                         " class %d, wanted %d, handled %d times: %s", class_of(code), error_class,
                         handled - before, text);
        }
    }
}
#define ALL(forms) forms, sizeof(forms) / sizeof(forms)[0]

static void refuse_by_all(call_t call, int error_class) {
    refuse(ALL(kCounted), call, error_class);
    refuse(ALL(kTagged), call, error_class);
}

static void nothing_happened(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < kLongs; ++i) {
        CHECK(data[i] == 7);
    }
    for (int i = 0; i < kCounters; ++i) {
        MPI_Count value = -1;
        OK(MPIX_Win_get_notify_value(win, i, &value));
        CHECK(value == 0);
    }
    int flag = -1;
    OK(MPIX_Iprobe_notify(win, MPI_ANY_SOURCE, MPI_ANY_TAG, &flag, MPI_STATUS_IGNORE));
    CHECK(flag == 0);
    CHECK(got[0] == 0 && got[1] == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void wrong_arguments(const call_t good) {
    call_t c = good;
    c.rank = size;
    refuse_by_all(c, MPI_ERR_RANK);
    c.rank = -77;
    refuse_by_all(c, MPI_ERR_RANK);
    c = good;
    c.at = kLongs - 1; /* two longs do not fit */
    refuse_by_all(c, MPI_ERR_RMA_RANGE);
    c.at = -1;
    refuse_by_all(c, MPI_ERR_RMA_RANGE);
    c.at = (MPI_Aint)1 << 61;
    refuse_by_all(c, MPI_ERR_RMA_RANGE);
    c = good;
    c.count = -1;
    refuse_by_all(c, MPI_ERR_COUNT);
    c = good;
    c.type = MPI_DATATYPE_NULL;
    refuse_by_all(c, MPI_ERR_TYPE);
    c = good;
    c.op = MPI_OP_NULL;
    refuse(ALL(kSums), c, MPI_ERR_OP);
    const int indices[] = {kCounters, -1, INT_MAX, INT_MIN};
    for (int i = 0; i < 4; ++i) {
        c = good;
        c.mark = indices[i];
        refuse(ALL(kCounted), c, MPIX_ERR_RMA_NOTIFICATION);
    }
    const int tags[] = {-5, MPI_ANY_TAG, INT_MIN};
    for (int i = 0; i < 3; ++i) {
        c = good;
        c.mark = tags[i];
        refuse(ALL(kTagged), c, MPI_ERR_TAG);
    }
}

static void wrong_epochs(const call_t good) {
    refuse_by_all(good, MPI_ERR_RMA_SYNC); /* none is open */
    OK(MPI_Win_fence(0, win));
    refuse(ALL(kCounted), good, MPI_ERR_RMA_SYNC);
    refuse(kTagged + 2, 2, good, MPI_ERR_RMA_SYNC); /* request forms are for passive targets */
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    if (size > 1) {
        OK(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win));
        refuse_by_all(good, MPI_ERR_RMA_SYNC); /* another rank is locked */
        OK(MPI_Win_unlock(rank, win));
    }
    OK(MPI_Win_lock_all(0, win));
    CHECK_CLASS(MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 4), MPI_ERR_RMA_SYNC);
    OK(MPI_Win_unlock_all(win));
}

static void wrong_requests(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    int flag = -1;
    CHECK_CLASS(MPIX_Notify_init(win, size, 1, 1, &request), MPI_ERR_RANK);
    CHECK_CLASS(MPIX_Notify_init(win, -77, 1, 1, &request), MPI_ERR_RANK);
    CHECK_CLASS(MPIX_Notify_init(win, rank, -9, 1, &request), MPI_ERR_TAG);
    CHECK_CLASS(MPIX_Notify_init(win, rank, 1, -1, &request), MPI_ERR_COUNT);
    CHECK_CLASS(MPIX_Iprobe_notify(win, size, 1, &flag, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    CHECK_CLASS(MPIX_Iprobe_notify(win, rank, -9, &flag, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    CHECK_CLASS(MPIX_Win_notify_threshold(win, 0, -1, &request), MPI_ERR_ARG);
    CHECK_CLASS(MPIX_Win_notify_threshold(win, kCounters, 1, &request), MPIX_ERR_RMA_NOTIFICATION);
    CHECK_CLASS(MPIX_Win_notify_init(win, -1, 1, &request), MPIX_ERR_RMA_NOTIFICATION);
    CHECK(request == MPI_REQUEST_NULL);
    OK(MPIX_Notify_init(win, rank, 1, 1, &request));
    OK(MPI_Start(&request));
    CHECK_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
}

/* Copies of a handle that has been freed: refused, with a sentence, until another request has it.
 */
static void copies_of_what_was_freed(void) {
    MPI_Request request, again;
    int flag = -1;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    OK(MPIX_Notify_init(win, rank, 3, 1, &request));
    MPI_Request copies[2] = {request, request};
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Error_string(MPI_Start(&copies[0]), text, &length);
    CHECK(strstr(text, "MPI_Start") != NULL && strstr(text, "freed") != NULL);
    CHECK_CLASS(MPI_Start(&copies[0]), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Startall(2, copies), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Wait(&copies[0], MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Test(&copies[0], &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Request_get_status(copies[0], &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Cancel(&copies[0]), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Request_free(&copies[0]), MPI_ERR_REQUEST);
    CHECK(copies[0] == copies[1] && flag == -1);
    /* Started requests go with their handle; the next has the same one and begins anew. */
    for (int i = 0; i < 1000; ++i) {
        OK(MPIX_Notify_init(win, rank, i, 1, &again));
        OK(MPI_Start(&again));
        OK(MPI_Test(&again, &flag, MPI_STATUS_IGNORE));
        CHECK(flag == 0);
        OK(MPI_Request_free(&again));
    }
    MPI_Request many[300];
    for (int i = 0; i < 300; ++i) {
        OK(MPIX_Notify_init(win, MPI_PROC_NULL, i, 1, &many[i]));
        OK(MPI_Start(&many[i]));
    }
    OK(MPI_Waitall(300, many, MPI_STATUSES_IGNORE));
    for (int i = 0; i < 300; ++i) {
        OK(MPI_Request_free(&many[i]));
    }
}

/* A request that waits when its window is freed completes with an error, and cannot be started. */
static void after_the_window(const call_t good) {
    MPI_Request waiting, idle;
    int flag = -1;
    OK(MPIX_Notify_init(win, rank, 1, 1, &waiting));
    OK(MPIX_Notify_init(win, rank, 2, 1, &idle));
    OK(MPI_Start(&waiting));
    OK(MPI_Win_free(&win));
    CHECK_CLASS(MPI_Wait(&waiting, MPI_STATUS_IGNORE), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Start(&idle), MPI_ERR_REQUEST);
    OK(MPI_Request_free(&waiting));
    OK(MPI_Request_free(&idle));
    CHECK(win == MPI_WIN_NULL);
    handled = 0;
    for (size_t i = 0; i < sizeof kCounted / sizeof kCounted[0]; ++i) {
        CHECK_CLASS(kCounted[i].run(good), MPI_ERR_WIN);
    }
    CHECK_CLASS(MPIX_Iprobe_notify(win, rank, 1, &flag, MPI_STATUS_IGNORE), MPI_ERR_WIN);
    CHECK_CLASS(MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 1), MPI_ERR_WIN);
}

/* With ARAUTO_MPI_WINDOWS=native: a window that the MPI below serves. */
static int on_the_mpis_window(const call_t good) {
    MPI_Request request = MPI_REQUEST_NULL;
    OK(MPI_Win_lock_all(0, win));
    refuse_by_all(good, MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK_CLASS(MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 1), MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK_CLASS(MPIX_Notify_init(win, rank, 1, 1, &request), MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK_CLASS(MPIX_Win_notify_threshold(win, 0, 1, &request), MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK(request == MPI_REQUEST_NULL && data[0] == 0);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
    return finish("refusals");
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Errhandler handler;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    win = window_of(kLongs, &data);
    OK(MPI_Win_create_errhandler(handle, &handler));
    OK(MPI_Win_set_errhandler(win, handler));
    OK(MPI_Errhandler_free(&handler));
    const call_t good = {2, MPI_LONG, (rank + 1) % size, 0, 1, MPI_SUM};
    if (argc > 1 && strcmp(argv[1], "native") == 0) {
        return on_the_mpis_window(good);
    }
    OK(MPIX_Win_set_num_notify(win, MPI_INFO_NULL, kCounters));
    for (int i = 0; i < kLongs; ++i) {
        data[i] = 7;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    wrong_epochs(good);
    OK(MPI_Win_lock_all(0, win));
    wrong_arguments(good);
    wrong_requests();
    copies_of_what_was_freed();
    OK(MPI_Win_unlock_all(win));
    nothing_happened();
    after_the_window(good);
    return finish("refusals");
}
