// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See owner.hpp.
#include "owner.hpp"

#include "accessor_run.hpp"
#include "accessor_wire.hpp"
#include "binding_gate.hpp"
#include "coarray/program.hpp"
#include "images.hpp"
#include "registry.hpp"

#include "arauto/notify.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/rpc.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace arauto::gfortran {

namespace {

/// An accessor that runs for a question.
struct Run {
    sigjmp_buf end; // where it goes when the question lacks a captured array
    WireReader fetched;
    uint32_t fetched_count;
    AnswerKind kind = AnswerKind::done;
    AccessorName wanted{};
    Descriptor array{}; // for the one that is wanted
    std::vector<std::byte> scalar{}; // that a getter may store its value in
};

/// The question's parts, in this process.
struct Parts {
    const Question& head;
    void* captured;
    const Descriptor* object_array;
    const Descriptor* value_array;
    const std::byte* value;
};

/// A reply in the making. Data that do not fit stay in this process's memory.
struct Reply {
    Answer head{};
    Descriptor array{};
    std::byte* bytes; // room for it
    size_t room;

    [[nodiscard]] size_t room_for_value() const noexcept {
        const size_t used = sizeof head + wire_bytes(head.array_bytes);
        return used < room ? room - used : 0;
    }
    [[nodiscard]] std::byte* value() const noexcept {
        return bytes + sizeof head + wire_bytes(head.array_bytes);
    }
    void set_array(const Descriptor& of_value) noexcept {
        head.array_bytes = static_cast<uint32_t>(descriptor_bytes(of_value.rank));
        std::memcpy(&array, &of_value, head.array_bytes);
    }
    void write_heads() const noexcept {
        if (room >= sizeof head) {
            std::memcpy(bytes, &head, sizeof head);
        }
        if (head.array_bytes != 0 && room >= sizeof head + head.array_bytes) {
            std::memcpy(bytes + sizeof head, &array, head.array_bytes);
        }
    }
};

void* allocate(size_t bytes) noexcept {
    void* memory = nullptr;
    return arauto_memory_allocate(bytes, &memory) >= 0 ? memory : std::malloc(bytes);
}

void release(void* memory) noexcept {
    if (arauto_memory_is_ours(memory) != 0) {
        static_cast<void>(arauto_memory_free(memory));
    } else {
        std::free(memory);
    }
}

/// @param may_keep  the memory is malloc's and may be left as it is
void give_value(Reply& reply, void* value, size_t bytes, bool may_keep) noexcept {
    reply.head.value_bytes = bytes;
    void* left = nullptr;
    if (bytes <= reply.room_for_value()) {
        std::memcpy(reply.value(), value, bytes);
    } else if (left = allocate(bytes); left != nullptr) {
        std::memcpy(left, value, bytes);
    } else if (may_keep) {
        left = value;
    } else {
        reply.head.kind = AnswerKind::no_memory;
    }
    reply.head.left_at = reinterpret_cast<uintptr_t>(left);
    if (may_keep && left != value) {
        std::free(value);
    }
}

AccessorCall call_of(const Parts& parts, int accessor, Coarray& callback) noexcept {
    const Question& head = parts.head;
    return {accessor,
            head.image,
            parts.captured,
            &callback,
            head.has_object_length != 0 ? &head.object_length : nullptr,
            head.has_value_length != 0 ? &head.value_length : nullptr};
}

void read_scalar(const AccessorCall& call,
                 const Question& head,
                 void* object,
                 std::vector<std::byte>& value,
                 Reply& reply) {
    value.resize(std::max<size_t>(head.value_bytes, 1));
    void* at = value.data(); // the getter stores there, or makes this point elsewhere
    call_getter(call, object, static_cast<void*>(&at));
    if (head.is_size_unknown != 0 && at != value.data()) {
        give_value(reply, value.data(), copy_readable(value.data(), at, value.size()), false);
    } else {
        give_value(reply, at, head.value_bytes, false);
    }
}

void read_array(const AccessorCall& call, const Parts& parts, void* object, Reply& reply) {
    Descriptor array{};
    std::memcpy(&array, parts.value_array, parts.head.value_array_bytes);
    array.base = nullptr;
    call_getter(call, object, &array);
    reply.set_array(array);
    give_value(reply, array.base, element_count(array) * static_cast<size_t>(span_of(array)), true);
}

void write_value(const AccessorCall& call, const Parts& parts, void* object) {
    if (parts.value_array == nullptr) {
        call_receiver(call, object, parts.value);
        return;
    }
    Descriptor array{};
    std::memcpy(&array, parts.value_array, parts.head.value_array_bytes);
    array.base = const_cast<std::byte*>(parts.value);
    call_receiver(call, object, &array);
}

/// The jump passes over destructors, so that all which must be freed belongs to the caller.
void run(Run& state, const Parts& parts, int accessor, Reply& reply) {
    Coarray callback{};
    callback.kind = CoarrayKind::captured_elsewhere;
    callback.memory = &state;
    const AccessorCall call = call_of(parts, accessor, callback);
    auto* part = reinterpret_cast<std::byte*>(coarray::g_state.bindings.own_header) +
                 parts.head.displacement;
    const Object object(parts.object_array, static_cast<ptrdiff_t>(parts.head.array_offset), part);
    if (sigsetjmp(state.end, 0) != 0) {
        reply.head.kind = state.kind;
        reply.head.accessor = state.wanted;
        reply.set_array(state.array);
        return;
    }
    switch (parts.head.kind) {
    case QuestionKind::scalar:
        read_scalar(call, parts.head, object.get(), state.scalar, reply);
        break;
    case QuestionKind::array:
        read_array(call, parts, object.get(), reply);
        break;
    case QuestionKind::put:
        write_value(call, parts, object.get());
        if (parts.head.notified != 0) { // an image that has stopped waits for nothing
            static_cast<void>(arauto_notify_post(images.own_rank, {parts.head.notified}));
        }
        break;
    case QuestionKind::present: {
        const bool gives_address = parts.head.gives_address != 0 && parts.object_array == nullptr;
        void* const argument = gives_address ? static_cast<void*>(&part) : object.get();
        reply.head.is_present = call_present(call, argument) ? 1 : 0;
        break;
    }
    }
}

arauto_status_t answer_whole(std::span<const std::byte> bytes, Reply& reply) {
    WireReader reader(bytes);
    const auto* const head = reinterpret_cast<const Question*>(reader.take(sizeof(Question)));
    if (head == nullptr) {
        return ARAUTO_ERR_ARGUMENT;
    }
    const std::byte* const captured = reader.take(head->captured_bytes);
    const std::byte* const object_array = reader.take(head->object_array_bytes);
    const std::byte* const value_array = reader.take(head->value_array_bytes);
    const bool has_value = head->kind == QuestionKind::put;
    const std::byte* const value = reader.take(has_value ? head->value_bytes : 0);
    if (captured == nullptr || object_array == nullptr || value_array == nullptr ||
        value == nullptr) {
        return ARAUTO_ERR_ARGUMENT;
    }
    const auto array_at = [](const std::byte* start, uint32_t length) {
        return length != 0 ? reinterpret_cast<const Descriptor*>(start) : nullptr;
    };
    const Parts parts{*head, head->captured_bytes != 0 ? const_cast<std::byte*>(captured) : nullptr,
                      array_at(object_array, head->object_array_bytes),
                      array_at(value_array, head->value_array_bytes), value};
    const int accessor = find_named(head->accessor);
    if (accessor < 0) {
        reply.head.kind = AnswerKind::no_accessor;
    } else {
        Run state{.end = {}, .fetched = reader, .fetched_count = head->fetched};
        run(state, parts, accessor, reply);
    }
    reply.write_heads();
    return ARAUTO_OK;
}

arauto_status_t answer(const arauto_rpc_request_t* request) {
    Question head;
    if (request->request_bytes < sizeof head || request->reply_bytes < sizeof(Answer)) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&head, request->request, sizeof head);
    Reply reply{.bytes = static_cast<std::byte*>(request->reply), .room = request->reply_bytes};
    if (head.left_at == 0) {
        return answer_whole(
            {static_cast<const std::byte*>(request->request), request->request_bytes}, reply);
    }
    auto* const whole = reinterpret_cast<std::byte*>(head.left_at);
    const arauto_status_t status = answer_whole({whole, head.bytes}, reply);
    release(whole);
    return status;
}

