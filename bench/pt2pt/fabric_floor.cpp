// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The floor under every figure between hosts: what libfabric itself takes over the same provider
// and link, used as its manual advises and with nothing of ours. Prints lines "name bytes least
// median" of some batches: nanoseconds of half a round trip of notified puts, for each of many puts
// in a row, and for each of puts that are waited for until they have arrived.
//
//   fabric_floor                    prints a free TCP port, and waits for the other there
//   fabric_floor PORT HOST          measures with the one that waits at this port of the host
//
// Compile it with -lfabric. FLOOR_PROVIDER, FLOOR_INTERFACE, FLOOR_SECONDS (for a case, 0.5) and
// FLOOR_PROGRESS (manual, or automatic) are its settings.
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <netdb.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr size_t kLongest = size_t{16} << 20;
constexpr size_t kBytes = 2 * kLongest; // first half: what is put here; second: what is sent
constexpr int kWindow = 16; // long puts under way
constexpr int kBatches = 9;

[[noreturn]] void stop(const char* what, long code) {
    std::fprintf(stderr, "fabric_floor: %s: %s\n", what, fi_strerror(static_cast<int>(-code)));
    std::exit(1);
}

void check(const char* what, long code) {
    if (code < 0) {
        stop(what, code);
    }
}

double now() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

const char* wish(const char* name) {
    const char* const text = std::getenv(name);
    return text != nullptr ? text : "";
}

/// A plain socket to the other side, for what is no part of a measurement.
class Side {
  public:
    /// The side that waits at a free port, which it prints.
    Side() {
        const int listener = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        socklen_t bytes = sizeof at;
        if (bind(listener, reinterpret_cast<const sockaddr*>(&at), bytes) != 0 ||
            listen(listener, 1) != 0 ||
            getsockname(listener, reinterpret_cast<sockaddr*>(&at), &bytes) != 0) {
            stop("taking a port", -errno);
        }
        std::printf("port %d\n", ntohs(at.sin_port));
        std::fflush(stdout);
        file_ = accept(listener, nullptr, nullptr);
        close(listener);
    }
    /// The side that measures.
    Side(const char* port, const char* host) {
        addrinfo hints{};
        hints.ai_family = AF_INET;
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (getaddrinfo(host, port, &hints, &found) != 0) {
            stop("looking up the other host", -FI_ENODATA);
        }
        file_ = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(file_, found->ai_addr, found->ai_addrlen) != 0) {
            stop("connecting to the other host", -errno);
        }
        freeaddrinfo(found);
    }
    void swap(const void* mine, void* theirs, size_t bytes) const {
        if (send(file_, mine, bytes, MSG_NOSIGNAL) != static_cast<ssize_t>(bytes) ||
            recv(file_, theirs, bytes, MSG_WAITALL) != static_cast<ssize_t>(bytes)) {
            stop("the other host is gone", -FI_ENOTCONN);
        }
    }
    void barrier() const {
        char word = 1;
        swap(&word, &word, 1);
    }

  private:
    int file_;
};

struct Card {
    char name[128];
    uint64_t address;
    uint64_t key;
};

/// One opening to the network, and the other side's.
struct Link {
    fi_info* info = nullptr;
    fid_ep* endpoint = nullptr;
    fid_cq* sent = nullptr; // completions of our own operations
    fid_cq* arrived = nullptr; // notifications
    fid_mr* region = nullptr;
    fi_addr_t peer = FI_ADDR_UNSPEC;
    Card there{};
    char* memory = nullptr;
    uint64_t expected = 0;
};

fi_info* choose(fi_progress progress) {
    fi_info* const hints = fi_allocinfo();
    hints->caps = FI_MSG | FI_RMA;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->domain_attr->mr_mode =
        FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
    hints->domain_attr->threading = FI_THREAD_DOMAIN; // one thread: no locks where they can go
    hints->domain_attr->data_progress = progress;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    fi_info* all = nullptr;
    if (fi_getinfo(FI_VERSION(1, 14), nullptr, nullptr, 0, hints, &all) != 0) {
        all = nullptr;
    }
    fi_freeinfo(hints);
    const std::string provider = *wish("FLOOR_PROVIDER") ? wish("FLOOR_PROVIDER") : "tcp;ofi_rxm";
    const std::string interface = wish("FLOOR_INTERFACE");
    for (fi_info* info = all; info != nullptr; info = info->next) {
        if (provider == info->fabric_attr->prov_name &&
            (interface.empty() || interface == info->domain_attr->name)) {
            return fi_dupinfo(info);
        }
    }
    return nullptr;
}

fi_info* choose_by_wish() {
    const bool is_automatic = std::string(wish("FLOOR_PROGRESS")) == "automatic";
    fi_info* const info = choose(is_automatic ? FI_PROGRESS_AUTO : FI_PROGRESS_MANUAL);
    if (info == nullptr) {
        stop("no such provider, interface or progress", -FI_ENODATA);
    }
    return info;
}

