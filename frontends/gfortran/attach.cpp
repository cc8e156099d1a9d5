// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// event_attach and event_detach: called by programs through the module `arauto`. Everything is
// checked first; what is wrong changes nothing.
#include "bindings.hpp"
#include "images.hpp"
#include "registry.hpp"
#include "section.hpp"

using namespace arauto::gfortran; // NOLINT: the program's entry points follow

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

constexpr const char* kAttach = "EVENT_ATTACH";
constexpr const char* kDetach = "EVENT_DETACH";

void refuse(int* stat, const char* statement, const char* sentence) noexcept {
    report(stat, nullptr, 0, kStatInvalid, "%s: %s", statement, sentence);
}

/// What an argument describes, as displacements. False, with the error reported, when it is not
/// part of a coarray of this image.
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
        refuse(stat, statement,
               "the second argument is no coarray of this image, nor a part of one; expressions, "
               "vector subscripts and what has [ ] are copies");
        return false;
    }
    make_footprint(section, described, own_displacement(reinterpret_cast<uintptr_t>(data.base)));
    const int64_t start = own_displacement(reinterpret_cast<uintptr_t>(memory.start));
    const int64_t bytes = memory.end - memory.start;
    const int64_t low = section.low - start;
    const int64_t end = end_of(section) - start;
    if (low < 0 || end > bytes) {
        report(stat, nullptr, 0, kStatInvalid,
               "%s: the range leaves its coarray: it has bytes %lld to %lld of %lld", statement,
               static_cast<long long>(low), static_cast<long long>(end - 1),
               static_cast<long long>(bytes));
        return false;
    }
    return true;
}

/// 'put' or 'get', in any case, with blanks behind. False, with the error reported, for others.
bool read_access(const CDescriptor* given, Access& access, int* stat) noexcept {
    access = Access::put;
    if (given == nullptr) {
        return true;
    }
    const auto* const text = static_cast<const char*>(given->base);
    size_t length = given->element_bytes;
    while (length > 0 && text[length - 1] == ' ') {
        --length;
    }
    const auto is = [&](const char* word) {
        bool is_equal = length == 3;
        for (size_t i = 0; i < 3 && is_equal; ++i) {
            is_equal = (text[i] | 0x20) == word[i];
        }
        return is_equal;
    };
    if (is("get")) {
        access = Access::get;
        return true;
    }
    if (!is("put")) {
        report(stat, nullptr, 0, kStatInvalid,
               "%s: access is '%.*s', but it must be 'put' or 'get'", kAttach,
               static_cast<int>(length), text);
        return false;
    }
    return true;
}

void report_bound(Bound bound, int* stat) noexcept {
    switch (bound) {
    case Bound::done:
        set_ok(stat);
        break;
    case Bound::twice:
        refuse(stat, kAttach, "this event is attached to this range already");
        break;
    case Bound::no_memory:
        report(stat, nullptr, 0, kStatMemory,
               "%s: no memory is left for one more than the %zu attachments of this image", kAttach,
               binding_count());
        break;
    case Bound::no_gate:
        report_failure(stat, nullptr, 0, ARAUTO_ERR_FAILED, kAttach);
        break;
    }
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
    const EventElement element = find_event(event);
    Binding binding;
    if (element.coarray == nullptr) {
        refuse(stat, kAttach, kNoEvent);
        return;
    }
    if (!read_access(access, binding.access, stat) ||
        !describe_bound(*data, binding.section, stat, kAttach)) {
        return;
    }
    binding.event = event;
    if (const arauto_status_t status = slot_of(element, &binding.place); status < 0) {
        report_failure(stat, nullptr, 0, status, kAttach);
        return;
    }
    report_bound(add_binding(binding), stat);
}

/// Takes back what event_attach has made of the same two, for either kind of access.
/// @param data  NULL: all that the event is attached to
/// @param stat  may be NULL
CAF_EXPORT void
arauto_fortran_event_detach(const void* event, const CDescriptor* data, int32_t* stat) {
    if (find_event(event).coarray == nullptr) {
        refuse(stat, kDetach, kNoEvent);
        return;
    }
    size_t removed = 0;
    if (data == nullptr) {
        removed = remove_bindings_of_events(event, static_cast<const std::byte*>(event) + 1);
    } else {
        Footprint section;
        if (!describe_bound(*data, section, stat, kDetach)) {
            return;
        }
        removed = remove_binding(event, section);
    }
    if (removed == 0) {
        refuse(stat, kDetach,
               data == nullptr ? "this event is not attached to anything"
                               : "this event is not attached to this range");
        return;
    }
    set_ok(stat);
}
