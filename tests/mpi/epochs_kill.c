/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The last rank ends while the others have epochs pending that wait for it, by requests of KIND:
 * each request completes with an error, none is pending for ever. As kill.c, which see.
 * epochs_kill KIND HOW FOLDER: HOW is kill, leave or abort; see epochs_kill_test.py.
 */
#include "epochs.h"

enum { kMost = 8 };

static const char *how = "kill", *folder = ".";
static int last;

static void note(const char* name, const char* text) {
    char path[512], part[560];
    snprintf(path, sizeof path, "%s/%s.%d", folder, name, rank);
    snprintf(part, sizeof part, "%s.part", path);
    FILE* file = fopen(part, "w");
    fprintf(file, "%s\n", text);
    fclose(file);
    rename(part, path);
}

static void die(void) {
    compute_until(0, size - 1); /* all have said that their requests are pending */
    if (strcmp(how, "kill") == 0) {
        note("victim", "ready");
        pause(); /* for the end */
    }
    usleep(100000); /* so that the others wait already */
    if (strcmp(how, "leave") == 0) {
        exit(0);
    }
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void report(int code) {
    char text[MPI_MAX_ERROR_STRING] = "nothing";
    int length = 0;
    if (code != MPI_SUCCESS) {
        MPI_Error_string(code, text, &length);
    }
    note("survivor", text);
    _exit(7);
}

/* Waits for all of them, each of which must fail, and reports the code of the first. */
static void report_all(MPI_Request* requests, int count) {
    int first = MPI_SUCCESS;
    raise_flag(0);
    for (int i = 0; i < count; ++i) {
        const int code = MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS) {
            note("survivor", "a request that waits for the dead is complete without an error");
            _exit(8);
        }
        first = i == 0 ? code : first;
    }
    report(first);
}

/* Waits for any of the requests, and reports its error. */
static void report_any(MPI_Request* requests, int count) {
    int index = -1;
    raise_flag(0);
    report(MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE));
}

static void report_tested(MPI_Request* requests) {
    int done = 0, code;
    raise_flag(0);
    do {
        code = MPI_Test(requests, &done, MPI_STATUS_IGNORE);
    } while (code == MPI_SUCCESS && !done);
    report(code);
}

/* `count` access epochs towards it, one behind the other. */
static void access_epochs(MPI_Request* requests, int count) {
    static const long value = 1;
    for (int i = 0; i < count; ++i) {
        start_to(1, 1, &last);
        put_long(&value, last, 0);
        OK(MPIX_Win_icomplete(win, &requests[i]));
    }
}

static void exposures(MPI_Request* requests, int count) {
    for (int i = 0; i < count; ++i) {
        post_to(1, 1, &last);
        OK(MPIX_Win_iwait(win, &requests[i]));
    }
}

static void fences(MPI_Request* requests) {
    fence(0, MPI_MODE_NOPRECEDE);
    if (rank == last) {
        die();
    }
    OK(MPIX_Win_ifence(0, win, &requests[0]));
    OK(MPIX_Win_ifence(MPI_MODE_NOSUCCEED, win, &requests[1]));
    report_all(requests, 2);
}

/* It holds the lock that the others ask for. */
static void locks(const char* kind, MPI_Request* requests) {
    static const long value = 1;
    if (rank == last) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        barrier();
        die();
    }
    barrier();
    if (strcmp(kind, "ilock_all") == 0) {
        OK(MPIX_Win_ilock_all(0, win, &requests[0]));
        OK(MPIX_Win_iunlock_all(win, &requests[1]));
        report_all(requests, 2);
    }
    OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, 0, 0, win, &requests[0]));
    put_long(&value, 0, 0);
    if (strcmp(kind, "iflush") == 0) {
        OK(MPIX_Win_iflush(0, win, &requests[1]));
    } else {
        OK(MPIX_Win_iunlock(0, win, &requests[1]));
    }
    report_all(requests, 2);
}

int main(int argc, char** argv) {
    MPI_Request requests[kMost];
    begin(&argc, &argv);
    set_up();
    const char* const kind = argc > 1 ? argv[1] : "fence";
    how = argc > 2 ? argv[2] : how;
    folder = argc > 3 ? argv[3] : folder;
    last = size - 1;
    char pid[16];
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    note("pid", pid);
    if (strstr(kind, "fence") != NULL) {
        fences(requests);
    } else if (strstr(kind, "lock") != NULL || strcmp(kind, "iflush") == 0) {
        locks(kind, requests);
    }
    if (rank == last) {
        die();
    }
    if (strcmp(kind, "iwait") == 0) {
        exposures(requests, 3);
        report_all(requests, 3);
    } else if (strcmp(kind, "icomplete") == 0) {
        access_epochs(requests, 3);
        report_all(requests, 3);
    }
    access_epochs(requests, 2);
    if (strcmp(kind, "waitany") == 0) {
        report_any(requests, 2);
    }
    report_tested(requests);
    return 1;
}