void open(Link& link, const Side& side) {
    fid_fabric* fabric = nullptr;
    fid_domain* domain = nullptr;
    fid_av* addresses = nullptr;
    link.info = choose_by_wish();
    check("fabric", fi_fabric(link.info->fabric_attr, &fabric, nullptr));
    check("domain", fi_domain(fabric, link.info, &domain, nullptr));
    fi_av_attr table{};
    table.type = FI_AV_TABLE;
    check("addresses", fi_av_open(domain, &table, &addresses, nullptr));
    fi_cq_attr entries{};
    entries.size = 4096;
    entries.format = FI_CQ_FORMAT_DATA;
    check("queue", fi_cq_open(domain, &entries, &link.sent, nullptr));
    check("queue", fi_cq_open(domain, &entries, &link.arrived, nullptr));
    check("endpoint", fi_endpoint(domain, link.info, &link.endpoint, nullptr));
    check("binding", fi_ep_bind(link.endpoint, &addresses->fid, 0));
    check("binding",
          fi_ep_bind(link.endpoint, &link.sent->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION));
    check("binding", fi_ep_bind(link.endpoint, &link.arrived->fid, FI_RECV));
    check("enabling", fi_enable(link.endpoint));
    link.memory = static_cast<char*>(std::aligned_alloc(4096, kBytes));
    std::memset(link.memory, 1, kBytes);
    check("registering", fi_mr_reg(domain, link.memory, kBytes,
                                   FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE, 0, 77, 0,
                                   &link.region, nullptr));
    if ((link.info->domain_attr->mr_mode & FI_MR_ENDPOINT) != 0) {
        check("registering", fi_mr_bind(link.region, &link.endpoint->fid, 0));
        check("registering", fi_mr_enable(link.region));
    }
    Card here{};
    size_t bytes = sizeof here.name;
    check("the name", fi_getname(&link.endpoint->fid, here.name, &bytes));
    const bool is_virtual = (link.info->domain_attr->mr_mode & FI_MR_VIRT_ADDR) != 0;
    here.address = is_virtual ? reinterpret_cast<uint64_t>(link.memory) : 0;
    here.key = fi_mr_key(link.region);
    side.swap(&here, &link.there, sizeof here);
    if (fi_av_insert(addresses, link.there.name, 1, &link.peer, 0, nullptr) != 1) {
        stop("the other's address", -FI_EINVAL);
    }
}

/// Takes what is in a queue. @return how many
ssize_t take(fid_cq* queue) {
    fi_cq_data_entry entries[16];
    const ssize_t count = fi_cq_read(queue, entries, std::size(entries));
    if (count == -FI_EAGAIN) {
        return 0;
    }
    if (count == -FI_EAVAIL) {
        fi_cq_err_entry error{};
        fi_cq_readerr(queue, &error, 0);
        stop("an operation", -error.err);
    }
    check("a queue", count);
    return count;
}

void await_notification(Link& link) {
    while (link.expected == 0) {
        take(link.sent); // progress of what is under way
        link.expected += static_cast<uint64_t>(take(link.arrived));
    }
    --link.expected;
}

/// Calls until the network takes it. @return how many operations have ended meanwhile
template <typename Call> int post(Link& link, Call call) {
    int ended = 0;
    ssize_t code = call();
    while (code == -FI_EAGAIN) {
        ended += static_cast<int>(take(link.sent));
        code = call();
    }
    check("a put", code);
    return ended;
}

void notify(Link& link, size_t bytes) {
    char* const from = link.memory + kLongest;
    post(link, [&] {
        return bytes <= link.info->tx_attr->inject_size
                   ? fi_inject_writedata(link.endpoint, from, bytes, 1, link.peer,
                                         link.there.address, link.there.key)
                   : fi_writedata(link.endpoint, from, bytes, fi_mr_desc(link.region), 1, link.peer,
                                  link.there.address, link.there.key, nullptr);
    });
}

/// A notified put from the first side to the other, and one back.
void go_and_return(Link& link, size_t bytes, bool is_first) {
    if (is_first) {
        notify(link, bytes);
    }
    await_notification(link);
    if (!is_first) {
        notify(link, bytes);
    }
}

/// Seconds for so many round trips of notified puts.
double ping_pong(Link& link, size_t bytes, int rounds, bool is_first) {
    const double start = now();
    for (int i = 0; i < rounds; ++i) {
        go_and_return(link, bytes, is_first);
    }
    return now() - start;
}

/// Seconds for so many puts of 8 bytes, until the last has been answered.
double short_puts(Link& link, int puts, bool is_first) {
    const double start = now();
    for (int i = 0; is_first && i < puts; ++i) {
        const auto at = static_cast<uint64_t>(i % 1024) * 8;
        post(link, [&] {
            return fi_inject_write(link.endpoint, link.memory + kLongest + at, 8, link.peer,
                                   link.there.address + 64 + at, link.there.key);
        });
    }
    go_and_return(link, 8, is_first);
    return now() - start;
}

