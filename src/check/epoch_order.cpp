// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_order.hpp.
#include "check/epoch_order.hpp"

#include <algorithm>

namespace arauto::check {
namespace {

using Hold = EpochObject::Hold;
using Stage = Order::Stage;

uint32_t number_of(int member) noexcept {
    return static_cast<uint32_t>(member);
}

Stage post_of(const EpochObject& object, int from, int to) noexcept {
    return {Stage::Kind::post, object.id, number_of(from), number_of(to)};
}

Stage complete_of(const EpochObject& object, int from, int to) noexcept {
    return {Stage::Kind::complete, object.id, number_of(from), number_of(to)};
}

Stage fence_of(const EpochObject& object) noexcept {
    return {Stage::Kind::fence, object.id, Order::kEverybody, Order::kEverybody};
}

EpochObject::Member& member_of(EpochObject& object, int member) noexcept {
    return object.members[static_cast<size_t>(member)];
}

} // namespace

uint64_t EpochOrder::begin(const EpochObject& object, int member) {
    const std::lock_guard<std::mutex> guard(mutex_);
    return operations_.begin(object.id, member);
}

void EpochOrder::use(uint64_t number, const Piece& piece) {
    const std::lock_guard<std::mutex> guard(mutex_);
    operations_.use(number, piece);
}

/// Whether operations towards a member have happened by now, or happen at once.
bool EpochOrder::admits(EpochObject& object, int member, uint32_t site, bool is_ready) {
    EpochObject::Member& there = member_of(object, member);
    if (there.hold != Hold::none || object.all != Hold::none) {
        Hold& hold = there.hold != Hold::none ? there.hold : object.all;
        if (hold == Hold::wanted && is_ready) {
            order_.acquire_lock(site, {object.id, number_of(member), there.is_exclusive});
            // By a lock of all, other members may still have to admit this image.
            hold = &hold == &there.hold ? Hold::held : Hold::wanted;
            return true;
        }
        return hold == Hold::held;
    }
    const bool is_started =
        std::find(object.started.begin(), object.started.end(), member) != object.started.end();
    if (is_started) {
        const Stage post = post_of(object, member, object.rank);
        const bool is_posted = order_.is_reached(post, there.starts, 1);
        if (is_posted) {
            order_.acquire_stage(site, post, there.starts);
        }
        return is_posted || is_ready;
    }
    if (object.is_fenced && !object.is_fence_passed) {
        const Stage fence = fence_of(object);
        if (!order_.is_reached(fence, object.fences,
                               number_of(static_cast<int>(object.members.size())))) {
            return false;
        }
        order_.acquire_stage(site, fence, object.fences);
        object.is_fence_passed = true;
    }
    return true;
}

void EpochOrder::admit_all(EpochObject& object, uint32_t site) {
    for (auto& [number, operation] : operations_.all()) {
        if (operation.object == object.id && operation.is_begun && !operation.is_admitted &&
            !operation.is_closed && admits(object, operation.member, site, false)) {
            operations_.accesses_target(operation);
        }
    }
}

void EpochOrder::has_locks(EpochObject& object, int member, uint32_t site) {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (size_t each = 0; each < object.members.size(); ++each) {
        EpochObject::Member& there = object.members[each];
        const bool is_meant = member == kEveryMember || number_of(member) == each;
        if (is_meant && (there.hold == Hold::wanted || object.all == Hold::wanted)) {
            order_.acquire_lock(site, {object.id, static_cast<uint32_t>(each), there.is_exclusive});
            there.hold = there.hold == Hold::wanted ? Hold::held : there.hold;
        }
    }
    if (object.all == Hold::wanted && member == kEveryMember) {
        object.all = Hold::held;
    }
    admit_all(object, site);
}

void EpochOrder::carries_out(EpochObject& object, uint64_t number, uint32_t site, bool is_ready) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = operations_.all().find(number);
    if (found == operations_.all().end()) {
        return;
    }
    admit_all(object, site);
    operations_.accesses_origin(found->second);
    if (admits(object, found->second.member, site, is_ready)) {
        operations_.accesses_target(found->second);
    }
}

