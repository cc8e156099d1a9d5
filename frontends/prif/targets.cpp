// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See targets.hpp.
#include "targets.hpp"

#include "coarray/images.hpp"
#include "coarray/section.hpp"

#include "arauto/spi/copy.h"
#include "arauto/spi/segment.h"

#include <memory>

namespace arauto::prif {
namespace {

constexpr int kAtomicBytes = 8;

/// The address of a contiguous transfer in this image itself; null for other images, by address,
/// and outside the coarray: the general way refuses that.
char* own_address(const Transfer& transfer) noexcept {
    const Target& target = transfer.target;
    if (target.rank != coarray::images.own_rank || target.segment == nullptr ||
        transfer.shape.remote != nullptr) {
        return nullptr;
    }
    const size_t bytes = arauto_segment_size(target.segment);
    return target.offset <= bytes && transfer.bytes <= bytes - target.offset
               ? static_cast<char*>(arauto_segment_base(target.segment)) + target.offset
               : nullptr;
}

/// Elements of a section side by side, apart from the program's own: within one image source and
/// target may overlap, and those of an operation must not.
class Apart {
  public:
    explicit Apart(const arauto_section_t& section)
        : section_(section), bytes_(coarray::element_count(section) * section.element_bytes),
          data_(new std::byte[bytes_]) {
        coarray::describe_packed(packed_, section, section.element_bytes);
    }
    void take(const void* base) noexcept {
        static_cast<void>(arauto_copy_section(data_.get(), &packed_, base, &section_));
    }
    void give(void* base) noexcept {
        static_cast<void>(arauto_copy_section(base, &section_, data_.get(), &packed_));
    }
    [[nodiscard]] void* data() noexcept { return data_.get(); }

  private:
    const arauto_section_t& section_;
    size_t bytes_;
    std::unique_ptr<std::byte[]> data_;
    arauto_section_t packed_;
};

bool is_own_section(const Transfer& transfer) noexcept {
    return transfer.shape.local != nullptr && transfer.target.rank == coarray::images.own_rank;
}

arauto_op_t describe(arauto_op_kind_t kind, const Transfer& transfer) noexcept {
    return {.kind = kind,
            .rank = transfer.target.rank,
            .segment = transfer.target.segment,
            .offset = transfer.target.offset,
            .bytes = transfer.bytes,
            .remote_section = transfer.shape.remote,
            .local_section = transfer.shape.local};
}

} // namespace

bool find_target(const Reference& reference,
                 Target& target,
                 const Errors& errors,
                 const char* call) noexcept {
    target.rank = reference.image - 1;
    if (static_cast<unsigned>(target.rank) >= static_cast<unsigned>(arauto_size())) [[unlikely]] {
        coarray::fail(errors, "%s: there is no image %d, the initial team has images 1 to %d", call,
                      reference.image, arauto_size());
        return false;
    }
    if (reference.handle == nullptr) {
        target.segment = nullptr;
        target.offset = reference.offset;
    } else {
        target.segment = reference.handle->allocation->segment;
        target.offset = reference.handle->offset + reference.offset;
    }
    return true;
}

bool make_sections(const Strides& strides,
                   arauto_section_t (&sections)[2],
                   const Errors& errors,
                   const char* call) noexcept {
    const size_t rank = strides.extent.size();
    if (strides.remote.size() != rank || strides.local.size() != rank || rank > ARAUTO_DIM_MAX) {
        coarray::fail(errors,
                      "%s: there are %zu extents, %zu strides there and %zu here; the numbers must "
                      "be equal, and %d at most",
                      call, rank, strides.remote.size(), strides.local.size(), ARAUTO_DIM_MAX);
        return false;
    }
    for (arauto_section_t& section : sections) {
        coarray::set_scalar(section, strides.element_bytes);
    }
    for (size_t i = 0; i < rank; ++i) {
        const auto extent = static_cast<int64_t>(strides.extent[i]);
        coarray::add_dimension(sections[0], extent, strides.remote[i]);
        coarray::add_dimension(sections[1], extent, strides.local[i]);
    }
    return true;
}

void put(const Transfer& transfer, arauto_slot_t slot, const Errors& errors, const char* call) {
    const Target& target = transfer.target;
    arauto_status_t status = ARAUTO_OK;
    if (char* const address = own_address(transfer); address != nullptr) {
        arauto_copy_bytes(address, transfer.local, transfer.bytes);
        if (slot.offset != 0) {
            status = arauto_notify_post(target.rank, slot);
        }
    } else if (target.segment != nullptr && slot.offset == 0 && transfer.shape.remote == nullptr) {
        status =
            arauto_put(target.segment, target.rank, target.offset, transfer.local, transfer.bytes);
    } else {
        arauto_op_t op = describe(ARAUTO_OP_PUT, transfer);
        op.source = transfer.local;
        op.slot = slot;
        std::unique_ptr<Apart> apart;
        if (is_own_section(transfer)) {
            apart = std::make_unique<Apart>(*transfer.shape.local);
            apart->take(transfer.local);
            op.source = apart->data();
            op.local_section = nullptr;
        }
        status = arauto_rma(&op);
    }
    report_operation(errors, status, call);
}

void get(const Transfer& transfer, const Errors& errors, const char* call) {
    const Target& target = transfer.target;
    arauto_status_t status = ARAUTO_OK;
    if (const char* const address = own_address(transfer); address != nullptr) {
        arauto_copy_bytes(transfer.local, address, transfer.bytes);
    } else if (target.segment != nullptr && transfer.shape.remote == nullptr) {
        status =
            arauto_get(target.segment, target.rank, target.offset, transfer.local, transfer.bytes);
    } else {
        arauto_op_t op = describe(ARAUTO_OP_GET, transfer);
        op.destination = transfer.local;
        std::unique_ptr<Apart> apart;
        if (is_own_section(transfer)) {
            apart = std::make_unique<Apart>(*transfer.shape.local);
            op.destination = apart->data();
            op.local_section = nullptr;
        }
        status = arauto_rma(&op);
        if (apart != nullptr && status >= 0) {
            apart->give(transfer.local);
        }
    }
    coarray::report(errors, status, call);
}

void operate(const Reference& reference, const Atomic& atomic, int32_t* stat, const char* call) {
    const Reports reports{.stat = stat};
    Statement statement(reports);
    Target target;
    if (!find_target(reference, target, statement.errors(), call)) {
        return;
    }
    const arauto_op_t op{.kind = atomic.kind,
                         .rank = target.rank,
                         .segment = target.segment,
                         .offset = target.offset,
                         .width = kAtomicBytes,
                         .atomic = atomic.how,
                         .operand = atomic.operand,
                         .expected = atomic.expected,
                         .old_out = atomic.old};
    report_operation(statement.errors(), arauto_rma(&op), call);
}

} // namespace arauto::prif
