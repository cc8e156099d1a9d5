/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The four reorder flags of a window: how they are set, returned and refused. With each of them an
 * epoch goes ahead of one that waits for a late process; without it, it does not. A flag in memory
 * (no call of MPI) shows the late process that the other epoch is complete; if the reorder flag had
 * no effect, the program would hang.
 */
#include "epochs.h"

enum { kFlagNames = 4, kLooks = 200 };

static const char* const kLong[kFlagNames] = {
    "MPI_WIN_ACCESS_AFTER_ACCESS_REORDER",
    "MPI_WIN_ACCESS_AFTER_EXPOSURE_REORDER",
    "MPI_WIN_EXPOSURE_AFTER_EXPOSURE_REORDER",
    "MPI_WIN_EXPOSURE_AFTER_ACCESS_REORDER",
};
static const char* const kShort[kFlagNames] = {"A_A_A_R", "A_A_E_R", "E_A_E_R", "E_A_A_R"};
static const char* names[kFlagNames]; /* the long ones where the MPI has room for them */
enum { kAccessAccess, kAccessExposure, kExposureExposure, kExposureAccess };

static void check_told(MPI_Win window, int bits) {
    MPI_Info info;
    OK(MPI_Win_get_info(window, &info));
    for (int i = 0; i < kFlagNames; ++i) {
        char value[16] = "";
        int found = 0;
        MPI_Info_get(info, names[i], (int)sizeof value - 1, value, &found);
        CHECK(found, "MPI_Win_get_info does not tell %s", names[i]);
        CHECK(strcmp(value, (bits >> i) & 1 ? "1" : "0") == 0, "%s is %s", names[i], value);
    }
    MPI_Info_free(&info);
}

/* Collective, but each rank may set its own. */
static void set_flags(MPI_Win window, int bits) {
    MPI_Info info;
    MPI_Info_create(&info);
    for (int i = 0; i < kFlagNames; ++i) {
        MPI_Info_set(info, names[i], (bits >> i) & 1 ? "1" : "0");
    }
    OK(MPI_Win_set_info(window, info));
    MPI_Info_free(&info);
    check_told(window, bits);
}

static void choose_names(void) {
    for (int i = 0; i < kFlagNames; ++i) {
        names[i] = strlen(kLong[i]) < MPI_MAX_INFO_KEY ? kLong[i] : kShort[i];
    }
}

/* By the short names, and in words. */
static void other_spellings(void) {
    static const char* const kValues[] = {"true", "false", "1", "0"};
    for (int value = 0; value < 4; ++value) {
        for (int i = 0; i < kFlagNames; ++i) {
            MPI_Info info;
            MPI_Info_create(&info);
            MPI_Info_set(info, kShort[i], kValues[value]);
            OK(MPI_Win_set_info(win, info));
            MPI_Info_free(&info);
            check_told(win, value % 2 == 0 ? 1 << i : 0);
            set_flags(win, 0);
        }
    }
}

static void set_and_told(void) {
    MPI_Info info;
    long* memory;
    MPI_Win window;
    check_told(win, 0);
    for (int bits = 15; bits >= 0; --bits) {
        set_flags(win, bits);
        set_flags(win, (bits + rank) % 16);
    }
    set_flags(win, 0);
    /* One alone leaves the others as they are; keys that nobody knows are no mistake. */
    set_flags(win, 1 << kAccessExposure);
    MPI_Info_create(&info);
    MPI_Info_set(info, names[kAccessAccess], "1");
    MPI_Info_set(info, "arauto_nobody_knows", "this");
    OK(MPI_Win_set_info(win, info));
    check_told(win, 1 << kAccessExposure | 1 << kAccessAccess);
    set_flags(win, 0);
    /* At once, as the window is made. */
    window = window_of(4, info, &memory);
    check_told(window, 1 << kAccessAccess);
    OK(MPI_Win_free(&window));
    MPI_Info_free(&info);
}

/* A value without a meaning: refused, and nothing changes. */
static void refused(void) {
    static const char* const kValues[] = {"2", "-1", "yes, please", "01x"};
    for (size_t i = 0; i < sizeof kValues / sizeof kValues[0]; ++i) {
        MPI_Info info;
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Info_create(&info);
        MPI_Info_set(info, names[kAccessAccess], "1");
        MPI_Info_set(info, names[kExposureAccess], kValues[i]);
        const int code = MPI_Win_set_info(win, info);
        CHECK_CLASS(code, MPI_ERR_INFO_VALUE);
        MPI_Error_string(code, text, &length);
        CHECK(strstr(text, names[kExposureAccess]) != NULL, "the key is not named: %s", text);
        MPI_Info_free(&info);
        check_told(win, 0);
    }
}

static void put_to(int target, const long* value, MPI_Request* closed) {
    start_to(1, 1, &target);
    put_long(value, target, 0);
    OK(MPIX_Win_icomplete(win, closed));
}

