// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Two ends of a network in one process, for tests of the parts that need one: each end has a rank,
// memory that the other reaches, and the parts that the transport has, without the transport. The
// network is libfabric's, also by the rules of cards that are not here. It can be told to refuse
// calls, or to take them and do nothing: then the test says when and how they end.
#pragma once

#include "base/clock.hpp"
#include "transport/ofi/fencing.hpp"
#include "transport/ofi/item_calls.hpp"
#include "transport/ofi/library.hpp"
#include "transport/ofi/peers.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/serving.hpp"

#include <gtest/gtest.h>
#include <rdma/fi_errno.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <sys/mman.h>
#include <vector>

// libfabric does not free what is under way when an endpoint is closed.
extern "C" [[gnu::used, gnu::visibility("default")]] inline const char*
__lsan_default_suppressions() { // NOLINT: its name is the sanitizer's
    return "leak:libfabric.so";
}

namespace arauto::transport::ofi {

inline constexpr int kRanks = 4;
inline constexpr size_t kHeapBytes = size_t{80} << 20; // more than sockets hold
inline constexpr uint64_t kSecret[2] = {0xfedcba9876543210, 12};

/// The names of two ends, under two ranks each: ranks 0 and 2 are one end, 1 and 3 the other.
struct Names {
    Name of_ends[2]{};
    bool are_there[kRanks] = {true, true, true, true};
    uint64_t secret[2] = {kSecret[0], kSecret[1]}; // that they are authenticated with

    static bool look_up(void* context, int peer, Name* name_out) {
        const auto& self = *static_cast<const Names*>(context);
        *name_out = self.of_ends[peer % 2];
        authenticate(peer, self.secret, name_out);
        return self.are_there[peer];
    }
};

/// A job of four ranks; the memory of one is here.
class JobOfEnd {
  public:
    explicit JobOfEnd(int rank) : images_(std::make_unique<boot::ImageBlock[]>(kRanks)) {
        void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        EXPECT_NE(memory, MAP_FAILED);
        job.header = new (memory) boot::JobHeader{};
        job.header->heap_offset = sizeof(boot::JobHeader);
        job.header->heap_stride = kHeapBytes;
        job.images = images_.get();
        job.rank = rank;
        job.size = kRanks;
        job.near = {.first = rank, .count = 1};
        std::copy(std::begin(kSecret), std::end(kSecret), job.secret);
    }
    JobOfEnd(const JobOfEnd&) = delete;
    JobOfEnd& operator=(const JobOfEnd&) = delete;
    ~JobOfEnd() { munmap(job.header, kBytes); }

    boot::Job job;

  private:
    static constexpr size_t kBytes = sizeof(boot::JobHeader) + kRanks * kHeapBytes;

    std::unique_ptr<boot::ImageBlock[]> images_;
};

/// Calls of one endpoint that a test refuses or swallows.
class Obstacle {
  public:
    explicit Obstacle(fid_ep* endpoint)
        : endpoint_(endpoint), rma_(*endpoint->rma), msg_(*endpoint->msg) {
        endpoint_->fid.context = this;
        own_rma_ = rma_;
        own_rma_.writemsg = [](fid_ep* at, const fi_msg_rma* message, uint64_t flags) -> ssize_t {
            return of(at).answer([&] { return of(at).rma_.writemsg(at, message, flags); },
                                 message->context);
        };
        own_rma_.readmsg = [](fid_ep* at, const fi_msg_rma* message, uint64_t flags) -> ssize_t {
            return of(at).answer([&] { return of(at).rma_.readmsg(at, message, flags); },
                                 message->context);
        };
        own_msg_ = msg_;
        own_msg_.send = [](fid_ep* at, const void* memory, size_t bytes, void* description,
                           fi_addr_t peer, void* context) -> ssize_t {
            return of(at).answer(
                [&] { return of(at).msg_.send(at, memory, bytes, description, peer, context); },
                context);
        };
        endpoint_->rma = &own_rma_;
        endpoint_->msg = &own_msg_;
    }
    Obstacle(const Obstacle&) = delete;
    Obstacle& operator=(const Obstacle&) = delete;

    /// From now on calls get this code and do nothing: 0 takes them.
    void begin(ssize_t code) {
        is_there_ = true;
        code_ = code;
    }
    void end() { is_there_ = false; }
    /// The items whose calls were taken, in their order.
    std::vector<Item*> taken;

