// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The settings of a job's start, which the launcher, the hosts and joining processes read.
#pragma once

#include "base/settings.hpp"

#include <cstdint>

namespace arauto::boot {

inline constexpr Setting kNumImagesSetting{
    "ARAUTO_NUM_IMAGES", "", SettingKind::integer, "1..65536",
    "images of a job unless 'arauto run -n' says it (default: GFORTRAN_NUM_IMAGES, else the cores "
    "that it may use)"};
/// The variable of GCC's own libraries, which asks for the same. It is not in the table: a value of
/// no use is no mistake where our own setting is given.
inline constexpr Setting kGfortranImagesSetting{"GFORTRAN_NUM_IMAGES", "", SettingKind::integer,
                                                "1..65536", "the same, for programs of gfortran"};
/// Bytes of each half of a heap under valgrind, which keeps a record of every page, and at the end
/// reads all pages to look for leaks, so that each of them takes memory.
inline constexpr uint64_t kHalfUnderValgrind = uint64_t{256} << 20;
/// Its default is computed by default_half() in job_memory.cpp.
inline constexpr Setting kHeapSizeSetting{
    "ARAUTO_HEAP_SIZE", "", SettingKind::bytes, "1M..64T",
    "address space for the coarrays of one image (default: the memory of the machine, 256M under "
    "valgrind); pages come when touched"};
inline constexpr Setting kOnFailureSetting{
    "ARAUTO_ON_FAILURE", "auto", SettingKind::choice, "auto|continue|end",
    "after an image died: end the job, continue, or continue only if the program looks at "
    "failures"};
inline constexpr Setting kNodeRanksSetting{
    "ARAUTO_NODE_RANKS", "0", SettingKind::integer, "0..65536",
    "for tests on one machine: so many consecutive images count as one node, and reach the others "
    "through the network alone; 0: all are on one"};
inline constexpr Setting kBootSetting{
    "ARAUTO_BOOT", "auto", SettingKind::choice, "auto|pmix|pmi2|pmi1|none",
    "how a process finds the others of a job that a launcher of the system has started; auto: as "
    "the launcher's variables say; none: not at all, each starts a job of its own"};
inline constexpr Setting kHangSetting{
    "ARAUTO_HANG", "10", SettingKind::limit, "off|end|end:N|0..86400",
    "seconds after which an image says where all images wait, when all of them do and nothing "
    "moves, or where some do that no other image can help; 0 or off: never; end, or end:N: after "
    "10 or N seconds, and the job ends with status 124"};
/// The exit status of a job that this setting has ended, which is that of timeout(1).
inline constexpr int kHangStatus = 124;
inline constexpr Setting kClockErrorSetting{
    "ARAUTO_CLOCK_ERROR", "0", SettingKind::integer, "0..3600000000",
    "for tests of traces over several nodes: the clock of the n-th node is late by n times so many "
    "microseconds, and n times 50 ppm too fast; 0: all are right"};
inline constexpr Setting kLinesSetting{
    "ARAUTO_LINES", "on", SettingKind::choice, "off|on",
    "whether sentences that end a program name its source line, which addr2line finds"};
inline constexpr Setting kBootSettings[] = {
    kNumImagesSetting, kHeapSizeSetting, kOnFailureSetting,  kNodeRanksSetting,
    kBootSetting,      kHangSetting,     kClockErrorSetting, kLinesSetting,
};

} // namespace arauto::boot
