// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_REDUCE: a reduction with a function of the program.
#include "caller.hpp"
#include "coarray/collective.hpp"
#include "images.hpp"
#include "reducer.hpp"
#include "segment.hpp"
#include "user_function.hpp"

#include <cstring>
#include <vector>

using namespace arauto::gfortran;
namespace coarray = arauto::coarray;

namespace {

/// The context of the combine function; `result` is room for one element.
struct Context {
    UserFunction function;
    std::vector<std::byte> result;
    int32_t is_unclear; // a result looked like what was left in other registers
};

void combine(void* opaque, void* inout, const void* in, size_t count) {
    auto& context = *static_cast<Context*>(opaque);
    const size_t bytes = context.function.bytes;
    auto* a = static_cast<std::byte*>(inout);
    const auto* b = static_cast<const std::byte*>(in);
    for (size_t i = 0; i < count; ++i, a += bytes, b += bytes) {
        if (!context.function.call(context.function, context.result.data(), a, b)) {
            context.is_unclear = 1;
        }
        std::memcpy(a, context.result.data(), bytes);
    }
}

/// Whether a result was unclear on any image of the team, whichever image has called the function.
bool is_unclear(arauto_team_h team, const Descriptor& array, Context& context) {
    if (array.type != kTypeDerived || array.element_bytes > kSmallStructure) {
        return false;
    }
    // A failure here has shown in the reduction before.
    static_cast<void>(
        arauto_reduce(team, &context.is_unclear, 1, ARAUTO_INT32, ARAUTO_MAX, ARAUTO_ALL_RANKS));
    return context.is_unclear != 0;
}

} // namespace

CAF_EXPORT void _gfortran_caf_co_reduce(Descriptor* array,
                                        Address function,
                                        int flags,
                                        int result_image,
                                        int* stat,
                                        char* errmsg,
                                        int length,
                                        size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    const Errors errors{stat, collective_errmsg(errmsg), errmsg_bytes};
    const SegmentBoundary boundary(errors);
    int root = 0;
    if (!coarray::find_root(result_image, &root, errors, "CO_REDUCE")) {
        return;
    }
    const arauto_team_h team = current_team();
    const bool is_extended = are_extended(team, *array);
    Context context{adapt_user_function(*array, function, flags, length, is_extended),
                    std::vector<std::byte>(array->element_bytes + sizeof(long double)), 0};
    if (context.function.call == nullptr) {
        fail(errors,
             "CO_REDUCE: a function on elements of type %d with %zu bytes (flags %d) cannot be "
             "called",
             array->type, array->element_bytes, flags);
        return;
    }
    const arauto_section_t section = section_of_argument(*array);
    coarray::Contiguous buffer(array->base, section);
    const arauto_status_t status = arauto_reduce_with(
        team, buffer.data(), buffer.count(), array->element_bytes, combine, &context, root);
    if (is_unclear(team, *array, context) && status >= 0) {
        fail(errors,
             "CO_REDUCE: the registers in which the function returns a structure of %zu bytes "
             "is not known; make the type larger than %zu bytes",
             array->element_bytes, kSmallStructure);
        return;
    }
    if (status >= 0) {
        buffer.write_back();
    }
    report(errors, status, "CO_REDUCE");
}
