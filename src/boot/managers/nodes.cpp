// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See nodes.hpp.
#include "boot/managers/nodes.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

namespace arauto::boot {
namespace {

/// `count` nodes from `first` on, with `each` ranks.
struct NodeGroup {
    int first;
    int count;
    int each;
};

/// "(0,2,4)", or "3" for one rank on node 3. @return its length, 0: it is wrong
int read_group(const char* text, NodeGroup& group) {
    int length = 0;
    if (std::sscanf(text, "(%d,%d,%d)%n", &group.first, &group.count, &group.each, &length) != 3) {
        group = {0, 1, 1};
        length = 0;
        if (std::sscanf(text, "%d%n", &group.first, &length) != 1) {
            return 0;
        }
    }
    return group.first >= 0 && group.count >= 1 && group.each >= 1 ? length : 0;
}

/// The groups of "(vector,(0,2,4),2)"; none when the text is wrong.
std::vector<NodeGroup> groups_of(const char* text) {
    constexpr const char* kBeginning = "(vector";
    std::vector<NodeGroup> groups;
    if (std::strncmp(text, kBeginning, std::strlen(kBeginning)) != 0) {
        return {};
    }
    const char* at = text + std::strlen(kBeginning);
    while (*at == ',') {
        NodeGroup group{};
        const int length = read_group(at + 1, group);
        if (length == 0) {
            return {};
        }
        groups.push_back(group);
        at += 1 + length;
    }
    return std::strcmp(at, ")") == 0 ? groups : std::vector<NodeGroup>{};
}

/// @return false when each rank has a node
bool append_node(Nodes& nodes, int label, int each, int size) {
    for (int i = 0; i < each && nodes.size() < size; ++i) {
        nodes.append(label);
    }
    return nodes.size() < size;
}

bool append_group(Nodes& nodes, const NodeGroup& group, int size) {
    for (int i = 0; i < group.count; ++i) {
        if (!append_node(nodes, group.first + i, group.each, size)) {
            return false;
        }
    }
    return true;
}

} // namespace

void Nodes::append(int label) {
    if (size_ == 0 || label != last_label_) {
        const auto [found, is_new] = numbers_.try_emplace(label, count());
        if (is_new) {
            first_of_.push_back(size_);
        }
        stretches_.push_back({size_, found->second});
        last_label_ = label;
    }
    ++size_;
}

int Nodes::node_of(int rank) const noexcept {
    const auto behind =
        std::upper_bound(stretches_.begin(), stretches_.end(), rank,
                         [](int wanted, const Stretch& at) { return wanted < at.first; });
    return (behind - 1)->node;
}

std::vector<int> Nodes::ranks_of(int node) const {
    std::vector<int> ranks;
    for (size_t i = 0; i < stretches_.size(); ++i) {
        const int end = i + 1 < stretches_.size() ? stretches_[i + 1].first : size_;
        for (int rank = stretches_[i].first; rank < end && stretches_[i].node == node; ++rank) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

Result<Nodes> nodes_of_mapping(const char* text, int size) noexcept {
    const std::vector<NodeGroup> groups = groups_of(text);
    Nodes nodes;
    if (groups.empty()) {
        return {fail(ARAUTO_ERR_SYSTEM,
                     "the launcher's PMI_process_mapping is '%.100s', but it must look like "
                     "(vector,(0,2,4))",
                     text),
                {}};
    }
    for (size_t i = 0; append_group(nodes, groups[i], size); i = (i + 1) % groups.size()) {
    }
    return {ARAUTO_OK, std::move(nodes)};
}

std::vector<int> ranks_of_list(const char* text) {
    std::vector<int> ranks;
    for (const char* at = text; *at != '\0';) {
        int first = 0;
        int last = 0;
        int length = 0;
        if (std::sscanf(at, "%d-%d%n", &first, &last, &length) != 2) {
            if (std::sscanf(at, "%d%n", &first, &length) != 1) {
                return {};
            }
            last = first;
        }
        for (int rank = first; rank <= last; ++rank) {
            ranks.push_back(rank);
        }
        at += length;
        if (*at == ',') {
            ++at;
        } else if (*at != '\0') {
            return {};
        }
    }
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

} // namespace arauto::boot
