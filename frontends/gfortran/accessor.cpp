// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accessor.hpp.
#include "accessor.hpp"

#include "accessor_ask.hpp"
#include "accessor_guarded.hpp"
#include "accessor_run.hpp"
#include "accessor_touch.hpp"
#include "coarray/teams.hpp"
#include "deep_value.hpp"
#include "guard.hpp"
#include "notices.hpp"
#include "owner.hpp"
#include "remote.hpp"

#include "arauto/rma.h"
#include "arauto/spi/trace.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

namespace arauto::gfortran {
namespace {

using coarray::kRead;
using coarray::kWrite;

/// The largest scalar that is read where the compiler does not pass its size.
constexpr size_t kScalarBytesMax = 4096;

/// Where a coarray begins in its segment: not at the start when CHANGE TEAM has associated it with
/// an element.
ptrdiff_t offset_in_segment(const Coarray& coarray) noexcept {
    return static_cast<std::byte*>(coarray.memory) -
           static_cast<std::byte*>(arauto_segment_base(coarray.segment));
}

/// `rank`'s part of a coarray; null where this process cannot reach it by load and store.
void* part_of(const Coarray& coarray, int rank) noexcept {
    if (rank == images.own_rank || g_state.part_stride != 0) [[likely]] {
        return static_cast<std::byte*>(coarray.memory) +
               (rank - images.own_rank) * g_state.part_stride;
    }
    auto* const start = static_cast<std::byte*>(arauto_segment_pointer(coarray.segment, rank));
    return start != nullptr ? start + offset_in_segment(coarray) : nullptr;
}

/// libgfortran's stat= for a value that is no team, or a team that no enclosing CHANGE TEAM has
/// entered.
constexpr int kStatOfTeam = 1;

/// Rank in the job of an image of a numbered team, or -1 when the statement has ended with an
/// error.
int find_in_numbered_team(const Accessed& object, const char* action) noexcept {
    const NamedImage& named = object.image;
    const std::vector<int>* const ranks = coarray::find_ranks_of_number(*named.team_number);
    if (ranks == nullptr) {
        fail_with({object.stat}, kStatOfTeam,
                  "%s image %d: no team beside the current one has TEAM_NUMBER=%d", action,
                  named.image, *named.team_number);
        return -1;
    }
    const auto index = static_cast<size_t>(named.image) - 1;
    if (index >= ranks->size()) {
        fail({object.stat}, "%s image %d: the team numbered %d has no such image", action,
             named.image, *named.team_number);
        return -1;
    }
    return (*ranks)[index];
}

/// Rank in the job of the image, or -1 when the statement has ended with an error.
int find_rank(const Accessed& object, const char* action) noexcept {
    const NamedImage& named = object.image;
    if (named.team_number != nullptr && object.token != nullptr) {
        return find_in_numbered_team(object, action);
    }
    // Without stat= any team may be named, as gfortran 14 has it.
    if (named.team != nullptr && object.stat != nullptr) {
        const coarray::Team* const team =
            coarray::find_named(reinterpret_cast<const int64_t*>(named.team));
        if (team != nullptr && !coarray::is_entered(*team)) {
            fail_with({object.stat}, kStatOfTeam,
                      "%s image %d: TEAM= is neither the current team nor one that a CHANGE TEAM "
                      "around this one has entered",
                      action, named.image);
            return -1;
        }
    }
    return find_image(object.token, named.image, action, object.stat, named.team);
}

/// Checks that the image has not failed. @return false when the statement has ended with an error
bool is_reached(const Accessed& object, int rank, const char* action) noexcept {
    if (rank == images.own_rank) {
        return true;
    }
    // A get of 0 bytes only checks whether the image has failed.
    const arauto_status_t status = arauto_get(object.token->segment, rank, 0, nullptr, 0);
    if (status >= 0) [[likely]] {
        return true;
    }
    const Outcome outcome{Problem::status, status};
    if (action == kWrite) {
        finish_write(object.stat, outcome, {action, object.image.image});
    } else {
        finish(object.stat, outcome, action, object.image.image);
    }
    return false;
}

/// The address of `rank`'s part where this process may run the accessor on it; null where the owner
/// must run it.
void* open_part(const Coarray& coarray, int rank) noexcept {
    return rank == images.own_rank || !coarray.has_pointers ? part_of(coarray, rank) : nullptr;
}

/// The address of `rank`'s part if it may have pointers and this process may run the accessor on it
/// under a guard against faults; null otherwise.
void* guarded_part(const Coarray& coarray, int rank) noexcept {
    return coarray.has_pointers && may_guard(rank) ? part_of(coarray, rank) : nullptr;
}

/// Whether a getter computes a scalar's address without reading the coarray.
bool gives_address(const Accessed& object, const LocalValue& value) noexcept {
    return value.array == nullptr && !object.token->has_pointers && !value.is_size_unknown;
}

/// Reads a scalar of another node. The getter runs on this image's part, and so yields the offset,
/// which is the same there.
Outcome read_by_offset(const Accessed& object, int rank, const LocalValue& value) {
    const Coarray& coarray = *object.token;
    const size_t bytes = value.length != nullptr ? *value.length * value.bytes : value.bytes;
    void* const to = *static_cast<void**>(value.data);
    void* address = to;
    const Outcome outcome = read_part(object, coarray.memory,
                                      {.data = static_cast<void*>(&address),
                                       .length = value.length,
                                       .array = nullptr,
                                       .bytes = value.bytes},
                                      false);
    if (outcome.problem != Problem::none) {
        return outcome;
    }
    const auto offset = static_cast<size_t>(static_cast<std::byte*>(address) -
                                            static_cast<std::byte*>(coarray.memory));
    if (offset >= coarray.bytes || coarray.bytes - offset < bytes) {
        // The getter has copied the value, or its address lies outside the coarray.
        return ask_to_read(object, rank, value, false);
    }
    const size_t start = static_cast<size_t>(offset_in_segment(coarray)) + offset;
    const arauto_status_t status = arauto_get(coarray.segment, rank, start, to, bytes);
    return status < 0 ? Outcome{Problem::status, status} : Outcome{};
}

/// A copy of a value that lies in the memory that it is to be assigned to.
class SourceCopy {
  public:
    SourceCopy(const LocalValue& value, const Coarray& target) {
        const size_t elements = value.array != nullptr ? element_count(*value.array) : 1;
        const size_t bytes = value.array != nullptr    ? elements * value.array->element_bytes
                             : value.length != nullptr ? *value.length * value.bytes
                                                       : value.bytes;
        const void* const start = value.array != nullptr ? value.array->base : value.data;
        const auto low = reinterpret_cast<uintptr_t>(start);
        const auto part = reinterpret_cast<uintptr_t>(target.memory);
        if (low >= part + target.bytes || part >= low + bytes) {
            return;
        }
        // The compiler passes too large a size for a scalar in a transfer.
        const size_t readable =
            value.array != nullptr ? bytes : std::min(bytes, part + target.bytes - low);
        memory_.reset(new std::byte[bytes]);
        std::memcpy(memory_.get(), start, readable);
        if (value.array != nullptr) {
            std::memcpy(&array_, value.array, descriptor_bytes(value.array->rank));
            array_.base = memory_.get();
        }
    }

