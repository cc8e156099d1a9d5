// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests requests at their target, without a network: they are carried out and answered, and one
// that names other memory than it may, or is not whole, changes nothing.
#include "base/status.hpp"
#include "transport/contract.hpp"
#include "transport/ofi/serving.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::transport::ofi {
namespace {

constexpr size_t kHeapBytes = 4096;
constexpr int kRank = 1;
constexpr int kNeighbour = 2; // of the same node
constexpr int kElsewhere = 3;

/// A job of four ranks, of which two are on this node.
class SmallJob {
  public:
    SmallJob() {
        memory_ = std::aligned_alloc(alignof(boot::JobHeader), bytes());
        std::memset(memory_, 0, bytes());
        job_.header = new (memory_) boot::JobHeader{};
        job_.header->heap_offset = sizeof(boot::JobHeader);
        job_.header->heap_stride = kHeapBytes;
        job_.rank = kRank;
        job_.size = 4;
        job_.near = {.first = kRank, .count = 2};
    }
    SmallJob(const SmallJob&) = delete;
    SmallJob& operator=(const SmallJob&) = delete;
    ~SmallJob() { std::free(memory_); }

    [[nodiscard]] const boot::Job& job() const noexcept { return job_; }

  private:
    static constexpr size_t bytes() {
        const size_t wanted = sizeof(boot::JobHeader) + 4 * kHeapBytes;
        return (wanted + alignof(boot::JobHeader) - 1) / alignof(boot::JobHeader) *
               alignof(boot::JobHeader);
    }

    void* memory_;
    boot::Job job_;
};

/// A message as it is put together for one request.
struct Message {
    Header header{};
    std::vector<Piece> pieces;
    std::vector<Word> words; // one or none
    std::string data;

    [[nodiscard]] std::vector<std::byte> bytes() {
        header.pieces = static_cast<uint32_t>(pieces.size());
        header.has_word = static_cast<uint8_t>(words.size());
        std::vector<std::byte> all;
        const auto append = [&all](const void* from, size_t count) {
            const auto* const begin = static_cast<const std::byte*>(from);
            all.insert(all.end(), begin, begin + count);
        };
        append(&header, sizeof header);
        append(pieces.data(), pieces.size() * sizeof(Piece));
        append(words.data(), words.size() * sizeof(Word));
        append(data.data(), data.size());
        return all;
    }
};

Message put_of(std::vector<Piece> pieces, std::string data) {
    Message message;
    message.header.verb = Verb::put;
    message.header.owner = kRank;
    message.header.bytes = static_cast<uint32_t>(data.size());
    message.pieces = std::move(pieces);
    message.data = std::move(data);
    return message;
}

Message get_of(std::vector<Piece> pieces) {
    Message message;
    message.header.verb = Verb::get;
    message.header.owner = kRank;
    for (const Piece& each : pieces) {
        message.header.bytes += static_cast<uint32_t>(each.bytes);
    }
    message.pieces = std::move(pieces);
    return message;
}

Message atomic_of(AtomicOp op, uint64_t offset, uint64_t operand) {
    Message message;
    message.header.verb = Verb::atomic;
    message.header.owner = kRank;
    Word word{};
    word.offset = offset;
    word.operand = operand;
    word.op = static_cast<uint8_t>(op);
    word.width = 8;
    message.words = {word};
    return message;
}

class Serving : public testing::Test {
  protected:
    [[nodiscard]] std::byte* heap(int rank) const { return job_.job().heap(rank); }
    [[nodiscard]] std::string_view text(int rank, uint64_t offset, size_t bytes) const {
        return {reinterpret_cast<const char*>(heap(rank) + offset), bytes};
    }
    Answer serve(Message message) {
        const std::vector<std::byte> bytes = message.bytes();
        EXPECT_TRUE(is_whole(message.header, bytes.size()));
        room_.assign(answer_bytes_max(message.header), std::byte{0});
        return server_.serve(bytes.data(), room_);
    }
    [[nodiscard]] std::string_view answer_text(const Answer& answer) const {
        return {reinterpret_cast<const char*>(room_.data()), answer.bytes};
    }
    void expect_refused(const Message& message, std::string_view why) {
        const Answer answer = serve(message);
        EXPECT_FALSE(answer.is_done);
        EXPECT_NE(answer_text(answer).find(why), std::string_view::npos) << answer_text(answer);
    }

