/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The results of calls before arauto_init and after arauto_finalize, and properties of all status
 * codes.
 */
#include "job.h"

#include "arauto/spi/info.h"
#include "arauto/spi/lock.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/segment.h"
#include "arauto/spi/status.h"

static int facts;

static void count_fact(
    void* context, const char* group, const char* name, const char* value, const char* help) {
    CHECK(context == &facts, "the visitor got another context");
    CHECK(*group != 0 && *name != 0 && *value != 0 && help != NULL, "a fact is empty");
    ++facts;
}

static void check_names(void) {
    CHECK(strcmp(arauto_status_name(ARAUTO_OK), "ARAUTO_OK") == 0, "OK has another name");
    CHECK(strcmp(arauto_status_name(ARAUTO_ERR_RANK), "ARAUTO_ERR_RANK") == 0, "another name");
    CHECK(strcmp(arauto_status_name(1000), "unknown status") == 0, "1000 has a name");
    CHECK(strcmp(arauto_status_name(-1000), "unknown status") == 0, "-1000 has a name");
    int major = -1;
    int minor = -1;
    int patch = -1;
    CHECK(sscanf(arauto_version(), "%d.%d.%d", &major, &minor, &patch) == 3 && patch >= 0,
          "the version is '%s'", arauto_version());
    for (int status = ARAUTO_ERR_EPOCH; status <= ARAUTO_LOCK_RECOVERED; ++status) {
        CHECK(strncmp(arauto_status_name(status), "ARAUTO_", 7) == 0, "%d has no name", status);
    }
}

/* The calls that need a job. */
static void refuse(const char* phase) {
    const arauto_status_t wanted = ARAUTO_ERR_STATE;
    arauto_segment_h segment = NULL;
    arauto_notify_h event = NULL;
    arauto_lock_h lock = NULL;
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    void* memory = NULL;
    char byte = 5;
    const uint64_t there = (uint64_t)(uintptr_t)&byte;
    CHECK_FAILS(arauto_finalize(), wanted, phase);
    CHECK_FAILS(arauto_rank_state(0, &state), wanted, phase);
    CHECK_FAILS(arauto_put_at(0, there, "x", 1), wanted, phase);
    CHECK_FAILS(arauto_get_at(0, there, &byte, 1), wanted, phase);
    CHECK_FAILS(arauto_memory_allocate(8, &memory), wanted, phase);
    CHECK_FAILS(arauto_segment_allocate(arauto_team_world(), 8, &segment), wanted, phase);
    CHECK_FAILS(arauto_segment_declare(8, &segment), wanted, phase);
    CHECK_FAILS(arauto_segment_verify(), wanted, phase);
    CHECK_FAILS(arauto_notify_create(arauto_team_world(), 1, &event), wanted, phase);
    CHECK_FAILS(arauto_notify_declare(1, &event), wanted, phase);
    CHECK_FAILS(arauto_lock_create(arauto_team_world(), 1, &lock), wanted, phase);
    CHECK_FAILS(arauto_lock_declare(1, &lock), wanted, phase);
    CHECK_FAILS(arauto_team_barrier(arauto_team_world()), wanted, phase);
    CHECK_FAILS(arauto_team_sync_ranks(arauto_team_world(), -1, NULL), wanted, phase);
    CHECK_FAILS(arauto_broadcast(arauto_team_world(), &byte, 1, 0), wanted, phase);
    CHECK_FAILS(arauto_allgather(arauto_team_world(), &byte, 1, &byte), wanted, phase);
    CHECK_FAILS(arauto_reduce(arauto_team_world(), &byte, 1, ARAUTO_INT8, ARAUTO_SUM, 0), wanted,
                phase);
    CHECK(byte == 5 && memory == NULL && segment == NULL && event == NULL && lock == NULL,
          "a refused call wrote its result");
    CHECK(arauto_is_initialized() == 0, "it is initialized %s", phase);
    CHECK(arauto_ranks_ended() == 0, "ranks have ended %s", phase);
}

int main(void) {
    CHECK(strcmp(arauto_last_error(), "") == 0, "the first error is '%s'", arauto_last_error());
    CHECK(arauto_rank() == 0 && arauto_size() == 1, "rank %d of %d before arauto_init",
          arauto_rank(), arauto_size());
    CHECK(arauto_team_world() == NULL, "there is a team before arauto_init");
    CHECK(arauto_memory_is_ours(&facts) == 0, "memory is ours before arauto_init");
    CHECK_FAILS(arauto_memory_free(&facts), ARAUTO_ERR_STATE, "arauto_memory_free");
    refuse("before arauto_init");
    check_names();
    arauto_info_visit(count_fact, &facts);
    const int before = facts;
    CHECK(before > 5, "only %d facts are told", before);
    start();
    CHECK_OK(arauto_init()); /* again: does nothing */
    arauto_info_visit(count_fact, &facts);
    CHECK(facts == 2 * before, "%d facts were told before, %d now", before, facts - before);
    CHECK(arauto_is_initialized() == 1, "it is not initialized");
    CHECK(arauto_rank() >= 0 && arauto_rank() < arauto_size(), "a rank outside the job");
    CHECK(arauto_ranks_ended() == 0, "ranks have ended before all are there");
    barrier();
    CHECK_OK(arauto_finalize());
    refuse("after arauto_finalize");
    return 0;
}
