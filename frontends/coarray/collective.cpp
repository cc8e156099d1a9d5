// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See collective.hpp.
#include "collective.hpp"

#include "members.hpp"
#include "section.hpp"

#include "arauto/rma.h"
#include "arauto/spi/copy.h"

#include <algorithm>

namespace arauto::coarray {

Contiguous::Contiguous(void* base, const arauto_section_t& section)
    : base_(base), section_(section), count_(element_count(section)) {
    if (is_packed(section) || bytes() == 0) {
        return;
    }
    packed_ = std::make_unique<std::byte[]>(bytes());
    arauto_section_t packed;
    describe_packed(packed, section, section.element_bytes);
    static_cast<void>(arauto_copy_section(packed_.get(), &packed, base_, &section_));
}

void Contiguous::write_back() noexcept {
    if (packed_ != nullptr) {
        arauto_section_t packed;
        describe_packed(packed, section_, section_.element_bytes);
        static_cast<void>(arauto_copy_section(base_, &section_, packed_.get(), &packed));
    }
}

bool find_root(int result_image, int* root, const Errors& errors, const char* statement) noexcept {
    *root = result_image == 0 ? ARAUTO_ALL_RANKS : member_of(result_image, errors, statement);
    return result_image == 0 || *root >= 0;
}

void reduce(const Operand& operand, Operation operation, int result_image, const Errors& errors) {
    static constexpr const char* kNames[] = {"CO_SUM", "CO_PRODUCT", "CO_MIN", "CO_MAX"};
    const char* const name = kNames[static_cast<int>(operation)];
    int root = 0;
    if (!find_root(result_image, &root, errors, name)) {
        return;
    }
    Reducer reducer = choose_reducer(operand.element, operation);
    if (!reducer.is_known()) {
        fail(errors,
             "%s: the argument, with elements of %zu bytes, is of a type that has no such "
             "operation",
             name, operand.element.bytes);
        return;
    }
    Contiguous argument(operand.base, operand.section);
    const size_t element_bytes = std::max<size_t>(operand.element.bytes, 1);
    const arauto_status_t status =
        reducer.is_builtin
            ? arauto_reduce(current_team(), argument.data(), argument.count(), reducer.type,
                            code_of(operation), root)
            : arauto_reduce_with(current_team(), argument.data(),
                                 operand.element.bytes == 0 ? 0 : argument.count(), element_bytes,
                                 reducer.combine, &reducer.context, root);
    if (status >= 0) {
        argument.write_back();
    }
    report(errors, status, name);
}

void broadcast(void* base,
               const arauto_section_t& section,
               int source_image,
               const Errors& errors) {
    const int root = member_of(source_image, errors, "CO_BROADCAST");
    if (root < 0) {
        return;
    }
    Contiguous argument(base, section);
    const arauto_status_t status =
        arauto_broadcast(current_team(), argument.data(), argument.bytes(), root);
    if (status >= 0 && images.own_member != root) {
        argument.write_back();
    }
    report(errors, status, "CO_BROADCAST");
}

} // namespace arauto::coarray
