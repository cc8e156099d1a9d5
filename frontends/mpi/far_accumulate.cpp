// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See far_accumulate.hpp.
#include "far_accumulate.hpp"

#include "accumulate_lock.hpp"
#include "count.hpp"
#include "layout_cache.hpp"
#include "wait.hpp"

#include "arauto/rma.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <sched.h>
#include <unordered_map>

namespace arauto::mpi {
namespace {

enum class Kind : uint8_t { accumulate, swap };

/// A message: blocks of the target's memory, in its own address space. The data follow; of a swap
/// the element that is desired and the one that is expected.
struct Command {
    uint64_t address;
    int64_t stride;
    uint16_t bytes; // of a block
    uint16_t blocks;
    Kind kind;
    uint8_t spare;
    Operation operation;
    Basic basic;
};
static_assert(sizeof(Command) == 24);

constexpr int64_t kDataMax = 8064; // of one message: whole elements of any type
static_assert(sizeof(Command) + kDataMax <= ARAUTO_SERVICE_BYTES_MAX);
// Where there is no room, longer ones take the lock there, and move their data as puts and gets do.
constexpr int64_t kToldMax = 8 * kDataMax;
constexpr int64_t kFetchedMax = 4 * kDataMax; // which are waited for one after the other

/// What goes with data in a room: memory of the target's process that it has given to this one, for
/// operands that are put there and results that are fetched from there.
struct RoomCommand {
    uint64_t address;
    int64_t stride;
    uint64_t operand; // in the room, as bytes without gaps
    uint64_t result; // likewise; 0: none is wanted
    uint32_t bytes; // of a block
    uint32_t blocks;
    Operation operation;
    Basic basic;
};

constexpr int64_t kRoomBytes = int64_t{512} << 10;
constexpr int64_t kRoomLine = 64;
// Of one command: a put of so many bytes is not waited for.
constexpr int64_t kPartBytes = int64_t{15} << 10;
// Of an accumulate that is so long that its puts are better waited for than copied: the target
// applies one part while the next comes.
constexpr int64_t kLongPartBytes = int64_t{64} << 10;
constexpr int64_t kLongBytes = 2 * kLongPartBytes;
constexpr int kRoomsMax = 64; // that a process gives: the others' accumulates take its lock

int g_service = -1;
int g_giving = -1; // of rooms
int g_in_room = -1;

// ---- At the target ----

uint64_t g_place = kNoTicket; // in the line for this process's lock, when it had to join it
uint64_t g_looks = 0;

/// Takes the lock if it is free, or joins the line. @return whether it is held now
bool try_lock(TicketLock& lock, uint64_t& number) noexcept {
    constexpr int kLooks = 100;
    constexpr uint64_t kLooksBetweenRollCalls = 4096;
    const NearWords words(lock);
    if (g_place == kNoTicket) {
        for (int look = 0; look < kLooks; ++look) {
            number = try_enter(words, job().rank);
            if (number != kNoTicket) {
                return true;
            }
            pause_core();
        }
        g_place = try_claim(words, job().rank);
    }
    if (words.load(kServing) != g_place) {
        if (++g_looks % kLooksBetweenRollCalls == 0) {
            pass_dead(lock);
        }
        sched_yield();
        return false;
    }
    number = g_place;
    g_place = kNoTicket;
    g_looks = 0;
    return true;
}

void unlock(TicketLock& lock, uint64_t number) noexcept {
    NearWords(lock).store(kServing, number + 1);
    ring(lock.doorbell, sleeper_of(number + 1));
}

bool is_sound(const Command& command, const arauto_service_call_t& call) noexcept {
    const size_t moved = size_t{command.bytes} * command.blocks;
    const bool has_data = command.operation != Operation::kNoOp;
    const size_t data = command.kind == Kind::swap ? 2 * moved : has_data ? moved : 0;
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
    if (command.kind == Kind::swap) {
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
        command.kind == Kind::swap ? nullptr : apply_of(command.operation, command.basic);
    if (!is_sound(command, *call) || (command.kind == Kind::accumulate && apply == nullptr)) {
        return ARAUTO_ERR_ARGUMENT;
    }
    TicketLock& lock = block_of(job().rank)->accumulate;
    uint64_t number = 0;
    if (!try_lock(lock, number)) {
        return ARAUTO_SERVICE_LATER;
    }
    carry_out(command, apply, *call);
    unlock(lock, number);
    return ARAUTO_OK;
}

/// Answers the address of a room, or 0.
arauto_status_t give_room(const arauto_service_call_t* call) noexcept {
    static int given = 0;
    uint64_t address = 0;
    if (call->answer_bytes != sizeof address) {
        return ARAUTO_ERR_ARGUMENT;
    }
    void* room = nullptr;
    if (given < kRoomsMax && arauto_memory_allocate(kRoomBytes, &room) >= 0) {
        ++given;
        address = reinterpret_cast<uint64_t>(room);
    }
    std::memcpy(call->answer, &address, sizeof address);
    return ARAUTO_OK;
}

void carry_out_in_room(const RoomCommand& command, Apply apply) noexcept {
    auto* const there = reinterpret_cast<char*>(command.address);
    auto* result = reinterpret_cast<char*>(command.result);
    for (int64_t block = 0; result != nullptr && block < command.blocks; ++block) {
        std::memcpy(result, there + block * command.stride, command.bytes);
        result += command.bytes;
    }
    if (command.operation != Operation::kNoOp) {
        apply_blocks(apply,
                     {there, reinterpret_cast<const char*>(command.operand), command.blocks,
                      command.stride, command.bytes, element_count(command.basic, command.bytes)});
    }
}

arauto_status_t serve_in_room(const arauto_service_call_t* call) noexcept {
    RoomCommand command{};
    if (call->question_bytes != sizeof command) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&command, call->question, sizeof command);
    const Apply apply = apply_of(command.operation, command.basic);
    if (apply == nullptr || uint64_t{command.bytes} * command.blocks > kLongPartBytes) {
        return ARAUTO_ERR_ARGUMENT;
    }
    TicketLock& lock = block_of(job().rank)->accumulate;
    uint64_t number = 0;
    if (!try_lock(lock, number)) {
        return ARAUTO_SERVICE_LATER;
    }
    carry_out_in_room(command, apply);
    unlock(lock, number);
    return ARAUTO_OK;
}

// ---- At the origin ----

/// Both sides as packed bytes.
struct Packed {
    const char* origin; // null: it is not read
    char* result; // null: none is wanted
};

/// A message as it is put together.
class Message {
  public:
    explicit Message(const Command& command) noexcept : command_(command) {
        append(&command, sizeof command);
    }
    void append(const void* data, size_t bytes) noexcept {
        std::memcpy(text_ + bytes_, data, bytes);
        bytes_ += bytes;
    }
    /// @param answer  null: none is wanted, and no caller waits
    [[nodiscard]] arauto_status_t send(int rank, char* answer) const noexcept {
        const size_t moved = size_t{command_.bytes} * command_.blocks;
        if (g_is_counting) [[unlikely]] {
            arauto_counters_add(command_.kind == Kind::swap ? ARAUTO_COUNTER_ATOMIC
                                                            : ARAUTO_COUNTER_ACCUMULATE,
                                {0, 1, moved});
        }
        return answer != nullptr ? arauto_service_ask(rank, g_service, text_, bytes_, answer, moved)
                                 : arauto_service_tell(rank, g_service, text_, bytes_);
    }

