// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_BROADCAST, CO_SUM, CO_MIN, CO_MAX.
#include "coarray/collective.hpp"

#include "assignment_side.hpp"
#include "caller.hpp"
#include "images.hpp"
#include "reducer.hpp"
#include "segment.hpp"

using namespace arauto::gfortran;
namespace coarray = arauto::coarray;
using coarray::Operation;

namespace {

struct Call {
    Operation operation;
    const char* statement;
    int result_image;
    int length; // of characters
};

void reduce(const Descriptor* array, const Call& call, const Errors& errors) {
    note_stat(errors.stat);
    const SegmentBoundary boundary(errors);
    const arauto_section_t section = section_of_argument(*array);
    const coarray::Element element{
        class_of(array->type), kind_of(current_team(), *array, call.length), array->element_bytes};
    coarray::reduce({array->base, section, element}, call.operation, call.result_image, errors);
}

/// See collective_errmsg.
Errors collect(int* stat, char* errmsg, size_t errmsg_bytes) noexcept {
    return {stat, collective_errmsg(errmsg), errmsg_bytes};
}

/// Where errmsg= was passed by value, the argument holds the length of the characters.
int length_of(int length, const char* errmsg) noexcept {
    const auto word = reinterpret_cast<uintptr_t>(errmsg);
    const bool is_shifted = word != 0 && collective_errmsg(const_cast<char*>(errmsg)) == nullptr;
    return is_shifted ? static_cast<int>(word) : length;
}

} // namespace

CAF_EXPORT void _gfortran_caf_co_broadcast(
    Descriptor* array, int source_image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    const Errors errors = collect(stat, errmsg, errmsg_bytes);
    note_stat(stat);
    const SegmentBoundary boundary(errors);
    const arauto_section_t section = section_of_argument(*array);
    coarray::broadcast(array->base, section, source_image, errors);
}

CAF_EXPORT void _gfortran_caf_co_sum(
    Descriptor* array, int result_image, int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    reduce(array, {Operation::sum, "CO_SUM", result_image, 0}, collect(stat, errmsg, errmsg_bytes));
}

CAF_EXPORT void _gfortran_caf_co_min(
    Descriptor* array, int result_image, int* stat, char* errmsg, int length, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    reduce(array, {Operation::minimum, "CO_MIN", result_image, length_of(length, errmsg)},
           collect(stat, errmsg, errmsg_bytes));
}

CAF_EXPORT void _gfortran_caf_co_max(
    Descriptor* array, int result_image, int* stat, char* errmsg, int length, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    reduce(array, {Operation::maximum, "CO_MAX", result_image, length_of(length, errmsg)},
           collect(stat, errmsg, errmsg_bytes));
}
