// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The checks of event_attach and event_detach, and the messages of their failures.
#pragma once

#include "errors.hpp"
#include "footprint.hpp"

#include <cstdint>
#include <string_view>

namespace arauto::coarray {

/// The kind of access that an attached event counts.
enum class Access : uint32_t { put, get };

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

/// Reports that the event is attached to this range already.
void refuse_attached(const Errors& errors) noexcept;
/// Reports that there is no memory for one more attachment.
/// @param code  for `stat=`
/// @param count  how many attachments this image has
void refuse_without_memory(const Errors& errors, int32_t code, size_t count) noexcept;
/// Reports that the event of EVENT_DETACH is not attached.
/// @param is_all  true: to no data at all; false: to the range that the statement names
void refuse_detach(const Errors& errors, bool is_all) noexcept;

} // namespace arauto::coarray