bool EpochOrder::are_admitted(EpochObject& object, uint32_t site) {
    const std::lock_guard<std::mutex> guard(mutex_);
    admit_all(object, site);
    const auto& all = operations_.all();
    return std::none_of(all.begin(), all.end(), [&](const auto& each) {
        const Operation& operation = each.second;
        return operation.object == object.id && !operation.is_admitted && !operation.is_closed;
    });
}

Ticket EpochOrder::new_ticket() noexcept {
    return {kTicketMark, ++last_ticket_};
}

Ticket EpochOrder::give_request(uint64_t number, Completion how, Ticket request) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const Ticket given = request.is_none() ? new_ticket() : request;
    Effect effect;
    effect.kind = Effect::Kind::operation;
    effect.how = how;
    effect.operations = {number};
    requests_[{given.offset, given.serial}] = std::move(effect);
    return given;
}

template <typename Is> void EpochOrder::complete_those(Is is, Completion how) noexcept {
    const uint64_t stamp = order_.stamp();
    for (auto at = operations_.all().begin(); at != operations_.all().end();) {
        const uint64_t number = at->first;
        const bool is_one = !at->second.is_closed && is(at->second);
        ++at;
        if (is_one) {
            operations_.complete(number, how, stamp);
        }
    }
}

/// The end of an epoch that holds these operations.
template <typename Is> void EpochOrder::close_those(Is is, bool waits, Effect& effect) noexcept {
    if (waits) {
        complete_those(is, Completion::all);
        return;
    }
    effect.under_way = order_.next_under_way();
    const uint64_t stamp = order_.stamp_under_way(effect.under_way);
    for (const auto& [number, operation] : operations_.all()) {
        if (!operation.is_closed && is(operation)) {
            effect.operations.push_back(number);
        }
    }
    for (const uint64_t number : effect.operations) {
        operations_.close(number, stamp);
    }
}

void EpochOrder::opens_post(EpochObject& object, std::span<const int> members) {
    const std::lock_guard<std::mutex> guard(mutex_);
    object.is_fenced = false;
    object.exposed.assign(members.begin(), members.end());
    for (const int member : members) {
        const uint64_t count = ++member_of(object, member).posts;
        order_.reach(post_of(object, object.rank, member), count, 0);
    }
}

void EpochOrder::opens_start(EpochObject& object, std::span<const int> members) {
    const std::lock_guard<std::mutex> guard(mutex_);
    object.is_fenced = false;
    object.started.assign(members.begin(), members.end());
    for (const int member : members) {
        ++member_of(object, member).starts;
    }
}

EpochOrder::Effect EpochOrder::closes_start(EpochObject& object, bool waits) {
    const std::lock_guard<std::mutex> guard(mutex_);
    Effect effect;
    const std::vector<int>& started = object.started;
    const auto is_one = [&](const Operation& operation) {
        return operation.object == object.id &&
               std::find(started.begin(), started.end(), operation.member) != started.end();
    };
    close_those(is_one, waits, effect);
    for (const int member : started) {
        order_.reach(complete_of(object, object.rank, member), member_of(object, member).starts,
                     effect.under_way);
        effect.stages.emplace_back(post_of(object, member, object.rank),
                                   member_of(object, member).starts);
    }
    object.started.clear();
    return effect;
}

EpochOrder::Effect EpochOrder::closes_post(EpochObject& object) {
    const std::lock_guard<std::mutex> guard(mutex_);
    Effect effect;
    for (const int member : object.exposed) {
        effect.stages.emplace_back(complete_of(object, member, object.rank),
                                   member_of(object, member).posts);
    }
    object.exposed.clear();
    return effect;
}

EpochOrder::Effect EpochOrder::fences(EpochObject& object, bool closes, bool opens, bool waits) {
    const std::lock_guard<std::mutex> guard(mutex_);
    Effect effect;
    const auto is_one = [&](const Operation& operation) { return operation.object == object.id; };
    if (closes) {
        close_those(is_one, waits, effect);
    }
    ++object.fences;
    order_.reach(fence_of(object), object.fences, effect.under_way);
    object.is_fenced = opens;
    object.is_fence_passed = false;
    if (closes) {
        effect.stages.emplace_back(fence_of(object), object.fences);
    }
    return effect;
}