    SmallJob job_;
    Server server_{job_.job(), kHeapBytes};
    std::vector<std::byte> room_;
};

TEST_F(Serving, puts_all_pieces_and_answers_nothing) {
    const Answer answer = serve(put_of({{8, 3}, {100, 2}}, "abcde"));
    EXPECT_TRUE(answer.is_done);
    EXPECT_EQ(answer.bytes, 0U);
    EXPECT_EQ(text(kRank, 8, 3), "abc");
    EXPECT_EQ(text(kRank, 100, 2), "de");
}

TEST_F(Serving, puts_into_the_heap_of_a_neighbour_and_of_no_rank_of_another_node) {
    Message message = put_of({{8, 3}}, "abc");
    message.header.owner = kNeighbour;
    EXPECT_TRUE(serve(message).is_done);
    EXPECT_EQ(text(kNeighbour, 8, 3), "abc");
    message.header.owner = kElsewhere;
    expect_refused(message, "reach past the heap");
}

TEST_F(Serving, gets_all_pieces) {
    static_cast<void>(serve(put_of({{8, 5}}, "abcde")));
    const Answer answer = serve(get_of({{10, 3}, {8, 2}}));
    EXPECT_TRUE(answer.is_done);
    EXPECT_EQ(answer_text(answer), "cdeab");
}

TEST_F(Serving, answers_an_atomic_with_the_value_before) {
    static_cast<void>(serve(atomic_of(AtomicOp::store, 64, 40)));
    const Answer answer = serve(atomic_of(AtomicOp::add, 64, 2));
    EXPECT_TRUE(answer.is_done);
    ASSERT_EQ(answer.bytes, sizeof(uint64_t));
    uint64_t old = 0;
    std::memcpy(&old, room_.data(), sizeof old);
    EXPECT_EQ(old, 40U);
}

TEST_F(Serving, puts_data_before_their_signal_and_no_signal_without_them) {
    Message message = put_of({{8, 3}}, "abc");
    message.words = atomic_of(AtomicOp::add, 64, 1).words;
    const Answer answer = serve(message);
    EXPECT_TRUE(answer.is_done);
    EXPECT_EQ(answer.bytes, 0U);
    EXPECT_EQ(std::to_integer<int>(heap(kRank)[64]), 1);
    message.pieces[0].remote = kHeapBytes - 1;
    expect_refused(message, "reach past the heap");
    EXPECT_EQ(std::to_integer<int>(heap(kRank)[64]), 1);
}

TEST_F(Serving, refuses_pieces_beside_the_heap) {
    expect_refused(put_of({{kHeapBytes - 2, 3}}, "abc"), "3 bytes at offset 4094 reach past");
    expect_refused(put_of({{kHeapBytes + 1, 0}}, ""), "reach past the heap");
    expect_refused(put_of({{UINT64_MAX, 3}}, "abc"), "reach past the heap");
    expect_refused(get_of({{kHeapBytes, 1}}), "reach past the heap");
}

TEST_F(Serving, refuses_pieces_that_are_longer_than_the_data) {
    Message message = put_of({{8, 3}, {16, 3}}, "abcd");
    EXPECT_FALSE(serve(message).is_done);
    EXPECT_EQ(text(kRank, 16, 1)[0], '\0');
}

TEST_F(Serving, refuses_words_that_are_not_aligned_and_operations_that_there_are_not) {
    expect_refused(atomic_of(AtomicOp::add, 4, 1), "there is no operation");
    expect_refused(atomic_of(static_cast<AtomicOp>(99), 64, 1), "there is no operation 99");
    Message message = atomic_of(AtomicOp::add, 64, 1);
    message.words[0].width = 3;
    expect_refused(message, "words of 3 bytes");
}

TEST_F(Serving, reaches_private_memory_that_is_mapped_and_no_other) {
    char here[8] = "private";
    Message message = get_of({{reinterpret_cast<uint64_t>(here), 7}});
    message.header.space = static_cast<uint8_t>(Space::foreign);
    EXPECT_EQ(answer_text(serve(message)), "private");
    message.pieces[0].remote = 64;
    expect_refused(message, "is not mapped");
}

TEST_F(Serving, writes_no_more_than_the_room_that_it_is_given) {
    Message message = get_of({{8, 3}});
    const std::vector<std::byte> bytes = message.bytes();
    EXPECT_FALSE(server_.serve(bytes.data(), {}).is_done);
    Message atomic = atomic_of(AtomicOp::add, 64, 1);
    const std::vector<std::byte> atomic_bytes = atomic.bytes();
    EXPECT_TRUE(server_.serve(atomic_bytes.data(), {}).is_done);
    atomic.pieces = {{8, 3000}};
    atomic.header.bytes = 3000;
    const std::vector<std::byte> long_bytes = atomic.bytes();
    std::byte room[8];
    EXPECT_FALSE(server_.serve(long_bytes.data(), room).is_done);
}

TEST_F(Serving, cuts_a_sentence_to_the_room_for_it) {
    static_cast<void>(fail(ARAUTO_ERR_RANGE, "%s", std::string(200, 'x').c_str()));
    std::byte room[16];
    const Answer answer = answer_failure(room);
    EXPECT_FALSE(answer.is_done);
    EXPECT_EQ(answer.bytes, sizeof room);
    EXPECT_EQ(answer_failure({}).bytes, 0U);
}

TEST_F(Serving, answers_by_the_ticket_and_sequence_of_the_request) {
    Header request{};
    request.token = 17;
    request.ticket = 18;
    request.source = 0;
    request.verb = Verb::get;
    request.has_word = 1;
    request.pieces = 3;
    const Header done = reply_header(request, kRank, {true, 5});
    EXPECT_EQ(done.token, 17U);
    EXPECT_EQ(done.ticket, 18U);
    EXPECT_EQ(done.source, static_cast<uint32_t>(kRank));
    EXPECT_EQ(done.verb, Verb::reply);
    EXPECT_EQ(done.status, ARAUTO_OK);
    EXPECT_EQ(done.bytes, 5U);
    EXPECT_TRUE(is_whole(done, sizeof done + 5));
    EXPECT_LT(reply_header(request, kRank, {false, 5}).status, 0);
}

TEST(Message, is_whole_only_with_all_its_parts) {
    Message put = put_of({{8, 3}}, "abc");
    put.words = atomic_of(AtomicOp::add, 64, 1).words;
    const size_t bytes = put.bytes().size();
    EXPECT_TRUE(is_whole(put.header, bytes));
    EXPECT_FALSE(is_whole(put.header, bytes - 1));
    EXPECT_FALSE(is_whole(put.header, bytes + 1));
    EXPECT_EQ(piece_of(put.bytes().data(), 0).bytes, 3U);
    const std::vector<std::byte> message = put.bytes();
    const std::span<const std::byte> data = data_in(message.data());
    EXPECT_EQ(data.size(), 3U);
    EXPECT_EQ(data.data() + 3, message.data() + message.size());
}

TEST(Message, is_not_whole_with_a_header_that_no_rank_writes) {
    const auto is_refused = [](auto change) {
        Header header{};
        header.verb = Verb::put;
        change(header);
        const size_t bytes = sizeof header + header.pieces * sizeof(Piece) +
                             (header.has_word != 0 ? sizeof(Word) : 0) + header.bytes;
        return !is_whole(header, bytes);
    };
    EXPECT_FALSE(is_refused([](Header&) {}));
    EXPECT_TRUE(is_refused([](Header& header) { header.verb = Verb{0}; }));
    EXPECT_TRUE(is_refused([](Header& header) { header.verb = Verb{99}; }));
    EXPECT_TRUE(is_refused([](Header& header) { header.pieces = kPiecesMax + 1; }));
    EXPECT_TRUE(is_refused([](Header& header) { header.bytes = kDataMax + 1; }));
    EXPECT_TRUE(is_refused([](Header& header) { header.has_word = 2; }));
    EXPECT_TRUE(is_refused([](Header& header) { header.verb = Verb::atomic; }));
    EXPECT_TRUE(is_refused([](Header& header) { header.verb = Verb::region; }));
    EXPECT_TRUE(is_refused([](Header& header) {
        header.verb = Verb::active_message;
        header.bytes = ActiveMessage::kBytesMax + 1;
    }));
}

} // namespace
} // namespace arauto::transport::ofi
