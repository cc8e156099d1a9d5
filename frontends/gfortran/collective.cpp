// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_BROADCAST, CO_SUM, CO_MIN, CO_MAX. Strided arguments are packed; what a root keeps for itself
// is not written elsewhere.
#include "collective_buffer.hpp"
#include "images.hpp"
#include "reducer.hpp"
#include "segment_end.hpp"

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

namespace {

struct Errors {
    int* stat;
    char* errmsg;
    size_t errmsg_bytes;
};

/// Root in the team, from an image index that may be 0 for all. False, with the error reported,
/// when there is no such image.
bool find_root(int image, bool may_be_all, int* root, const Errors& errors, const char* statement) {
    if (image == 0 && may_be_all) {
        *root = ARAUTO_ALL_RANKS;
        return true;
    }
    if (image < 1 || image > image_map.size) {
        report(errors.stat, errors.errmsg, errors.errmsg_bytes, kStatInvalid,
               "%s: there is no image %d, the team has images 1 to %d", statement, image,
               image_map.size);
        return false;
    }
    *root = image - 1;
    return true;
}

struct Call {
    Operation operation;
    const char* statement;
    int result_image;
    int length; // of characters
};

void reduce(Descriptor* array, const Call& call, const Errors& errors) {
    note_stat(errors.stat);
    const SegmentEnd end(call.statement, errors.stat, errors.errmsg, errors.errmsg_bytes);
    int root = 0;
    if (!find_root(call.result_image, true, &root, errors, call.statement)) {
        return;
    }
    const arauto_team_h team = current_team();
    Reducer reducer =
        choose_reducer(*array, call.operation, are_extended(team, *array), call.length);
    if (!reducer.is_known()) {
        report(errors.stat, errors.errmsg, errors.errmsg_bytes, kStatInvalid,
               "%s: elements of type %d with %zu bytes cannot be reduced", call.statement,
               array->type, array->element_bytes);
        return;
    }
    CollectiveBuffer buffer(*array);
    arauto_status_t status = ARAUTO_OK;
    if (reducer.is_builtin) {
        status = arauto_reduce(team, buffer.data(), buffer.count(), reducer.type,
                               arauto::coarray::code_of(call.operation), root);
    } else if (array->element_bytes > 0) {
        status = arauto_reduce_with(team, buffer.data(), buffer.count(), array->element_bytes,
                                    reducer.combine, &reducer.context, root);
    }
    if (status >= 0) {
        buffer.write_back();
    }
    report_status(errors.stat, errors.errmsg, errors.errmsg_bytes, status, call.statement);
}

/// See collective_errmsg.
Errors collect(int* stat, char* errmsg, size_t errmsg_bytes) noexcept {
    return {stat, collective_errmsg(errmsg), errmsg_bytes};
}

/// Where errmsg= was passed by value, the length of the characters stands in its place.
int length_of(int length, const char* errmsg) noexcept {
    const auto word = reinterpret_cast<uintptr_t>(errmsg);
    const bool is_shifted = word != 0 && collective_errmsg(const_cast<char*>(errmsg)) == nullptr;
    return is_shifted ? static_cast<int>(word) : length;
}

} // namespace

CAF_EXPORT void _gfortran_caf_co_broadcast(
    Descriptor* array, int source_image, int* stat, char* errmsg, size_t errmsg_bytes) {
    const Errors errors = collect(stat, errmsg, errmsg_bytes);
    note_stat(stat);
    const SegmentEnd end("CO_BROADCAST", stat, errors.errmsg, errmsg_bytes);
    int root = 0;
    if (!find_root(source_image, false, &root, errors, "CO_BROADCAST")) {
        return;
    }
    CollectiveBuffer buffer(*array);
    const arauto_status_t status =
        arauto_broadcast(current_team(), buffer.data(), buffer.bytes(), root);
    if (status >= 0 && arauto_team_rank(current_team()) != root) {
        buffer.write_back();
    }
    report_status(stat, errors.errmsg, errmsg_bytes, status, "CO_BROADCAST");
}

CAF_EXPORT void _gfortran_caf_co_sum(
    Descriptor* array, int result_image, int* stat, char* errmsg, size_t errmsg_bytes) {
    reduce(array, {Operation::sum, "CO_SUM", result_image, 0}, collect(stat, errmsg, errmsg_bytes));
}

CAF_EXPORT void _gfortran_caf_co_min(
    Descriptor* array, int result_image, int* stat, char* errmsg, int length, size_t errmsg_bytes) {
    reduce(array, {Operation::minimum, "CO_MIN", result_image, length_of(length, errmsg)},
           collect(stat, errmsg, errmsg_bytes));
}

CAF_EXPORT void _gfortran_caf_co_max(
    Descriptor* array, int result_image, int* stat, char* errmsg, int length, size_t errmsg_bytes) {
    reduce(array, {Operation::maximum, "CO_MAX", result_image, length_of(length, errmsg)},
           collect(stat, errmsg, errmsg_bytes));
}
