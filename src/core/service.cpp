// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See service.hpp.
#include "core/service.hpp"

#include "core/network.hpp"
#include "core/wait.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace arauto::core {
namespace {

constexpr size_t kBytesMax = ARAUTO_SERVICE_BYTES_MAX;
constexpr uint32_t kNoService = ~uint32_t{0}; // is served by doing nothing
constexpr uint64_t kUnsettledMax = 128; // told one rank, so that its line stays short

/// What a question begins with.
struct QuestionHead {
    uint64_t serial; // that the answer names; 0: none is wanted
    uint32_t service;
    uint32_t answer_bytes;
};
struct AnswerHead {
    uint64_t serial;
    int64_t status;
};

/// A mail's body: a head and what follows it.
template <typename Head> struct Body {
    Head head;
    alignas(16) std::byte data[kBytesMax];

    [[nodiscard]] std::span<const std::byte> first(size_t bytes) const noexcept {
        return std::as_bytes(std::span(this, 1)).first(offsetof(Body, data) + bytes);
    }
    /// @return bytes of data, or -1
    int64_t read(std::span<const std::byte> mail) noexcept {
        if (mail.size() < offsetof(Body, data) || mail.size() > sizeof *this) {
            return -1;
        }
        std::memcpy(static_cast<void*>(this), mail.data(), mail.size());
        return static_cast<int64_t>(mail.size() - offsetof(Body, data));
    }
};
static_assert(sizeof(uint32_t) + sizeof(Body<QuestionHead>) <= transport::Mail::kBytesMax);

arauto_service_f g_services[kServicesMax];
std::atomic<int> g_service_count{0};

// ---- The target's side: by whoever has the turn to deliver mails ----

struct Waiting {
    int source;
    size_t bytes;
    Body<QuestionHead> body;
};
struct Answer {
    int rank;
    size_t bytes;
    Body<AnswerHead> body;
};
std::deque<Waiting> g_questions;
std::deque<Answer> g_answers; // the network would not take yet

void take_question(int source, std::span<const std::byte> mail) noexcept {
    Waiting& question = g_questions.emplace_back();
    question.source = source;
    const int64_t bytes = question.body.read(mail);
    if (bytes < 0 || question.body.head.answer_bytes > kBytesMax) {
        g_questions.pop_back(); // of another version: those do not get this far
        return;
    }
    question.bytes = static_cast<size_t>(bytes);
}

Status serve(const Waiting& question, Answer& answer) noexcept {
    const QuestionHead& head = question.body.head;
    if (head.service == kNoService) {
        return ARAUTO_OK;
    }
    // PAIR service.count: look
    if (head.service >= static_cast<uint32_t>(g_service_count.load(std::memory_order_acquire))) {
        return ARAUTO_ERR_ARGUMENT;
    }
    const arauto_service_call_t call{.origin = question.source,
                                     .question = question.body.data,
                                     .question_bytes = question.bytes,
                                     .answer = answer.body.data,
                                     .answer_bytes = head.answer_bytes};
    return g_services[head.service](&call);
}

void send_answers() noexcept {
    while (!g_answers.empty()) {
        const Answer& answer = g_answers.front();
        if (!try_mail(answer.rank, MailKind::answer, answer.body.first(answer.bytes), false)) {
            return;
        }
        g_answers.pop_front();
    }
}

/// @return whether there is more to do: who looks after the network does not rest then
bool serve_questions() noexcept {
    while (!g_questions.empty()) {
        const Waiting& question = g_questions.front();
        const QuestionHead& head = question.body.head;
        // Who has died may have told us of memory that is there no more.
        const bool is_lost = runtime().state(question.source) == boot::ImageState::failed;
        Answer answer;
        const Status status = is_lost ? ARAUTO_OK : serve(question, answer);
        if (status == ARAUTO_SERVICE_LATER) {
            break;
        }
        if (head.serial != 0 && !is_lost) {
            answer.rank = question.source;
            answer.bytes = head.answer_bytes;
            answer.body.head = {head.serial, status};
            g_answers.push_back(answer);
        }
        g_questions.pop_front();
    }
    send_answers();
    return !g_questions.empty() || !g_answers.empty();
}

// ---- The origin's side ----

/// A question that a thread waits for the answer of.
struct Asking {
    std::atomic<bool> is_done{false}; // PAIR service.done: who takes the answer stores
    Status status = ARAUTO_OK;
    int rank = 0;
    uint64_t serial = 0;
    std::span<std::byte> answer{};
};

/// What a rank was told. The last is kept until there is more for that rank to do: if that is to
/// settle, it goes as a question, and one message does for both. After two looks at the network it
/// goes anyway.
struct Told {
    uint64_t told = 0;
    uint64_t settled = 0; // so many of them have been done
    bool is_kept = false;
    bool is_old = false;
    uint32_t service = 0; // of what is kept
    uint32_t bytes = 0;
    std::byte body[kBytesMax];

