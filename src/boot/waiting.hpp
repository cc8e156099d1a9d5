// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds the images of a job that wait, and where. The launcher reports them when nothing moves any
// more, and when a job is ended from outside, since most such jobs hang. These are snapshots for
// the user; no decision depends on them.
#pragma once

#include "boot/wait_card.hpp"
#include "boot/wire.hpp"
#include "os/program_frames.hpp"

#include <span>
#include <string>
#include <vector>

namespace arauto::boot {

/// Such as "images 1, 3 to 8 wait, image 2 (process 4711) does not"; empty when no image waits.
[[nodiscard]] std::string describe_waiting(std::span<const ImageBlock> blocks);

/// Images that wait in the same way, or do not wait.
struct ImagesInState {
    enum class Kind : uint8_t { waits, begins_to_wait, runs, stopped, failed, absent };

    Kind kind;
    os::ProgramFrames frames; // of images that wait, as is the next
    WaitDetail detail;
    std::vector<int> images; // from 1, ascending
};

/// The state of one image. @param wait_out  of one that waits
[[nodiscard]] ImagesInState::Kind kind_of(const ImageBlock& block, ShownWait& wait_out) noexcept;

/// The blocks of some images.
class SomeBlocks {
  public:
    SomeBlocks(const ImageBlock* blocks, std::span<const int> ranks) noexcept
        : blocks_(blocks), ranks_(ranks), size_(ranks.size()) {}
    SomeBlocks(std::span<const ImageBlock> all) noexcept // NOLINT: all are some
        : blocks_(all.data()), size_(all.size()) {}
    SomeBlocks(std::span<ImageBlock> all) noexcept // NOLINT: all are some
        : SomeBlocks(std::span<const ImageBlock>(all)) {}

    [[nodiscard]] size_t size() const noexcept { return size_; }
    [[nodiscard]] int rank(size_t i) const noexcept {
        return ranks_.empty() ? static_cast<int>(i) : ranks_[i];
    }
    [[nodiscard]] const ImageBlock& operator[](size_t i) const noexcept { return blocks_[rank(i)]; }

  private:
    const ImageBlock* blocks_;
    std::span<const int> ranks_{}; // empty: all
    size_t size_;
};

/// Their states, in the order of the first image of each. Some microseconds: for a moment at which
/// images are about to end.
[[nodiscard]] std::vector<ImagesInState> look_at_states(SomeBlocks blocks);

/// One line of the report about images: "event wait (came), x.f90:5 (in step); has 1, needs 3".
struct StateLine {
    std::string text;
    std::vector<int> images; // from 1
    uint64_t meeting = 0; // of which these images are members, over several nodes; 0: of none
    std::vector<int> members{}; // of that; none: all images
};
/// The text of such a line for images of which nothing is known.
inline constexpr const char* kNoAnswer = "no answer from the node in time";

/// One for each text; the last may be of images in other states. Reads the debug information of the
/// program, which may take seconds.
[[nodiscard]] std::vector<StateLine> describe(const std::vector<ImagesInState>& states);

/// The lines as they are written: "images 2, 3: sync all, x.f90:5 (in step)". Those of one text
/// become one. Those of a meeting say which members have not come: all that show another state.
/// @param only  images to be told, from 1; none: all
[[nodiscard]] std::vector<std::string> joined(std::span<const StateLine> lines,
                                              std::span<const int> only = {});

[[nodiscard]] std::vector<std::string> lines_of(const std::vector<ImagesInState>& states);

/// Whether such a line is of images that wait.
[[nodiscard]] bool is_line_of_wait(const std::string& line);

void report_standstill(int64_t lasted_ns, const std::vector<std::string>& lines);
/// The same of these images alone, which others cannot help.
void report_stuck(int64_t lasted_ns,
                  const std::vector<int>& images,
                  const std::vector<std::string>& lines);

/// A number for the states of these images when each of those that run shows where it waits: two
/// looks give the same number only if no wait has ended between them. 0 when one of them does not
/// wait, or none runs.
[[nodiscard]] uint64_t standstill(SomeBlocks blocks) noexcept;

/// A number for one number and another. No state is lost where the other is the same.
[[nodiscard]] constexpr uint64_t mixed(uint64_t number, uint64_t other) noexcept {
    constexpr uint64_t kFactor = 0x9e3779b97f4a7c15U; // odd
    return (number ^ other) * kFactor;
}

} // namespace arauto::boot
