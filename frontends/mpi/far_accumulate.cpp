// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See far_accumulate.hpp. A long accumulate goes through a staging buffer, if the target gives one:
// memory of the target into which the origin puts operands, and from which it gets results.
#include "far_accumulate.hpp"

#include "accumulate_lock.hpp"
#include "far_command.hpp"
#include "layout_cache.hpp"
#include "wait.hpp"

#include "arauto/rma.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/rpc.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <unordered_map>

namespace arauto::mpi {
namespace {

// Without a staging buffer, up to so many bytes go as several messages.
constexpr int64_t kPostedMax = 8 * kDataMax;
constexpr int64_t kFetchedMax = 4 * kDataMax; // with results, each of which is waited for

constexpr int64_t kStagingLine = 64;
// Operands of one StagedCommand. A put of so many bytes is copied, and not waited for.
constexpr int64_t kPartBytes = int64_t{15} << 10;

/// A staging buffer at another process.
struct StagingBuffer {
    uint64_t address = 0; // 0: the process has given none
    int64_t used = 0; // bytes whose operands the target may not have combined yet
};

/// This process as the origin of accumulates to other nodes.
struct FarOrigin {
    // The runtime's numbers of the functions of far_serve.cpp; -1: not registered yet.
    int serve = -1;
    int give_staging = -1;
    int serve_staged = -1;
    // One thread at a time may use the staging buffers. Another thread's accumulate goes without
    // them, as does one that this thread finds while it waits.
    std::atomic_flag is_staging;
    std::unordered_map<int, StagingBuffer>* buffers = nullptr; // by rank; null: none yet
};
constinit FarOrigin g_origin;

/// Operands and results as bytes without gaps.
struct Packed {
    const char* origin; // null: not read
    char* result; // null: not wanted
};

/// Builds a message and sends it.
class Message {
  public:
    explicit Message(const Command& command) noexcept : command_(command) {
        append(&command, sizeof command);
    }
    void append(const void* data, size_t bytes) noexcept {
        std::memcpy(text_ + bytes_, data, bytes);
        bytes_ += bytes;
    }
    /// @param reply  receives the result; null: not wanted, and the message is not waited for
    [[nodiscard]] arauto_status_t send(int rank, char* reply) const noexcept {
        const size_t moved = size_t{command_.bytes} * command_.blocks;
        if (job().is_counting) [[unlikely]] {
            arauto_counters_add(command_.kind == CommandKind::swap ? ARAUTO_COUNTER_ATOMIC
                                                                   : ARAUTO_COUNTER_ACCUMULATE,
                                {0, 1, moved});
        }
        return reply != nullptr ? arauto_rpc_call(rank, g_origin.serve, text_, bytes_, reply, moved)
                                : arauto_rpc_post(rank, g_origin.serve, text_, bytes_);
    }

