// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ofi.hpp. What follows when the network does not take a call: it is tried again, or goes
// another way; or the peer is lost; or, where the provider takes no such call at all, the job ends.
// Such a refusal says nothing of the peer, which must not be taken for dead.
#include "base/log.hpp"
#include "base/naming.hpp"
#include "transport/ofi/ofi.hpp"

#include <unistd.h>

namespace arauto::transport {

using namespace ofi;

/// Ends the job: there is no other way to do what the provider refuses.
void Ofi::end_for_refusal(ssize_t code, int peer) noexcept {
    log(LogLevel::error,
        "%s cannot access %s: the network (%s) takes no such call: %s; another provider may (the "
        "setting ARAUTO_PROVIDER)",
        name_of(setup_.job.rank).text, name_of(peer).text, description(), fabric_.explain(code));
    // So that no rank of this node reports this process as one that has died.
    boot::JobHeader& header = *setup_.job.header;
    header.ending_code.store(1, std::memory_order_relaxed); // relaxed because `ending` orders
    header.ending.store(1, std::memory_order_release); // PAIR job.changes: set `ending`
    if (setup_.job.manager != nullptr) {
        setup_.job.manager->end_job(1);
    }
    _exit(1);
}

void Ofi::lose_unless_refused(int peer, ssize_t code) noexcept {
    if (is_refusal(code)) {
        end_for_refusal(code, peer);
    }
    lose(peer);
}

/// Whether a write with this signal that was refused can go as a message: from now on all such do.
bool Ofi::can_go_without_data(const Operation* notified, ssize_t code) noexcept {
    if (notified == nullptr || notified->signal == nullptr || notified->bytes > kDataMax ||
        !is_refusal(code) || fabric_.data_way() == DataWay::none) {
        return false;
    }
    fabric_.give_up_data(code);
    return true;
}

Posted Ofi::refuse(ssize_t code, int peer, const Operation* notified) noexcept {
    if (code == -FI_EAGAIN || can_go_without_data(notified, code)) {
        advance();
        return {Outcome::again, ARAUTO_OK};
    }
    lose_unless_refused(peer, code);
    return {Outcome::failed, fail(ARAUTO_ERR_FAILED, "the network refuses an access to %s: %s",
                                  name_of(peer).text, fabric_.explain(code))};
}

} // namespace arauto::transport
