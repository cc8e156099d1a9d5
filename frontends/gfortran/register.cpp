// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Registration: static coarrays before main and without communication, allocatable ones over the
// current team, components on one image alone.
#include "binding_gate.hpp"
#include "caller.hpp"
#include "coarray/teams.hpp"
#include "component.hpp"
#include "element_access.hpp"
#include "events.hpp"
#include "images.hpp"
#include "native_start.hpp"
#include "registry.hpp"
#include "segment.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/lock.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/segment.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace arauto::gfortran {
namespace {

/// The `type` argument, as in the ABI.
enum RegisterType : int {
    kStatic = 0,
    kAllocate = 1,
    kLockStatic = 2,
    kLockAllocate = 3,
    kCritical = 4,
    kEventStatic = 5,
    kEventAllocate = 6,
    kComponentRegister = 7,
    kComponentAllocate = 8,
    kMapExisting = 9, // from GCC 16 on
};
enum DeregisterType : int { kDeregister = 0, kDeallocateOnly = 1 };

/// Static objects come in the same order on all images until the program runs; later ones (a
/// library opened at run time) need agreement.
bool is_declaration(int type) noexcept {
    return !program_is_running() &&
           (type == kStatic || type == kLockStatic || type == kCritical || type == kEventStatic);
}

/// A status that leaves a usable object: failed images do not stop the others from allocating.
bool is_usable(arauto_status_t status) noexcept {
    return status >= 0 || status == ARAUTO_ERR_FAILED;
}

arauto_status_t make_data(Coarray& coarray, bool is_declared, size_t bytes) noexcept {
    coarray.kind = CoarrayKind::data;
    coarray.bytes = bytes;
    const arauto_status_t status =
        is_declared ? arauto_segment_declare(bytes, &coarray.segment)
                    : arauto_segment_allocate(current_team(), bytes, &coarray.segment);
    if (is_usable(status)) {
        coarray.memory = arauto_segment_base(coarray.segment);
        add_memory(coarray.memory, bytes, nullptr);
        coarray.part = {static_cast<char*>(coarray.memory), bytes, 0, 0,
                        coarray.has_pointers ? 0 : bytes};
    }
    return status;
}

arauto_status_t
make_locks(Coarray& coarray, bool is_declared, size_t count, bool is_critical) noexcept {
    coarray.kind = is_critical ? CoarrayKind::critical : CoarrayKind::lock;
    coarray.bytes = count;
    return is_declared ? arauto_lock_declare(count, &coarray.lock)
                       : arauto_lock_create(current_team(), count, &coarray.lock);
}

arauto_status_t make_events(Coarray& coarray, bool is_declared, size_t count) noexcept {
    coarray.kind = CoarrayKind::event;
    coarray.bytes = count;
    const arauto_status_t status =
        is_declared ? arauto_notify_declare(count, &coarray.event)
                    : arauto_notify_create(current_team(), count, &coarray.event);
    if (is_usable(status)) {
        learn_slots(coarray);
        learn_events(coarray);
        take_addresses(coarray);
    }
    return status;
}

arauto_status_t make(Coarray& coarray, int type, size_t size) noexcept {
    const bool is_declared = is_declaration(type);
    switch (type) {
    case kLockStatic:
    case kLockAllocate:
    case kCritical:
        return make_locks(coarray, is_declared, size, type == kCritical);
    case kEventStatic:
    case kEventAllocate:
        return make_events(coarray, is_declared, size);
    default:
        return make_data(coarray, is_declared, size);
    }
}

bool coarray_is_data(int type) noexcept {
    return type == kStatic || type == kAllocate;
}

/// Locks are opaque to the compiler; some of its code still wants an address, and so it does for
/// events when there is no memory for theirs.
void* address_of(const Coarray& coarray) noexcept {
    return coarray.memory != nullptr ? coarray.memory : const_cast<Coarray*>(&coarray);
}

void register_coarray(
    size_t size, int type, Token* token, Descriptor* descriptor, const Errors& errors) {
    const SegmentBoundary boundary(errors);
    auto coarray = std::make_unique<Coarray>();
    coarray->team = program_is_running() ? current_team() : nullptr;
    coarray->has_pointers = may_have_components(*descriptor);
    coarray->is_character = descriptor->type == kTypeCharacter;
    if (coarray->has_pointers && coarray_is_data(type)) {
        follow_pointers(); // before any image can have the coarray
        attend_to_accessors();
    }
    const arauto_status_t status = make(*coarray, type, size);
    if (!is_usable(status)) {
        report(errors, status, "ALLOCATE");
        return;
    }
    if (type == kAllocate && descriptor->rank > 0) {
        coarray->descriptor = descriptor;
    }
    descriptor->base = address_of(*coarray);
    coarray::count_coarrays(coarray->team, 1);
    *token = keep_coarray(std::move(coarray));
    if (status != ARAUTO_ERR_FAILED) {
        report(errors, status, "ALLOCATE");
    } else if (errors.stat != nullptr) {
        // With another stat than 0 the compiled code would leave out bounds and cobounds.
        set_ok(errors.stat);
        coarray::postpone_failure("ALLOCATE");
        expect_sync_after_allocate();
    } // else the SYNC ALL that follows every ALLOCATE reports it
}

/// `name => coarray` of CHANGE TEAM: another token for the same memory, until END TEAM.
/// @param token  the coarray's; then the new one
void map_existing(Token* token, Descriptor* descriptor, int* stat) {
    if (*token == nullptr) {
        fail({stat}, "CHANGE TEAM: the coarray that is given another name is not allocated");
        return;
    }
    auto mapped = std::make_unique<Coarray>(**token);
    mapped->descriptor = descriptor->rank > 0 ? descriptor : nullptr;
    const auto* const old = static_cast<std::byte*>(mapped->memory);
    if (mapped->kind == CoarrayKind::data && descriptor->base != nullptr) {
        mapped->memory = descriptor->base;
        mapped->bytes -= static_cast<size_t>(static_cast<std::byte*>(descriptor->base) - old);
    }
    *token = keep_until_end_team(std::move(mapped), coarray::team_depth());
    set_ok(stat);
}

/// See coarray.hpp: type 1 is also what automatic allocation of components comes with.
bool is_component(int type, Token* token, const Descriptor* descriptor) {
    if (type == kComponentRegister || type == kComponentAllocate) {
        return true;
    }
    if (type != kAllocate) {
        return false;
    }
    const auto* address = reinterpret_cast<const std::byte*>(token);
    const auto* start = reinterpret_cast<const std::byte*>(descriptor);
    const bool in_descriptor =
        address >= start && address < start + sizeof(Descriptor) + sizeof(Token);
    return !in_descriptor || is_in_memory(token);
}

/// A component's token may be one that was copied with a structure, or whatever its memory held
/// before, as the token of another coarray. No coarray is a part of a coarray or of a component.
bool is_component(int type, Token* token) {
    return type == kDeallocateOnly || find_component(token) != nullptr || is_in_memory(token) ||
           !is_coarray(*token);
}

/// Detached before the others have entered the barrier that frees them, so that no image posts to
/// memory that has another use. A post that is lost by it could not be waited for any more.
arauto_status_t destroy_events(Coarray& coarray) {
    const auto* const start = static_cast<const std::byte*>(coarray.memory);
    if (start != nullptr) {
        coarray::remove_bindings_in(start, start + coarray.bytes * kEventBytes);
    }
    const arauto_status_t status = arauto_notify_free(coarray.event);
    if (is_usable(status)) {
        return_addresses(coarray);
    }
    return status;
}

arauto_status_t destroy(Coarray& coarray) {
    switch (coarray.kind) {
    case CoarrayKind::lock:
    case CoarrayKind::critical:
        return arauto_lock_free(coarray.lock);
    case CoarrayKind::event:
        return destroy_events(coarray);
    default:
        break;
    }
    const void* memory = coarray.memory;
    const arauto_status_t status = arauto_segment_free(coarray.segment);
    if (is_usable(status)) {
        // Not before the barrier: until then others may put, and this image may wait for that.
        forget_contents(memory, coarray.bytes);
        remove_memory(memory, nullptr);
    }
    return status;
}

} // namespace
} // namespace arauto::gfortran

