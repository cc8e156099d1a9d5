// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See element_memo.hpp.
#include "element_memo.hpp"

#include "caller.hpp"

#include "arauto/rma.h"
#include "arauto/spi/rma.h"

#include <algorithm>

namespace arauto::gfortran {

const ComponentTarget*
ElementMemo::read(Epoch epoch, const Component& wanted, size_t element_bytes) noexcept {
    const DescriptorRead told;
    Descriptor array;
    const size_t bytes =
        wanted.dims == 0 ? sizeof array.base : descriptor_bytes(wanted.dims); // as far as needed
    if (arauto_get(wanted.token->segment, wanted.rank, static_cast<size_t>(wanted.offset), &array,
                   bytes) < 0 ||
        array.base == nullptr) {
        return nullptr;
    }
    const auto address = reinterpret_cast<uint64_t>(array.base);
    void* pointer = nullptr;
    const bool is_shared = arauto_is_shared_at(wanted.rank, address, &pointer) != 0;
    if (is_shared && pointer == nullptr) {
        return nullptr;
    }
    ComponentTarget& target = entry_of(wanted);
    target = {.component = wanted,
              .epoch = epoch,
              .address = address,
              .pointer = static_cast<std::byte*>(pointer),
              .range = {address, address + element_bytes},
              .dim = {}};
    for (int i = 0; i < wanted.dims; ++i) {
        const ptrdiff_t stride = byte_stride(array, i);
        const ptrdiff_t reach = (std::max<ptrdiff_t>(extent_of(array.dim[i]), 1) - 1) * stride;
        target.dim[i] = {array.dim[i].lower, array.dim[i].upper, stride};
        target.range.low += static_cast<uint64_t>(std::min<ptrdiff_t>(reach, 0));
        target.range.high += static_cast<uint64_t>(std::max<ptrdiff_t>(reach, 0));
    }
    return &target;
}

} // namespace arauto::gfortran
