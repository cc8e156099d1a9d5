// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calls of the C library that read or write texts, or compare memory: the linker sends them here
// (--wrap). What they read is told when they have done it, since they find its end.
#include "touch.hpp"

#include <algorithm>

using arauto::race::touch_range;

namespace {

/// Bytes that a comparison has read: those that are equal, and the first that are not.
size_t count_compared(const char* first, const char* second, size_t most, bool is_text) {
    size_t count = 0;
    while (count < most && first[count] == second[count] && !(is_text && first[count] == 0)) {
        ++count;
    }
    return std::min(count + 1, most);
}

void touch_both(const void* first, const void* second, size_t bytes, const void* caller) {
    touch_range(first, bytes, ARAUTO_RACE_READ, caller);
    touch_range(second, bytes, ARAUTO_RACE_READ, caller);
}

} // namespace

extern "C" {

int __real_memcmp(const void* first, const void* second, size_t bytes);
void* __real_memchr(const void* memory, int value, size_t bytes);
size_t __real_strlen(const char* text);
int __real_strcmp(const char* first, const char* second);
int __real_strncmp(const char* first, const char* second, size_t most);
char* __real_strchr(const char* text, int value);
char* __real_strcpy(char* to, const char* from);
char* __real_strncpy(char* to, const char* from, size_t most);
char* __real_strcat(char* to, const char* from);

int __wrap_memcmp(const void* first, const void* second, size_t bytes) {
    touch_both(first, second, bytes, __builtin_return_address(0));
    return __real_memcmp(first, second, bytes);
}
void* __wrap_memchr(const void* memory, int value, size_t bytes) {
    void* const found = __real_memchr(memory, value, bytes);
    const auto* const start = static_cast<const char*>(memory);
    const size_t read =
        found == nullptr ? bytes : static_cast<size_t>(static_cast<const char*>(found) - start) + 1;
    touch_range(memory, read, ARAUTO_RACE_READ, __builtin_return_address(0));
    return found;
}
size_t __wrap_strlen(const char* text) {
    const size_t length = __real_strlen(text);
    touch_range(text, length + 1, ARAUTO_RACE_READ, __builtin_return_address(0));
    return length;
}
int __wrap_strcmp(const char* first, const char* second) {
    touch_both(first, second, count_compared(first, second, SIZE_MAX, true),
               __builtin_return_address(0));
    return __real_strcmp(first, second);
}
int __wrap_strncmp(const char* first, const char* second, size_t most) {
    touch_both(first, second, count_compared(first, second, most, true),
               __builtin_return_address(0));
    return __real_strncmp(first, second, most);
}
char* __wrap_strchr(const char* text, int value) {
    char* const found = __real_strchr(text, value);
    const size_t read = found == nullptr ? __real_strlen(text) : static_cast<size_t>(found - text);
    touch_range(text, read + 1, ARAUTO_RACE_READ, __builtin_return_address(0));
    return found;
}
char* __wrap_strcpy(char* to, const char* from) {
    const size_t bytes = __real_strlen(from) + 1;
    const void* const caller = __builtin_return_address(0);
    touch_range(from, bytes, ARAUTO_RACE_READ, caller);
    touch_range(to, bytes, ARAUTO_RACE_WRITE, caller);
    return __real_strcpy(to, from);
}
char* __wrap_strncpy(char* to, const char* from, size_t most) {
    const void* const end = __real_memchr(from, 0, most);
    const size_t bytes =
        end == nullptr ? most : static_cast<size_t>(static_cast<const char*>(end) - from) + 1;
    const void* const caller = __builtin_return_address(0);
    touch_range(from, bytes, ARAUTO_RACE_READ, caller);
    touch_range(to, most, ARAUTO_RACE_WRITE, caller);
    return __real_strncpy(to, from, most);
}
char* __wrap_strcat(char* to, const char* from) {
    const size_t length = __real_strlen(to);
    const size_t bytes = __real_strlen(from) + 1;
    const void* const caller = __builtin_return_address(0);
    touch_range(to, length + 1, ARAUTO_RACE_READ, caller);
    touch_range(from, bytes, ARAUTO_RACE_READ, caller);
    touch_range(to + length, bytes, ARAUTO_RACE_WRITE, caller);
    return __real_strcat(to, from);
}

} // extern "C"