  private:
    const Command& command_;
    size_t bytes_ = 0;
    alignas(16) char text_[sizeof(Command) + kDataMax]; // as far as it is used
};

/// Blocks that fit into one message.
arauto_status_t
send_part(const FarAccumulate& wanted, const Target& target, const Piece& part, Packed packed) {
    const Command command{.address = target.address + static_cast<uint64_t>(part.target),
                          .stride = part.target_stride,
                          .bytes = static_cast<uint16_t>(part.bytes),
                          .blocks = static_cast<uint16_t>(part.count),
                          .kind = Kind::accumulate,
                          .spare = 0,
                          .operation = wanted.operation,
                          .basic = wanted.plan.basic};
    const auto bytes = static_cast<size_t>(part.bytes);
    Message message(command);
    for (int64_t block = 0; packed.origin != nullptr && block < part.count; ++block) {
        message.append(packed.origin + part.origin + block * part.origin_stride, bytes);
    }
    if (packed.result == nullptr) {
        return message.send(target.job_rank, nullptr);
    }
    alignas(16) char answer[kDataMax];
    const arauto_status_t status = message.send(target.job_rank, answer);
    for (int64_t block = 0; status >= 0 && block < part.count; ++block) {
        std::memcpy(packed.result + part.origin + block * part.origin_stride,
                    answer + static_cast<size_t>(block) * bytes, bytes);
    }
    return status;
}

arauto_status_t
send_piece(const FarAccumulate& wanted, const Target& target, const Piece& piece, Packed packed) {
    arauto_status_t status = ARAUTO_OK;
    cut_piece(piece, kDataMax, basic_bytes(wanted.plan.basic), [&](const Piece& part) {
        status = send_part(wanted, target, part, packed);
        return status >= 0;
    });
    return status;
}

/// A room at another process, and how much of it holds what may not have been used yet.
struct Room {
    uint64_t address = 0; // 0: there is none
    int64_t used = 0;
};

// The rooms, and the use of any, are one thread's at a time. Another takes another way, as does
// this one when it comes here again while it waits.
std::atomic_flag g_rooms_in_use;
std::unordered_map<int, Room> g_rooms;

Room& room_at(int rank) noexcept {
    const auto [found, is_new] = g_rooms.try_emplace(rank);
    if (is_new) {
        arauto_service_ask(rank, g_giving, nullptr, 0, &found->second.address, sizeof(uint64_t));
    }
    return found->second;
}

/// Whether its origin has no gaps.
bool is_flat(const Piece& part) noexcept {
    return part.count == 1 || part.origin_stride == part.bytes;
}

/// One accumulate by way of a room: part after part is put there and told of. Results are fetched
/// when the room is full, and in the end.
class InRoom {
  public:
    InRoom(const FarAccumulate& wanted, const Target& target, Room& room, Packed packed) noexcept
        : wanted_(wanted), target_(target), room_(room), packed_(packed) {}

