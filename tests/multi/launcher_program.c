/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The program of the launcher's tests: the first argument chooses how its images behave.
 */
#include "arauto/arauto.h"
#include "arauto/spi/runtime.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int number(char** words, int count, int at) {
    return at < count ? atoi(words[at]) : 0;
}

static void say(const char* word) {
    char line[64];
    const int length = snprintf(line, sizeof line, "%s %d\n", word, arauto_rank() + 1);
    if (write(STDOUT_FILENO, line, (size_t)length) < 0) {
        _exit(3);
    }
}

static arauto_status_t barrier(void) {
    return arauto_team_barrier(arauto_team_world());
}

static void compute_for_ever(void) {
    volatile unsigned long sum = 0;
    for (;;) {
        sum = sum + 1;
    }
}

/* Half of the images wait in the runtime, half compute. */
static void never_end(void) {
    if (arauto_rank() % 2 == 0) {
        compute_for_ever();
    }
    for (;;) {
        barrier();
    }
}

static void put_and_synchronise_for_ever(void) {
    enum { kBytes = 4096 };
    char data[kBytes];
    arauto_segment_h segment;
    memset(data, arauto_rank(), sizeof data);
    if (arauto_segment_allocate(arauto_team_world(), sizeof data, &segment) < 0) {
        arauto_error_stop(3, arauto_last_error());
    }
    const int next = (arauto_rank() + 1) % arauto_size();
    say("ready");
    for (;;) {
        if (arauto_put(segment, next, 0, data, sizeof data) < 0 || barrier() < 0) {
            arauto_error_stop(3, arauto_last_error());
        }
    }
}

static int has_somebody_failed(void) {
    for (int rank = 0; rank < arauto_size(); ++rank) {
        arauto_rank_state_t state;
        if (arauto_rank_state(rank, &state) >= 0 && state == ARAUTO_RANK_FAILED) {
            return 1;
        }
    }
    return 0;
}

/* Ends normally once it knows that another image has failed. An image that knew it a barrier
 * earlier may have stopped by then, and a barrier reports that first. */
static int synchronise_until_told(void) {
    for (;;) {
        const arauto_status_t status = barrier();
        if (status == ARAUTO_ERR_FAILED ||
            (status == ARAUTO_ERR_STOPPED && has_somebody_failed())) {
            say("told");
            return 0;
        }
    }
}

static int live_on(void) {
    say("ready");
    return synchronise_until_told();
}

/* Lives on without a call of the library until an image has failed. */
static int look_on(void) {
    arauto_handle_failures();
    barrier();
    say("ready");
    while (!has_somebody_failed()) {
        usleep(1000);
    }
    say("told");
    return 0;
}

/* Short puts in a row to the next image, each behind the last or to every 16th word, until some
 * image has failed; then every survivor must know the failure. */
static int stream(int is_survivor) {
    enum { kWords = 1 << 16, kPutsBetweenLooks = 1000 };
    arauto_segment_h segment;
    if (is_survivor) {
        arauto_handle_failures();
    }
    if (arauto_segment_allocate(arauto_team_world(), kWords * sizeof(long), &segment) < 0) {
        arauto_error_stop(3, arauto_last_error());
    }
    const int next = (arauto_rank() + 1) % arauto_size();
    arauto_status_t status = ARAUTO_OK;
    say("ready");
    for (long i = 0; status >= 0 && (i % kPutsBetweenLooks != 0 || !has_somebody_failed()); ++i) {
        const size_t word = (size_t)(i % 3 == 0 ? i * 16 : i) % kWords;
        status = arauto_put(segment, next, word * sizeof i, &i, sizeof i);
    }
    if (status < 0 && status != ARAUTO_ERR_FAILED) {
        arauto_error_stop(3, arauto_last_error());
    }
    arauto_rank_state_t state;
    while (arauto_rank_state(next, &state) >= 0 && status < 0 && state != ARAUTO_RANK_FAILED) {
        usleep(1000);
    }
    const long one = 1;
    status = arauto_put(segment, next, 0, &one, sizeof one);
    if (state == ARAUTO_RANK_FAILED ? status != ARAUTO_ERR_FAILED : status < 0) {
        arauto_error_stop(3, "a put after the death is not told of as it should be");
    }
    arauto_flush(ARAUTO_EVERY_RANK);
    return synchronise_until_told();
}

