// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See far_accumulate.hpp.
#include "far_accumulate.hpp"

#include "count.hpp"
#include "wait.hpp"

#include <cstring>
#include <sched.h>

namespace arauto::mpi {
namespace {

enum class What : uint8_t { accumulate, swap };

/// A message: blocks of the target's memory, in its own address space. The data follow; of a swap
/// the element that is desired and the one that is expected.
struct Command {
    uint64_t address;
    int64_t stride;
    uint32_t bytes; // of a block
    uint8_t blocks;
    What what;
    Operation operation;
    Basic basic;
};
static_assert(sizeof(Command) == 24);

constexpr int64_t kDataMax = 192; // of one message: whole elements of any type
static_assert(sizeof(Command) + kDataMax <= ARAUTO_SERVICE_BYTES_MAX);
// Longer ones take the lock there, and move their data as puts and gets do.
constexpr int64_t kToldMax = 4096;
constexpr int64_t kFetchedMax = 4 * kDataMax; // which are waited for one after the other

int g_service = -1;

// ---- At the target ----

// Its place in the line for this process's lock, when it had to join it.
bool g_is_in_line = false;
uint64_t g_place = 0;
uint64_t g_looks = 0;

/// Takes the lock if it is free, or joins the line. @return whether it is held now
bool take_turn(TicketLock& lock, uint64_t& number) noexcept {
    constexpr int kLooks = 100;
    constexpr uint64_t kLooksBetweenRollCalls = 4096;
    if (!g_is_in_line) {
        for (int look = 0; look < kLooks; ++look) {
            if (lock.try_take(number)) {
                return true;
            }
            pause_core();
        }
        g_place = lock.take();
        g_is_in_line = true;
    }
    if (!lock.is_turn_of(g_place)) {
        if (++g_looks % kLooksBetweenRollCalls == 0 && somebody_died()) {
            give_up(); // the dead may have held it
        }
        sched_yield();
        return false;
    }
    g_is_in_line = false;
    g_looks = 0;
    number = g_place;
    return true;
}

bool is_sound(const Command& command, const arauto_service_call_t& call) noexcept {
    const size_t moved = size_t{command.bytes} * command.blocks;
    const bool has_data = command.operation != Operation::kNoOp;
    const size_t data = command.what == What::swap ? 2 * moved : has_data ? moved : 0;
    return call.question_bytes == sizeof command + data && moved <= kDataMax &&
           (call.answer_bytes == 0 || call.answer_bytes == moved);
}

void carry_out(const Command& command, Apply apply, const arauto_service_call_t& call) noexcept {
    auto* const there = reinterpret_cast<char*>(command.address);
    const char* const data = static_cast<const char*>(call.question) + sizeof command;
    if (call.answer_bytes > 0) {
        auto* answer = static_cast<char*>(call.answer);
        for (int block = 0; block < command.blocks; ++block, answer += command.bytes) {
            std::memcpy(answer, there + block * command.stride, command.bytes);
        }
    }
    if (command.what == What::swap) {
        if (std::memcmp(there, data + command.bytes, command.bytes) == 0) {
            std::memcpy(there, data, command.bytes);
        }
    } else if (command.operation != Operation::kNoOp) {
        apply_blocks(apply, {there, data, command.blocks, command.stride, command.bytes,
                             element_count(command.basic, command.bytes)});
    }
}

arauto_status_t serve(const arauto_service_call_t* call) noexcept {
    Command command{};
    if (call->question_bytes < sizeof command) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&command, call->question, sizeof command);
    const Apply apply =
        command.what == What::swap ? nullptr : apply_of(command.operation, command.basic);
    if (!is_sound(command, *call) || (command.what == What::accumulate && apply == nullptr)) {
        return ARAUTO_ERR_ARGUMENT;
    }
    TicketLock& lock = block_of(job().rank)->accumulate;
    uint64_t number = 0;
    if (!take_turn(lock, number)) {
        return ARAUTO_SERVICE_LATER;
    }
    carry_out(command, apply, *call);
    lock.leave(number);
    return ARAUTO_OK;
}

// ---- At the origin ----

/// Both sides as packed bytes.
struct Packed {
    const char* origin; // null: it is not read
    char* result; // null: none is wanted
};

arauto_status_t
send(int rank, const Command& command, const char* data, size_t bytes, char* answer) noexcept {
    alignas(16) char message[ARAUTO_SERVICE_BYTES_MAX];
    std::memcpy(message, &command, sizeof command);
    if (bytes > 0) {
        std::memcpy(message + sizeof command, data, bytes);
    }
    const size_t moved = size_t{command.bytes} * command.blocks;
    if (g_is_counting) [[unlikely]] {
        arauto_counters_add(command.what == What::swap ? ARAUTO_COUNTER_ATOMIC
                                                       : ARAUTO_COUNTER_ACCUMULATE,
                            {0, 1, moved});
    }
    return answer != nullptr
               ? arauto_service_ask(rank, g_service, message, sizeof command + bytes, answer, moved)
               : arauto_service_tell(rank, g_service, message, sizeof command + bytes);
}

/// Blocks that fit into one message.
arauto_status_t
send_part(const FarAccumulate& what, const Target& target, const Piece& part, Packed packed) {
    const Command command{.address = target.address + static_cast<uint64_t>(part.target),
                          .stride = part.target_stride,
                          .bytes = static_cast<uint32_t>(part.bytes),
                          .blocks = static_cast<uint8_t>(part.count),
                          .what = What::accumulate,
                          .operation = what.operation,
                          .basic = what.plan.basic};
    char data[kDataMax];
    const auto bytes = static_cast<size_t>(part.bytes);
    const size_t moved = bytes * static_cast<size_t>(part.count);
    for (int64_t block = 0; packed.origin != nullptr && block < part.count; ++block) {
        std::memcpy(data + static_cast<size_t>(block) * bytes,
                    packed.origin + part.origin + block * part.origin_stride, bytes);
    }
    alignas(16) char answer[kDataMax];
    const arauto_status_t status =
        send(target.job_rank, command, data, packed.origin != nullptr ? moved : 0,
             packed.result != nullptr ? answer : nullptr);
    for (int64_t block = 0; status >= 0 && packed.result != nullptr && block < part.count;
         ++block) {
        std::memcpy(packed.result + part.origin + block * part.origin_stride,
                    answer + static_cast<size_t>(block) * bytes, bytes);
    }
    return status;
}

arauto_status_t
send_piece(const FarAccumulate& what, const Target& target, const Piece& piece, Packed packed) {
    arauto_status_t status = ARAUTO_OK;
    cut_piece(piece, kDataMax, basic_bytes(what.plan.basic), [&](const Piece& part) {
        status = send_part(what, target, part, packed);
        return status >= 0;
    });
    return status;
}

/// Whether it is worth its messages, and may be cut into them: what consists of several types has
/// no elements to cut at.
bool is_short(const FarAccumulate& what, int64_t bytes) noexcept {
    const bool fetches = what.result.layout != nullptr;
    if (fetches && what.result.layout->pairs_with_gap) {
        return false;
    }
    return basic_bytes(what.plan.basic) == 0 ? bytes <= kDataMax
                                             : bytes <= (fetches ? kFetchedMax : kToldMax);
}

} // namespace

