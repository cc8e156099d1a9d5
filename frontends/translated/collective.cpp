// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_SUM, CO_PRODUCT, CO_MIN, CO_MAX and CO_BROADCAST.
#include "coarray/collective.hpp"

#include "runtime.hpp"

using namespace arauto::translated;
namespace coarray = arauto::coarray;

void translated_reduce(const translated_array_t* a,
                       int32_t operation,
                       int32_t result_image,
                       const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    note_stat(to);
    coarray::reduce({a->base, a->section, element_of(*a)},
                    static_cast<coarray::Operation>(operation), result_image, to);
}

void translated_broadcast(const translated_array_t* a,
                          int32_t source_image,
                          const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    note_stat(to);
    coarray::broadcast(a->base, a->section, source_image, to);
}
