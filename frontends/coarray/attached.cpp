// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See attached.hpp.
#include "attached.hpp"

#include <algorithm>

namespace arauto::coarray {

bool read_access(std::string_view text, Access& access_out, const Errors& errors) noexcept {
    const size_t length = text.find_last_not_of(' ') + 1;
    const auto is = [&](std::string_view word) {
        return std::equal(word.begin(), word.end(), text.begin(), text.begin() + length,
                          [](char a, char b) { return a == static_cast<char>(b | 0x20); });
    };
    access_out = is("get") ? Access::get : Access::put;
    if (!is("get") && !is("put")) {
        fail(errors, "%s: access is '%.*s', but it must be 'put' or 'get'", kAttach,
             static_cast<int>(length), text.data());
        return false;
    }
    return true;
}

void refuse_data(const Errors& errors, const char* statement) noexcept {
    fail(errors,
         "%s: the second argument is no coarray of this image, nor a part of one; expressions, "
         "vector subscripts and coindexed objects are copies",
         statement);
}

bool check_inside(const Footprint& section,
                  int64_t start,
                  int64_t bytes,
                  const Errors& errors,
                  const char* statement) noexcept {
    const int64_t low = section.low - start;
    const int64_t end = end_of(section) - start;
    if (low < 0 || end > bytes) {
        fail(errors, "%s: the range leaves its coarray: it has bytes %lld to %lld of %lld",
             statement, static_cast<long long>(low), static_cast<long long>(end - 1),
             static_cast<long long>(bytes));
        return false;
    }
    return true;
}

void attach(const Binding& binding, const Errors& errors) noexcept {
    switch (add_binding(binding)) {
    case Bound::done:
        set_ok(errors.stat);
        break;
    case Bound::twice:
        fail(errors, "%s: this event is attached to this range already", kAttach);
        break;
    case Bound::no_memory:
        fail_with(errors, stat_codes.memory,
                  "%s: no memory is left for one more than the %zu attachments of this image",
                  kAttach, binding_count());
        break;
    case Bound::unannounced:
        report_failure(errors, ARAUTO_ERR_FAILED, kAttach);
        break;
    }
}

void detach(const void* event, const Footprint* section, const Errors& errors) noexcept {
    const size_t removed =
        section == nullptr ? remove_bindings_of(event) : remove_binding(event, *section);
    if (removed == 0) {
        fail(errors, "%s: this event is not attached to %s", kDetach,
             section == nullptr ? "anything" : "this range");
        return;
    }
    set_ok(errors.stat);
}

} // namespace arauto::coarray