void register_far_accumulates() noexcept {
    if (g_service < 0) {
        arauto_service_register(serve, &g_service);
    }
}

bool accumulate_far(const FarAccumulate& what,
                    const Target& target,
                    arauto_status_t& status_out) noexcept {
    const Layout& there = *what.plan.target;
    const int64_t bytes = there.size * target.count;
    if (!is_short(what, bytes)) {
        return false;
    }
    alignas(16) char origin[kToldMax];
    alignas(16) char result[kFetchedMax];
    Packed packed{nullptr, what.result.layout != nullptr ? result : nullptr};
    const Side plain = {byte_layout(), bytes};
    if (what.operation != Operation::kNoOp) {
        copy_layout(plain, origin, {*what.plan.origin, what.origin.count}, what.origin.address);
        packed.origin = origin;
    }
    status_out = ARAUTO_OK;
    Walk walk(plain, {there, target.count});
    for (Piece piece; status_out >= 0 && walk.next(piece);) {
        status_out = send_piece(what, target, piece, packed);
    }
    if (status_out >= 0 && packed.result != nullptr) {
        copy_layout({*what.result.layout, what.result.count}, what.result.address, plain, result);
    }
    return true;
}

arauto_status_t
swap_far(const Target& target, const char* desired, const void* expected, char* result) noexcept {
    const Layout& layout = *target.layout;
    const auto bytes = static_cast<size_t>(layout.size);
    const Command command{.address =
                              target.address + static_cast<uint64_t>(layout.true_lower_bound),
                          .stride = 0,
                          .bytes = static_cast<uint32_t>(bytes),
                          .blocks = 1,
                          .what = What::swap,
                          .operation = Operation::kReplace,
                          .basic = layout.basic};
    char data[2 * kSwapBytesMax];
    std::memcpy(data, desired, bytes);
    std::memcpy(data + bytes, expected, bytes);
    return send(target.job_rank, command, data, 2 * bytes, result);
}

} // namespace arauto::mpi