  private:
    static Obstacle& of(fid_ep* at) { return *static_cast<Obstacle*>(at->fid.context); }

    template <typename Call> ssize_t answer(Call call, void* context) {
        if (!is_there_) {
            return call();
        }
        if (code_ == 0) {
            taken.push_back(static_cast<Item*>(context));
        }
        return code_;
    }

    fid_ep* endpoint_;
    fi_ops_rma rma_;
    fi_ops_msg msg_;
    fi_ops_rma own_rma_{};
    fi_ops_msg own_msg_{};
    bool is_there_ = false;
    ssize_t code_ = 0;
};

/// One end: the parts, joined as the transport joins them, but that nothing is lost or tried again.
class End {
  public:
    End(int rank, Names& names)
        : of_job_(rank), peers(job, {fabric, connections}, Names::look_up, &names) {
        EXPECT_EQ(fabric.open(1), ARAUTO_OK) << last_error();
        connections.add(fabric.name());
        EXPECT_EQ(regions.open({heap(), kHeapBytes, nullptr}), ARAUTO_OK) << last_error();
        items.open(make_memory(fabric, Items::memory_bytes()));
        while (Item* const item = items.take_receive()) {
            EXPECT_EQ(receive(fabric, *item), ARAUTO_OK);
        }
        Name& name = names.of_ends[rank % 2];
        name.magic = kNameMagic;
        name.bytes = static_cast<uint32_t>(fabric.name().size());
        std::copy(fabric.name().begin(), fabric.name().end(), name.endpoint);
        name.heap = reinterpret_cast<uint64_t>(heap());
        name.heap_bytes = kHeapBytes;
        obstacle = std::make_unique<Obstacle>(fabric.endpoint());
    }

    [[nodiscard]] std::byte* heap() const { return job.heap(job.rank); }

    /// One look at the queue.
    void step() {
        fi_cq_data_entry entries[16];
        const ssize_t count = fabric.read_queue(entries);
        if (count == -FI_EAVAIL) {
            take_error();
        }
        for (ssize_t i = 0; i < count; ++i) {
            if ((entries[i].flags & FI_REMOTE_CQ_DATA) != 0) {
                ++signals;
            }
            if (entries[i].op_context != nullptr && !fabric.is_of_trial(entries[i].op_context)) {
                take(*static_cast<Item*>(entries[i].op_context), entries[i]);
            }
        }
    }

    /// The operations that have ended since the last call.
    [[nodiscard]] std::vector<Completion> ended() {
        std::vector<Completion> all(4096);
        all.resize(requests.take_ended(all));
        return all;
    }

  private:
    JobOfEnd of_job_;

  public:
    const boot::Job& job = of_job_.job;
    Fabric fabric;
    Regions regions{fabric};
    Items items;
    os::Connections connections;
    Peers peers;
    Requests requests{job, {fabric, regions, items, peers}};
    Fencing fencing{job, {fabric, regions, items, peers, connections}};
    std::unique_ptr<Obstacle> obstacle;
    std::vector<Verb> served; // requests
    int signals = 0; // that have come with data
    int errors = 0; // that the network has reported

  private:
    void take_error() {
        fi_cq_err_entry error{};
        if (fabric.read_error(&error) <= 0 || error.op_context == nullptr) {
            return;
        }
        Item& item = *static_cast<Item*>(error.op_context);
        if (item.use == Use::dismissal) {
            fencing.end_dismissal(item, false, now_ns());
        } else if (item.use == Use::reply) {
            items.give_back(item);
        } else if (item.use != Use::receive) {
            ++errors;
            requests.fail(item, error.err);
        }
    }

    void take(Item& item, const fi_cq_data_entry& entry) {
        if (item.use == Use::receive) {
            item.bytes = entry.len;
            take_message(item);
            static_cast<void>(receive(fabric, item));
        } else if (item.use == Use::dismissal) {
            fencing.end_dismissal(item, true, now_ns());
        } else if (item.use == Use::reply) {
            items.give_back(item);
        } else {
            requests.complete(item);
        }
    }

