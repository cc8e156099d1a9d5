// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See standstill.hpp.
#include "failure/standstill.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "boot/settings.hpp"
#include "boot/state_request.hpp"
#include "failure/events.hpp"
#include "failure/gossip.hpp"
#include "failure/state_message.hpp"
#include "failure/termination.hpp"
#include "remote/active_message.hpp"
#include "runtime/duty_thread.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>

namespace arauto::core {
namespace {

// A node that reads debug information sends no report meanwhile.
constexpr int64_t kFreshNs = 5000 * kMillisecond;
// Waits are sent each beat while they last; what is older may have ended.
constexpr int64_t kFreshWaitsNs = 1000 * kMillisecond;

enum class Kind : uint32_t {
    standstill, // a node and those below it
    moves, // the answer of a node that has moved
    describe, // a node leader's question, also where images move
    describe_if_still, // the root's question
    lines, // the answer: StateLines follow
    waits, // a node's, for the root: SentWaits follow
};

/// A wire format: the start of each message.
struct Head {
    Kind kind;
    int32_t node;
    uint32_t waits;
    uint32_t number; // of the collection that a question or an answer is for
};

/// A wire format.
struct SentWait {
    int32_t rank;
    uint32_t spare;
    int64_t since_ns; // of the clock of its node: it only tells waits apart
    boot::WaitDetail detail;
};

Standstill& standstill() noexcept {
    return *this_rank().standstill;
}

bool try_send(int rank, const std::vector<std::byte>& body) noexcept {
    return try_active_message(rank, ActiveMessageKind::standstill, body);
}

std::vector<std::byte> message(Kind kind, uint32_t number, bool waits = false) {
    std::vector<std::byte> body;
    append(
        body,
        Head{.kind = kind, .node = standstill().node, .waits = waits ? 1U : 0U, .number = number});
    return body;
}

std::vector<boot::WaitNode> waits_in(std::span<const std::byte> body) {
    std::vector<boot::WaitNode> waits;
    for (SentWait sent{}; take(body, sent);) {
        if (sent.rank >= 0 && sent.rank < this_rank().size) {
            boot::WaitNode node{sent.rank, boot::WaitNode::State::waits, {}};
            node.wait.since_ns = sent.since_ns;
            node.wait.detail = sent.detail;
            waits.push_back(node);
        }
    }
    return waits;
}

/// Handles an active message. It must not wait: it leaves work to the progress thread.
void hear(int source, std::span<const std::byte> body) noexcept {
    Head head{};
    Standstill& me = standstill();
    const std::lock_guard lock(me.mutex);
    if (!take(body, head) || head.node < 0 || static_cast<size_t>(head.node) >= me.reports.size()) {
        return;
    }
    const auto node = static_cast<size_t>(head.node);
    switch (head.kind) {
    case Kind::standstill:
        me.reports[node] = {.heard_ns = now_ns(), .waits = head.waits != 0};
        break;
    case Kind::moves:
        me.reports[node] = {};
        break;
    case Kind::describe:
    case Kind::describe_if_still:
        std::erase_if(me.questions, [&](const auto& each) { return each.asked_by == source; });
        me.questions.push_back({source, head.number, head.kind == Kind::describe_if_still});
        break;
    case Kind::lines:
        if (head.number != me.number || me.has_answered[node]) {
            break; // of an earlier collection
        }
        for (boot::StateLine line; decode(body, this_rank().size, line); line = {}) {
            me.lines.push_back(line);
        }
        me.has_answered[node] = true;
        break;
    case Kind::waits:
        me.far_waits[node] = {.heard_ns = now_ns(), .waits = waits_in(body)};
        break;
    }
}

/// The blocks of the ranks whose memory is here.
boot::SomeBlocks blocks() noexcept {
    const Rank& self = this_rank();
    if (gossip_is_open()) {
        return {self.images, self.job.manager->near()};
    }
    return std::span<const boot::ImageBlock>(self.images, static_cast<size_t>(self.size));
}

std::vector<boot::StateLine> own_lines() {
    return boot::describe(boot::look_at_states(blocks()));
}

/// Whether nothing has moved on this node for long enough.
bool is_at_standstill() noexcept {
    return standstill().all.is_confirmed();
}

/// Notes that a report has these waits, so that no other has them again.
void mark_told(std::span<const boot::WaitNode> nodes) noexcept {
    for (const boot::WaitNode& node : nodes) {
        // relaxed because another report would do no harm
        this_rank().images[node.rank].told_wait.store(static_cast<uint64_t>(node.wait.since_ns),
                                                      std::memory_order_relaxed);
    }
}

bool have_near_ended() noexcept {
    const boot::SomeBlocks near = blocks();
    for (size_t i = 0; i < near.size(); ++i) {
        if (learn_state(near.rank(i)) == boot::ImageState::running) {
            return false;
        }
    }
    return true;
}

/// As many lines as fit into a message.
std::vector<std::byte> message_with_lines(uint32_t number) {
    std::vector<std::byte> body = message(Kind::lines, number);
    constexpr size_t kRoom = transport::ActiveMessage::kBytesMax - 64;
    for (const boot::StateLine& line : own_lines()) {
        const std::vector<std::byte> bytes = encode(line);
        if (body.size() + bytes.size() <= kRoom) {
            body.insert(body.end(), bytes.begin(), bytes.end());
        }
    }
    return body;
}

/// Answers the node leaders that want this node's lines.
void answer() {
    Standstill& me = standstill();
    std::vector<Standstill::Question> questions;
    {
        const std::lock_guard lock(me.mutex);
        questions.swap(me.questions);
    }
    for (const Standstill::Question& question : questions) {
        const bool has_moved =
            question.is_for_standstill && !is_at_standstill() && !have_near_ended();
        if (question.is_for_standstill && !has_moved) {
            mark_told(boot::look_at_waits(blocks()));
        }
        const std::vector<std::byte> body =
            has_moved ? message(Kind::moves, question.number) : message_with_lines(question.number);
        if (!try_send(question.asked_by, body)) {
            const std::lock_guard lock(me.mutex);
            me.questions.push_back(question); // the node leader repeats no question
        }
    }
}

/// The report of this node and of those that report to it: heard_ns is not 0 when all of them are
/// at a standstill.
Standstill::Report joint_report(int64_t now) noexcept {
    Standstill& me = standstill();
    Standstill::Report joint;
    if (!is_at_standstill() && !have_near_ended()) {
        return joint;
    }
    joint.waits = is_at_standstill();
    const std::lock_guard lock(me.mutex);
    for (size_t i = 0; i < me.reports.size(); ++i) {
        const int node = static_cast<int>(i);
        if (node == me.node || is_dead(node) || superior_of(node) != me.node) {
            continue;
        }
        if (me.reports[i].heard_ns == 0 || now - me.reports[i].heard_ns > kFreshNs) {
            return {};
        }
        joint.waits = joint.waits || me.reports[i].waits;
    }
    joint.heard_ns = now;
    return joint;
}

using Purpose = Standstill::Purpose;

void begin_collection(int64_t now, Purpose purpose) {
    Standstill& me = standstill();
    me.purpose = purpose;
    me.asked_ns = now;
    me.is_asked.assign(me.reports.size(), false);
    const std::lock_guard lock(me.mutex);
    ++me.number;
    me.has_answered.assign(me.reports.size(), false);
    me.lines.clear();
}

/// The leader of another node; -1: there is none that could answer.
int leader_to_ask(size_t node) noexcept {
    const int number = static_cast<int>(node);
    return number == standstill().node || is_dead(number) ? -1 : leader_of_node(number);
}

/// The lines of nodes from which none have come.
void add_missing() {
    Standstill& me = standstill();
    for (size_t node = 0; node < me.reports.size(); ++node) {
        if (static_cast<int>(node) == me.node) {
            continue;
        }
        std::vector<int> ranks;
        visit_ranks_of(static_cast<int>(node), [&](int rank) { ranks.push_back(rank); });
        const std::lock_guard lock(me.mutex);
        if (me.has_answered[node]) {
            continue;
        }
        if (leader_to_ask(node) < 0) { // this node knows as well how they have ended
            for (const boot::StateLine& line :
                 boot::describe(boot::look_at_states({this_rank().images, ranks}))) {
                me.lines.push_back(line);
            }
            continue;
        }
        std::ranges::for_each(ranks, [](int& rank) { ++rank; });
        me.lines.push_back({.text = boot::kNoAnswer, .images = ranks});
    }
}

/// Asks each node once for its lines. @return whether all lines are there that will be
bool collect(int64_t now, Purpose purpose) {
    Standstill& me = standstill();
    const bool is_first = me.purpose != purpose;
    if (is_first) {
        begin_collection(now, purpose);
    }
    const Kind question = purpose == Purpose::standstill ? Kind::describe_if_still : Kind::describe;
    bool is_complete = true;
    for (size_t node = 0; node < me.reports.size(); ++node) {
        const int leader = leader_to_ask(node);
        if (leader >= 0 && !me.is_asked[node]) {
            me.is_asked[node] = try_send(leader, message(question, me.number));
        }
        const std::lock_guard lock(me.mutex);
        is_complete = is_complete && (leader < 0 || me.has_answered[node]);
    }
    if (is_first) { // the others read debug information meanwhile
        std::vector<boot::StateLine> own = own_lines();
        const std::lock_guard lock(me.mutex);
        me.lines.insert(me.lines.end(), own.begin(), own.end());
    }
    if (!is_complete && now - me.asked_ns <= kFreshNs) {
        return false;
    }
    add_missing();
    me.purpose = Purpose::none;
    return true;
}

std::vector<std::string> collected() {
    Standstill& me = standstill();
    const std::lock_guard lock(me.mutex);
    return boot::joined(me.lines);
}

/// Answers a process outside the job that has asked this node.
void serve_request(int64_t now) {
    Standstill& me = standstill();
    boot::StateRequest& request = this_rank().header->states;
    const uint32_t pending = boot::pending_request(request);
    if (pending == 0 || me.purpose == Purpose::standstill || me.purpose == Purpose::stuck) {
        return;
    }
    if (me.purpose == Purpose::none) {
        me.request = pending;
    }
    if (collect(now, Purpose::request)) {
        boot::answer_request(request, me.request, collected());
    }
}

/// Whether no rank before this one looks, in a job on one node: all that have waited for long do.
bool is_first_that_looks(int64_t now) noexcept {
    const Rank& self = this_rank();
    for (int rank = 0; rank < self.rank; ++rank) {
        boot::ShownWait wait;
        if (boot::kind_of(self.images[rank], wait) == boot::ImagesInState::Kind::waits &&
            now - wait.since_ns > kLongWaitNs) {
            return false;
        }
    }
    return learn_state(self.rank) == boot::ImageState::running;
}

/// Ends the job behind a report, where that is wanted.
void end_if_asked() {
    if (standstill().ends_job) {
        log(LogLevel::error, "the job ends with status %d, as ARAUTO_HANG=%s asks",
            boot::kHangStatus, setting_text(boot::kHangSetting));
        end_job(boot::kHangStatus);
    }
}

/// The root reports a standstill of all nodes, once.
void report_once(int64_t now) {
    Standstill& me = standstill();
    if (me.has_reported || me.purpose == Purpose::request || me.purpose == Purpose::stuck ||
        (me.reports.size() == 1 && !is_first_that_looks(now)) ||
        !collect(now, Purpose::standstill)) {
        return;
    }
    me.has_reported = true;
    mark_told(boot::look_at_waits(blocks()));
    boot::report_standstill(me.all.lasted_ns(now), collected());
    end_if_asked();
}

void open(int node, int nodes) {
    Standstill& me = standstill();
    me.node = node;
    const Limit limit = setting_limit(boot::kHangSetting).value;
    me.hang_ns = limit.value * 1000 * kMillisecond;
    me.ends_job = limit.ends;
    me.reports.assign(static_cast<size_t>(nodes), {});
    me.far_waits.assign(static_cast<size_t>(nodes), {});
}

uint64_t number_of(std::span<const boot::WaitNode> waits) noexcept {
    uint64_t number = waits.size();
    for (const boot::WaitNode& node : waits) {
        number = boot::mixed(boot::mixed(number, static_cast<uint64_t>(node.rank)),
                             static_cast<uint64_t>(node.wait.since_ns));
    }
    return number;
}

/// The waits that those who go on cannot end; none when a report has had one of them.
std::vector<boot::WaitNode> find_untold(std::span<const boot::WaitNode> nodes) {
    std::vector<boot::WaitNode> stuck;
    for (const size_t at : boot::find_stuck(nodes, gossip_is_open())) {
        const boot::WaitNode& node = nodes[at];
        // relaxed because another report would do no harm
        if (this_rank().images[node.rank].told_wait.load(std::memory_order_relaxed) ==
            static_cast<uint64_t>(node.wait.since_ns)) {
            return {};
        }
        stuck.push_back(node);
    }
    return stuck;
}

std::vector<int> images_of(std::span<const boot::WaitNode> nodes) {
    std::vector<int> images;
    for (const boot::WaitNode& node : nodes) {
        images.push_back(node.rank + 1);
    }
    return images;
}

/// In a job on one node.
void look_for_stuck(std::span<const boot::WaitNode> nodes, int64_t now) {
    Standstill& me = standstill();
    const std::vector<boot::WaitNode> stuck = find_untold(nodes);
    me.stuck.look(number_of(stuck), now, me.hang_ns, stuck, this_rank().images);
    if (!me.stuck.is_confirmed() || !is_first_that_looks(now)) {
        return;
    }
    mark_told(stuck);
    boot::report_stuck(me.stuck.lasted_ns(now), images_of(stuck),
                       boot::joined(own_lines(), images_of(stuck)));
    end_if_asked();
}

/// The waits of this node that are long enough to be told, and that only certain images can end.
std::vector<boot::WaitNode> certain_waits(std::span<const boot::WaitNode> nodes, int64_t now) {
    std::vector<boot::WaitNode> certain;
    for (const boot::WaitNode& node : nodes) {
        if (node.state == boot::WaitNode::State::waits &&
            now - node.wait.since_ns >= standstill().hang_ns &&
            boot::needs_certain_images(node.wait.detail)) {
            certain.push_back(node);
        }
    }
    return certain;
}

/// Tells the root of such waits, as many as fit into a message; also that there are none any more.
void send_waits(std::span<const boot::WaitNode> certain) {
    Standstill& me = standstill();
    if (certain.empty() && !me.has_sent_waits) {
        return;
    }
    int root = me.node;
    for (int above = superior_of(root); above >= 0; above = superior_of(root)) {
        root = above;
    }
    const int leader = leader_of_node(root);
    std::vector<std::byte> body = message(Kind::waits, 0);
    for (const boot::WaitNode& node : certain) {
        if (body.size() + sizeof(SentWait) <= transport::ActiveMessage::kBytesMax) {
            append(body, SentWait{.rank = node.rank,
                                  .spare = 0,
                                  .since_ns = node.wait.since_ns,
                                  .detail = node.wait.detail});
        }
    }
    if (leader >= 0 && try_send(leader, body)) {
        me.has_sent_waits = !certain.empty();
    }
}

/// Those of this node and of all others, by rank.
std::vector<boot::WaitNode> waits_of_all(std::vector<boot::WaitNode> certain, int64_t now) {
    Standstill& me = standstill();
    const std::lock_guard lock(me.mutex);
    for (const Standstill::FarWaits& far : me.far_waits) {
        if (far.heard_ns != 0 && now - far.heard_ns <= kFreshWaitsNs) {
            certain.insert(certain.end(), far.waits.begin(), far.waits.end());
        }
    }
    std::ranges::sort(certain, {}, &boot::WaitNode::rank);
    return certain;
}

/// The root of a job over several nodes, unless all stand still. Its looks begin when the waits
/// have lasted.
void look_for_stuck_over_nodes(std::vector<boot::WaitNode> certain, int64_t now) {
    constexpr int64_t kAfterAllNs = 2000 * kMillisecond; // a report of all comes first
    Standstill& me = standstill();
    const std::vector<boot::WaitNode> stuck = find_untold(waits_of_all(std::move(certain), now));
    me.stuck.look(number_of(stuck), now, kAfterAllNs, {}, this_rank().images);
    if (!me.stuck.is_confirmed() || me.purpose == Purpose::request ||
        !collect(now, Purpose::stuck)) {
        if (!me.stuck.is_confirmed() && me.purpose == Purpose::stuck) {
            me.purpose = Purpose::none; // it has moved meanwhile
        }
        return;
    }
    mark_told(stuck);
    {
        const std::lock_guard lock(me.mutex);
        boot::report_stuck(me.hang_ns + me.stuck.lasted_ns(now), images_of(stuck),
                           boot::joined(me.lines, images_of(stuck)));
    }
    end_if_asked();
}

/// In a job over several nodes. @param all_stand  so that another report comes
void look_over_nodes(std::span<const boot::WaitNode> nodes, bool all_stand, int64_t now) {
    Standstill& me = standstill();
    std::vector<boot::WaitNode> certain = certain_waits(nodes, now);
    me.certain.look(number_of(certain), now, 0, certain, this_rank().images);
    if (!me.certain.is_confirmed()) {
        certain.clear();
    }
    if (superior_of(me.node) >= 0) {
        send_waits(certain);
    } else if (all_stand) {
        me.stuck = {};
    } else {
        look_for_stuck_over_nodes(std::move(certain), now);
    }
}

/// The duty. A wait that has lasted calls for it again.
int64_t look_on_duty(bool) noexcept {
    constexpr int64_t kBetweenLooksNs = 250 * kMillisecond;
    const Rank& self = this_rank();
    // relaxed because a wait that is missed now comes again
    if (self.images[self.rank].waiting.load(std::memory_order_relaxed) == 0) {
        standstill().all = {};
        standstill().stuck = {};
        standstill().has_reported = false;
        // relaxed because that wait looks again
        standstill().is_watching.store(false, std::memory_order_relaxed);
        return kUntilRequested;
    }
    look_for_standstill(now_ns());
    return kBetweenLooksNs;
}

} // namespace

void watch_for_standstill() noexcept {
    Standstill& me = standstill();
    // relaxed because the exchange decides
    if (gossip_is_open() || me.is_watching.load(std::memory_order_relaxed) ||
        !is_first_that_looks(now_ns()) ||
        me.is_watching.exchange(true, std::memory_order_relaxed)) {
        return; // else the progress thread, this rank's duty thread, or another rank looks
    }
    if (me.reports.empty()) {
        open(0, 1);
    }
    if (me.hang_ns != 0) {
        add_duty(look_on_duty);
    }
}

void open_standstill(int node, int nodes) {
    open(node, nodes);
    set_active_message_handler(ActiveMessageKind::standstill, hear);
    // relaxed because a process outside asks later
    this_rank().header->states.is_served.store(1, std::memory_order_relaxed);
}

void look_for_standstill(int64_t now) noexcept {
    Standstill& me = standstill();
    if (gossip_is_open()) {
        answer();
        serve_request(now);
    }
    if (me.hang_ns == 0) {
        return;
    }
    const std::vector<boot::WaitNode> nodes = boot::look_at_waits(blocks());
    me.all.look(boot::standstill(blocks()), now, me.hang_ns, nodes, this_rank().images);
    const bool is_alone = me.reports.size() == 1;
    const Standstill::Report joint = joint_report(now);
    if (gossip_is_open()) {
        look_over_nodes(nodes, joint.heard_ns != 0, now);
    } else {
        look_for_stuck(nodes, now);
    }
    if (joint.heard_ns == 0) {
        me.purpose = me.purpose == Purpose::standstill ? Purpose::none : me.purpose;
        me.has_reported = false;
        return;
    }
    if (const int superior = is_alone ? -1 : superior_of(me.node); superior >= 0) {
        if (const int leader = leader_of_node(superior); leader >= 0) {
            static_cast<void>(try_send(leader, message(Kind::standstill, 0, joint.waits)));
        }
        return;
    }
    if (joint.waits) {
        report_once(now);
    }
}

} // namespace arauto::core