  private:
    const Command& command_;
    size_t bytes_ = 0;
    alignas(16) char text_[sizeof(Command) + kDataMax]; // as far as it is used
};

/// Sends blocks that fit into one message.
arauto_status_t
send_part(const FarAccumulate& wanted, const Target& target, const Piece& part, Packed packed) {
    const Command command{.address = target.address + static_cast<uint64_t>(part.target),
                          .stride = part.target_stride,
                          .bytes = static_cast<uint16_t>(part.bytes),
                          .blocks = static_cast<uint16_t>(part.count),
                          .kind = CommandKind::accumulate,
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
    alignas(16) char reply[kDataMax];
    const arauto_status_t status = message.send(target.job_rank, reply);
    for (int64_t block = 0; status >= 0 && block < part.count; ++block) {
        std::memcpy(packed.result + part.origin + block * part.origin_stride,
                    reply + static_cast<size_t>(block) * bytes, bytes);
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

StagingBuffer& staging_at(int rank) noexcept {
    if (g_origin.buffers == nullptr) {
        g_origin.buffers = new std::unordered_map<int, StagingBuffer>;
    }
    const auto [found, is_new] = g_origin.buffers->try_emplace(rank);
    if (is_new) {
        arauto_rpc_call(rank, g_origin.give_staging, nullptr, 0, &found->second.address,
                        sizeof(uint64_t));
    }
    return found->second;
}

/// Whether the part's origin has no gaps.
bool is_flat(const Piece& part) noexcept {
    return part.count == 1 || part.origin_stride == part.bytes;
}

/// One accumulate through a staging buffer. Each part is put there, and a message follows. Results
/// are fetched when the buffer is full, and at the end.
class StagedAccumulate {
  public:
    StagedAccumulate(const FarAccumulate& wanted,
                     const Target& target,
                     StagingBuffer& staging,
                     Packed packed) noexcept
        : wanted_(wanted), target_(target), staging_(staging), packed_(packed) {}

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
        return (bytes + kStagingLine - 1) / kStagingLine * kStagingLine;
    }
    void send(const Piece& part) noexcept;
    void put(const Piece& part, uint64_t address) noexcept;
    int fetch(int first) noexcept;
    void empty() noexcept;

    const FarAccumulate& wanted_;
    const Target& target_;
    StagingBuffer& staging_;
    Packed packed_;
    arauto_status_t status_ = ARAUTO_OK;
    int pending_ = 0;
    struct {
        Piece part;
        uint64_t address; // of the result
    } results_[kPendingMax];
};

/// Operands lie from the start of the staging buffer on; results, if wanted, in its second half.
void StagedAccumulate::send(const Piece& part) noexcept {
    const bool fetches = packed_.result != nullptr;
    const int64_t bytes = lines(part.bytes * part.count);
    if (staging_.used + bytes > (fetches ? kStagingBytes / 2 : kStagingBytes) ||
        pending_ == kPendingMax) {
        empty();
    }
    const uint64_t address = staging_.address + static_cast<uint64_t>(staging_.used);
    staging_.used += bytes;
    StagedCommand command{.address = target_.address + static_cast<uint64_t>(part.target),
                          .stride = part.target_stride,
                          .operand = address,
                          .result = 0,
                          .bytes = static_cast<uint32_t>(part.bytes),
                          .blocks = static_cast<uint32_t>(part.count),
                          .operation = wanted_.operation,
                          .basic = wanted_.plan.basic};
    if (packed_.origin != nullptr) {
        put(part, address);
    }
    if (fetches) {
        command.result = address + kStagingBytes / 2;
        results_[pending_++] = {part, command.result};
    }
    if (job().is_counting) [[unlikely]] {
        arauto_counters_add(ARAUTO_COUNTER_ACCUMULATE, {0, 1, sizeof command});
    }
    if (status_ >= 0) {
        status_ =
            arauto_rpc_post(target_.job_rank, g_origin.serve_staged, &command, sizeof command);
    }
}

/// Puts the operands of one part; complete at the origin on return.
void StagedAccumulate::put(const Piece& part, uint64_t address) noexcept {
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
    status_ = arauto_put_at(target_.job_rank, address, from, bytes);
}

/// Gets the first result and those that continue it on both sides. @return their number
int StagedAccumulate::fetch(int first) noexcept {
    const Piece& part = results_[first].part;
    const uint64_t address = results_[first].address;
    const auto block = static_cast<size_t>(part.bytes);
    auto bytes = static_cast<int64_t>(block) * part.count;
    char* const to = packed_.result + part.origin;
    if (!is_flat(part)) {
        alignas(16) char dense[kLongPartBytes];
        status_ = arauto_get_at(target_.job_rank, address, dense, static_cast<size_t>(bytes));
        for (int64_t i = 0; i < part.count; ++i) {
            std::memcpy(to + i * part.origin_stride, dense + static_cast<size_t>(i) * block, block);
        }
        return 1;
    }
    int next = first + 1;
    for (; next < pending_; ++next) {
        const Piece& more = results_[next].part;
        if (!is_flat(more) || more.origin != part.origin + bytes ||
            results_[next].address != address + static_cast<uint64_t>(bytes)) {
            break;
        }
        bytes += more.bytes * more.count;
    }
    status_ = arauto_get_at(target_.job_rank, address, to, static_cast<size_t>(bytes));
    return next - first;
}

/// Waits until the target has used all operands, and fetches the results.
void StagedAccumulate::empty() noexcept {
    arauto_rpc_flush(target_.job_rank);
    for (int first = 0; first < pending_ && status_ >= 0;) {
        first += fetch(first);
    }
    pending_ = 0;
    staging_.used = 0;
}

/// One side of an accumulate as bytes without gaps: a copy, unless the side has no gaps itself.
class Flat {
  public:
    /// @param layout  null: the side is not used
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

    LayoutInstances side_;
    char* address_;
    char* flat_ = nullptr;
    bool is_used_;
    bool has_copy_ = false;
    char short_[256];
    std::unique_ptr<char[]> long_;
};

/// Both sides of an accumulate.
struct PackedSides {
    Flat origin;
    Flat result;

    explicit PackedSides(const FarAccumulate& wanted) noexcept
        : origin(wanted.origin,
                 wanted.operation != Operation::kNoOp ? wanted.plan.origin : nullptr),
          result(wanted.result, wanted.result.layout) {}
    [[nodiscard]] bool are_possible() const noexcept {
        return origin.is_possible() && result.is_possible();
    }
    [[nodiscard]] Packed packed() const noexcept { return {origin.get(), result.get()}; }
};

/// @return whether a staging buffer could be used; if not, nothing has been done
bool accumulate_staged(const FarAccumulate& wanted, const Target& target, arauto_status_t& status) {
    // PAIR far_staging.in_use: enter
    if (g_origin.is_staging.test_and_set(std::memory_order_acquire)) {
        return false;
    }
    StagingBuffer& staging = staging_at(target.job_rank);
    const PackedSides sides(wanted);
    const bool is_possible = staging.address != 0 && sides.are_possible();
    if (is_possible) {
        sides.origin.gather();
        status = StagedAccumulate(wanted, target, staging, sides.packed()).go();
        if (status >= 0) {
            sides.result.scatter();
        }
    }
    g_origin.is_staging.clear(std::memory_order_release); // PAIR far_staging.in_use: leave
    return is_possible;
}

/// Whether a staging buffer is faster: it saves a copy at the origin, and costs a put, a message
/// and, for a result, a get. Data of several types has no elements at which it could be cut.
bool is_for_staging(const FarAccumulate& wanted, int64_t bytes) noexcept {
    const bool fetches = wanted.result.layout != nullptr;
    return basic_bytes(wanted.plan.basic) != 0 && bytes > kDataMax &&
           (!fetches || wanted.result.layout->pairs_with_gap == nullptr);
}

/// Whether the accumulate may be cut into messages that carry its data, and is short enough for
/// that. Data of several types has no elements at which it could be cut.
bool is_short(const FarAccumulate& wanted, int64_t bytes) noexcept {
    const bool fetches = wanted.result.layout != nullptr;
    if (fetches && wanted.result.layout->pairs_with_gap) {
        return false;
    }
    return basic_bytes(wanted.plan.basic) == 0 ? bytes <= kDataMax
                                               : bytes <= (fetches ? kFetchedMax : kPostedMax);
}

} // namespace

void register_far_accumulates() noexcept {
    if (g_origin.serve < 0) {
        arauto_rpc_register(serve_accumulate, &g_origin.serve);
        arauto_rpc_register(give_staging_buffer, &g_origin.give_staging);
        arauto_rpc_register(serve_staged, &g_origin.serve_staged);
    }
}

bool accumulate_far(const FarAccumulate& wanted,
                    const Target& target,
                    arauto_status_t& status_out) noexcept {
    const Layout& there = *wanted.plan.target;
    const int64_t bytes = there.size * target.count;
    if (is_for_staging(wanted, bytes) && accumulate_staged(wanted, target, status_out)) {
        return true;
    }
    if (!is_short(wanted, bytes)) {
        return false;
    }
    const PackedSides sides(wanted);
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
                          .kind = CommandKind::swap,
                          .spare = 0,
                          .operation = Operation::kReplace,
                          .basic = layout.basic};
    Message message(command);
    message.append(desired, bytes);
    message.append(expected, bytes);
    return message.send(target.job_rank, result);
}

} // namespace arauto::mpi
