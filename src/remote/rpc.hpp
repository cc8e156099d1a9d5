// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Services of front-ends (arauto/service.h): a question by an active message, the function at the
// target, the answer by an active message. Questions wait in one line at the target, and the
// thread that delivers active messages there serves them; one that cannot be served yet holds up
// the others, but nothing else.
#pragma once

#include "arauto/service.h"
#include "base/status.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::core {

inline constexpr int kServicesMax = 16;

[[nodiscard]] Status register_service(arauto_service_f function, int* service_out) noexcept;
[[nodiscard]] bool is_service(int service) noexcept;

/// What a far rank is to do. The caller has checked it.
struct Question {
    int rank;
    uint32_t service;
    std::span<const std::byte> body;
};

[[nodiscard]] Status tell_service(const Question& question) noexcept;
[[nodiscard]] Status ask_service(const Question& question, std::span<std::byte> answer) noexcept;
/// @param rank  -1: all
[[nodiscard]] Status settle_services(int rank) noexcept;

} // namespace arauto::core
