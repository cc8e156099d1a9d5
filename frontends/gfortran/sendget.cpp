// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `a(...)[to] = b(...)[from]`: called by compiled programs. The data pass through this image; the
// compiler uses this call also for `a(...) = a(...)[from]`, where the target is this image's own.
#include "caller.hpp"
#include "notices.hpp"
#include "remote.hpp"

#include "arauto/rma.h"
#include "arauto/spi/segment.h"

namespace arauto::gfortran {
namespace {

/// Ends a transfer that has not succeeded. Where an element of one side lies outside its coarray,
/// the sentence is that of a write or a read, so that it names this side's image.
[[gnu::cold]] void finish_failed(int* stat,
                                 const Outcome& outcome,
                                 const Coindexed& to,
                                 const Coindexed& from,
                                 const int (&ranks)[2]) {
    const Outcome of_write = name_bounds(outcome, to, ranks[0]);
    if (of_write.problem == Problem::bounds) {
        finish_write(stat, of_write, {coarray::kWrite, to.image});
        return;
    }
    const Outcome of_read = name_bounds(outcome, from, ranks[1]);
    if (of_read.problem == Problem::bounds) {
        finish(stat, of_read, coarray::kRead, from.image);
        return;
    }
    finish_write(stat, outcome, {"a transfer from another image to", to.image});
}

void send_got(const Coindexed& to, const Coindexed& from, int* stat) {
    Notices puts(&stat);
    Notices gets;
    const int to_rank =
        puts.is_refused() ? -1 : find_image(to.token, to.image, coarray::kWrite, stat);
    if (to_rank < 0) {
        return;
    }
    const int from_rank = find_image(from.token, from.image, coarray::kRead, stat);
    if (from_rank < 0) {
        return;
    }
    IndexTables tables;
    AssignmentSide target;
    AssignmentSide source;
    Outcome outcome = describe_coindexed(target, to, to_rank, tables);
    if (outcome.problem == Problem::none) {
        outcome = describe_coindexed(source, from, from_rank, tables);
    }
    if (outcome.problem == Problem::none) {
        puts.look_at(to_rank);
        puts.set_section(target);
        gets.look_at(from_rank);
        gets.set_section(source);
        outcome = puts.post(gets.post(assign(target, source)));
    }
    if (outcome.problem != Problem::none) [[unlikely]] {
        finish_failed(stat, outcome, to, from, {to_rank, from_rank});
        return;
    }
    set_ok(stat);
}

bool is_own_address(const Coindexed& object) noexcept {
    const Coarray* const coarray = object.token;
    return coarray != nullptr && image_to_rank(object.image) == images.own_rank &&
           object.vector == nullptr && object.offset < coarray->bytes &&
           object.array->base == static_cast<std::byte*>(coarray->memory) + object.offset;
}

/// Whether the target is an array that the compiler has made on this image, for `x(v) = a(...)[n]`:
/// it copies to `x` itself afterwards. What it passes as offset is the distance from `x`. Where
/// that leads into the half of the heap that coarrays share, it is an element of `x` outside. A
/// scalar of its own, as for a complex `x[n]`, the compiler does not copy.
bool is_temporary(const Coindexed& to) noexcept {
    const Coarray* const coarray = to.token;
    if (coarray == nullptr || image_to_rank(to.image) != images.own_rank || to.vector != nullptr ||
        to.array->rank == 0 ||
        to.array->base != static_cast<std::byte*>(coarray->memory) + to.offset) {
        return false;
    }
    const arauto_heaps_t heaps = arauto_heaps();
    const auto own = reinterpret_cast<uintptr_t>(heaps.first) +
                     static_cast<size_t>(images.own_rank) * heaps.stride;
    return reinterpret_cast<uintptr_t>(to.array->base) - own >= heaps.stride / 2;
}

/// A get into this image's part, without conversion: 1 real(8) takes 15 ns instead of 100.
/// @return whether it is done; nothing has been reported if not
bool get_here(const Coindexed& to, const Coindexed& from) noexcept {
    const int rank = image_to_rank(from.image);
    const bool is_known = rank >= 0 && from.token != nullptr && from.offset < from.token->bytes;
    if (!is_known || from.vector != nullptr || from.kind != to.kind || put_is_watched() ||
        bindings_exist() || (!is_own_address(to) && !is_temporary(to))) {
        return false;
    }
    void* const target = to.array->base;
    const size_t bytes = plain_bytes(*from.array, *to.array);
    if (bytes != kNotPlain && !overlaps_itself(from.token, rank, from.offset, target, bytes)) {
        return arauto_get(from.token->segment, rank, from.offset, target, bytes) >= 0;
    }
    return copy_alike(Direction::get, from, rank, *to.array);
}

} // namespace

/// @param stat  GCC 8 to 14 always pass NULL
CAF_EXPORT void _gfortran_caf_sendget(Token target_token,
                                      size_t target_offset,
                                      int target_image,
                                      Descriptor* target,
                                      Vector* target_vector,
                                      Token source_token,
                                      size_t source_offset,
                                      int source_image,
                                      Descriptor* source,
                                      Vector* source_vector,
                                      int target_kind,
                                      int source_kind,
                                      bool /*may_require_tmp*/,
                                      int* stat) {
    note_caller(__builtin_return_address(0));
    const Coindexed to{target_token, target_offset, target_image,
                       target,       target_vector, target_kind};
    const Coindexed from{source_token, source_offset, source_image,
                         source,       source_vector, source_kind};
    if (stat == nullptr && get_here(to, from)) {
        return;
    }
    if (is_temporary(to)) {
        get_any(from, *target, target_kind, stat);
        return;
    }
    send_got(to, from, stat);
}

} // namespace arauto::gfortran
