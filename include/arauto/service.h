/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Services: remote procedure calls (RPC) between nodes. A rank of another node works on its own
 * memory when it is asked, in one message where several accesses would each take a round trip. For
 * front-ends. Memory on this node is reached by load and store, and has no services.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** What a service is given. It runs in the process that was asked, in any of its threads that looks
 * after the network, one question at a time. It must not wait. */
typedef struct arauto_service_call {
    int origin; /**< the rank in the job that asks */
    const void* question; /**< a copy; 16-byte aligned */
    size_t question_bytes;
    void* answer; /**< room for it; 16-byte aligned */
    size_t answer_bytes; /**< as many as are wanted: 0 when no caller waits */
} arauto_service_call_t;

enum {
    ARAUTO_SERVICE_LATER = 2, /**< of a service: it has done nothing, and is to be called again */
    ARAUTO_SERVICE_BYTES_MAX = 8128, /**< of a question, and of an answer */
    ARAUTO_SERVICE_ALL = -1 /**< of arauto_service_settle: every rank */
};

/** @return ARAUTO_OK, a failure, which arauto_service_ask then returns, or ARAUTO_SERVICE_LATER */
typedef arauto_status_t (*arauto_service_f)(const arauto_service_call_t* call);

/** Makes a function known as a service. Every process of the job registers the same services in the
 * same order, so that a number means the same everywhere, and all have before one is asked.
 *  @error  ARAUTO_ERR_MEMORY (there are 16 already) */
ARAUTO_EXPORT arauto_status_t arauto_service_register(arauto_service_f function,
                                                      int* service_out) ARAUTO_NOEXCEPT;

/** Lets a rank of another node do something, and does not wait for it: arauto_service_settle does.
 * Requests of one rank to another are carried out in the order of the calls.
 *  @error  ARAUTO_ERR_RANK (no such rank, or it is on this node), ARAUTO_ERR_ARGUMENT (no such
 * service, too many bytes), ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_service_tell(int rank,
                                                  int service,
                                                  const void* question,
                                                  size_t bytes) ARAUTO_NOEXCEPT;

/** The same, and waits for the answer: `answer_bytes` bytes of it.
 *  @error  as arauto_service_tell, and what the service returns */
ARAUTO_EXPORT arauto_status_t arauto_service_ask(int rank,
                                                 int service,
                                                 const void* question,
                                                 size_t bytes,
                                                 void* answer,
                                                 size_t answer_bytes) ARAUTO_NOEXCEPT;

/** Returns when all that this process has told the rank, or every rank (ARAUTO_SERVICE_ALL), has
 * been done. Requests to a rank that has failed count as done. */
ARAUTO_EXPORT arauto_status_t arauto_service_settle(int rank) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
