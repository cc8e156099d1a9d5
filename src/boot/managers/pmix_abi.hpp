// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The binary interface of libpmix.so.2 (PMIx 2 to 6), as far as pmix.cpp calls it, so that a build
// needs no PMIx headers. tests/unit compares it with these headers where they are installed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::boot::pmix {

inline constexpr const char* kFile = "libpmix.so.2";
inline constexpr size_t kNameBytes = 256; // of a namespace
inline constexpr size_t kKeyBytes = 512;
inline constexpr uint32_t kEveryone = UINT32_MAX - 1; // instead of a rank: the whole job

using Code = int; // 0: success
inline constexpr Code kNotFound = -46;

struct Process {
    char job[kNameBytes];
    uint32_t rank;
};

enum Type : uint16_t { kString = 3, kInteger = 6, kUint32 = 14, kProcess = 22, kBytes = 27 };

struct Bytes {
    char* data;
    size_t size;
};

struct Array {
    uint16_t type;
    size_t size;
    void* items;
};

struct Value {
    uint16_t type;
    union {
        char* text;
        int integer;
        uint32_t uint32;
        Process* process;
        Array* array;
        Bytes bytes;
        void* longest[3];
    };
};

struct Info {
    char key[kKeyBytes];
    uint32_t flags;
    Value value;
};

inline constexpr uint8_t kForAll = 3; // scope of a put

inline constexpr const char* kJobSize = "pmix.job.size";
inline constexpr const char* kLocalPeers = "pmix.lpeers";
inline constexpr const char* kNodeNumber = "pmix.nodeid";
inline constexpr const char* kTimeout = "pmix.timeout";
inline constexpr const char* kAffected = "pmix.evproc";
inline constexpr const char* kAllAffected = "pmix.evaffected";

inline constexpr Code kActionComplete = -334;
/// Codes of the events that report a process that has ended as it should not.
inline constexpr Code kDeaths[] = {-7, -8, -9, -200, -400, -402, -403, -404};
inline constexpr Code kLostConnection = -61;

using EndedCallback = void (*)(Code, void* context);
using HandlerEnded = void (*)(
    Code, Info* results, size_t count, EndedCallback ended, void* ended_context, void* context);
using Handler = void (*)(size_t registration,
                         Code,
                         const Process* source,
                         Info* facts,
                         size_t count,
                         Info* results,
                         size_t result_count,
                         HandlerEnded ended,
                         void* context);
using Registered = void (*)(Code, size_t registration, void* context);

/// The library's functions, under their own names.
struct Library {
    Code (*Init)(Process* self, Info* facts, size_t count);
    Code (*Finalize)(const Info* facts, size_t count);
    Code (*Abort)(int status, const char* sentence, Process* processes, size_t count);
    Code (*Put)(uint8_t scope, const char* key, Value* value);
    Code (*Commit)();
    Code (*Fence)(const Process* processes, size_t count, const Info* facts, size_t fact_count);
    Code (*Get)(
        const Process* process, const char* key, const Info* facts, size_t count, Value** value);
    Code (*Resolve_peers)(const char* node, const char* job, Process** processes, size_t* count);
    Code (*Resolve_nodes)(const char* job, char** nodes);
    Code (*Register_event_handler)(Code* codes,
                                   size_t code_count,
                                   Info* facts,
                                   size_t fact_count,
                                   Handler handler,
                                   Registered registered,
                                   void* context);
    const char* (*Error_string)(Code);
};

} // namespace arauto::boot::pmix
