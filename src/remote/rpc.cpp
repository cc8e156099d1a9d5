// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See rpc.hpp.
#include "remote/rpc.hpp"

#include "base/counters.hpp"
#include "remote/progress.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::core {
namespace {

/// Questions and answers begin at multiples of it in their active messages, which the copies of
/// them keep to.
constexpr size_t kAlignment = 16;
constexpr size_t kActiveMessageMax =
    transport::ActiveMessage::kBytesMax - sizeof(uint32_t); // without its kind

constexpr size_t padded(size_t bytes) noexcept {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// A row of questions, which go in one active message; the parts follow.
struct RowHead {
    uint64_t serial; // that the answer names; 0: none is wanted
    uint64_t answer_bytes; // of all parts
};
struct PartHead {
    uint32_t service;
    uint32_t bytes;
    uint32_t answer_bytes;
    uint32_t spare;
};
/// The answer to a row: those to its parts follow.
struct AnswerHead {
    uint64_t serial;
    int64_t status; // of the last part
};
static_assert(sizeof(RowHead) == kAlignment && sizeof(PartHead) == kAlignment &&
              sizeof(AnswerHead) == kAlignment);
static_assert(sizeof(RowHead) + sizeof(PartHead) + padded(ARAUTO_SERVICE_BYTES_MAX) <=
              kActiveMessageMax);

constexpr size_t kLineMax = size_t{256} << 10; // told one rank, so that its line stays short
constexpr size_t kActiveMessageCost = size_t{2} << 10; // in that sum, besides its bytes
constexpr uint32_t kPartsMax = 1024; // of a row; its bytes are fewer before

Rpc& rpc() noexcept {
    return *this_rank().rpc;
}

template <typename Head> Head head_at(const std::byte* bytes) noexcept {
    Head head;
    std::memcpy(&head, bytes, sizeof head);
    return head;
}

// ---- The target's side: by the thread that has the turn to deliver active messages ----

/// Takes a row that has arrived. Rows of another version do not get this far.
void take_row(int source, std::span<const std::byte> active_message) noexcept {
    if (active_message.size() < sizeof(RowHead)) {
        return;
    }
    const auto head = head_at<RowHead>(active_message.data());
    if (head.answer_bytes > kActiveMessageMax - sizeof(AnswerHead)) {
        return;
    }
    RpcRow& row = rpc().rows.emplace_back();
    row.source = source;
    row.row.assign(active_message.begin(), active_message.end());
    row.served = sizeof(RowHead);
    row.answered = sizeof(AnswerHead);
    if (head.serial != 0) {
        row.answer.resize(sizeof(AnswerHead) + head.answer_bytes);
    }
}

Status serve_part(RpcRow& row, const PartHead& part) noexcept {
    // PAIR service.count: look
    if (part.service >= static_cast<uint32_t>(rpc().count.load(std::memory_order_acquire))) {
        return ARAUTO_ERR_ARGUMENT;
    }
    const arauto_service_call_t call{
        .origin = row.source,
        .question = row.row.data() + row.served + sizeof part,
        .question_bytes = part.bytes,
        .answer = row.answer.empty() ? nullptr : row.answer.data() + row.answered,
        .answer_bytes = part.answer_bytes};
    return rpc().services[part.service](&call);
}

/// Serves the next parts of a row. @return false when the next part is to be put off
bool serve_row(RpcRow& row) noexcept {
    while (row.row.size() - row.served >= sizeof(PartHead)) {
        const auto part = head_at<PartHead>(row.row.data() + row.served);
        const size_t bytes = sizeof part + padded(part.bytes);
        const size_t answer_bytes = padded(part.answer_bytes);
        if (bytes > row.row.size() - row.served ||
            (answer_bytes != 0 && answer_bytes + row.answered > row.answer.size())) {
            row.status = ARAUTO_ERR_ARGUMENT;
            break;
        }
        row.status = serve_part(row, part);
        if (row.status == ARAUTO_SERVICE_LATER) {
            return false;
        }
        row.served += bytes;
        row.answered += answer_bytes;
    }
    return true;
}

void send_answers() noexcept {
    while (!rpc().answers.empty()) {
        const RpcReply& answer = rpc().answers.front();
        if (!try_active_message(answer.rank, ActiveMessageKind::answer, answer.body, false)) {
            return;
        }
        rpc().answers.pop_front();
    }
}

/// @return whether there is more to do: the progress thread does not rest then
bool serve_questions() noexcept {
    while (!rpc().rows.empty()) {
        RpcRow& row = rpc().rows.front();
        // A rank that has died may have told this rank of memory that no longer exists.
        const bool is_lost = this_rank().state(row.source) == boot::ImageState::failed;
        if (!is_lost && !serve_row(row)) {
            break;
        }
        if (!row.answer.empty() && !is_lost) {
            const AnswerHead head{head_at<RowHead>(row.row.data()).serial, row.status};
            std::memcpy(row.answer.data(), &head, sizeof head);
            rpc().answers.push_back({row.source, std::move(row.answer)});
        }
        rpc().rows.pop_front();
    }
    send_answers();
    return !rpc().rows.empty() || !rpc().answers.empty();
}

// ---- The origin's side ----

void take_answer(int, std::span<const std::byte> active_message) noexcept {
    if (active_message.size() < sizeof(AnswerHead)) {
        return;
    }
    const auto head = head_at<AnswerHead>(active_message.data());
    std::span<const std::byte> from = active_message.subspan(sizeof head);
    {
        const std::lock_guard guard(rpc().mutex);
        const auto found = rpc().asking.find(head.serial);
        if (found == rpc().asking.end()) {
            return; // no thread waits any more
        }
        RpcCall& asking = *found->second;
        asking.status = static_cast<Status>(head.status);
        for (const std::span<std::byte> answer : asking.answers) {
            const size_t bytes = std::min(from.size(), answer.size());
            std::copy_n(from.begin(), bytes, answer.begin());
            from = from.subspan(std::min(from.size(), padded(bytes)));
        }
        asking.is_done.store(true, std::memory_order_seq_cst); // PAIR service.done: store
        rpc().asking.erase(found);
    }
    ring(own_bell());
}

constinit thread_local bool t_is_sending = false; // and has the order

// The functions from here to send_old() are for the holder of `order`.

/// Makes the row of a rank one that is answered.
const RpcCallRef& ask_for_answer(int rank, RpcPeer& known) noexcept {
    if (known.asking == nullptr) {
        known.asking = std::make_shared<RpcCall>();
        known.asking->rank = rank;
        const std::lock_guard guard(rpc().mutex);
        known.asking->serial = ++rpc().serial;
        rpc().asking.emplace(known.asking->serial, known.asking);
    }
    return known.asking;
}

/// @return false when the network takes it only later
bool try_send_row(int rank, RpcPeer& known) noexcept {
    const RowHead head{known.asking != nullptr ? known.asking->serial : 0, known.answer_bytes};
    known.row.resize(std::max(known.row.size(), sizeof head));
    std::memcpy(known.row.data(), &head, sizeof head);
    if (!try_active_message(rank, ActiveMessageKind::question, known.row, false)) {
        return false;
    }
    tally_more(ARAUTO_COUNTER_QUESTION, {known.parts, 1, known.row.size()});
    known.line += known.row.size() + kActiveMessageCost;
    known.row.resize(sizeof head);
    known.parts = 0;
    known.answer_bytes = 0;
    known.asking.reset();
    return true;
}

void send_row(int rank, RpcPeer& known) noexcept {
    t_is_sending = true;
    while (!try_send_row(rank, known)) {
        serve_network();
        cpu_pause();
    }
    t_is_sending = false;
}

/// Appends a request to the row of a rank, and the place for its answer.
void join_row(RpcPeer& known, const Question& question, std::span<std::byte> answer) noexcept {
    const size_t bytes = sizeof(PartHead) + padded(question.body.size());
    if (known.row.size() + bytes > kActiveMessageMax ||
        sizeof(AnswerHead) + known.answer_bytes + padded(answer.size()) > kActiveMessageMax) {
        send_row(question.rank, known);
    }
    const size_t start = std::max(known.row.size(), sizeof(RowHead));
    known.row.resize(start + bytes);
    const PartHead part{question.service, static_cast<uint32_t>(question.body.size()),
                        static_cast<uint32_t>(answer.size()), 0};
    std::memcpy(known.row.data() + start, &part, sizeof part);
    std::copy(question.body.begin(), question.body.end(),
              known.row.begin() + static_cast<std::ptrdiff_t>(start + sizeof part));
    ++known.parts;
    known.is_old = false;
    if (!answer.empty()) {
        ask_for_answer(question.rank, known)->answers.push_back(answer);
        known.answer_bytes += padded(answer.size());
    }
}

void send_old() noexcept {
    // relaxed because as in note_settled
    if (rpc().unsettled.load(std::memory_order_relaxed) == 0 || t_is_sending) [[likely]] {
        return;
    }
    const std::unique_lock guard(rpc().order, std::try_to_lock);
    if (!guard.owns_lock()) {
        return;
    }
    for (auto& [rank, known] : rpc().told) {
        known.is_old = known.parts == 0 || !known.is_old || !try_send_row(rank, known);
    }
}

/// Follows the deliveries of active messages. @return whether there is more to do
bool step() noexcept {
    send_old();
    return serve_questions();
}

/// No answer comes from there any more, or none is wanted.
void forget_answers(int rank) noexcept {
    const std::lock_guard guard(rpc().mutex);
    std::erase_if(rpc().asking, [rank](const auto& asked) { return asked.second->rank == rank; });
}

Status await_answer(const RpcCall& asking) noexcept {
    const Status waited = wait_until(
        // PAIR service.done: look
        [&] { return asking.is_done.load(std::memory_order_seq_cst); },
        [&] { return check_alive(asking.rank, "a question"); });
    if (waited < 0) {
        forget_answers(asking.rank);
        return waited;
    }
    return asking.status;
}

/// All requests to the rank up to number `told` are done, or will never be.
void note_settled(int rank, uint64_t told) noexcept {
    const std::lock_guard guard(rpc().order);
    RpcPeer& known = rpc().told[rank];
    if (known.settled < told) {
        known.settled = told;
        // relaxed because the guard orders; a thread that looks without it waits for its own
        // requests
        rpc().unsettled.fetch_sub(known.settled == known.told ? 1 : 0, std::memory_order_relaxed);
    }
}

struct Settling {
    RpcCallRef asking;
    int rank;
    uint64_t told;
};

/// Asks every rank that still has requests to serve.
void begin_to_settle(int rank, std::vector<Settling>& settlings) noexcept {
    const std::lock_guard guard(rpc().order);
    for (auto& [who, known] : rpc().told) {
        if (known.settled == known.told || (rank >= 0 && who != rank)) {
            continue;
        }
        settlings.push_back({ask_for_answer(who, known), who, known.told});
        known.parts_max = known.line >= kLineMax ? known.parts_max : 1;
        send_row(who, known);
        known.line = 0;
    }
}

} // namespace

Status register_service(arauto_service_f function, int* service_out) noexcept {
    const std::lock_guard guard(rpc().mutex);
    const int count = rpc().count.load(std::memory_order_relaxed); // relaxed because guarded
    if (count == kServicesMax) {
        return fail(ARAUTO_ERR_MEMORY, "arauto_service_register: there are %d services already",
                    kServicesMax);
    }
    set_active_message_handler(ActiveMessageKind::question, take_row);
    set_active_message_handler(ActiveMessageKind::answer, take_answer);
    set_active_message_step(step);
    rpc().services[count] = function;
    rpc().count.store(count + 1, std::memory_order_release); // PAIR service.count: store
    *service_out = count;
    return ARAUTO_OK;
}

bool is_service(int service) noexcept {
    // PAIR service.count: look
    return service >= 0 && service < rpc().count.load(std::memory_order_acquire);
}

Status tell_service(const Question& question) noexcept {
    bool is_long_line = false;
    {
        const std::lock_guard guard(rpc().order);
        RpcPeer& known = rpc().told[question.rank];
        if (known.parts >= known.parts_max) {
            known.parts_max = std::min(2 * known.parts_max, kPartsMax);
            send_row(question.rank, known);
        }
        join_row(known, question, {});
        // relaxed because as in note_settled
        rpc().unsettled.fetch_add(known.settled == known.told ? 1 : 0, std::memory_order_relaxed);
        ++known.told;
        is_long_line = known.line >= kLineMax;
    }
    return is_long_line ? settle_services(question.rank) : ARAUTO_OK;
}

Status ask_service(const Question& question, std::span<std::byte> answer) noexcept {
    RpcCallRef asking;
    {
        const std::lock_guard guard(rpc().order);
        RpcPeer& known = rpc().told[question.rank];
        join_row(known, question, answer);
        asking = ask_for_answer(question.rank, known);
        send_row(question.rank, known);
    }
    return await_answer(*asking);
}

Status settle_services(int rank) noexcept {
    // relaxed because as in note_settled
    if (rpc().unsettled.load(std::memory_order_relaxed) == 0) [[likely]] {
        return ARAUTO_OK;
    }
    std::vector<Settling> settlings;
    begin_to_settle(rank, settlings);
    for (const Settling& settling : settlings) {
        const Status status = await_answer(*settling.asking);
        static_cast<void>(status); // of the lost nothing is left to do
        note_settled(settling.rank, settling.told);
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
