// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The functions that gcc and clang call before loads and stores. Their names and types are the
// compilers'.
#include "touch.hpp"

using arauto::race::touch;
using arauto::race::touch_any;

// All accesses of one width; the names of unaligned ones have a prefix.
#define ARAUTO_ACCESS(PREFIX, BYTES)                                                               \
    void __tsan_##PREFIX##read##BYTES(const void* memory) {                                        \
        touch<ARAUTO_RACE_READ, BYTES>(memory);                                                    \
    }                                                                                              \
    void __tsan_##PREFIX##write##BYTES(void* memory) {                                             \
        touch<ARAUTO_RACE_WRITE, BYTES>(memory);                                                   \
    }                                                                                              \
    void __tsan_##PREFIX##volatile_read##BYTES(const void* memory) {                               \
        touch<ARAUTO_RACE_READ, BYTES>(memory);                                                    \
    }                                                                                              \
    void __tsan_##PREFIX##volatile_write##BYTES(void* memory) {                                    \
        touch<ARAUTO_RACE_WRITE, BYTES>(memory);                                                   \
    }                                                                                              \
    void __tsan_##PREFIX##read_write##BYTES(void* memory) {                                        \
        touch<ARAUTO_RACE_WRITE, BYTES>(memory);                                                   \
    }

extern "C" {

ARAUTO_ACCESS(, 1)
ARAUTO_ACCESS(, 2)
ARAUTO_ACCESS(, 4)
ARAUTO_ACCESS(, 8)
ARAUTO_ACCESS(, 16)
ARAUTO_ACCESS(unaligned_, 2)
ARAUTO_ACCESS(unaligned_, 4)
ARAUTO_ACCESS(unaligned_, 8)
ARAUTO_ACCESS(unaligned_, 16)

void __tsan_read_range(const void* memory, size_t bytes) {
    touch_any(memory, bytes, ARAUTO_RACE_READ);
}
void __tsan_write_range(void* memory, size_t bytes) {
    touch_any(memory, bytes, ARAUTO_RACE_WRITE);
}
void __tsan_vptr_read(const void* memory) {
    touch<ARAUTO_RACE_READ, 8>(memory);
}
void __tsan_vptr_update(void* memory, void*) {
    touch<ARAUTO_RACE_WRITE, 8>(memory);
}
void __tsan_func_entry(void*) {}
void __tsan_func_exit(void) {}
void __tsan_init(void) {
    arauto_race_note_program();
}

} // extern "C"