/* Ranks that put a block of so many words to each other rank go on without those that fail, for
 * ever; what the first that failed has put may not change from when that is known. */
static void go_on(size_t words) {
    const size_t bytes = words * sizeof(long);
    long* const block = calloc(words, sizeof *block);
    char* const seen = malloc(bytes); /* of the failed rank */
    int failed = -1;
    arauto_segment_h segment;
    arauto_handle_failures();
    if (block == NULL || seen == NULL ||
        arauto_segment_allocate(arauto_team_world(), bytes * (size_t)arauto_size(), &segment) < 0) {
        arauto_error_stop(3, arauto_last_error());
    }
    const char* const blocks = arauto_segment_base(segment);
    say("ready");
    for (long count = 1;; ++count) {
        for (size_t word = 0; word < words; ++word) {
            block[word] = count;
        }
        for (int rank = 0; rank < arauto_size(); ++rank) {
            arauto_rank_state_t state;
            arauto_rank_state(rank, &state);
            if (state != ARAUTO_RANK_FAILED) {
                arauto_put(segment, rank, bytes * (size_t)arauto_rank(), block, bytes);
            } else if (failed < 0) {
                failed = rank;
                memcpy(seen, blocks + bytes * (size_t)failed, bytes);
                say("told");
            }
        }
        usleep(500); /* or signs of life would wait behind all that */
        if (failed >= 0 && memcmp(blocks + bytes * (size_t)failed, seen, bytes) != 0) {
            arauto_error_stop(3, "a failed image goes on to put");
        }
    }
}

/* Barriers until a rank has failed; the survivors form a team, have some barriers there, and end.
 */
static void recover(void) {
    enum { kBarriers = 200, kTries = 10 };
    arauto_handle_failures();
    arauto_team_h team = arauto_team_world();
    say("ready");
    while (arauto_team_barrier(team) >= 0) {
        usleep(500);
    }
    for (int tries = 0, met = 0; met < kBarriers; ++tries) {
        arauto_team_barrier(arauto_team_world());
        const arauto_status_t status =
            arauto_team_split(arauto_team_world(), 0, arauto_rank(), &team);
        if (tries == kTries || (status < 0 && status != ARAUTO_ERR_FAILED)) {
            arauto_error_stop(3, arauto_last_error());
        }
        for (met = 0; met < kBarriers && team != NULL && arauto_team_barrier(team) >= 0; ++met) {
            usleep(500);
        }
    }
    char sentence[64];
    snprintf(sentence, sizeof sentence, "recovered in a team of %d", arauto_team_size(team));
    say(sentence);
}

/* Each line goes out in two writes, so that only a reader of lines can keep it whole. */
static void write_torn_lines(int count) {
    char line[256];
    for (int i = 0; i < count; ++i) {
        const int to = i % 2 == 0 ? STDOUT_FILENO : STDERR_FILENO;
        const int length =
            snprintf(line, sizeof line, "<%d:%d:%0*d>\n", arauto_rank() + 1, i, 100 + i % 50, 0);
        if (write(to, line, (size_t)(length / 2)) < 0 ||
            write(to, line + length / 2, (size_t)(length - length / 2)) < 0) {
            _exit(3);
        }
    }
}

static volatile sig_atomic_t heard;

static void hear(int sig) {
    heard = sig;
}

static int wait_for_user_signal(void) {
    signal(SIGUSR1, hear);
    say("ready");
    while (!heard) {
        usleep(1000);
    }
    say("heard");
    return 0;
}

static int stop_at_user_signal(void) {
    wait_for_user_signal();
    arauto_finalize();
    say("left");
    return 0;
}

/* The program that it starts inherits none of its descriptors. */
static int start_another_program(void) {
    say("ready");
    return system("exec sleep 47 >&- 2>&-") == 0 ? 0 : 3;
}