/// One long put, to be posted again and again.
class LongPut {
  public:
    LongPut(Link& link, size_t bytes)
        : link_(link), here_{link.memory + kLongest, bytes}, description_(fi_mr_desc(link.region)),
          there_{link.there.address, bytes, link.there.key},
          message_{&here_, &description_, 1, link.peer, &there_, 1, nullptr, 0} {}

    /// @return how many operations have ended meanwhile
    int post(uint64_t flags) {
        return ::post(link_, [&] { return fi_writemsg(link_.endpoint, &message_, flags); });
    }

  private:
    Link& link_;
    iovec here_;
    void* description_;
    fi_rma_iov there_;
    fi_msg_rma message_;
};

/// Seconds for so many long puts, a window of them under way, until the last has been answered.
double long_puts(Link& link, size_t bytes, int puts, bool is_first) {
    const double start = now();
    LongPut put(link, bytes);
    int ended = is_first ? 0 : puts;
    for (int i = 0; is_first && i < puts; ++i) {
        while (i - ended >= kWindow) {
            ended += static_cast<int>(take(link.sent));
        }
        ended += put.post(FI_COMPLETION);
    }
    while (ended < puts) {
        ended += static_cast<int>(take(link.sent));
    }
    go_and_return(link, 8, is_first);
    return now() - start;
}

/// Seconds for so many puts, each of which has arrived before the next begins.
double single_puts(Link& link, size_t bytes, int puts, bool is_first) {
    const double start = now();
    LongPut put(link, bytes);
    for (int i = 0; is_first && i < puts; ++i) {
        int ended = put.post(FI_COMPLETION | FI_DELIVERY_COMPLETE);
        while (ended == 0) {
            ended = static_cast<int>(take(link.sent));
        }
    }
    go_and_return(link, 8, is_first);
    return now() - start;
}

/// Prints the best and the median of batches; the first side chooses how long one is.
template <typename Batch>
void measure(const Side& side, const char* name, size_t bytes, bool is_first, Batch batch) {
    const double seconds = *wish("FLOOR_SECONDS") ? std::atof(wish("FLOOR_SECONDS")) : 0.5;
    int count = 16;
    for (;;) { // grow until a batch lasts long enough; both agree
        side.barrier();
        double took = batch(count);
        double theirs = 0;
        side.swap(&took, &theirs, sizeof took);
        const double longest = std::max(took, theirs);
        if (longest * kBatches > seconds || count > 1 << 24) {
            break;
        }
        count = static_cast<int>(count * std::min(8.0, 1.3 * seconds / (longest * kBatches) + 0.2));
    }
    std::vector<double> each;
    for (int i = 0; i < kBatches; ++i) {
        side.barrier();
        each.push_back(batch(count) / count);
    }
    std::sort(each.begin(), each.end());
    if (is_first) {
        std::printf("%s %zu %.9g %.9g\n", name, bytes, each.front() * 1e9,
                    each[kBatches / 2] * 1e9);
        std::fflush(stdout);
    }
}

} // namespace

int main(int count, char** words) {
    if (count != 1 && count != 3) {
        std::fprintf(stderr, "usage: fabric_floor [PORT HOST]\n");
        return 2;
    }
    const bool is_first = count == 3;
    const Side side = is_first ? Side(words[1], words[2]) : Side();
    Link link;
    open(link, side);
    if (is_first) {
        std::printf(
            "# libfabric %u.%u, %s over %s, %s progress\n", FI_MAJOR(fi_version()),
            FI_MINOR(fi_version()), link.info->fabric_attr->prov_name, link.info->domain_attr->name,
            link.info->domain_attr->data_progress == FI_PROGRESS_AUTO ? "automatic" : "manual");
    }
    for (const size_t bytes : {size_t{8}, size_t{1024}, size_t{64} << 10}) {
        measure(side, "fi_writedata_one_way_ns", bytes, is_first,
                [&](int rounds) { return ping_pong(link, bytes, rounds, is_first) / 2; });
    }
    measure(side, "fi_write_ns_each", 8, is_first,
            [&](int puts) { return short_puts(link, puts, is_first); });
    const size_t longer[] = {size_t{8} << 10, size_t{1} << 20, size_t{4} << 20, kLongest};
    for (const size_t bytes : longer) {
        measure(side, "fi_write_ns_each", bytes, is_first,
                [&](int puts) { return long_puts(link, bytes, puts, is_first); });
    }
    for (const size_t bytes : longer) {
        measure(side, "fi_write_single_ns", bytes, is_first,
                [&](int puts) { return single_puts(link, bytes, puts, is_first); });
    }
    side.barrier();
    return 0;
}