EpochOrder::Effect
EpochOrder::locks(EpochObject& object, int member, bool is_exclusive, bool waits) {
    const std::lock_guard<std::mutex> guard(mutex_);
    Effect effect;
    object.is_fenced = false;
    const Hold hold = waits ? Hold::held : Hold::wanted;
    if (member != kEveryMember) {
        member_of(object, member).hold = hold;
        member_of(object, member).is_exclusive = is_exclusive;
        effect.locks.push_back({object.id, number_of(member), is_exclusive});
        return effect;
    }
    object.all = hold;
    for (size_t each = 0; each < object.members.size(); ++each) {
        effect.locks.push_back({object.id, static_cast<uint32_t>(each), false});
    }
    return effect;
}

EpochOrder::Effect EpochOrder::unlocks(EpochObject& object, int member, bool waits) {
    const std::lock_guard<std::mutex> guard(mutex_);
    Effect effect;
    const auto is_one = [&](const Operation& operation) {
        return operation.object == object.id &&
               (member == kEveryMember || operation.member == member);
    };
    close_those(is_one, waits, effect);
    if (member != kEveryMember) {
        EpochObject::Member& there = member_of(object, member);
        if (there.hold == Hold::wanted) { // nothing was done under it
            effect.locks.push_back({object.id, number_of(member), there.is_exclusive});
        }
        order_.release_lock({object.id, number_of(member), there.is_exclusive}, effect.under_way);
        there.hold = Hold::none;
        there.is_exclusive = false;
        return effect;
    }
    for (size_t each = 0; each < object.members.size(); ++each) {
        order_.release_lock({object.id, static_cast<uint32_t>(each), false}, effect.under_way);
    }
    object.all = Hold::none;
    return effect;
}

EpochOrder::Effect EpochOrder::flushes(const EpochObject& object, int member, Completion how) {
    const std::lock_guard<std::mutex> guard(mutex_);
    Effect effect;
    effect.kind = Effect::Kind::flush;
    effect.how = how;
    for (const auto& [number, operation] : operations_.all()) {
        if (operation.object == object.id && !operation.is_closed &&
            (member == kEveryMember || operation.member == member)) {
            effect.operations.push_back(number);
        }
    }
    return effect;
}

EpochOrder::Effect EpochOrder::ends(const EpochObject& object) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const Stage end{Stage::Kind::end, object.id, Order::kEverybody, Order::kEverybody};
    order_.reach(end, 1, 0);
    Effect effect;
    effect.stages.emplace_back(end, 1);
    return effect;
}

void EpochOrder::take_effect(uint32_t site, const Effect& effect) noexcept {
    for (const auto& [stage, count] : effect.stages) {
        order_.acquire_stage(site, stage, count);
    }
    for (const Order::MemberLock& lock : effect.locks) {
        order_.acquire_lock(site, lock);
    }
    if (effect.under_way != 0) {
        order_.is_complete(effect.under_way);
    }
    for (const uint64_t number : effect.operations) {
        const auto found = operations_.all().find(number);
        if (found == operations_.all().end()) {
            continue;
        }
        if (effect.kind == Effect::Kind::closing) {
            operations_.forget(number);
        } else if (!found->second.is_closed) {
            operations_.complete(number, effect.how, order_.stamp());
        }
    }
}

void EpochOrder::made(uint32_t site, const Effect& effect, Ticket* request) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (request == nullptr) {
        take_effect(site, effect);
        return;
    }
    if (request->is_none()) {
        *request = new_ticket();
    }
    requests_[{request->offset, request->serial}] = effect;
}

void EpochOrder::request_is_complete(uint32_t site, const Ticket& request) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = requests_.find({request.offset, request.serial});
    if (found != requests_.end()) {
        take_effect(site, found->second);
        requests_.erase(found);
    }
}

void EpochOrder::request_is_given_up(const Ticket& request) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = requests_.find({request.offset, request.serial});
    if (found == requests_.end()) {
        return;
    }
    if (found->second.kind == Effect::Kind::closing) { // no call says when they are complete
        for (const uint64_t number : found->second.operations) {
            operations_.forget(number);
        }
    }
    requests_.erase(found);
}

void EpochOrder::forget(const EpochObject& object) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    complete_those([&](const Operation& operation) { return operation.object == object.id; },
                   Completion::all);
}

} // namespace arauto::check
