// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Jobs of launchers that speak PMIx: Open MPI's mpirun, prterun, srun. The library is loaded when
// it is needed. It connects to a server of the launcher on this node, and its thread receives
// events.
#include "base/clock.hpp"
#include "base/naming.hpp"
#include "boot/managers/managers.hpp"
#include "boot/managers/nodes.hpp"
#include "boot/managers/pmix_abi.hpp"
#include "os/process.hpp"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>

namespace arauto::boot {
namespace {

using namespace pmix;

constexpr int kPatienceSeconds = 30; // of a look-up for its answer
constexpr int kAbortNaps = 1000; // at most, and how long each is
constexpr long kAbortNapNs = 1'000'000;
constexpr long kNapNs = 2'000'000; // between two look-ups

/// The own library of a launcher that is not among the system's programs.
std::string file_beside_starter(const char* folder) {
    char link[64];
    char starter[PATH_MAX];
    std::snprintf(link, sizeof link, "/proc/%d/exe", getppid());
    const ssize_t length = readlink(link, starter, sizeof starter - 1);
    std::string path(starter, static_cast<size_t>(std::max<ssize_t>(length, 0)));
    for (int up = 0; up < 2; ++up) {
        path.erase(std::min(path.rfind('/'), path.size()));
    }
    return path.empty() ? "" : path + folder + kFile;
}

/// One that an MPI has loaded already; else the process manager's own, which speaks its version;
/// else the system's. For all, as its plug-ins look for its names.
void* open_library() {
    void* handle = dlopen(kFile, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    for (const char* folder : {"/lib/", "/lib64/", "/lib/openmpi/"}) {
        const std::string path = handle == nullptr ? file_beside_starter(folder) : "";
        if (!path.empty()) {
            handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
        }
    }
    return handle != nullptr ? handle : dlopen(kFile, RTLD_NOW | RTLD_GLOBAL);
}

template <typename Function>
bool find(void* handle, const char* name, Function* function) noexcept {
    const std::string full = std::string("PMIx_") + name;
    *function = reinterpret_cast<Function>(dlsym(handle, full.c_str()));
    return *function != nullptr;
}

bool find_all(void* handle, Library& library) noexcept {
    return find(handle, "Init", &library.Init) && find(handle, "Finalize", &library.Finalize) &&
           find(handle, "Abort", &library.Abort) && find(handle, "Put", &library.Put) &&
           find(handle, "Commit", &library.Commit) && find(handle, "Fence", &library.Fence) &&
           find(handle, "Get", &library.Get) &&
           find(handle, "Resolve_peers", &library.Resolve_peers) &&
           find(handle, "Resolve_nodes", &library.Resolve_nodes) &&
           find(handle, "Register_event_handler", &library.Register_event_handler) &&
           find(handle, "Error_string", &library.Error_string);
}

class Pmix final : public ProcessManager {
  public:
    [[nodiscard]] Status open();

    const char* name() const noexcept override { return "PMIx"; }
    int rank() const noexcept override { return static_cast<int>(self_.rank); }
    int size() const noexcept override { return size_; }
    std::span<const int> near() const noexcept override { return near_; }
    int nodes() const noexcept override { return nodes_.count(); }
    int node_of(int rank) const noexcept override { return nodes_.node_of(rank); }
    int first_of(int node) const noexcept override { return nodes_.first_of(node); }

    Status publish(const char* key, std::span<const std::byte> blob) noexcept override;
    Status synchronise() noexcept override;
    Status lookup(int rank, const char* key, std::span<std::byte> blob) noexcept override;
    int next_death() noexcept override;
    void end_job(int status) noexcept override;
    void leave() noexcept override;

    [[nodiscard]] bool is_of_job(const Process* process) const noexcept {
        return process != nullptr && std::strncmp(process->job, self_.job, kNameBytes) == 0;
    }
    void note_deaths(const Process* source, const Info* facts, size_t count) noexcept;

  private:
    [[nodiscard]] Process of_job(uint32_t rank) const noexcept {
        Process process = self_;
        process.rank = rank;
        return process;
    }
    [[nodiscard]] Status complain(const char* call, Code code) const noexcept {
        return fail(ARAUTO_ERR_SYSTEM, "%s: %s of PMIx failed: %s", name_of(rank()).text, call,
                    library_.Error_string(code));
    }
    [[nodiscard]] Result<uint32_t> number(uint32_t rank, const char* key) const noexcept;
    [[nodiscard]] Code
    get_blob(const Process& process, const char* key, Value** value_out) const noexcept;
    [[nodiscard]] Status find_nodes();
    [[nodiscard]] bool label_by_names(std::vector<int>& labels) const;
    [[nodiscard]] bool label_by_numbers(std::vector<int>& labels) const;
    void note_death(const Process& process) noexcept;

    Library library_{};
    Process self_{};
    int size_ = 0;
    std::vector<int> near_;
    Nodes nodes_;

    std::mutex mutex_; // over what follows, which the library's thread writes
    std::vector<int> deaths_; // not reported yet
};

Pmix* g_pmix = nullptr; // for callbacks, which come without a context in some versions

void hear(size_t,
          Code code,
          const Process* source,
          Info* facts,
          size_t count,
          Info*,
          size_t,
          HandlerEnded ended,
          void* context) {
    if (std::find(std::begin(kDeaths), std::end(kDeaths), code) != std::end(kDeaths)) {
        g_pmix->note_deaths(source, facts, count);
    } else if (code == kLostConnection && !g_pmix->is_of_job(source)) {
        _exit(1); // the launcher is gone, and nothing may outlive it
    }
    if (ended != nullptr) {
        ended(kActionComplete, nullptr, 0, nullptr, nullptr, context);
    }
}

Result<uint32_t> Pmix::number(uint32_t rank, const char* key) const noexcept {
    const Process process = of_job(rank);
    Value* value = nullptr;
    const Code code = library_.Get(&process, key, nullptr, 0, &value);
    if (code != 0 || value == nullptr) {
        return {complain(key, code), 0};
    }
    const uint32_t number = value->uint32;
    std::free(value);
    return {ARAUTO_OK, number};
}

/// A number for each rank, the same on one node. By the names of nodes: some servers say nothing
/// else of ranks elsewhere.
bool Pmix::label_by_names(std::vector<int>& labels) const {
    char* names = nullptr;
    if (library_.Resolve_nodes(self_.job, &names) != 0 || names == nullptr) {
        return false;
    }
    int label = 0;
    char* rest = nullptr;
    for (char* name = strtok_r(names, ",", &rest); name != nullptr;
         name = strtok_r(nullptr, ",", &rest)) {
        Process* processes = nullptr;
        size_t count = 0;
        if (library_.Resolve_peers(name, self_.job, &processes, &count) != 0) {
            break;
        }
        for (size_t i = 0; i < count; ++i) {
            if (processes[i].rank < labels.size()) {
                labels[processes[i].rank] = label;
            }
        }
        std::free(processes);
        ++label;
    }
    std::free(names);
    return std::find(labels.begin(), labels.end(), -1) == labels.end();
}

bool Pmix::label_by_numbers(std::vector<int>& labels) const {
    for (size_t rank = 0; rank < labels.size(); ++rank) {
        const Result<uint32_t> node = number(static_cast<uint32_t>(rank), kNodeNumber);
        if (!node.ok()) {
            return false;
        }
        labels[rank] = static_cast<int>(node.value);
    }
    return true;
}

/// The near ranks are those that the server of this node lists. Where there are others, the process
/// manager is asked how these share nodes.
Status Pmix::find_nodes() {
    const Process everyone = of_job(kEveryone);
    Value* value = nullptr;
    if (const Code code = library_.Get(&everyone, kLocalPeers, nullptr, 0, &value); code != 0) {
        return complain(kLocalPeers, code);
    }
    if (value->type == kString && value->text != nullptr) {
        near_ = ranks_of_list(value->text);
        std::free(value->text);
    }
    std::free(value);
    if (!std::binary_search(near_.begin(), near_.end(), rank())) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "%s: PMIx lists %zu %ss of this node, and this one is not among them",
                    name_of(rank()).text, near_.size(), noun());
    }
    std::vector<int> labels(static_cast<size_t>(size_), -1);
    if (near_.size() == labels.size()) {
        std::fill(labels.begin(), labels.end(), 0);
    } else if (!label_by_numbers(labels)) {
        std::fill(labels.begin(), labels.end(), -1);
        if (!label_by_names(labels)) {
            return fail(ARAUTO_ERR_SYSTEM,
                        "%s: PMIx does not say which %ss of this job share a node",
                        name_of(rank()).text, noun());
        }
    }
    for (const int label : labels) {
        nodes_.append(label);
    }
    return ARAUTO_OK;
}

Status Pmix::open() {
    void* const handle = open_library();
    if (handle == nullptr) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "a launcher that speaks PMIx has started this process, but %s cannot be "
                    "loaded (%s): install it (Debian: libpmix2) or name its folder in "
                    "LD_LIBRARY_PATH; with ARAUTO_BOOT=none each process starts a job of its own",
                    kFile, dlerror());
    }
    if (!find_all(handle, library_)) {
        return fail(ARAUTO_ERR_SYSTEM, "%s lacks functions that every version from 2 on has",
                    kFile);
    }
    if (const Code code = library_.Init(&self_, nullptr, 0); code != 0) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "PMIx_Init failed (%s): the launcher that PMIX_NAMESPACE=%s names does not "
                    "answer; with ARAUTO_BOOT=none this process starts a job of its own",
                    library_.Error_string(code), std::getenv("PMIX_NAMESPACE"));
    }
    const Result<uint32_t> size = number(kEveryone, kJobSize);
    if (!size.ok()) {
        return size.status;
    }
    size_ = static_cast<int>(size.value);
    if (const Status status = find_nodes(); status < 0) {
        return status;
    }
    g_pmix = this;
    library_.Register_event_handler(
        nullptr, 0, nullptr, 0, hear, [](Code, size_t, void*) {}, nullptr);
    return ARAUTO_OK;
}

