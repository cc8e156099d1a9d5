// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The settings of all rooms together.
#pragma once

namespace arauto::api {

/// One sentence for each variable that looks like a setting and is none.
void warn_of_unknown_settings() noexcept;

} // namespace arauto::api
