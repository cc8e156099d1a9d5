// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Atomic subroutines, by the address where this process can reach the variable of the other image,
// and collectives.
#include "access.hpp"
#include "quick.hpp"
#include "runtime.hpp"

#include <cstring>
#include <memory>

namespace arauto::translated {
namespace {

/// Not __atomic_fetch_or and its like: g++ 12 takes 0 for their operand where they stand beside a
/// store of the same variable, as in operate().
template <class Word, class Next> Word change(Word* at, Next next) noexcept {
    Word old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(at, &old, static_cast<Word>(next(old)), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
}

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
arauto_status_t
operate_far(const There& place, int bytes, const Operands& what, uint64_t* old_out) noexcept {
    switch (what.operation) {
    case TRANSLATED_DEFINE:
        return arauto_atomic_fetch_at(place.rank, place.address, bytes, ARAUTO_ATOMIC_SWAP,
                                      what.value, nullptr);
    case TRANSLATED_REF:
        return arauto_atomic_fetch_at(place.rank, place.address, bytes, ARAUTO_ATOMIC_OR, 0,
                                      old_out);
    case TRANSLATED_CAS:
        return arauto_atomic_compare_swap_at(place.rank, place.address, bytes, what.compare,
                                             what.value, old_out);
    default:
        return arauto_atomic_fetch_at(place.rank, place.address, bytes,
                                      static_cast<arauto_atomic_op_t>(what.operation), what.value,
                                      old_out);
    }
}

/// The C API's code; -1: the type has no arithmetic.
int type_code(const translated_array_t& a) noexcept {
    const size_t bytes = a.section.element_bytes;
    switch (a.element_class) {
    case TRANSLATED_INTEGER:
        return bytes == 1   ? ARAUTO_INT8
               : bytes == 2 ? ARAUTO_INT16
               : bytes == 4 ? ARAUTO_INT32
                            : ARAUTO_INT64;
    case TRANSLATED_REAL:
        return bytes == 4 ? ARAUTO_FLOAT : bytes == 8 ? ARAUTO_DOUBLE : ARAUTO_LONG_DOUBLE;
    case TRANSLATED_COMPLEX:
        return bytes == 8    ? ARAUTO_COMPLEX_FLOAT
               : bytes == 16 ? ARAUTO_COMPLEX_DOUBLE
                             : ARAUTO_COMPLEX_LONG_DOUBLE;
    default:
        return -1;
    }
}

/// Collectives work in place on contiguous memory; sections are copied there and back.
class Contiguous {
  public:
    explicit Contiguous(const translated_array_t& a) : a_(a), packed_(a) {
        auto stride = static_cast<int64_t>(a.section.element_bytes);
        for (int i = 0; i < a.section.rank; ++i) {
            is_packed_ =
                is_packed_ && (a.section.dim[i].stride == stride || a.section.dim[i].extent <= 1);
            packed_.section.dim[i].stride = stride;
            stride *= a.section.dim[i].extent;
        }
        bytes = static_cast<size_t>(stride);
        if (!is_packed_) {
            memory_.reset(new char[bytes + 1]);
            packed_.base = memory_.get();
            translated_assign(&packed_, &a_);
        }
        data = packed_.base;
    }
    void copy_back() const {
        if (!is_packed_) {
            translated_assign(&a_, &packed_);
        }
    }

    void* data = nullptr;
    size_t bytes = 0;

  private:
    const translated_array_t& a_;
    translated_array_t packed_;
    std::unique_ptr<char[]> memory_;
    bool is_packed_ = true;
};

/// MIN and MAX of characters compare blank-padded text of one length.
void combine_characters(void* context, void* inout, const void* in, size_t count) {
    const auto* order = static_cast<const int64_t*>(context); // bytes of an element; negative: MIN
    const auto bytes = static_cast<size_t>(*order < 0 ? -*order : *order);
    for (size_t i = 0; i < count; ++i) {
        auto* mine = static_cast<char*>(inout) + i * bytes;
        const auto* other = static_cast<const char*>(in) + i * bytes;
        const int sign = std::memcmp(other, mine, bytes);
        if (*order < 0 ? sign < 0 : sign > 0) {
            std::memcpy(mine, other, bytes);
        }
    }
}

arauto_status_t reduce_characters(const translated_array_t& a,
                                  const Contiguous& packed,
                                  int32_t operation,
                                  int root) {
    auto order = static_cast<int64_t>(a.section.element_bytes);
    order = operation == ARAUTO_MIN ? -order : order;
    const size_t count = a.section.element_bytes > 0 ? packed.bytes / a.section.element_bytes : 0;
    return arauto_reduce_with(current_team(), packed.data, count, a.section.element_bytes,
                              combine_characters, &order, root);
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_atomic(const translated_cell_t* cell,
                       int32_t operation,
                       const void* value,
                       const void* compare,
                       void* old,
                       int32_t* stat) {
    const translated_errors_t errors{stat, nullptr, 0};
    const char* statement = "an atomic subroutine";
    const int32_t image = image_number(cell->image, cell->variable);
    const int rank = image == 0 ? arauto_rank() : rank_of(image, errors, statement);
    if (rank < 0 || has_failed(rank, errors, statement)) {
        return;
    }
    report(errors, before_access(rank), statement);
    const uint64_t address = remote_address(cell->variable, rank);
    void* at = mapped_place(cell->variable, rank);
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
        fail(errors, 1, "%s: the variable is no coarray, or is not allocated", statement);
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

void translated_reduce(const translated_array_t* a,
                       int32_t operation,
                       int32_t result_image,
                       const translated_errors_t* errors) {
    static constexpr const char* kNames[] = {"CO_SUM", "CO_PRODUCT", "CO_MIN", "CO_MAX"};
    note_stat(*errors);
    const char* name = kNames[operation];
    int root = ARAUTO_ALL_RANKS;
    if (result_image != 0) {
        root = member_of(result_image, *errors, name);
        if (root < 0) {
            return;
        }
    }
    const Contiguous packed(*a);
    arauto_status_t status = ARAUTO_OK;
    const int type = type_code(*a);
    if (a->element_class == TRANSLATED_CHARACTER) {
        status = reduce_characters(*a, packed, operation, root);
    } else if (type < 0) {
        fail(*errors, 1, "%s: the argument is no number", name);
        return;
    } else {
        const size_t count = packed.bytes / a->section.element_bytes;
        status = arauto_reduce(current_team(), packed.data, count, static_cast<arauto_type_t>(type),
                               static_cast<arauto_reduce_op_t>(operation), root);
    }
    if (status >= 0) {
        packed.copy_back();
    }
    report(*errors, status, name);
}

void translated_broadcast(const translated_array_t* a,
                          int32_t source_image,
                          const translated_errors_t* errors) {
    note_stat(*errors);
    const int root = member_of(source_image, *errors, "CO_BROADCAST");
    if (root < 0) {
        return;
    }
    const Contiguous packed(*a);
    const arauto_status_t status =
        arauto_broadcast(current_team(), packed.data, packed.bytes, root);
    if (status >= 0) {
        packed.copy_back();
    }
    report(*errors, status, "CO_BROADCAST");
}