    [[nodiscard]] arauto_status_t go() noexcept {
        const Layout& there = *wanted_.plan.target;
        const int64_t bytes = there.size * target_.count;
        const int64_t part_max = bytes < kLongBytes ? kPartBytes : kLongPartBytes;
        Walk walk({byte_layout(), bytes}, {there, target_.count});
        for (Piece piece; status_ >= 0 && walk.next(piece);) {
            cut_piece(piece, part_max, basic_bytes(wanted_.plan.basic), [&](const Piece& part) {
                send(part);
                return status_ >= 0;
            });
        }
        if (status_ >= 0 && packed_.result != nullptr) {
            empty();
        }
        return status_;
    }

  private:
    static constexpr int kPendingMax = 64;

    static int64_t lines(int64_t bytes) noexcept {
        return (bytes + kRoomLine - 1) / kRoomLine * kRoomLine;
    }
    void send(const Piece& part) noexcept;
    void put(const Piece& part, uint64_t place) noexcept;
    int fetch(int first) noexcept;
    void empty() noexcept;

    const FarAccumulate& wanted_;
    const Target& target_;
    Room& room_;
    Packed packed_;
    arauto_status_t status_ = ARAUTO_OK;
    int pending_ = 0;
    struct {
        Piece part;
        uint64_t place; // of the result
    } results_[kPendingMax];
};

/// Operands from the start on; results, if any, in the second half, likewise.
void InRoom::send(const Piece& part) noexcept {
    const bool fetches = packed_.result != nullptr;
    const int64_t bytes = lines(part.bytes * part.count);
    if (room_.used + bytes > (fetches ? kRoomBytes / 2 : kRoomBytes) || pending_ == kPendingMax) {
        empty();
    }
    const uint64_t place = room_.address + static_cast<uint64_t>(room_.used);
    room_.used += bytes;
    RoomCommand command{.address = target_.address + static_cast<uint64_t>(part.target),
                        .stride = part.target_stride,
                        .operand = place,
                        .result = 0,
                        .bytes = static_cast<uint32_t>(part.bytes),
                        .blocks = static_cast<uint32_t>(part.count),
                        .operation = wanted_.operation,
                        .basic = wanted_.plan.basic};
    if (packed_.origin != nullptr) {
        put(part, place);
    }
    if (fetches) {
        command.result = place + kRoomBytes / 2;
        results_[pending_++] = {part, command.result};
    }
    if (g_is_counting) [[unlikely]] {
        arauto_counters_add(ARAUTO_COUNTER_ACCUMULATE, {0, 1, sizeof command});
    }
    if (status_ >= 0) {
        status_ = arauto_service_tell(target_.job_rank, g_in_room, &command, sizeof command);
    }
}

/// The network has taken the bytes when it returns.
void InRoom::put(const Piece& part, uint64_t place) noexcept {
    const auto block = static_cast<size_t>(part.bytes);
    const size_t bytes = block * static_cast<size_t>(part.count);
    const char* from = packed_.origin + part.origin;
    alignas(16) char dense[kLongPartBytes];
    if (!is_flat(part)) {
        for (int64_t i = 0; i < part.count; ++i) {
            std::memcpy(dense + static_cast<size_t>(i) * block, from + i * part.origin_stride,
                        block);
        }
        from = dense;
    }
    status_ = arauto_put_at(target_.job_rank, place, from, bytes);
}

/// What follows each other on both sides, from the first of these results on, by one get.
/// @return how many it was
int InRoom::fetch(int first) noexcept {
    const Piece& part = results_[first].part;
    const uint64_t place = results_[first].place;
    const auto block = static_cast<size_t>(part.bytes);
    auto bytes = static_cast<int64_t>(block) * part.count;
    char* const to = packed_.result + part.origin;
    if (!is_flat(part)) {
        alignas(16) char dense[kLongPartBytes];
        status_ = arauto_get_at(target_.job_rank, place, dense, static_cast<size_t>(bytes));
        for (int64_t i = 0; i < part.count; ++i) {
            std::memcpy(to + i * part.origin_stride, dense + static_cast<size_t>(i) * block, block);
        }
        return 1;
    }
    int next = first + 1;
    for (; next < pending_; ++next) {
        const Piece& more = results_[next].part;
        if (!is_flat(more) || more.origin != part.origin + bytes ||
            results_[next].place != place + static_cast<uint64_t>(bytes)) {
            break;
        }
        bytes += more.bytes * more.count;
    }
    status_ = arauto_get_at(target_.job_rank, place, to, static_cast<size_t>(bytes));
    return next - first;
}

/// All that is in the room has been used.
void InRoom::empty() noexcept {
    arauto_service_settle(target_.job_rank);
    for (int first = 0; first < pending_ && status_ >= 0;) {
        first += fetch(first);
    }
    pending_ = 0;
    room_.used = 0;
}

/// A side as bytes without gaps: itself where it has none, else a copy.
class Flat {
  public:
    /// @param side  no layout: nothing
    Flat(const Origin& side, const Layout* layout) noexcept
        : side_(layout != nullptr ? *layout : byte_layout(), layout != nullptr ? side.count : 0),
          address_(side.address), is_used_(layout != nullptr) {
        if (side_.layout.is_dense) {
            flat_ = side.address + side_.layout.true_lower_bound;
            return;
        }
        has_copy_ = true;
        if (bytes() > static_cast<int64_t>(sizeof short_)) {
            long_.reset(new (std::nothrow) char[static_cast<size_t>(bytes())]);
        }
        flat_ = bytes() > static_cast<int64_t>(sizeof short_) ? long_.get() : short_;
    }
    [[nodiscard]] bool is_possible() const noexcept { return !is_used_ || flat_ != nullptr; }
    [[nodiscard]] char* get() const noexcept { return is_used_ ? flat_ : nullptr; }
    void gather() const noexcept {
        if (has_copy_) {
            copy_layout({byte_layout(), bytes()}, flat_, side_, address_);
        }
    }
    void scatter() const noexcept {
        if (has_copy_) {
            copy_layout(side_, address_, {byte_layout(), bytes()}, flat_);
        }
    }

