// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The functions that gcc and clang call before loads and stores. Their names and types are the
// compilers'.
#include "touch.hpp"

using arauto::race::touch;
using arauto::race::touch_any;

#define ARAUTO_ACCESS(BYTES)                                                                       \
    void __tsan_read##BYTES(const void* memory) {                                                  \
        touch<ARAUTO_RACE_READ, BYTES>(memory);                                                    \
    }                                                                                              \
    void __tsan_write##BYTES(void* memory) {                                                       \
        touch<ARAUTO_RACE_WRITE, BYTES>(memory);                                                   \
    }                                                                                              \
    void __tsan_volatile_read##BYTES(const void* memory) {                                         \
        touch<ARAUTO_RACE_READ, BYTES>(memory);                                                    \
    }                                                                                              \
    void __tsan_volatile_write##BYTES(void* memory) {                                              \
        touch<ARAUTO_RACE_WRITE, BYTES>(memory);                                                   \
    }                                                                                              \
    void __tsan_read_write##BYTES(void* memory) {                                                  \
        touch<ARAUTO_RACE_WRITE, BYTES>(memory);                                                   \
    }

#define ARAUTO_UNALIGNED(BYTES)                                                                    \
    void __tsan_unaligned_read##BYTES(const void* memory) {                                        \
        touch_any(memory, BYTES, ARAUTO_RACE_READ);                                                \
    }                                                                                              \
    void __tsan_unaligned_write##BYTES(void* memory) {                                             \
        touch_any(memory, BYTES, ARAUTO_RACE_WRITE);                                               \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##BYTES(const void* memory) {                               \
        touch_any(memory, BYTES, ARAUTO_RACE_READ);                                                \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##BYTES(void* memory) {                                    \
        touch_any(memory, BYTES, ARAUTO_RACE_WRITE);                                               \
    }                                                                                              \
    void __tsan_unaligned_read_write##BYTES(void* memory) {                                        \
        touch_any(memory, BYTES, ARAUTO_RACE_WRITE);                                               \
    }

extern "C" {

ARAUTO_ACCESS(1)
ARAUTO_ACCESS(2)
ARAUTO_ACCESS(4)
ARAUTO_ACCESS(8)
ARAUTO_UNALIGNED(2)
ARAUTO_UNALIGNED(4)
ARAUTO_UNALIGNED(8)
ARAUTO_UNALIGNED(16)

void __tsan_read16(const void* memory) {
    touch_any(memory, 16, ARAUTO_RACE_READ);
}
void __tsan_write16(void* memory) {
    touch_any(memory, 16, ARAUTO_RACE_WRITE);
}
void __tsan_volatile_read16(const void* memory) {
    touch_any(memory, 16, ARAUTO_RACE_READ);
}
void __tsan_volatile_write16(void* memory) {
    touch_any(memory, 16, ARAUTO_RACE_WRITE);
}
void __tsan_read_write16(void* memory) {
    touch_any(memory, 16, ARAUTO_RACE_WRITE);
}
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
