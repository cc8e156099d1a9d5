// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// event_attach and event_detach: programs call them through the module `arauto`. All arguments are
// checked first; a wrong call changes nothing.
#include "caller.hpp"
#include "coarray/attached.hpp"
#include "events.hpp"
#include "images.hpp"
#include "registry.hpp"
#include "section.hpp"

using namespace arauto::gfortran;
namespace coarray = arauto::coarray;
using coarray::Footprint;
using coarray::kAttach;
using coarray::kDetach;

namespace {

/// A C descriptor, as ISO_Fortran_binding.h of GCC 9 and later has it.
struct CDimension {
    ptrdiff_t lower;
    ptrdiff_t extent; // -1: assumed size
    ptrdiff_t byte_stride;
};
struct CDescriptor {
    void* base;
    size_t element_bytes;
    int version;
    int8_t rank;
    int8_t attribute;
    int16_t type;
    CDimension dim[kRankMax];
};
static_assert(offsetof(CDescriptor, rank) == 20 && offsetof(CDescriptor, dim) == 24);

void refuse(int* stat, const char* statement, const char* sentence) noexcept {
    fail({stat}, "%s: %s", statement, sentence);
}

/// The section that an argument describes, as displacements. False, with the error reported, when
/// it is not part of a coarray of this image.
bool describe_bound(const CDescriptor& data,
                    Footprint& section,
                    int* stat,
                    const char* statement) noexcept {
    arauto_section_t described;
    set_scalar(described, data.element_bytes);
    bool is_assumed_size = false;
    for (int i = 0; i < data.rank; ++i) {
        is_assumed_size = is_assumed_size || data.dim[i].extent < 0;
        add_dimension(described, data.dim[i].extent, data.dim[i].byte_stride);
    }
    if (is_assumed_size) {
        refuse(stat, statement, "the last dimension of the array is *; give its bounds");
        return false;
    }
    const MemoryRange memory = memory_around(data.base);
    if (memory.start == nullptr) {
        coarray::refuse_data({stat}, statement);
        return false;
    }
    coarray::make_footprint(section, described,
                            coarray::own_displacement(reinterpret_cast<uintptr_t>(data.base)));
    return coarray::check_inside(
        section, coarray::own_displacement(reinterpret_cast<uintptr_t>(memory.start)),
        memory.end - memory.start, {stat}, statement);
}

} // namespace

/// Every later put that touches `data`, by this image or another, posts `event` of this image.
/// @param event  its address
/// @param stat  may be NULL
/// @param access  a scalar of type character, or NULL: 'put'
CAF_EXPORT void arauto_fortran_event_attach(const void* event,
                                            const CDescriptor* data,
                                            int32_t* stat,
                                            const CDescriptor* access) {
    note_caller(__builtin_return_address(0));
    const EventElement element = find_event(event);
    coarray::Binding binding;
    if (element.coarray == nullptr) {
        refuse(stat, kAttach, kNoEvent);
        return;
    }
    binding.access = coarray::Access::put;
    const bool is_read =
        access == nullptr ||
        coarray::read_access({static_cast<const char*>(access->base), access->element_bytes},
                             binding.access, {stat});
    if (!is_read || !describe_bound(*data, binding.section, stat, kAttach)) {
        return;
    }
    binding.event = event;
    if (const arauto_status_t status = slot_of(element, &binding.slot); status < 0) {
        report_failure({stat}, status, kAttach);
        return;
    }
    coarray::attach(binding, {stat});
}

/// Takes back what event_attach has made of the same two, for either kind of access.
/// @param data  NULL: all that the event is attached to
/// @param stat  may be NULL
CAF_EXPORT void
arauto_fortran_event_detach(const void* event, const CDescriptor* data, int32_t* stat) {
    note_caller(__builtin_return_address(0));
    if (find_event(event).coarray == nullptr) {
        refuse(stat, kDetach, kNoEvent);
        return;
    }
    if (data == nullptr) {
        coarray::detach(event, nullptr, {stat});
        return;
    }
    Footprint section;
    if (describe_bound(*data, section, stat, kDetach)) {
        coarray::detach(event, &section, {stat});
    }
}