    [[nodiscard]] const void* value_or(const LocalValue& value) const noexcept {
        if (memory_ == nullptr) {
            return value.array != nullptr ? static_cast<const void*>(value.array) : value.data;
        }
        return value.array != nullptr ? static_cast<const void*>(&array_) : memory_.get();
    }

  private:
    std::unique_ptr<std::byte[]> memory_;
    Descriptor array_; // written before it is read
};

void run_receiver(const Accessed& object,
                  void* part,
                  const void* value,
                  const size_t* value_length) {
    Coarray callback = make_callback(object.captured);
    const Object at(object, part);
    call_receiver({object.accessor, object.image.image, object.captured, &callback, object.length,
                   value_length},
                  at.get(), value);
}

void write_part(const Accessed& object, int rank, void* part, const LocalValue& value) {
    if (rank != images.own_rank) [[likely]] {
        const void* const source =
            value.array != nullptr ? static_cast<const void*>(value.array) : value.data;
        run_receiver(object, part, source, value.length);
        return;
    }
    const SourceCopy copy(value, *object.token);
    run_receiver(object, part, copy.value_or(value), value.length);
}

/// Whether a scalar that an accessor has read here may have components. Those of an array have been
/// copied by the accessor.
bool may_share_components(const Accessed& object, const LocalValue& value) noexcept {
    return object.token->has_pointers && value.array == nullptr && value.length == nullptr &&
           !value.is_size_unknown && value.bytes >= descriptor_bytes(1);
}

/// Copies the components of a scalar that the program has read: the program owns them, so they must
/// not remain those of the object. @param memory  of the program, for the scalar
Outcome take_over(void* memory, int rank, const LocalValue& value) {
    void** const address = static_cast<void**>(value.data);
    if (*address != memory) {
        std::memcpy(memory, *address, value.bytes);
        *address = memory;
    }
    return adopt_components(rank, static_cast<std::byte*>(memory), value.bytes, false);
}

/// The record of an access, in a job that is traced.
class AccessRecord {
  public:
    AccessRecord(arauto_recorded_op_t op, int rank) noexcept : is_on_(g_state.is_traced) {
        if (is_on_) [[unlikely]] {
            arauto_record_begin(&record_, op, rank);
        }
    }
    AccessRecord(const AccessRecord&) = delete;
    AccessRecord& operator=(const AccessRecord&) = delete;
    ~AccessRecord() {
        if (is_on_) [[unlikely]] {
            arauto_record_end(&record_, bytes_);
        }
    }