arauto_status_t make_room(const arauto_rpc_request_t* request) {
    uint64_t bytes = 0;
    if (request->request_bytes < sizeof bytes || request->reply_bytes < sizeof bytes) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&bytes, request->request, sizeof bytes);
    const auto address = reinterpret_cast<uintptr_t>(allocate(bytes));
    std::memcpy(request->reply, &address, sizeof address);
    return ARAUTO_OK;
}

arauto_status_t release_room(const arauto_rpc_request_t* request) {
    uint64_t address = 0;
    if (request->request_bytes < sizeof address) {
        return ARAUTO_ERR_ARGUMENT;
    }
    std::memcpy(&address, request->request, sizeof address);
    release(reinterpret_cast<void*>(address));
    return ARAUTO_OK;
}

} // namespace

void start_owner() {
    if (g_state.owner.answer >= 0) {
        return;
    }
    start_runtime(!program_is_running());
    int number = -1;
    for (const auto& [function, number_out] : {std::pair{&make_room, &g_state.owner.make_room},
                                               std::pair{&release_room, &g_state.owner.release},
                                               std::pair{&answer, &g_state.owner.answer}}) {
        coarray::report_start(arauto_rpc_register(function, &number));
        *number_out = number;
    }
    expect_accessors();
}

void read_captured_elsewhere(const Accessed& object, const LocalValue& value) {
    Run& run = *static_cast<Run*>(object.token->memory);
    if (value.array == nullptr) {
        run.kind = AnswerKind::unknown_form;
        siglongjmp(run.end, 1);
    }
    if (run.fetched_count == 0) {
        run.kind = AnswerKind::needs_fetch;
        run.wanted = name_of_accessor(object.accessor);
        std::memcpy(&run.array, value.array, descriptor_bytes(value.array->rank));
        siglongjmp(run.end, 1);
    }
    --run.fetched_count;
    const auto* const head =
        reinterpret_cast<const FetchedHead*>(run.fetched.take(sizeof(FetchedHead)));
    const std::byte* const array = head != nullptr ? run.fetched.take(head->array_bytes) : nullptr;
    const std::byte* const data = array != nullptr ? run.fetched.take(head->data_bytes) : nullptr;
    if (data == nullptr) {
        run.kind = AnswerKind::unknown_form;
        siglongjmp(run.end, 1);
    }
    std::memcpy(value.array, array, head->array_bytes);
    value.array->base = std::malloc(std::max<size_t>(head->data_bytes, 1)); // the accessor frees it
    std::memcpy(value.array->base, data, head->data_bytes);
}

size_t copy_readable(void* to, const void* from, size_t bytes) noexcept {
    const iovec local{to, bytes};
    const iovec remote{const_cast<void*>(from), bytes};
    const ssize_t copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (copied > 0) {
        return static_cast<size_t>(copied);
    }
    // The system forbids it: the rest of the page can be read if its first byte can.
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t rest = page - reinterpret_cast<uintptr_t>(from) % page;
    std::memcpy(to, from, std::min(bytes, rest));
    return std::min(bytes, rest);
}

} // namespace arauto::gfortran
