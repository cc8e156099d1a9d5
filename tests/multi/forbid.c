/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * forbid [memfd] [shm] -- COMMAND ARGS: runs a command where memfd_create is refused, where
 * /dev/shm cannot be written, or both. Ends with 77 when this system does not let it arrange that.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kCannotArrange = 77 };

static int forbid_memfd(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Only this process and its children see the empty folder that cannot be written. */
static int forbid_shm(void) {
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
        return 0;
    }
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", "/dev/shm", "tmpfs", MS_RDONLY, NULL) == 0;
}

int main(int count, char** words) {
    int at = 1;
    int shm_is_wanted = 0;
    int memfd_is_wanted = 0;
    for (; at < count && strcmp(words[at], "--") != 0; ++at) {
        shm_is_wanted |= !strcmp(words[at], "shm");
        memfd_is_wanted |= !strcmp(words[at], "memfd");
    }
    if ((shm_is_wanted && !forbid_shm()) || (memfd_is_wanted && !forbid_memfd())) {
        perror("forbid");
        return kCannotArrange;
    }
    if (at + 1 < count) {
        execvp(words[at + 1], words + at + 1);
    }
    perror("forbid: which command");
    return 127;
}