    /// An access that fails moves nothing. How long a scalar is that the compiler has not described
    /// is not known.
    Outcome ends_with(Outcome outcome, const LocalValue& value) noexcept {
        if (is_on_ && outcome.problem == Problem::none && !value.is_size_unknown) {
            const size_t scalar = (value.length != nullptr ? *value.length : 1) * value.bytes;
            bytes_ = value.array != nullptr
                         ? element_count(*value.array) * value.array->element_bytes
                         : scalar;
        }
        return outcome;
    }

  private:
    bool is_on_;
    uint64_t bytes_ = 0;
    arauto_record_t record_; // written before it is read
};

/// Reads an object of another image, or of this one.
Outcome read_any(const Accessed& object, int rank, const LocalValue& value, bool may_reallocate) {
    const bool may_share = may_share_components(object, value);
    void* const memory = may_share ? *static_cast<void**>(value.data) : nullptr;
    std::optional<Outcome> read;
    if (void* const part = open_part(*object.token, rank); part != nullptr) [[likely]] {
        read = read_part(object, part, value, may_reallocate);
    } else if (void* const guarded = guarded_part(*object.token, rank); guarded != nullptr) {
        read = read_guarded(object, guarded, value, may_reallocate);
    }
    if (read) {
        return may_share && read->problem == Problem::none ? take_over(memory, rank, value) : *read;
    }
    return gives_address(object, value) ? read_by_offset(object, rank, value)
                                        : ask_to_read(object, rank, value, may_reallocate);
}

Outcome read_from(const Accessed& object, int rank, const LocalValue& value, bool may_reallocate) {
    AccessRecord record(ARAUTO_RECORDED_GET, rank);
    return record.ends_with(read_any(object, rank, value, may_reallocate), value);
}

Outcome write_any(const Accessed& object, int rank, const LocalValue& value, Notices* notices) {
    if (void* const part = open_part(*object.token, rank); part != nullptr) [[likely]] {
        write_part(object, rank, part, value);
        return {};
    }
    void* const part = guarded_part(*object.token, rank);
    if (part != nullptr && write_guarded(object, part, value)) {
        return {};
    }
    return ask_to_write(object, rank, value, notices != nullptr ? notices->take_hint() : 0);
}

/// @param notices  of the statement; null: it has none. When the owner carries out the write, it
/// posts the notification too.
Outcome write_to(const Accessed& object, int rank, const LocalValue& value, Notices* notices) {
    AccessRecord record(ARAUTO_RECORDED_PUT, rank);
    return record.ends_with(write_any(object, rank, value, notices), value);
}

/// Finds the bytes of an access. The accessor runs on memory whose pointers are invalid, so that
/// one that follows a pointer faults. @return false when the statement has ended with an error
bool find_bytes(TouchedBytes& touched,
                const Accessed& object,
                const LocalValue& value,
                const char* action) {
    const bool writes = action == kWrite;
    const auto find = [&] {
        if (writes) {
            touched.find_written(value);
        } else {
            touched.find_read(value);
        }
    };
    if (!object.token->has_pointers) {
        find();
        return true;
    }
    // The extents of an array that is read would be wrong.
    const bool may_try = (writes || value.array == nullptr) && can_guard();
    if (may_try && run_guarded(find)) {
        return true;
    }
    fail({object.stat},
         "%s image %d: it has attached events to memory, and a program that gfortran 15 or later "
         "has compiled with --native does not know whether this component lies there; compile it "
         "without --native",
         action, object.image.image);
    return false;
}

/// A read from an image that has attached events.
[[gnu::noinline]] void
read_noticed(const Accessed& object, int rank, const LocalValue& value, bool may_reallocate) {
    Notices notices;
    TouchedBytes touched(object, rank);
    if (notices.look_at(rank)) {
        if (!find_bytes(touched, object, value, kRead)) {
            return;
        }
        notices.set_section(touched.side());
    }
    finish(object.stat, notices.post(read_from(object, rank, value, may_reallocate)), kRead,
           object.image.image);
}

/// A write with a notify variable, or where images have attached events.
[[gnu::noinline]] void write_noticed(const Accessed& object, const LocalValue& value) {
    Accessed to = object;
    Notices notices(&to.stat);
    const int rank = notices.is_refused() ? -1 : find_rank(to, kWrite);
    if (rank < 0 || !is_reached(to, rank, kWrite)) {
        return;
    }
    TouchedBytes touched(to, rank);
    if (notices.look_at(rank)) {
        if (!find_bytes(touched, to, value, kWrite)) {
            return;
        }
        notices.set_section(touched.side());
    }
    finish_write(to.stat, notices.post(write_to(to, rank, value, &notices)),
                 {kWrite, to.image.image});
}

/// The value of a read that failed, where there is stat=: an array without elements. The compiler
/// copies it all the same, and leaves its extents open.
void leave_empty(const LocalValue& value) noexcept {
    if (value.array == nullptr || value.array->base != nullptr) {
        return;
    }
    value.array->offset = 0;
    for (int i = 0; i < value.array->rank; ++i) {
        value.array->dim[i] = {1, 1, 0};
    }
}

} // namespace

void read_object(const Accessed& object, const LocalValue& value, bool may_reallocate) {
    if (object.token != nullptr && object.token->kind == CoarrayKind::captured) {
        finish(object.stat, read_part(object, object.token->memory, value, may_reallocate), kRead,
               object.image.image);
        return;
    }
    if (object.token != nullptr && object.token->kind == CoarrayKind::captured_elsewhere) {
        read_captured_elsewhere(object, value);
        return;
    }
    if (object.stat != nullptr) [[unlikely]] {
        leave_empty(value);
    }
    const int rank = find_rank(object, kRead);
    if (rank < 0 || !is_reached(object, rank, kRead)) {
        return;
    }
    if (bindings_exist()) [[unlikely]] {
        read_noticed(object, rank, value, may_reallocate);
        return;
    }
    finish(object.stat, read_from(object, rank, value, may_reallocate), kRead, object.image.image);
}

void write_object(const Accessed& object, const LocalValue& value) {
    Accessed to = object;
    if (to.token != nullptr && !to.token->is_character) {
        to.length = value.length; // the accessor has one length, and reads the first
    }
    if (put_is_watched()) [[unlikely]] {
        write_noticed(to, value);
        return;
    }
    const int rank = find_rank(to, kWrite);
    if (rank >= 0 && is_reached(to, rank, kWrite)) {
        finish_write(to.stat, write_to(to, rank, value, nullptr), {kWrite, to.image.image});
    }
}

void transfer_object(const Accessed& to, const Accessed& from, size_t bytes, bool is_scalar) {
    Descriptor array{};
    void* scalar = nullptr;
    // The getter returns the scalar's address, or copies the scalar here. For scalars other than
    // characters the compiler passes a wrong size.
    std::unique_ptr<std::byte[]> copy;
    const size_t scalar_bytes = to.length != nullptr ? bytes : std::max(bytes, kScalarBytesMax);
    if (is_scalar) {
        copy.reset(new std::byte[(to.length != nullptr ? *to.length : 1) * scalar_bytes]);
        scalar = copy.get();
    }
    int failed = 0;
    Accessed source = from;
    source.stat = from.stat != nullptr ? from.stat : to.stat != nullptr ? &failed : nullptr;
    const LocalValue read{.data = is_scalar ? &scalar : nullptr,
                          .length = to.length,
                          .array = is_scalar ? nullptr : &array,
                          .bytes = scalar_bytes,
                          .is_size_unknown = to.length == nullptr};
    read_object(source, read, true);
    if (source.stat != nullptr && *source.stat != 0) {
        if (to.stat != nullptr) {
            *to.stat = *source.stat;
        }
        return;
    }
    write_object(to, {.data = scalar,
                      .length = from.length,
                      .array = is_scalar ? nullptr : &array,
                      .bytes = scalar_bytes,
                      .is_size_unknown = to.length == nullptr});
    std::free(array.base);
}

bool is_component_there(const Accessed& object, bool gives_address) {
    if (object.token == nullptr) {
        return false;
    }
    // gfortran 16 asks so of `allocated(e)` too: events and locks have no components, and all
    // images have them while there is a token.
    if (object.token->kind != CoarrayKind::data && object.token->kind != CoarrayKind::component) {
        return true;
    }
    const int rank = find_rank(object, kRead);
    if (rank < 0 || !is_reached(object, rank, kRead)) {
        return false;
    }
    Accessed of_token = object;
    of_token.array = object.token->descriptor;
    void* part = open_part(*object.token, rank);
    const bool is_open = part != nullptr;
    bool is_present = false;
    if (part = is_open ? part : guarded_part(*object.token, rank); part != nullptr) {
        const Object at(of_token, part);
        void* const argument =
            gives_address && of_token.array == nullptr ? static_cast<void*>(&part) : at.get();
        if (is_open) {
            Coarray callback = make_callback(object.captured);
            return call_present(
                {object.accessor, object.image.image, object.captured, &callback, nullptr, nullptr},
                argument);
        }
        if (present_guarded(object, argument, is_present)) {
            return is_present;
        }
    }
    const Outcome asked = ask_whether_present(of_token, rank, gives_address, is_present);
    finish(nullptr, asked, kRead, object.image.image);
    return is_present;
}

} // namespace arauto::gfortran
