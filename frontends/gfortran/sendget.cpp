// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `a(...)[to] = b(...)[from]`: called by compiled programs. The data pass through this image.
#include "notices.hpp"
#include "remote.hpp"

namespace arauto::gfortran {
namespace {

void send_got(const Coindexed& to, const Coindexed& from, int* stat) {
    Notices puts(&stat);
    Notices gets;
    const int to_rank = puts.is_refused() ? -1 : find_image(to.token, to.image, "a write to", stat);
    if (to_rank < 0) {
        return;
    }
    const int from_rank = find_image(from.token, from.image, "a read from", stat);
    if (from_rank < 0) {
        return;
    }
    IndexTables tables;
    Side target;
    Side source;
    Outcome outcome = describe_coindexed(target, to, to_rank, tables);
    if (outcome.problem == Problem::none) {
        outcome = describe_coindexed(source, from, from_rank, tables);
    }
    if (outcome.problem == Problem::none) {
        puts.look_at(to_rank);
        puts.set_section(target);
        gets.look_at(from_rank);
        gets.set_section(source);
        outcome = puts.post(gets.post(assign(target, source)));
    }
    finish(stat, outcome, "a transfer from another image to", to.image);
}

} // namespace

/// @param stat  GCC 8 to 14 always pass NULL
CAF_EXPORT void _gfortran_caf_sendget(Token target_token,
                                      size_t target_offset,
                                      int target_image,
                                      Descriptor* target,
                                      Vector* target_vector,
                                      Token source_token,
                                      size_t source_offset,
                                      int source_image,
                                      Descriptor* source,
                                      Vector* source_vector,
                                      int target_kind,
                                      int source_kind,
                                      bool /*may_require_tmp*/,
                                      int* stat) {
    send_got({target_token, target_offset, target_image, target, target_vector, target_kind},
             {source_token, source_offset, source_image, source, source_vector, source_kind}, stat);
}

} // namespace arauto::gfortran
