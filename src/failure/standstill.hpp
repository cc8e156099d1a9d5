// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reports where the images wait when nothing moves, under any launcher. A node stands still while
// all its ranks that have not ended wait, and none of these waits has ended for as long as
// ARAUTO_HANG says.
//
// Some images may also wait for one another in such a way that those that go on cannot help
// (boot/stuck.hpp). These are told once. Over several nodes each sends such waits to the root.
//
// In a job on one node the first rank that waits for long looks, by a duty of its duty thread. That
// begins with a long wait of this rank and rests while there is none. So a program without long
// waits has no thread for it.
//
// Over several nodes the progress thread of each node leader looks. Each node reports up the tree
// of termination.hpp. When all stand still the root asks each node for the lines of its ranks,
// which reads the program's debug information, and reports them once. A node leader asks in the
// same way when a process outside the job has asked it (state_request.hpp). For the user: nothing
// depends on it.
#pragma once

#include "boot/waiting.hpp"
#include "failure/lasting_waits.hpp"
#include "runtime/rank.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace arauto::core {

/// Called by waits that last.
void watch_for_standstill() noexcept;

/// Where nodes are real. Called once, before the network is opened.
void open_standstill(int node, int nodes);

/// The node leader calls this every kBeatNs.
void look_for_standstill(int64_t now) noexcept;

/// State. Only standstill.cpp looks into this.
struct Standstill {
    struct Report {
        int64_t heard_ns = 0; // 0: it moves
        bool waits = false; // a rank of the node, or of a node below it
    };

    /// A question from a node leader that wants this node's lines.
    struct Question {
        int asked_by;
        uint32_t number;
        bool is_for_standstill; // then a node that moves sends none
    };
    /// The purpose of the collection of lines that this process makes now.
    enum class Purpose : uint8_t { none, standstill, stuck, request };

    /// Waits of another node that have lasted, and that only certain images can end.
    struct FarWaits {
        int64_t heard_ns = 0;
        std::vector<boot::WaitNode> waits;
    };

    int node = 0;
    int64_t hang_ns = 0; // 0: nothing is reported
    bool ends_job = false; // after a report

    std::atomic<bool> is_watching{false}; // in a job on one node: a duty looks

    // Only the thread that looks uses these.
    LastingWaits all; // ranks of this node
    LastingWaits certain; // over nodes: those of this node that only certain images can end
    LastingWaits stuck; // some; over nodes the root looks for them
    bool has_reported = false;
    bool has_sent_waits = false; // to the root, which has some of this node
    Purpose purpose = Purpose::none;
    int64_t asked_ns = 0; // when the collection has begun
    uint32_t request = 0; // that it is for
    std::vector<bool> is_asked; // by node

    std::mutex mutex; // over the rest
    std::vector<Report> reports; // by node
    std::vector<FarWaits> far_waits; // by node
    uint32_t number = 0; // of the collection
    std::vector<bool> has_answered; // by node
    std::vector<boot::StateLine> lines; // of all nodes
    std::vector<Question> questions;
};

} // namespace arauto::core
