// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calls of the C library that read or write memory: `arauto fc` tells the linker to send them here
// (--wrap), and the compiler to make calls of long copies, which it would else do by itself.
#include "touch.hpp"

using arauto::race::touch_range;

namespace {

void touch_copy(void* to, const void* from, size_t bytes, const void* caller) {
    touch_range(from, bytes, ARAUTO_RACE_READ, caller);
    touch_range(to, bytes, ARAUTO_RACE_WRITE, caller);
}

} // namespace

extern "C" {

void* __real_memset(void* memory, int value, size_t bytes);
void* __real_memcpy(void* to, const void* from, size_t bytes);
void* __real_memmove(void* to, const void* from, size_t bytes);

void* __wrap_memset(void* memory, int value, size_t bytes) {
    touch_range(memory, bytes, ARAUTO_RACE_WRITE, __builtin_return_address(0));
    return __real_memset(memory, value, bytes);
}
void* __wrap_memcpy(void* to, const void* from, size_t bytes) {
    touch_copy(to, from, bytes, __builtin_return_address(0));
    return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, size_t bytes) {
    touch_copy(to, from, bytes, __builtin_return_address(0));
    return __real_memmove(to, from, bytes);
}

// As clang calls them.
void* __tsan_memset(void* memory, int value, size_t bytes) {
    touch_range(memory, bytes, ARAUTO_RACE_WRITE, __builtin_return_address(0));
    return __real_memset(memory, value, bytes);
}
void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
    touch_copy(to, from, bytes, __builtin_return_address(0));
    return __real_memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, size_t bytes) {
    touch_copy(to, from, bytes, __builtin_return_address(0));
    return __real_memmove(to, from, bytes);
}

} // extern "C"
