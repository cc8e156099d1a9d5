// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Look-ups of peers' names under way. The launcher of the job may have to ask another host, which
// may be gone: so a thread of its own asks, which waits for no other thread, and no other waits for
// it. It may outlive the search that started it.
#pragma once

#include "transport/ofi/name.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace arauto::transport::ofi {

class NameSearch {
  public:
    /// May block; any thread may call it. @return false when the name is not known
    using Lookup = bool (*)(void* context, int peer, Name* name_out);

    NameSearch(Lookup lookup, void* context) : lookup_(lookup), context_(context) {}

    void begin(int peer);

    struct Found {
        int peer;
        bool is_there; // else the peer has no name, or one of another version
        Name name; // which is not authenticated yet
    };
    /// All that were found since the last call.
    [[nodiscard]] std::vector<Found> take_found();

  private:
    struct Shared {
        std::mutex mutex;
        std::vector<Found> found;
    };

    Lookup lookup_;
    void* context_;
    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

} // namespace arauto::transport::ofi