  private:
    [[nodiscard]] int64_t bytes() const noexcept { return side_.layout.size * side_.count; }

    Side side_;
    char* address_;
    char* flat_ = nullptr;
    bool is_used_;
    bool has_copy_ = false;
    char short_[256];
    std::unique_ptr<char[]> long_;
};

/// Both sides of an accumulate.
struct Sides {
    Flat origin;
    Flat result;

    explicit Sides(const FarAccumulate& wanted) noexcept
        : origin(wanted.origin,
                 wanted.operation != Operation::kNoOp ? wanted.plan.origin : nullptr),
          result(wanted.result, wanted.result.layout) {}
    [[nodiscard]] bool are_possible() const noexcept {
        return origin.is_possible() && result.is_possible();
    }
    [[nodiscard]] Packed packed() const noexcept { return {origin.get(), result.get()}; }
};

/// @return whether there was room; if not, nothing has been done
bool accumulate_in_room(const FarAccumulate& wanted,
                        const Target& target,
                        arauto_status_t& status) {
    if (g_rooms_in_use.test_and_set(std::memory_order_acquire)) { // PAIR far_rooms.in_use: enter
        return false;
    }
    Room& room = room_at(target.job_rank);
    const Sides sides(wanted);
    const bool is_possible = room.address != 0 && sides.are_possible();
    if (is_possible) {
        sides.origin.gather();
        status = InRoom(wanted, target, room, sides.packed()).go();
        if (status >= 0) {
            sides.result.scatter();
        }
    }
    g_rooms_in_use.clear(std::memory_order_release); // PAIR far_rooms.in_use: leave
    return is_possible;
}

/// Whether a room is the better way: its data go without being copied here, but take a put, a
/// message, and for a result a get besides. What consists of several types has no elements to cut
/// at.
bool is_for_room(const FarAccumulate& wanted, int64_t bytes) noexcept {
    const bool fetches = wanted.result.layout != nullptr;
    return basic_bytes(wanted.plan.basic) != 0 && bytes > kDataMax &&
           (!fetches || wanted.result.layout->pairs_with_gap == nullptr);
}

/// Whether it is worth its messages, and may be cut into them: what consists of several types has
/// no elements to cut at.
bool is_short(const FarAccumulate& wanted, int64_t bytes) noexcept {
    const bool fetches = wanted.result.layout != nullptr;
    if (fetches && wanted.result.layout->pairs_with_gap) {
        return false;
    }
    return basic_bytes(wanted.plan.basic) == 0 ? bytes <= kDataMax
                                               : bytes <= (fetches ? kFetchedMax : kToldMax);
}

} // namespace

void register_far_accumulates() noexcept {
    if (g_service < 0) {
        arauto_service_register(serve, &g_service);
        arauto_service_register(give_room, &g_giving);
        arauto_service_register(serve_in_room, &g_in_room);
    }
}

bool accumulate_far(const FarAccumulate& wanted,
                    const Target& target,
                    arauto_status_t& status_out) noexcept {
    const Layout& there = *wanted.plan.target;
    const int64_t bytes = there.size * target.count;
    if (is_for_room(wanted, bytes) && accumulate_in_room(wanted, target, status_out)) {
        return true;
    }
    if (!is_short(wanted, bytes)) {
        return false;
    }
    const Sides sides(wanted);
    if (!sides.are_possible()) {
        return false;
    }
    sides.origin.gather();
    status_out = ARAUTO_OK;
    Walk walk({byte_layout(), bytes}, {there, target.count});
    for (Piece piece; status_out >= 0 && walk.next(piece);) {
        status_out = send_piece(wanted, target, piece, sides.packed());
    }
    if (status_out >= 0) {
        sides.result.scatter();
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
                          .bytes = static_cast<uint16_t>(bytes),
                          .blocks = 1,
                          .kind = Kind::swap,
                          .spare = 0,
                          .operation = Operation::kReplace,
                          .basic = layout.basic};
    Message message(command);
    message.append(desired, bytes);
    message.append(expected, bytes);
    return message.send(target.job_rank, result);
}

} // namespace arauto::mpi