static void expose_to(int origin, MPI_Request* closed) {
    post_to(1, 1, &origin);
    OK(MPIX_Win_iwait(win, closed));
}

static void put_and_wait(int target, const long* value) {
    MPI_Request closed;
    put_to(target, value, &closed);
    finish(&closed);
}

static void expose_and_wait(int origin, long value) {
    MPI_Request closed;
    expose_to(origin, &closed);
    finish(&closed);
    CHECK(words[0] == value, "%ld came instead of %ld", words[0], value);
}

/* Without the flag the second epoch waits for the first, however often one looks. */
static void stays_behind(MPI_Request* second) {
    for (int look = 0; look < kLooks; ++look) {
        CHECK(!is_complete(second), "the second epoch went ahead without its flag");
        sched_yield();
    }
}

/* The part of rank 2 below, which has two epochs: the first towards rank 0, which is late, the
 * second towards rank 1. Rank 2 announces to rank 0 that the second epoch is complete, or that it
 * was seen to wait. */
static void both(MPI_Request* first, MPI_Request* second, int is_flagged, int flag) {
    if (is_flagged) {
        finish(second);
    } else {
        stays_behind(second);
    }
    raise_flag(flag);
    finish(first);
    finish(second);
}

static long value;

static void access_after_access(int is_flagged, int flag) {
    MPI_Request first, second;
    if (rank == 2) {
        put_to(0, &value, &first);
        put_to(1, &value, &second);
        both(&first, &second, is_flagged, flag);
    } else if (rank == 1) {
        expose_and_wait(2, value);
    } else if (rank == 0) {
        compute_until(flag, 1);
        expose_and_wait(2, value);
    }
}

static void access_after_exposure(int is_flagged, int flag) {
    MPI_Request first, second;
    if (rank == 2) {
        expose_to(0, &first);
        put_to(1, &value, &second);
        both(&first, &second, is_flagged, flag);
        CHECK(words[0] == value, "%ld", words[0]);
    } else if (rank == 1) {
        expose_and_wait(2, value);
    } else if (rank == 0) {
        compute_until(flag, 1);
        put_and_wait(2, &value);
    }
}

static void exposure_after_exposure(int is_flagged, int flag) {
    MPI_Request first, second;
    if (rank == 2) {
        expose_to(0, &first);
        expose_to(1, &second);
        both(&first, &second, is_flagged, flag);
        CHECK(words[0] == value, "%ld", words[0]);
    } else if (rank == 1) {
        put_and_wait(2, &value);
    } else if (rank == 0) {
        compute_until(flag, 1);
        put_and_wait(2, &value);
    }
}

static void exposure_after_access(int is_flagged, int flag) {
    MPI_Request first, second;
    if (rank == 2) {
        put_to(0, &value, &first);
        expose_to(1, &second);
        both(&first, &second, is_flagged, flag);
        CHECK(words[0] == value, "%ld", words[0]);
    } else if (rank == 1) {
        put_and_wait(2, &value);
    } else if (rank == 0) {
        compute_until(flag, 1);
        expose_and_wait(2, value);
    }
}

/* Rank 0 holds its own lock; rank 2 asks for it, then for that of rank 1. */
static void locks(int is_flagged, int flag) {
    MPI_Request requests[2];
    if (rank == 0) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    }
    barrier();
    if (rank == 0) {
        compute_until(flag, 1);
        OK(MPI_Win_unlock(0, win));
    } else if (rank == 2) {
        for (int target = 0; target < 2; ++target) {
            MPI_Request opened;
            OK(MPIX_Win_ilock(MPI_LOCK_EXCLUSIVE, target, 0, win, &opened));
            give_up(&opened);
            put_long(&value, target, 0);
            OK(MPIX_Win_iunlock(target, win, &requests[target]));
        }
        both(&requests[0], &requests[1], is_flagged, flag);
    }
    barrier();
    CHECK(rank > 1 || words[0] == value, "%ld", words[0]);
}

static void (*const kPatterns[])(int, int) = {
    access_after_access,
    access_after_exposure,
    exposure_after_exposure,
    exposure_after_access,
    locks,
};
static const int kFlagOf[] = {kAccessAccess, kAccessExposure, kExposureExposure, kExposureAccess,
                              kAccessAccess};

int main(int argc, char** argv) {
    begin(&argc, &argv);
    set_up();
    choose_names();
    set_and_told();
    other_spellings();
    refused();
    const int patterns = (int)(sizeof kPatterns / sizeof kPatterns[0]);
    for (int i = 0; size > 2 && i < 3 * patterns; ++i) {
        /* Without any, with that one, with all but that one. */
        const int bit = 1 << kFlagOf[i % patterns];
        const int bits = i < patterns ? 0 : i < 2 * patterns ? bit : 15 & ~bit;
        value = 70 + i;
        set_flags(win, bits);
        barrier();
        kPatterns[i % patterns]((bits & bit) != 0, i);
        barrier();
    }
    return clean_up();
}
