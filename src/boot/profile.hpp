// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The profile of a job: where in the program each image waits, for how long, and how long its
// copies take. Off by default, and then a wait that lasts pays one branch. A process writes its own
// block of the job's memory, so that a launcher can report at the end, also for processes that
// died.
#pragma once

#include "base/copy.hpp"
#include "base/settings.hpp"
#include "os/program_frames.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::boot {

inline constexpr Setting kProfileSetting{
    "ARAUTO_PROFILE", "off", SettingKind::text, "off|on|FILE",
    "on: measure where images wait and how long they copy, and print that when the job ends; a "
    "name with a dot or a slash: into that file (%h in it becomes the name of the host)"};
inline constexpr Setting kProfileSettings[] = {kProfileSetting};

/// The waits of one image at one call of its program, or at one of several of a statement. Several
/// threads may add at a time; counts are relaxed because a reader concludes nothing about other
/// memory.
struct WaitSite {
    std::atomic<uint64_t> call; // os::find_program_call(); 0: of none yet
    std::atomic<uint64_t> waits; // that lasted longer than a few looks
    std::atomic<uint64_t> ns;
    std::atomic<uint64_t> longest_ns;
    // PAIR profile.frames: set behind the frames by the thread that has taken the site
    std::atomic<uint32_t> has_frames;
    uint8_t pad[28];
    os::ProgramFrames frames;
    uint8_t pad1[16];
};
static_assert(sizeof(WaitSite) == 576);

/// One image's part; zero at first.
struct alignas(64) ProfileBlock {
    static constexpr size_t kCalls = 128; // sites found by the hash of `call`, then in a row
    static constexpr size_t kRest = kCalls; // of waits that no call of the program has led to, and
                                            // of those for which no site was left
    static constexpr size_t kEnding = kRest + 1; // of the wait for the other images to end
    static constexpr size_t kSites = kEnding + 1;

    std::atomic<uint64_t> begun_ns; // of the clock of its machine
    std::atomic<uint64_t> ended_ns; // 0: it has not ended by itself
    // The latest wait, which the image may be in when it is ended; 0: it is over.
    std::atomic<uint64_t> waits_since_ns;
    std::atomic<uint64_t> waits_at; // index of the site
    CopyTimes copies;
    uint8_t pad[8];
    WaitSite sites[kSites];
};
static_assert(sizeof(ProfileBlock) == 64 + ProfileBlock::kSites * sizeof(WaitSite));

/// The block of this process; null: nothing is measured. Set once, before the process communicates.
extern ProfileBlock* g_profile;

/// Measures from here on. @param block  null: nothing
void begin_profile(ProfileBlock* block) noexcept;
/// The program has ended here: later waits are for other images to end. May be called again, behind
/// these.
void end_profile() noexcept;
/// The process of this block has ended now, if it had not ended by itself.
void note_end(ProfileBlock& block) noexcept;

/// A wait that lasts longer than a few looks.
struct MeasuredWait {
    WaitSite* site = nullptr; // null: it is not measured
    int64_t since_ns = 0;
};
/// To be called where there is a profile. A wait within a measured one is part of that.
[[nodiscard, gnu::cold]] MeasuredWait begin_wait() noexcept;
[[gnu::cold]] void end_wait(const MeasuredWait& wait) noexcept;

/// Measures as long as it exists, where there is a profile.
class ProfiledWait {
  public:
    ProfiledWait() noexcept {
        if (g_profile != nullptr) [[unlikely]] {
            wait_ = begin_wait();
        }
    }
    ProfiledWait(const ProfiledWait&) = delete;
    ProfiledWait& operator=(const ProfiledWait&) = delete;
    ~ProfiledWait() noexcept {
        if (wait_.site != nullptr) [[unlikely]] {
            end_wait(wait_);
        }
    }

  private:
    MeasuredWait wait_;
};

} // namespace arauto::boot