    void take_message(const Item& item) {
        Header header;
        std::memcpy(&header, item.message, sizeof header);
        if (header.verb == Verb::dismissal) {
            fencing.note_dismissal(static_cast<int>(header.source));
        } else if (header.verb == Verb::reply) {
            requests.take_reply(header, item.message + sizeof header);
        } else {
            served.push_back(header.verb);
            reply_to(header, item.message);
        }
    }

    void reply_to(const Header& request, const std::byte* message) {
        Item* const item = items.take(Use::reply, kMessageBytes);
        ASSERT_NE(item, nullptr);
        const std::span<std::byte> room(item->message + sizeof(Header), answer_bytes_max(request));
        const Answer answer = Server(job, kHeapBytes).serve(message, room);
        const Header reply = reply_header(request, job.rank, answer);
        std::memcpy(item->message, &reply, sizeof reply);
        item->bytes = sizeof reply + reply.bytes;
        item->peer = static_cast<int>(request.source);
        const Peer& peer = peers[item->peer];
        if (request.ticket == 0 || send(fabric, *item, peer.address) != 0) {
            items.give_back(*item);
        }
    }
};

/// By which rules the network is held: those of a card, or its own.
class TwoEnds : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!library().ok()) {
            GTEST_SKIP() << "skipped: " << last_error();
        }
        const std::string fault = *GetParam() != '\0' ? std::string("rules=") + GetParam() : "";
        setenv("ARAUTO_FAULT", fault.c_str(), 1);
        here = std::make_unique<End>(0, names);
        there = std::make_unique<End>(1, names);
    }

    /// Looks at both queues until something has happened.
    template <typename Condition> void await(Condition has_happened) {
        while (!has_happened()) {
            step();
        }
    }
    void step() {
        here->step();
        if (there != nullptr) {
            there->step();
        }
    }
    /// Makes a call until there is room for it. @return its code
    template <typename Call> ssize_t try_until_taken(Call call) {
        ssize_t code = call();
        for (; code == -FI_EAGAIN; code = call()) {
            step();
        }
        return code;
    }

    /// A peer of an end, with its address known.
    Peer& reach(End& end, int number) {
        Result<Peer*> found{};
        while (found.ok() && found.value == nullptr) {
            EXPECT_TRUE(end.peers.take_found().empty());
            found = end.peers.look_up(number);
        }
        EXPECT_TRUE(found.ok()) << last_error();
        return *found.value;
    }
    /// Both know each other, and a message has gone each way.
    void connect() {
        reach(*there, 0);
        Peer& peer = reach(*here, 1);
        EXPECT_EQ(try_until_taken([&] { return here->requests.send(get_of(1), peer); }), 0);
        await([&] { return !here->ended().empty(); });
    }

    /// Memory of the other end, by the key that a rank gets.
    fi_rma_iov memory_there(uint64_t offset, size_t bytes, int holder = 0) {
        const auto address = reinterpret_cast<uint64_t>(there->heap()) + offset;
        const Result<Region> region = there->regions.cover(holder, address, bytes);
        EXPECT_TRUE(region.ok()) << last_error();
        return {address - region.value.base, bytes, region.value.key};
    }
    /// A get of a byte as a message.
    Request get_of(uint64_t ticket, int peer = 1, uint64_t offset = 0) {
        run_ = {offset, &byte, 1};
        return {.verb = Verb::get,
                .peer = peer,
                .space = Space::heap,
                .ticket = ticket,
                .runs = std::span(&run_, 1),
                .owner = 1};
    }
    Operation operation(Kind kind, size_t bytes, uint64_t ticket, int peer = 1) {
        Operation made{};
        made.kind = kind;
        made.remote = {peer, Space::heap, 0};
        made.local = here->heap();
        made.bytes = bytes;
        made.ticket = ticket;
        return made;
    }

    Names names;
    std::unique_ptr<End> here;
    std::unique_ptr<End> there;
    std::byte byte{};

  private:
    arauto::Run run_{}; // testing::Test has a Run, too
};

/// The rules that tests of a part are run by.
inline const auto kAllRules = testing::Values("", "cxi", "efa", "verbs", "psm3", "shm", "tcp");
inline std::string name_of_rules(const testing::TestParamInfo<const char*>& rules) {
    return *rules.param != '\0' ? rules.param : "none";
}

} // namespace arauto::transport::ofi
