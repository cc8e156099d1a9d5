// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Atomic subroutines, by the address where this process can reach the variable of the other image.
#include "coarray/atomic_name.hpp"
#include "pending.hpp"
#include "quick.hpp"
#include "runtime.hpp"

#include "arauto/spi/atomic.h"
#include "arauto/spi/rma.h"

#include <cstring>

namespace arauto::translated {
namespace {

/// Not __atomic_fetch_or and its like: g++ 12 takes 0 for their operand where they are beside a
/// store of the same variable, as in operate(). PAIR program.atomic: as in operate()
template <class Word, class Next> Word change(Word* at, Next next) noexcept {
    Word old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(at, &old, static_cast<Word>(next(old)), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
}

/// PAIR program.atomic: atomic subroutines of other images, and what the program orders by them
template <class Word> Word operate(Word* at, int32_t operation, Word value, Word compare) noexcept {
    Word old = compare;
    switch (operation) {
    case TRANSLATED_DEFINE:
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
        return value;
    case TRANSLATED_REF:
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);
    case TRANSLATED_CAS:
        __atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
        return old;
    case ARAUTO_ATOMIC_AND:
        return change(at, [value](Word before) { return before & value; });
    case ARAUTO_ATOMIC_OR:
        return change(at, [value](Word before) { return before | value; });
    case ARAUTO_ATOMIC_XOR:
        return change(at, [value](Word before) { return before ^ value; });
    default:
        return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
    }
}

template <class Word>
void operate_on(
    void* at, int32_t operation, const void* value, const void* compare, void* old) noexcept {
    Word value_word{};
    Word compare_word{};
    if (value != nullptr) {
        std::memcpy(&value_word, value, sizeof value_word);
    }
    if (compare != nullptr) {
        std::memcpy(&compare_word, compare, sizeof compare_word);
    }
    const Word before = operate(static_cast<Word*>(at), operation, value_word, compare_word);
    if (old != nullptr) {
        std::memcpy(old, &before, sizeof before);
    }
}

uint64_t word_of(const void* value, size_t bytes) noexcept {
    uint64_t word = 0;
    if (value != nullptr) {
        std::memcpy(&word, value, bytes);
    }
    return word;
}

struct Operands {
    int32_t operation;
    uint64_t value, compare;
};

/// On a variable of another node, or of a process whose memory is not mapped here.
arauto_status_t operate_far(const TargetMemory& target,
                            int bytes,
                            const Operands& what,
                            uint64_t* old_out) noexcept {
    switch (what.operation) {
    case TRANSLATED_DEFINE:
        return arauto_atomic_fetch_at(target.rank, target.address, bytes, ARAUTO_ATOMIC_SWAP,
                                      what.value, nullptr);
    case TRANSLATED_REF:
        return arauto_atomic_fetch_at(target.rank, target.address, bytes, ARAUTO_ATOMIC_OR, 0,
                                      old_out);
    case TRANSLATED_CAS:
        return arauto_atomic_compare_swap_at(target.rank, target.address, bytes, what.compare,
                                             what.value, old_out);
    default:
        return arauto_atomic_fetch_at(target.rank, target.address, bytes,
                                      static_cast<arauto_atomic_op_t>(what.operation), what.value,
                                      old_out);
    }
}

const char* name_of(int32_t operation, bool fetches) noexcept {
    switch (operation) {
    case TRANSLATED_DEFINE:
        return "ATOMIC_DEFINE";
    case TRANSLATED_REF:
        return "ATOMIC_REF";
    case TRANSLATED_CAS:
        return "ATOMIC_CAS";
    default:
        return coarray::atomic_name(static_cast<arauto_atomic_op_t>(operation), fetches);
    }
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated;

void translated_atomic(const translated_cell_t* cell,
                       int32_t operation,
                       const void* value,
                       const void* compare,
                       void* old,
                       int32_t* stat) {
    const Errors errors{stat};
    const char* const statement = name_of(operation, old != nullptr);
    const int32_t image = image_number(cell->image, cell->variable);
    const int rank = image == 0 ? arauto_rank() : rank_of(image, errors, statement);
    if (rank < 0 || has_failed(rank, errors, statement)) {
        return;
    }
    report(errors, before_access(rank), statement);
    const uint64_t address = remote_address(cell->variable, rank);
    void* at = mapped_counterpart(cell->variable, rank);
    if (address != 0 && at == nullptr) {
        static_cast<void>(arauto_is_shared_at(rank, address, &at));
    }
    if (at == nullptr && address != 0) {
        const auto bytes = static_cast<size_t>(cell->bytes);
        uint64_t before = 0;
        const arauto_status_t status =
            operate_far({rank, address, true}, cell->bytes,
                        {operation, word_of(value, bytes), word_of(compare, bytes)}, &before);
        if (status >= 0 && old != nullptr) {
            std::memcpy(old, &before, bytes);
        }
        report(errors, status, statement);
        return;
    }
    if (at == nullptr) {
        fail(errors, "%s: the variable is no coarray, or is not allocated", statement);
        return;
    }
    switch (cell->bytes) {
    case 1:
        operate_on<uint8_t>(at, operation, value, compare, old);
        break;
    case 2:
        operate_on<uint16_t>(at, operation, value, compare, old);
        break;
    case 4:
        operate_on<uint32_t>(at, operation, value, compare, old);
        break;
    default:
        operate_on<uint64_t>(at, operation, value, compare, old);
        break;
    }
    set_ok(stat);
}
