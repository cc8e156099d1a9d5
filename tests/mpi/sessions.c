/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Windows on communicators that come from sessions, without MPI_Init: of all processes, of some, of
 * one alone; several sessions at a time and one after the other; beside MPI_Init, begun and ended
 * before or after it. The arguments say what happens in which order.
 */
#include "job.h"

#include <string.h>
#include <unistd.h>

static MPI_Comm make_comm(MPI_Session session, const char* pset, const char* tag) {
    MPI_Group group;
    MPI_Comm comm;
    MPI_Group_from_session_pset(session, pset, &group);
    MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    return comm;
}

static void use_puts(MPI_Comm comm, MPI_Win win, int* words, int salt) {
    int mine, members;
    MPI_Comm_rank(comm, &mine);
    MPI_Comm_size(comm, &members);
    const int value = salt + mine;
    MPI_Win_fence(0, win);
    for (int to = 0; to < members; ++to) {
        MPI_Put(&value, 1, MPI_INT, to, mine, 1, MPI_INT, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int from = 0; from < members; ++from) {
        CHECK(words[from] == salt + from, "salt %d: from %d came %d", salt, from, words[from]);
    }
    MPI_Barrier(comm);
}

static void use_locks(MPI_Comm comm, MPI_Win win) {
    int mine, members, one = 1, before, sum;
    MPI_Request request;
    MPI_Comm_rank(comm, &mine);
    MPI_Comm_size(comm, &members);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, members, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(comm);
    MPI_Win_lock_all(0, win);
    MPI_Rget(&sum, 1, MPI_INT, 0, members, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    CHECK(sum == members, "%d processes counted %d", members, sum);
    MPI_Barrier(comm);
}

/* A vector, whose layout outlives the session that it was first used in. */
static void use_vector(MPI_Comm comm, MPI_Win win, int* words) {
    int mine, members;
    int source[4] = {7, 8, 9, 10};
    MPI_Datatype type;
    MPI_Comm_rank(comm, &mine);
    MPI_Comm_size(comm, &members);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    MPI_Put(source, 1, type, mine, 0, 1, type, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(words[0] == 7 && words[2] == 9, "got %d and %d", words[0], words[2]);
    MPI_Type_free(&type);
    MPI_Barrier(comm);
}

enum { kExtra = 4 };

enum { kAllocated, kCreated };

/* Windows of these kinds. */
static void use_from(MPI_Comm comm, int first) {
    int members;
    int* words;
    MPI_Win win;
    MPI_Comm_size(comm, &members);
    const MPI_Aint bytes = (MPI_Aint)sizeof(int) * (members + kExtra);
    for (int kind = first; kind <= kCreated; ++kind) {
        if (kind == kAllocated) {
            MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, comm, &words, &win);
        } else {
            words = malloc((size_t)bytes);
            MPI_Win_create(words, bytes, sizeof(int), MPI_INFO_NULL, comm, &win);
        }
        memset(words, 0, (size_t)bytes);
        MPI_Barrier(comm);
        use_puts(comm, win, words, 100 * kind);
        words[members] = 0;
        MPI_Barrier(comm);
        use_locks(comm, win);
        use_vector(comm, win, words);
        MPI_Win_set_name(win, "mine");
        MPI_Win_free(&win);
        if (kind == kCreated) {
            free(words);
        }
    }
    CHECK(win == MPI_WIN_NULL, "the handle was left");
}

static void use(MPI_Comm comm) {
    use_from(comm, kAllocated);
}

static MPI_Session begin_session(void) {
    MPI_Session session;
    const int status = MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    CHECK(status == MPI_SUCCESS, "MPI_Session_init gave %d", status);
    return session;
}

/* All, some, one. */
static void use_session(MPI_Session session, const char* tag) {
    MPI_Comm all = make_comm(session, "mpi://WORLD", tag), part, alone, copy;
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    use(all);
    MPI_Comm_split(all, rank % 2, -rank, &part);
    if (rank % 2 == 0) { /* the odd ranks make none */
        use(part);
    }
    use(part);
    alone = make_comm(session, "mpi://SELF", tag);
    use(alone);
    MPI_Comm_dup(all, &copy);
    use(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&alone);
    MPI_Comm_free(&part);
    MPI_Comm_free(&all);
}

/* The first window belongs to some of the processes only: those of all are then the MPI's own, and
 * MPICH 4.0.2 looks for the data of small windows from MPI_Win_allocate in the wrong place. */
static void use_parts_first(MPI_Session session) {
    MPI_Comm all = make_comm(session, "mpi://WORLD", "org.arauto.first"), part;
    MPI_Comm_rank(all, &rank);
    MPI_Comm_split(all, rank < 1, rank, &part);
    use(part);
    use_from(all, kCreated);
    MPI_Comm_free(&part);
    MPI_Comm_free(&all);
}

static void two_sessions(void) {
    MPI_Session one = begin_session(), other = begin_session();
    use_session(one, "org.arauto.one");
    use_session(other, "org.arauto.other");
    MPI_Session_finalize(&one);
    use_session(other, "org.arauto.still");
    MPI_Session_finalize(&other);
}

static void again(void) {
    for (int round = 0; round < 3; ++round) {
        MPI_Session session = begin_session();
        use_session(session, "org.arauto.again");
        MPI_Session_finalize(&session);
    }
}

static void around_world(void) {
    MPI_Session session = begin_session();
    use_session(session, "org.arauto.before");
    MPI_Init(NULL, NULL);
    use(MPI_COMM_WORLD);
    use_session(session, "org.arauto.beside");
    MPI_Finalize();
    use_session(session, "org.arauto.after");
    MPI_Session_finalize(&session);
}

static void within_world(void) {
    MPI_Init(NULL, NULL);
    use(MPI_COMM_WORLD);
    MPI_Session session = begin_session();
    use_session(session, "org.arauto.within");
    MPI_Session_finalize(&session);
    use(MPI_COMM_WORLD);
    use(MPI_COMM_SELF);
    MPI_Finalize();
}

int main(int argc, char** argv) {
    const char* const what = argc > 1 ? argv[1] : "two";
    setbuf(stdout, NULL);
    if (strcmp(what, "two") == 0) {
        two_sessions();
    } else if (strcmp(what, "again") == 0) {
        again();
    } else if (strcmp(what, "around") == 0) {
        around_world();
    } else if (strcmp(what, "within") == 0) {
        within_world();
    } else {
        MPI_Session session = begin_session();
        use_parts_first(session);
        MPI_Session_finalize(&session);
    }
    if (rank == 0) {
        printf("all well\n");
    }
    return 0;
}