static int echo_input(void) {
    char source[64] = "";
    int count = 0;
    if (readlink("/proc/self/fd/0", source, sizeof source - 1) < 0) {
        return 3;
    }
    while (getchar() != EOF) {
        ++count;
    }
    printf("image %d read %d from %.5s\n", arauto_rank() + 1, count, source);
    return 0;
}

static void be_deaf(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
}

int main(int count, char** words) {
    const char* mode = count > 1 ? words[1] : "hello";
    const int first = number(words, count, 2);
    const int second = number(words, count, 3);
    if (getenv("ARAUTO_TEST_IMAGES") != NULL) {
        arauto_set_naming("image", 1);
    }
    if (arauto_init() < 0) {
        fprintf(stderr, "%s\n", arauto_last_error());
        return 9;
    }
    const int is_chosen = arauto_rank() + 1 == first;
    if (!strcmp(mode, "hello")) {
        printf("hello %d of %d\n", arauto_rank() + 1, arauto_size());
    } else if (!strcmp(mode, "stop")) { /* CODE of each image */
        arauto_stop(number(words, count, 2 + arauto_rank()));
    } else if (!strcmp(mode, "exit") && is_chosen) { /* IMAGE CODE */
        _exit(second);
    } else if (!strcmp(mode, "error") || !strcmp(mode, "deaf-error")) { /* IMAGE CODE */
        if (!strcmp(mode, "deaf-error")) {
            be_deaf();
        }
        barrier();
        if (is_chosen) {
            arauto_error_stop(second, "the test asked for it");
        }
        never_end();
    } else if (!strcmp(mode, "error-late")) { /* IMAGE CODE */
        if (barrier() < 0 || barrier() < 0) {
            arauto_error_stop(3, arauto_last_error());
        }
        if (is_chosen) {
            arauto_error_stop(second, "the test asked for it");
        }
        if (barrier() < 0) {
            arauto_error_stop(3, arauto_last_error());
        }
    } else if (!strcmp(mode, "die") && is_chosen) { /* IMAGE SIGNAL */
        kill(getpid(), second);
        pause();
    } else if (!strcmp(mode, "wait") || !strcmp(mode, "deaf")) {
        if (!strcmp(mode, "deaf")) {
            be_deaf();
        }
        say("ready");
        never_end();
    } else if (!strcmp(mode, "traffic")) {
        put_and_synchronise_for_ever();
    } else if (!strcmp(mode, "survive")) {
        arauto_handle_failures();
        return live_on();
    } else if (!strcmp(mode, "look-on")) {
        return look_on();
    } else if (!strcmp(mode, "stream") || !strcmp(mode, "survive-stream")) {
        return stream(mode[1] == 'u');
    } else if (!strcmp(mode, "go-on")) { /* WORDS */
        go_on(first > 0 ? (size_t)first : 1);
    } else if (!strcmp(mode, "recover")) {
        recover();
    } else if (!strcmp(mode, "fail")) { /* IMAGE */
        if (is_chosen) {
            arauto_fail();
        }
        arauto_handle_failures();
        return live_on();
    } else if (!strcmp(mode, "lines")) { /* COUNT */
        write_torn_lines(first);
    } else if (!strcmp(mode, "no-newline")) {
        printf("the end of %d", arauto_rank() + 1);
    } else if (!strcmp(mode, "signal")) {
        return wait_for_user_signal();
    } else if (!strcmp(mode, "stop-at-signal")) {
        return stop_at_user_signal();
    } else if (!strcmp(mode, "start")) {
        return start_another_program();
    } else if (!strcmp(mode, "input")) {
        return echo_input();
    } else if (!strcmp(mode, "die-stopped") && is_chosen) { /* IMAGE SIGNAL */
        arauto_finalize();
        kill(getpid(), second);
    } else if (!strcmp(mode, "mask")) {
        sigset_t blocked;
        sigprocmask(SIG_BLOCK, NULL, &blocked);
        say(sigismember(&blocked, SIGINT) || sigismember(&blocked, SIGCHLD) ? "blocked" : "free");
    } else if (!strcmp(mode, "environment")) {
        say(getenv("ARAUTO_JOB_FD") || getenv("ARAUTO_RANK") ? "kept" : "removed");
    }
    barrier();
    return 0;
}
