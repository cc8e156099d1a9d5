// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See check.hpp.
#include "check.hpp"

#include "arauto/spi/info.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace arauto::halo {

bool checks_are_on() noexcept {
    const char* const text = arauto_setting("ARAUTO_HALO_CHECK");
    return text != nullptr && std::strcmp(text, "on") == 0;
}

std::vector<std::byte> marks(size_t element_bytes, size_t bytes) noexcept {
    constexpr uint32_t kOf4Bytes = 0x7fa5a5a5;
    constexpr uint64_t kOf8Bytes = 0x7ff4a5a57fa5a5a5; // two of 4 bytes are NaNs as well
    std::byte mark[sizeof kOf8Bytes];
    const bool has_4 = element_bytes == sizeof kOf4Bytes;
    const size_t mark_bytes = has_4 ? sizeof kOf4Bytes : sizeof kOf8Bytes;
    std::memcpy(mark, has_4 ? static_cast<const void*>(&kOf4Bytes) : &kOf8Bytes, mark_bytes);
    std::vector<std::byte> all(bytes);
    for (size_t element = 0; element < bytes; element += element_bytes) {
        for (size_t done = 0; done < element_bytes; done += mark_bytes) {
            std::memcpy(all.data() + element + done, mark,
                        std::min(mark_bytes, element_bytes - done));
        }
    }
    return all;
}

} // namespace arauto::halo