Status Pmix::publish(const char* key, std::span<const std::byte> blob) noexcept {
    std::byte copy[kBlobBytesMax];
    std::copy(blob.begin(), blob.end(), copy);
    Value value{};
    value.type = kBytes;
    value.bytes = {reinterpret_cast<char*>(copy), blob.size()};
    const std::string name = std::string("arauto.") + key;
    const Code code = library_.Put(kForAll, name.c_str(), &value);
    return code == 0 ? ARAUTO_OK : complain("PMIx_Put", code);
}

/// Without collecting: blobs stay where they are until a rank looks them up.
Status Pmix::synchronise() noexcept {
    if (const Code code = library_.Commit(); code != 0) {
        return complain("PMIx_Commit", code);
    }
    const Process everyone = of_job(kEveryone);
    const Code code = library_.Fence(&everyone, 1, nullptr, 0);
    return code == 0 ? ARAUTO_OK : complain("PMIx_Fence", code);
}

/// The fence of some servers (Slurm 22.05) lets go before other nodes have seen what was committed:
/// a blob that is not there yet is asked for again.
Code Pmix::get_blob(const Process& process, const char* key, Value** value_out) const noexcept {
    Info patience{};
    std::strncpy(patience.key, kTimeout, sizeof patience.key - 1);
    patience.value.type = kInteger;
    patience.value.integer = kPatienceSeconds;
    const int64_t end = now_ns() + kPatienceSeconds * int64_t{1'000'000'000};
    for (;;) {
        const Code code = library_.Get(&process, key, &patience, 1, value_out);
        if (code != kNotFound || now_ns() > end) {
            return code;
        }
        const timespec nap{0, kNapNs};
        nanosleep(&nap, nullptr);
    }
}

Status Pmix::lookup(int rank, const char* key, std::span<std::byte> blob) noexcept {
    const Process process = of_job(static_cast<uint32_t>(rank));
    const std::string name = std::string("arauto.") + key;
    Value* value = nullptr;
    const Code code = get_blob(process, name.c_str(), &value);
    if (code != 0 || value == nullptr) {
        return fail(ARAUTO_ERR_SYSTEM, "%s: PMIx knows nothing of '%s' of %s: %s",
                    name_of(this->rank()).text, key, name_of(rank).text,
                    library_.Error_string(code));
    }
    const bool fits = value->type == kBytes && value->bytes.size == blob.size();
    if (fits) {
        std::memcpy(blob.data(), value->bytes.data, blob.size());
    }
    if (value->type == kBytes) {
        std::free(value->bytes.data);
    }
    std::free(value);
    return fits ? ARAUTO_OK
                : fail(ARAUTO_ERR_SYSTEM, "%s: '%s' of %s has not the size expected: %s",
                       name_of(this->rank()).text, key, name_of(rank).text,
                       "are all programs of one version of Arauto?");
}

void Pmix::note_death(const Process& process) noexcept {
    if (is_of_job(&process) && process.rank < static_cast<uint32_t>(size_)) {
        deaths_.push_back(static_cast<int>(process.rank));
    }
}

void Pmix::note_deaths(const Process* source, const Info* facts, size_t count) noexcept {
    const std::lock_guard lock(mutex_);
    bool has_affected = false;
    for (size_t i = 0; i < count; ++i) {
        const Value& value = facts[i].value;
        if (std::strcmp(facts[i].key, kAffected) == 0 && value.type == kProcess) {
            note_death(*value.process);
            has_affected = true;
        } else if (std::strcmp(facts[i].key, kAllAffected) == 0 && value.array != nullptr &&
                   value.array->type == kProcess) {
            const auto* processes = static_cast<const Process*>(value.array->items);
            std::for_each(processes, processes + value.array->size,
                          [this](const Process& process) { note_death(process); });
            has_affected = true;
        }
    }
    if (!has_affected && source != nullptr) {
        note_death(*source);
    }
}

int Pmix::next_death() noexcept {
    const std::lock_guard lock(mutex_);
    if (deaths_.empty()) {
        return -1;
    }
    const int rank = deaths_.back();
    deaths_.pop_back();
    return rank;
}

/// The launcher may wait for a machine that is gone before it answers; it knows by then.
void Pmix::end_job(int status) noexcept {
    const auto has_answered = std::make_shared<std::atomic<bool>>(false);
    std::thread([abort = library_.Abort, status, has_answered] {
        abort(status, nullptr, nullptr, 0);
        // relaxed because this thread hands over nothing else
        has_answered->store(true, std::memory_order_relaxed);
    }).detach();
    for (int naps = 0; naps < kAbortNaps; ++naps) {
        // relaxed because the flag only ends the wait, and nothing else is read
        if (has_answered->load(std::memory_order_relaxed)) {
            return;
        }
        const timespec nap{0, kAbortNapNs};
        nanosleep(&nap, nullptr);
    }
}

void Pmix::leave() noexcept {
    library_.Finalize(nullptr, 0);
}

} // namespace

Result<ProcessManager*> join_pmix() noexcept {
    auto* const pmix = new Pmix;
    if (const Status status = pmix->open(); status < 0) {
        return {status, nullptr};
    }
    return {ARAUTO_OK, pmix};
}

} // namespace arauto::boot
