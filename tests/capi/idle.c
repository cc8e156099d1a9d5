/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * An idle process uses nearly no processor time: its progress thread sleeps. So it is also when a
 * process that is not part of the job connects to its listener over the network and stays there.
 */
#include "job.h"

#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kConnections = 6, kFilesMax = 256, kNaps = 100, kNapUs = 20000 };
enum { kSleepsMax = 10 * kNaps }; /* of all threads; one that looks again and again took 70 times */
static const double kShareMax = 0.25; /* of a processor */

static struct rusage used(void) {
    struct rusage now;
    getrusage(RUSAGE_SELF, &now);
    return now;
}

static double cpu_seconds(const struct rusage* now) {
    return (double)(now->ru_utime.tv_sec + now->ru_stime.tv_sec) +
           1e-6 * (double)(now->ru_utime.tv_usec + now->ru_stime.tv_usec);
}

/* Where this process listens; of family 0: nowhere. */
static struct sockaddr_in find_listener(void) {
    struct sockaddr_in listener = {0};
    for (int file = 0; file < kFilesMax; ++file) {
        int listens = 0;
        socklen_t bytes = sizeof listens;
        if (getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &listens, &bytes) == 0 && listens != 0) {
            struct sockaddr_in here = {0};
            bytes = sizeof here;
            getsockname(file, (struct sockaddr*)&here, &bytes);
            listener = here.sin_family == AF_INET ? here : listener;
        }
    }
    return listener;
}

/* A process that is not part of the job: its connections are silent, send noise, or are closed in
 * one direction, by turns. */
static pid_t connect_from_outside(const struct sockaddr_in* listener) {
    const pid_t child = fork();
    if (child != 0) {
        return child;
    }
    alarm(60);
    for (int i = 0; i < kConnections; ++i) {
        const int way = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(way, (const struct sockaddr*)listener, sizeof *listener) != 0) {
            _exit(1);
        }
        if (i % 3 == 1) {
            static const char noise[4096] = {1};
            (void)!send(way, noise, sizeof noise, MSG_NOSIGNAL);
        } else if (i % 3 == 2) {
            shutdown(way, SHUT_WR);
        }
    }
    for (;;) {
        pause();
    }
}

/* For the sanitizer of leaks: a connection that libfabric has not made up its mind about is known
 * to the kernel alone, and some of those from outside are under way when this ends.
 */
__attribute__((visibility("default"))) const char* __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) { // NOLINT: its name is the sanitizer's
    return "leak:libfabric.so";
}

int main(void) {
    CHECK_OK(arauto_init());
    const int other = (arauto_rank() + 1) % arauto_size();
    arauto_segment_h segment;
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 64, &segment));
    const uint64_t word = 1;
    CHECK_OK(arauto_put(segment, other, 0, &word, sizeof word));
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
    const struct sockaddr_in listener = find_listener();
    const pid_t outsider = listener.sin_family == AF_INET ? connect_from_outside(&listener) : 0;
    const struct rusage before = used();
    for (int nap = 0; nap < kNaps; ++nap) {
        usleep(kNapUs);
    }
    const struct rusage after = used();
    if (outsider > 0) {
        kill(outsider, SIGKILL);
        waitpid(outsider, NULL, 0);
    }
    const double share = (cpu_seconds(&after) - cpu_seconds(&before)) / (1e-6 * kNaps * kNapUs);
    const long sleeps = after.ru_nvcsw - before.ru_nvcsw;
    CHECK(share <= kShareMax, "it took %.3f of a processor for nothing", share);
    CHECK(sleeps <= kSleepsMax, "it slept %ld times, at most %d were expected", sleeps, kSleepsMax);
    CHECK_OK(arauto_segment_free(segment));
    return 0;
}
