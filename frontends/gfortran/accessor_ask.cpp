// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accessor_ask.hpp. Some accessors begin with reads of captured arrays. The first question to
// such a one ends with an answer that says so; this image makes the value and asks again. It
// remembers what an accessor wants, so that later questions bring it along.
#include "accessor_ask.hpp"

#include "accessor_run.hpp"
#include "accessor_wire.hpp"
#include "binding_gate.hpp"
#include "deep_value.hpp"
#include "foreign.hpp"
#include "owner.hpp"
#include "remote.hpp"
#include "section.hpp"
#include "state.hpp"

#include "arauto/spi/copy.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/rpc.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

namespace arauto::gfortran {
namespace {

/// A captured array that an accessor reads first.
struct Fetch {
    AccessorName accessor;
    Descriptor array; // as the accessor has it before
};

} // namespace

struct Fetches {
    std::mutex mutex;
    std::unordered_map<int, std::vector<Fetch>> by_accessor;
};

namespace {

std::vector<Fetch> fetches_of(int accessor) {
    Fetches& all = g_state.fetches.get();
    const std::lock_guard guard(all.mutex);
    const auto found = all.by_accessor.find(accessor);
    return found != all.by_accessor.end() ? found->second : std::vector<Fetch>{};
}

/// @param known  how many of its fetches the question has brought
void learn_fetch(int accessor, size_t known, const Fetch& fetch) {
    Fetches& all = g_state.fetches.get();
    const std::lock_guard guard(all.mutex);
    std::vector<Fetch>& list = all.by_accessor[accessor];
    if (list.size() == known) {
        list.push_back(fetch);
    }
}

/// @return false when this process lacks the accessor
bool append_fetched(WireMessage& message, const Accessed& object, const Fetch& fetch) {
    const int index = find_named(fetch.accessor);
    if (index < 0) {
        return false;
    }
    Descriptor array = fetch.array;
    array.base = nullptr;
    Coarray callback = make_callback(object.captured);
    const Accessed captured{&callback, nullptr, nullptr, object.image, index, nullptr, 0, nullptr};
    static_cast<void>(read_part(captured, object.captured,
                                {.data = nullptr, .length = nullptr, .array = &array, .bytes = 0},
                                true)); // into new memory
    const size_t bytes = element_count(array) * static_cast<size_t>(span_of(array));
    const FetchedHead head{descriptor_bytes(array.rank), bytes};
    message.append(&head, sizeof head);
    message.append(&array, head.array_bytes);
    message.append(array.base, bytes);
    std::free(array.base);
    return true;
}

Question head_of(const Accessed& object, QuestionKind kind) noexcept {
    Question head{};
    head.kind = kind;
    head.accessor = name_of_accessor(object.accessor);
    head.image = object.image.image;
    head.displacement = own_displacement(reinterpret_cast<uintptr_t>(object.token->memory));
    head.captured_bytes =
        object.captured != nullptr ? static_cast<uint32_t>(object.captured_bytes) : 0;
    if (object.array != nullptr) {
        head.object_array_bytes = static_cast<uint32_t>(descriptor_bytes(object.array->rank));
        head.array_offset = Object::offset_in_part(object.array, object.token);
    }
    if (object.length != nullptr) {
        head.has_object_length = 1;
        head.object_length = *object.length;
    }
    return head;
}

void set_value(Question& head, const LocalValue& value) noexcept {
    if (value.length != nullptr) {
        head.has_value_length = 1;
        head.value_length = *value.length;
    }
    head.is_size_unknown = value.is_size_unknown ? 1 : 0;
    if (value.array != nullptr) {
        head.value_array_bytes = static_cast<uint32_t>(descriptor_bytes(value.array->rank));
        head.value_bytes = element_count(*value.array) * value.array->element_bytes;
    } else {
        head.value_bytes = value.length != nullptr ? *value.length * value.bytes : value.bytes;
    }
}

/// The shape of `array`, side by side.
Descriptor packed_form(const Descriptor& array) noexcept {
    Descriptor packed{};
    std::memcpy(&packed, &array, descriptor_bytes(array.rank));
    packed.span = static_cast<ptrdiff_t>(array.element_bytes);
    ptrdiff_t stride = 1;
    ptrdiff_t offset = 0;
    for (int i = 0; i < array.rank; ++i) {
        packed.dim[i].stride = stride;
        offset -= packed.dim[i].lower * stride;
        stride *= extent_of(array.dim[i]);
    }
    packed.offset = static_cast<size_t>(offset);
    return packed;
}

/// The value of a put, side by side.
void append_value(WireMessage& message, const Question& head, const LocalValue& value) {
    if (value.array == nullptr) {
        std::byte* const to = message.extend(head.value_bytes);
        if (value.is_size_unknown) {
            static_cast<void>(copy_readable(to, value.data, head.value_bytes));
        } else {
            std::memcpy(to, value.data, head.value_bytes);
        }
        return;
    }
    const Descriptor& array = *value.array;
    if (is_contiguous(array)) {
        message.append(array.base, head.value_bytes);
        return;
    }
    arauto_section_t from;
    arauto_section_t to;
    describe(from, array);
    describe(to, packed_form(array));
    static_cast<void>( // their shapes are the same
        arauto_copy_section(message.extend(head.value_bytes), &to, array.base, &from));
}

/// The question without what it fetches.
WireMessage message_of(const Question& head, const Accessed& object, const LocalValue* value) {
    WireMessage message;
    message.append(&head, sizeof head);
    message.append(object.captured, head.captured_bytes);
    message.append(object.array, head.object_array_bytes);
    if (head.value_array_bytes != 0) {
        const Descriptor packed =
            head.kind == QuestionKind::put ? packed_form(*value->array) : *value->array;
        message.append(&packed, head.value_array_bytes);
    }
    if (head.kind == QuestionKind::put) {
        append_value(message, head, *value);
    }
    return message;
}

/// An answer as it has come.
struct alignas(kWireAlignment) Answered {
    Answer head;
    std::byte rest[ARAUTO_RPC_BYTES_MAX - sizeof(Answer)];

