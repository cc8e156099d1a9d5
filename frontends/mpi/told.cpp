// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See told.hpp.
#include "told.hpp"

namespace arauto::mpi {

Told::~Told() {
    if (!has_ended_) {
        arauto_race_end(&operation_, ARAUTO_FLUSH_REMOTE, nullptr);
    }
}

void Told::use_layout(const void* base,
                      const LayoutInstances& side,
                      bool is_target,
                      arauto_race_access_t access,
                      unsigned kind) noexcept {
    Walk walk(side, side);
    for (Piece piece; walk.next(piece);) {
        for (int64_t block = 0; block < piece.count; ++block) {
            arauto_race_use(&operation_,
                            static_cast<const char*>(base) + piece.origin +
                                block * piece.origin_stride,
                            static_cast<size_t>(piece.bytes), is_target ? 1 : 0, access, kind);
        }
    }
}

void Told::use(const Origin& buffer, arauto_race_access_t access) noexcept {
    if (buffer.layout != nullptr && buffer.count > 0) {
        use_layout(buffer.address, {*buffer.layout, buffer.count, 0}, false, access, 0);
    }
}

void Told::use(const void* memory, int64_t bytes, arauto_race_access_t access) noexcept {
    arauto_race_use(&operation_, memory, static_cast<size_t>(bytes), 0, access, 0);
}

void Told::use(const Target& target, arauto_race_access_t access, unsigned kind) noexcept {
    if (target.direct != nullptr && target.is_in_heap) {
        use_layout(target.direct, {*target.layout, target.count, 0}, true, access, kind);
    }
}

void Told::carries_out(const Target& target) noexcept {
    arauto_race_carries_out(&operation_, target.is_later ? 0 : 1);
}

void Told::made(Deferral& deferral, arauto_flush_scope_t scope) noexcept {
    has_ended_ = true;
    if (deferral.wants_request) {
        arauto_race_end(&operation_, scope, &deferral.request);
        deferral.is_recorded = true;
    } else if (deferral.notification.post != nullptr) {
        arauto_request_t complete{};
        arauto_race_end(&operation_, ARAUTO_FLUSH_REMOTE, &complete);
        arauto_request_wait(&complete);
    } else {
        arauto_race_end(&operation_, scope, nullptr);
    }
}

unsigned kind_of(Operation operation, Basic basic) noexcept {
    return arauto_race_accumulate_kind(
        operation == Operation::kNoOp ? static_cast<unsigned>(ARAUTO_RACE_NO_OPERATION)
                                      : static_cast<unsigned>(operation),
        static_cast<unsigned>(basic), static_cast<unsigned>(basic_bytes(basic)));
}

unsigned kind_of_swap(Basic basic) noexcept {
    return arauto_race_accumulate_kind(ARAUTO_RACE_SWAP, static_cast<unsigned>(basic),
                                       static_cast<unsigned>(basic_bytes(basic)));
}

} // namespace arauto::mpi