    [[nodiscard]] Question kept(int rank) const noexcept {
        return {rank, service, std::span(body, bytes)};
    }
};

std::mutex g_mutex; // of who asks
std::unordered_map<uint64_t, Asking*> g_asking;
uint64_t g_serial = 0;

// Held from a look at what a rank was told until what follows from it has been sent, so that of
// several threads' messages none is taken for sent that is not.
std::mutex g_order;
std::unordered_map<int, Told> g_told; // under it
std::atomic<uint64_t> g_unsettled{0}; // ranks that have something to do still

void take_answer(int, std::span<const std::byte> mail) noexcept {
    Body<AnswerHead> body;
    const int64_t bytes = body.read(mail);
    if (bytes < 0) {
        return;
    }
    {
        const std::lock_guard guard(g_mutex);
        const auto found = g_asking.find(body.head.serial);
        if (found == g_asking.end()) {
            return; // nobody waits any more
        }
        Asking& asking = *found->second;
        asking.status = static_cast<Status>(body.head.status);
        std::memcpy(asking.answer.data(), body.data,
                    std::min(asking.answer.size(), static_cast<size_t>(bytes)));
        g_asking.erase(found);
        asking.is_done.store(true, std::memory_order_seq_cst); // PAIR service.done: store
    }
    ring(own_bell());
}

constinit thread_local bool t_is_sending = false; // and has the order

bool try_mail_question(const Question& question, const QuestionHead& head) noexcept {
    Body<QuestionHead> body;
    body.head = head;
    std::copy(question.body.begin(), question.body.end(), body.data);
    return try_mail(question.rank, MailKind::question, body.first(question.body.size()), false);
}

void mail_question(const Question& question, const QuestionHead& head) noexcept {
    t_is_sending = true;
    while (!try_mail_question(question, head)) {
        serve_network();
        cpu_pause();
    }
    t_is_sending = false;
}

void send_old() noexcept {
    // relaxed because as in note_settled
    if (g_unsettled.load(std::memory_order_relaxed) == 0 || t_is_sending) [[likely]] {
        return;
    }
    const std::unique_lock guard(g_order, std::try_to_lock);
    if (!guard.owns_lock()) {
        return;
    }
    for (auto& [rank, known] : g_told) {
        if (known.is_kept && known.is_old) {
            known.is_kept = !try_mail_question(known.kept(rank), {0, known.service, 0});
        }
        known.is_old = true;
    }
}

/// Follows the deliveries of mails. @return whether there is more to do
bool step() noexcept {
    send_old();
    return serve_questions();
}

/// What is kept goes ahead of what is to be sent now. By who has the order.
void send_kept(int rank, Told& known) noexcept {
    if (known.is_kept) {
        known.is_kept = false;
        mail_question(known.kept(rank), {0, known.service, 0});
    }
}

void begin_to_ask(const Question& question, Asking& asking) noexcept {
    asking.rank = question.rank;
    {
        const std::lock_guard guard(g_mutex);
        asking.serial = ++g_serial;
        g_asking.emplace(asking.serial, &asking);
    }
    mail_question(question,
                  {asking.serial, question.service, static_cast<uint32_t>(asking.answer.size())});
}

Status await_answer(Asking& asking) noexcept {
    const Status waited = wait_until(
        // PAIR service.done: look
        [&] { return asking.is_done.load(std::memory_order_seq_cst); },
        [&] { return check_alive(asking.rank, "a question"); });
    if (waited < 0) {
        const std::lock_guard guard(g_mutex);
        g_asking.erase(asking.serial);
        return waited;
    }
    return asking.status;
}

/// All that the rank was told up to there is done, or will never be.
void note_settled(int rank, uint64_t told) noexcept {
    const std::lock_guard guard(g_order);
    Told& known = g_told[rank];
    if (known.settled < told) {
        known.settled = told;
        // relaxed because the guard orders; who looks without it has told what it waits for
        g_unsettled.fetch_sub(known.settled == known.told ? 1 : 0, std::memory_order_relaxed);
    }
}

struct Settling {
    Asking asking;
    int rank;
    uint64_t told;
};

/// Asks every rank that has something to do still.
void begin_to_settle(int rank, std::deque<Settling>& settlings) noexcept {
    const std::lock_guard guard(g_order);
    for (auto& [who, known] : g_told) {
        if (known.settled == known.told || (rank >= 0 && who != rank)) {
            continue;
        }
        Settling& settling = settlings.emplace_back();
        settling.rank = who;
        settling.told = known.told;
        const Question nothing{who, kNoService, {}};
        const bool was_kept = known.is_kept;
        known.is_kept = false;
        begin_to_ask(was_kept ? known.kept(who) : nothing, settling.asking);
    }
}

} // namespace