    [[nodiscard]] const std::byte* array() const noexcept { return rest; }
    [[nodiscard]] const std::byte* value() const noexcept {
        return rest + wire_bytes(head.array_bytes);
    }
};

size_t answer_bytes_wanted(const Question& head) noexcept {
    constexpr size_t kLittle = 1024; // of an array whose size is not known before
    const bool reads = head.kind == QuestionKind::scalar || head.kind == QuestionKind::array;
    const size_t value = reads ? std::max<size_t>(head.value_bytes, kLittle) : 0;
    return std::min<size_t>(sizeof(Answered), sizeof(Answer) + sizeof(Descriptor) + value);
}

/// Sends a question. One that is longer than a request is left at the owner first.
arauto_status_t send(int rank, WireMessage& message, size_t reply_bytes, Answered& answer) {
    size_t bytes = message.size();
    if (bytes > ARAUTO_RPC_BYTES_MAX) {
        uint64_t wanted = bytes;
        uint64_t address = 0;
        arauto_status_t status = arauto_rpc_call(rank, g_state.owner.make_room, &wanted,
                                                 sizeof wanted, &address, sizeof address);
        if (status >= 0 && address == 0) {
            answer.head = {};
            answer.head.kind = AnswerKind::no_memory;
            return ARAUTO_OK;
        }
        status = status >= 0 ? arauto_put_at(rank, address, message.data(), bytes) : status;
        if (status < 0) {
            return status;
        }
        auto* const head = reinterpret_cast<Question*>(message.data());
        head->left_at = address;
        head->bytes = bytes;
        bytes = sizeof *head;
    }
    return arauto_rpc_call(rank, g_state.owner.answer, message.data(), bytes, &answer, reply_bytes);
}

/// Whether components of the value may be allocated. Of scalars the type is not known.
bool may_have_components(const LocalValue& value) noexcept {
    return value.array != nullptr ? value.array->type == kTypeDerived
                                  : value.length == nullptr && !value.is_size_unknown;
}

/// Asks until the owner has all that the accessor wants.
Outcome ask(const Accessed& object,
            int rank,
            const Question& first_head,
            const LocalValue* value,
            Answered& answer) {
    for (;;) {
        const std::vector<Fetch> wanted = fetches_of(object.accessor);
        Question head = first_head;
        head.fetched = static_cast<uint32_t>(wanted.size());
        WireMessage message = message_of(head, object, value);
        SentComponents components(rank);
        if (head.kind == QuestionKind::put && may_have_components(*value)) {
            std::byte* const end = message.data() + message.size();
            const Outcome sent =
                components.send(end - wire_bytes(head.value_bytes), head.value_bytes);
            if (sent.problem != Problem::none) {
                return sent;
            }
        }
        for (const Fetch& fetch : wanted) {
            if (!append_fetched(message, object, fetch)) {
                return {Problem::accessor};
            }
        }
        const arauto_status_t status = send(rank, message, answer_bytes_wanted(head), answer);
        if (status < 0) {
            return {Problem::status, status};
        }
        switch (answer.head.kind) {
        case AnswerKind::done:
            return {};
        case AnswerKind::needs_fetch: {
            Fetch fetch{answer.head.accessor, {}};
            std::memcpy(&fetch.array, answer.array(), answer.head.array_bytes);
            learn_fetch(object.accessor, wanted.size(), fetch);
            break;
        }
        case AnswerKind::no_memory:
            return {Problem::memory};
        default:
            return {Problem::accessor};
        }
    }
}

/// Releases a value that has been left at the owner.
arauto_status_t release_value(const Answered& answer, int rank) {
    const uint64_t address = answer.head.left_at;
    return address == 0 ? ARAUTO_OK
                        : arauto_rpc_post(rank, g_state.owner.release, &address, sizeof address);
}

/// Takes the value of an answer, and releases it at the owner.
Outcome take_value(const Answered& answer, int rank, void* to) {
    if (answer.head.left_at == 0) {
        std::memcpy(to, answer.value(), answer.head.value_bytes);
        return {};
    }
    const arauto_status_t got =
        arauto_get_at(rank, answer.head.left_at, to, answer.head.value_bytes);
    const arauto_status_t released = release_value(answer, rank);
    return got < 0        ? Outcome{Problem::status, got}
           : released < 0 ? Outcome{Problem::status, released}
                          : Outcome{};
}

/// An array that must keep its memory, which may be on the stack, takes its own extents alone.
Outcome
refuse_extents(const Answered& answer, int rank, const Descriptor& array, const Descriptor& came) {
    arauto_section_t to;
    arauto_section_t from;
    describe(to, array);
    describe(from, came);
    const arauto_status_t released = release_value(answer, rank);
    return released < 0 ? Outcome{Problem::status, released} : differ_in_shape(to, from);
}

Outcome take_array(const Answered& answer, int rank, Descriptor& array, bool may_reallocate) {
    Descriptor came{};
    std::memcpy(&came, answer.array(), answer.head.array_bytes);
    void* memory = array.base;
    if (may_reallocate || memory == nullptr) {
        memory = std::realloc(memory, std::max<size_t>(answer.head.value_bytes, 1));
        if (memory == nullptr) {
            return {Problem::memory};
        }
    } else if (!has_same_extents(array, came)) {
        return refuse_extents(answer, rank, array, came);
    }
    std::memcpy(&array, &came, answer.head.array_bytes);
    array.base = memory;
    return take_value(answer, rank, memory);
}

} // namespace

Outcome
ask_to_read(const Accessed& object, int rank, const LocalValue& value, bool may_reallocate) {
    Question head =
        head_of(object, value.array != nullptr ? QuestionKind::array : QuestionKind::scalar);
    set_value(head, value);
    if (value.array != nullptr && value.array->base == nullptr) {
        head.value_bytes = 0; // its extents are garbage
    }
    Answered answer;
    const Outcome asked = ask(object, rank, head, &value, answer);
    if (asked.problem != Problem::none) {
        return asked;
    }
    void** const scalar = static_cast<void**>(value.data);
    const Outcome taken = value.array != nullptr
                              ? take_array(answer, rank, *value.array, may_reallocate)
                              : take_value(answer, rank, *scalar);
    if (taken.problem != Problem::none || !may_have_components(value)) {
        return taken;
    }
    void* const bytes = value.array != nullptr ? value.array->base : *scalar;
    return adopt_components(rank, static_cast<std::byte*>(bytes), answer.head.value_bytes,
                            value.array != nullptr);
}

Outcome ask_to_write(const Accessed& object, int rank, const LocalValue& value, uint64_t notified) {
    Question head = head_of(object, QuestionKind::put);
    set_value(head, value);
    head.notified = notified;
    if (const arauto_status_t status = notified != 0 ? write_out_foreign() : ARAUTO_OK;
        status < 0) {
        return {Problem::status, status};
    }
    Answered answer;
    return ask(object, rank, head, &value, answer);
}

Outcome
ask_whether_present(const Accessed& object, int rank, bool gives_address, bool& is_present_out) {
    Question head = head_of(object, QuestionKind::present);
    head.gives_address = gives_address ? 1 : 0;
    Answered answer;
    const Outcome asked = ask(object, rank, head, nullptr, answer);
    if (asked.problem == Problem::none) {
        is_present_out = answer.head.is_present != 0;
    }
    return asked;
}

} // namespace arauto::gfortran
