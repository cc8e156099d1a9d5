/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The last rank ends in the middle of WHAT, for which the others wait: it is killed from outside,
 * leaves (exit without MPI_Finalize) or aborts. The others are ended by their launcher, or where
 * that lets them live they get an error; each writes it to a file. kill WHAT HOW FOLDER: HOW is
 * kill, leave or abort; see kill_test.py.
 */
#include "job.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char *how = "kill", *folder = ".";
static MPI_Win win;

static void note(const char* name, const char* text) {
    char path[512], part[560];
    snprintf(path, sizeof path, "%s/%s.%d", folder, name, rank);
    snprintf(part, sizeof part, "%s.part", path);
    FILE* file = fopen(part, "w");
    fprintf(file, "%s\n", text);
    fclose(file);
    rename(part, path);
}

static int dies(void) {
    return rank == size - 1;
}

static void die(void) {
    if (strcmp(how, "kill") == 0) {
        note("victim", "ready");
        pause(); /* for the end */
    }
    usleep(200000); /* so that the others wait already */
    if (strcmp(how, "leave") == 0) {
        exit(0);
    }
    MPI_Abort(MPI_COMM_WORLD, 3);
}

/* Prints the result of a survivor's waiting call. */
static void report(int code) {
    char text[MPI_MAX_ERROR_STRING] = "nothing";
    int length = 0;
    if (code != MPI_SUCCESS) {
        MPI_Error_string(code, text, &length);
    }
    note("survivor", text);
    _exit(7);
}

static void in_fence(void) {
    MPI_Win_fence(0, win);
    if (dies()) {
        die();
    }
    report(MPI_Win_fence(0, win));
}

static void in_lock(int type) {
    if (dies()) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        die();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    report(type == 0 ? MPI_Win_lock_all(0, win) : MPI_Win_lock(type, 0, 0, win));
}

static void in_epochs(int as_target) {
    MPI_Group all, last;
    const int number = size - 1;
    long value = 1;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &number, &last);
    if (dies()) {
        die();
    }
    if (as_target) { /* nobody starts towards us */
        MPI_Win_post(last, 0, win);
        report(MPI_Win_wait(win));
    }
    MPI_Win_start(last, 0, win); /* it never posts */
    MPI_Put(&value, 1, MPI_LONG, number, 0, 1, MPI_LONG, win);
    report(MPI_Win_complete(win));
}

static void in_test(void) {
    MPI_Group all, last;
    const int number = size - 1;
    int done = 0, code;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &number, &last);
    if (dies()) {
        die();
    }
    MPI_Win_post(last, 0, win);
    do {
        code = MPI_Win_test(win, &done);
    } while (code == MPI_SUCCESS && !done);
    report(code);
}

/* Notifications that do not come; found by name, for the library may be preloaded. */
static void in_notified(int tests) {
    int (*init)(MPI_Win, int, int, int, MPI_Request*) =
        (int (*)(MPI_Win, int, int, int, MPI_Request*))dlsym(RTLD_DEFAULT, "MPIX_Notify_init");
    MPI_Request request[2];
    int code, done = 0, index;
    if (dies()) {
        die();
    }
    init(win, MPI_ANY_SOURCE, MPI_ANY_TAG, 1, &request[0]);
    request[1] = MPI_REQUEST_NULL;
    MPI_Start(&request[0]);
    if (tests == 0) {
        report(MPI_Wait(&request[0], MPI_STATUS_IGNORE));
    } else if (tests == 1) {
        report(MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE));
    }
    do {
        code = MPI_Test(&request[0], &done, MPI_STATUS_IGNORE);
    } while (code == MPI_SUCCESS && !done);
    report(code);
}

/* Killed anywhere in a storm of accumulates, locks and puts. */
static void in_storm(void) {
    long one = 1, old;
    for (int round = 0;; ++round) {
        if (dies() && round == 1000) {
            note("victim", "ready");
        }
        int code = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        if (code == MPI_SUCCESS) {
            code = MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
        }
        if (code == MPI_SUCCESS) {
            code = MPI_Win_unlock(0, win);
        }
        if (code != MPI_SUCCESS) {
            report(code);
        }
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    long* words;
    const char* what = argc > 1 ? argv[1] : "fence";
    how = argc > 2 ? argv[2] : how;
    folder = argc > 3 ? argv[3] : folder;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_allocate(8 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    char pid[16];
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    note("pid", pid);
    if (strcmp(what, "fence") == 0) {
        in_fence();
    } else if (strcmp(what, "lock") == 0) {
        in_lock(MPI_LOCK_EXCLUSIVE);
    } else if (strcmp(what, "shared") == 0) {
        in_lock(MPI_LOCK_SHARED);
    } else if (strcmp(what, "lock_all") == 0) {
        in_lock(0);
    } else if (strcmp(what, "wait") == 0 || strcmp(what, "complete") == 0) {
        in_epochs(what[0] == 'w');
    } else if (strcmp(what, "test") == 0) {
        in_test();
    } else if (strncmp(what, "notified", 8) == 0) {
        in_notified(atoi(what + 8));
    } else {
        in_storm();
    }
    return 1;
}
