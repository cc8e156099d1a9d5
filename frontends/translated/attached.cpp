// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See attached.hpp. The first image of a job that attaches an event notifies all images, and their
// fast paths close for good, so that accesses of programs that attach nothing ask no question.
#include "attached.hpp"

#include "quick.hpp"

namespace arauto::translated {
namespace {

using coarray::BindingHeader;
using coarray::Footprint;

void use_attachments() noexcept {
    g_state.attached.is_used.store(true, std::memory_order_relaxed);
    close_fast_path();
}

/// Notifies all images that tables are used, unless they know; failed ones need not. Two images
/// that are first at the same time both do.
bool notify_all_images(bool has_bindings) noexcept {
    if (!has_bindings) {
        return true; // they go on looking
    }
    use_attachments();
    constexpr size_t kWidth = sizeof(uint32_t);
    const arauto_segment_h segment = coarray::binding_segment();
    uint64_t all_know = 0;
    if (arauto_atomic_load(segment, 0, offsetof(BindingHeader, all_know), kWidth, &all_know) >= 0 &&
        all_know != 0) {
        return true;
    }
    for (int rank = 0; rank < arauto_size(); ++rank) {
        // PAIR bindings.gate: behind the table
        static_cast<void>(
            arauto_atomic_store(segment, rank, offsetof(BindingHeader, gate), kWidth, 1));
    }
    static_cast<void>(
        arauto_atomic_store(segment, 0, offsetof(BindingHeader, all_know), kWidth, 1));
    return true;
}

/// The event as a counting slot; false, with the failure reported, when it is none of this image.
bool find_event(const void* event,
                const Errors& errors,
                const char* statement,
                uint64_t* slot_out) noexcept {
    GlobalAddress global{};
    if (!find_global_address(event, global)) {
        fail(errors, "%s: %s", statement, coarray::kNoEvent);
        return false;
    }
    *slot_out = event_slot(event, statement).offset;
    return true;
}

/// The data as a section; false with the failure reported.
bool describe(const translated_attachment_t& attachment,
              const Errors& errors,
              const char* statement,
              Footprint& section) noexcept {
    const translated_array_t& data = attachment.data;
    const bool is_component = attachment.is_component != 0;
    const Region* region = find_region(reinterpret_cast<uintptr_t>(data.base));
    if (region == nullptr && (!is_component || data.base == nullptr)) {
        coarray::refuse_data(errors, statement);
        return false;
    }
    if (region != nullptr && !is_component) {
        coarray::make_footprint(section, data.section, reinterpret_cast<int64_t>(data.base));
        if (!coarray::check_inside(section, static_cast<int64_t>(region->base),
                                   static_cast<int64_t>(region->bytes), errors, statement)) {
            return false;
        }
    }
    // Static data have a second address, by which others reach them.
    const uint64_t there = is_component ? 0 : remote_address(data.base, arauto_rank());
    const auto address = there != 0 ? there : reinterpret_cast<uint64_t>(data.base);
    coarray::make_footprint(section, data.section, coarray::own_displacement(address));
    return true;
}

} // namespace

void start_attachments() {
    report({}, coarray::start_bindings(notify_all_images), "start of the program");
}

void segment_begins() noexcept {
    // PAIR bindings.gate: looked at before the tables
    const bool is_used =
        coarray::g_state.bindings.own_header->gate.load(std::memory_order_acquire) != 0;
    if (is_used && !g_state.attached.is_used.load(std::memory_order_relaxed)) [[unlikely]] {
        use_attachments();
    }
}

arauto_status_t
post_attached(int rank, uint64_t address, const arauto_section_t& section, Access access) noexcept {
    const coarray::TargetBindings* const bindings =
        coarray::bindings_of(t_state.known_targets, rank);
    arauto_status_t first = ARAUTO_OK;
    if (bindings == nullptr || bindings->of(access).is_empty()) {
        return first;
    }
    Footprint touched;
    coarray::make_footprint(touched, section, static_cast<int64_t>(address) - bindings->base);
    bindings->of(access).visit(touched, [&](uint64_t slot) {
        const arauto_status_t status = arauto_notify_post(rank, {slot});
        first = first < 0 ? first : status;
    });
    return first;
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

void translated_event_attach(const void* event,
                             const translated_attachment_t* attachment,
                             const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    coarray::Binding binding;
    binding.event = event;
    binding.access = Access::put;
    const bool is_read =
        attachment->access == nullptr ||
        coarray::read_access({attachment->access, attachment->access_bytes}, binding.access, to);
    if (is_read && find_event(event, to, coarray::kAttach, &binding.slot) &&
        describe(*attachment, to, coarray::kAttach, binding.section)) {
        coarray::attach(binding, to);
    }
}

void translated_event_detach(const void* event,
                             const translated_attachment_t* attachment,
                             const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    uint64_t slot = 0;
    Footprint section;
    if (find_event(event, to, coarray::kDetach, &slot) &&
        (attachment == nullptr || describe(*attachment, to, coarray::kDetach, section))) {
        coarray::detach(event, attachment != nullptr ? &section : nullptr, to);
    }
}