using namespace arauto::gfortran;

CAF_EXPORT void _gfortran_caf_register(size_t size,
                                       int type,
                                       Token* token,
                                       Descriptor* descriptor,
                                       int* stat,
                                       char* errmsg,
                                       size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    start_runtime(is_declaration(type));
    const Errors errors{stat, errmsg, errmsg_bytes};
    if (type == kMapExisting) {
        map_existing(token, descriptor, stat);
    } else if (!is_component(type, token, descriptor)) {
        register_coarray(size, type, token, descriptor, errors);
    } else if (type == kComponentRegister) {
        register_component(token, descriptor);
        set_ok(stat);
    } else if (type == kAllocate && descriptor->base != nullptr) {
        copy_component(size, token, descriptor, errors);
    } else {
        allocate_component(size, token, descriptor, errors);
    }
}

CAF_EXPORT void
_gfortran_caf_deregister(Token* token, int type, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    if (is_component(type, token)) {
        free_component(token, find_component(token));
        if (type == kDeregister) {
            remove_component(token);
            *token = nullptr;
        }
        set_ok(stat);
        return;
    }
    if (arauto_is_initialized() == 0) {
        set_ok(stat); // automatic deallocation after the runtime has ended
        return;
    }
    const Errors errors{stat, errmsg, errmsg_bytes};
    const SegmentBoundary boundary(errors);
    Coarray* coarray = *token;
    const arauto_status_t status = destroy(*coarray);
    if (is_usable(status)) {
        arauto::coarray::count_coarrays(coarray->team, -1);
        end_coarray(coarray);
        *token = nullptr;
    }
    if (status == ARAUTO_ERR_FAILED) {
        // With another stat than 0 the compiled code would take the coarray for allocated. Without
        // one, this may be the end of a scope, where no statement could have asked.
        set_ok(stat);
        arauto::coarray::postpone_failure("DEALLOCATE");
        return;
    }
    report(errors, status, "DEALLOCATE");
}
