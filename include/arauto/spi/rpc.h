/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: remote procedure calls (RPC). A rank works on its own memory when
 * it is asked: on another node in one message where several accesses would each take a round trip,
 * and on this node where load and store do not reach, as in another process's private memory.
 */
#pragma once

#include "arauto/rma.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The arguments of a function of an RPC. It runs in the target's process, in any of its threads
 * that waits or serves the network: of each node's requests one at a time. It must not wait. */
typedef struct arauto_rpc_request {
    int origin; /**< the calling rank in the job */
    const void* request; /**< a copy; 16-byte aligned */
    size_t request_bytes;
    void* reply; /**< room for it; 16-byte aligned */
    size_t reply_bytes; /**< as many as are wanted: 0 when no caller waits */
    int is_lost; /**< 1: the origin, on another node, has failed since the function returned
                    ARAUTO_RPC_LATER: it only gives up what it has taken for this request */
} arauto_rpc_request_t;

enum {
    ARAUTO_RPC_LATER = 2, /**< of a function: it has not done the work, and is to be called again */
    ARAUTO_RPC_BYTES_MAX = 8128 /**< of a request, and of a reply */
};

/** The function of an RPC.
 *  @return ARAUTO_OK, a failure, which arauto_rpc_call then returns, or ARAUTO_RPC_LATER */
typedef arauto_status_t (*arauto_rpc_f)(const arauto_rpc_request_t* request);

/** Makes a function known to RPC. Every process of the job registers the same functions in the same
 * order, so that a number means the same everywhere, and all have before one is called.
 *  @param function  the same in every process
 *  @param number_out  its number
 *  @error  ARAUTO_ERR_MEMORY (there are 16 already), ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_rpc_register(arauto_rpc_f function,
                                                  int* number_out) ARAUTO_NOEXCEPT;

/** Calls a function at another rank, and does not wait for it: arauto_rpc_flush does. On this node
 * it is done on return. Requests of one rank to another are carried out in the order of the calls.
 *  @param rank  in the job
 *  @param function  a number that arauto_rpc_register gave
 *  @param request  `bytes` bytes, copied; at most ARAUTO_RPC_BYTES_MAX
 *  @error  ARAUTO_ERR_RANK (no such rank, or it is the caller), ARAUTO_ERR_ARGUMENT (no such
 * function, too many bytes), ARAUTO_ERR_FAILED, ARAUTO_ERR_MEMORY */
ARAUTO_EXPORT arauto_status_t arauto_rpc_post(int rank,
                                              int function,
                                              const void* request,
                                              size_t bytes) ARAUTO_NOEXCEPT;

/** Calls a function at another rank, and waits for its reply. In order with posted
 * requests. Arguments otherwise as arauto_rpc_post.
 *  @param reply  room for `reply_bytes` bytes, at most ARAUTO_RPC_BYTES_MAX
 *  @param reply_bytes  length of the reply that is wanted
 *  @error  as arauto_rpc_post, and what the function returns */
ARAUTO_EXPORT arauto_status_t arauto_rpc_call(int rank,
                                              int function,
                                              const void* request,
                                              size_t bytes,
                                              void* reply,
                                              size_t reply_bytes) ARAUTO_NOEXCEPT;

/** Returns when all that this process has posted to the rank is done. Requests to a rank that has
 * failed count as done. Returns at once where nothing was posted.
 *  @param rank  in the job, or ARAUTO_EVERY_RANK
 *  @error  ARAUTO_ERR_RANK */
ARAUTO_EXPORT arauto_status_t arauto_rpc_flush(int rank) ARAUTO_NOEXCEPT;

/** Serves requests of this node's ranks also while no thread of this process waits in a call of
 * this library: by a thread that sleeps until one comes. Local; needed once. Requests of other
 * nodes are always served.
 *  @error  ARAUTO_ERR_MEMORY */
ARAUTO_EXPORT arauto_status_t arauto_rpc_attend(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