Status register_service(arauto_service_f function, int* service_out) noexcept {
    const std::lock_guard guard(g_mutex);
    const int count = g_service_count.load(std::memory_order_relaxed); // relaxed because guarded
    if (count == kServicesMax) {
        return fail(ARAUTO_ERR_MEMORY, "arauto_service_register: there are %d services already",
                    kServicesMax);
    }
    set_mail_handler(MailKind::question, take_question);
    set_mail_handler(MailKind::answer, take_answer);
    set_mail_step(step);
    g_services[count] = function;
    g_service_count.store(count + 1, std::memory_order_release); // PAIR service.count: store
    *service_out = count;
    return ARAUTO_OK;
}

bool is_service(int service) noexcept {
    // PAIR service.count: look
    return service >= 0 && service < g_service_count.load(std::memory_order_acquire);
}

Status tell_service(const Question& question) noexcept {
    bool is_long_line = false;
    {
        const std::lock_guard guard(g_order);
        Told& known = g_told[question.rank];
        send_kept(question.rank, known);
        // relaxed because as in note_settled
        g_unsettled.fetch_add(known.settled == known.told ? 1 : 0, std::memory_order_relaxed);
        ++known.told;
        known.is_kept = true;
        known.is_old = false;
        known.service = question.service;
        known.bytes = static_cast<uint32_t>(question.body.size());
        std::copy(question.body.begin(), question.body.end(), known.body);
        is_long_line = known.told - known.settled >= kUnsettledMax;
    }
    return is_long_line ? settle_services(question.rank) : ARAUTO_OK;
}

Status ask_service(const Question& question, std::span<std::byte> answer) noexcept {
    Asking asking;
    asking.answer = answer;
    {
        const std::lock_guard guard(g_order);
        send_kept(question.rank, g_told[question.rank]);
        begin_to_ask(question, asking);
    }
    return await_answer(asking);
}

Status settle_services(int rank) noexcept {
    // relaxed because as in note_settled
    if (g_unsettled.load(std::memory_order_relaxed) == 0) [[likely]] {
        return ARAUTO_OK;
    }
    std::deque<Settling> settlings; // which do not move
    begin_to_settle(rank, settlings);
    for (Settling& settling : settlings) {
        const Status status = await_answer(settling.asking);
        static_cast<void>(status); // of the lost nothing is left to do
        note_settled(settling.rank, settling.told);
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
