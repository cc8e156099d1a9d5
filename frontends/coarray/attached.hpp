// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// EVENT_ATTACH and EVENT_DETACH, once a front-end knows which event and which section are meant:
// the checks, the change of the table, and what is reported.
#pragma once

#include "bindings.hpp"
#include "errors.hpp"

#include <cstdint>
#include <string_view>

namespace arauto::coarray {

constexpr const char* kAttach = "EVENT_ATTACH";
constexpr const char* kDetach = "EVENT_DETACH";

/// The message for a variable that is no event of the program.
constexpr const char* kNoEvent =
    "the argument is no event of a coarray of this image; it must be a variable of type "
    "event_type or notify_type that is a coarray, or an element of one, without [ ]";

/// Reads the argument `access` of EVENT_ATTACH.
/// @param text  must be 'put' or 'get', in letters of any case, and may end with blanks
/// @return false, with the failure reported, when it is neither
bool read_access(std::string_view text, Access& access_out, const Errors& errors) noexcept;

/// Reports that the data lies in no coarray.
void refuse_data(const Errors& errors, const char* statement) noexcept;

/// Whether the section lies in the bytes [start, start + bytes) of its coarray; else the failure is
/// reported.
bool check_inside(const Footprint& section,
                  int64_t start,
                  int64_t bytes,
                  const Errors& errors,
                  const char* statement) noexcept;

/// EVENT_ATTACH and EVENT_DETACH once their arguments have been checked.
void attach(const Binding& binding, const Errors& errors) noexcept;
/// @param section  NULL: all that the event is attached to
void detach(const void* event, const Footprint* section, const Errors& errors) noexcept;

} // namespace arauto::coarray
