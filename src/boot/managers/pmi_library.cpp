// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Jobs of launchers that offer PMI-1 or PMI-2 only as a library: srun without further options,
// Cray's launcher. The library is loaded when it is needed.
#include "boot/managers/kvs_manager.hpp"
#include "boot/managers/managers.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <unistd.h>

namespace arauto::boot {
namespace {

constexpr int kTextMax = 1024; // that any of these libraries takes; blobs need half of it

/// For all, as Slurm's loads plug-ins that look for the names of what it is linked with.
void* open_any(std::initializer_list<const char*> files) noexcept {
    for (const char* file : files) {
        if (void* const handle = dlopen(file, RTLD_NOW | RTLD_GLOBAL)) {
            return handle;
        }
    }
    return nullptr;
}

template <typename Function>
bool find(void* handle, const char* name, Function* function) noexcept {
    *function = reinterpret_cast<Function>(dlsym(handle, name));
    return *function != nullptr;
}

Status no_library(const char* file) noexcept {
    return fail(ARAUTO_ERR_SYSTEM,
                "a launcher has started this process as one of several, but %s, by which they "
                "would find each other, cannot be used: start the job by 'srun --mpi=pmix' or "
                "'srun --mpi=pmi2', or install that library; with ARAUTO_BOOT=none each process "
                "starts a job of its own",
                file);
}

class Pmi2 final : public KvsManager {
  public:
    [[nodiscard]] Status open();
    const char* name() const noexcept override { return "PMI-2"; }
    void end_job(int) noexcept override { abort_(1, nullptr); }
    void leave() noexcept override { finalize_(); }

  private:
    bool put(const std::string& key, const std::string& text) noexcept override {
        return put_(key.c_str(), text.c_str()) == 0;
    }
    bool barrier() noexcept override { return fence_() == 0; }
    bool get(int rank, const std::string& key, std::string& text_out) noexcept override {
        char text[kTextMax] = "";
        int length = 0;
        const bool is_there =
            get_(job_, rank, key.c_str(), text, sizeof text, &length) == 0 && length > 0;
        text_out = text;
        return is_there;
    }

    int (*init_)(int* spawned, int* size, int* rank, int* program) = nullptr;
    int (*finalize_)() = nullptr;
    int (*abort_)(int whole_job, const char* sentence) = nullptr;
    int (*put_)(const char* key, const char* text) = nullptr;
    int (*fence_)() = nullptr;
    int (*get_)(const char* job, int rank, const char* key, char* text, int bytes, int* length) =
        nullptr;
    int (*attribute_)(const char* name, char* text, int bytes, int* found) = nullptr;
    int (*job_name_)(char* name, int bytes) = nullptr;
    char job_[256] = "";
};

Status Pmi2::open() {
    void* const handle = open_any({"libpmi2.so.0", "libpmi2.so"});
    const bool is_whole =
        handle != nullptr && find(handle, "PMI2_Init", &init_) &&
        find(handle, "PMI2_Finalize", &finalize_) && find(handle, "PMI2_Abort", &abort_) &&
        find(handle, "PMI2_KVS_Put", &put_) && find(handle, "PMI2_KVS_Fence", &fence_) &&
        find(handle, "PMI2_KVS_Get", &get_) && find(handle, "PMI2_Info_GetJobAttr", &attribute_) &&
        find(handle, "PMI2_Job_GetId", &job_name_);
    int spawned = 0;
    int program = 0;
    if (!is_whole || init_(&spawned, &size_, &rank_, &program) != 0 ||
        job_name_(job_, sizeof job_) != 0) {
        return no_library("libpmi2.so");
    }
    char mapping[kTextMax] = "";
    int found = 0;
    if (attribute_("PMI_process_mapping", mapping, sizeof mapping, &found) != 0 || found == 0) {
        mapping[0] = '\0';
    }
    return find_nodes(mapping, static_cast<int>(gethostid()));
}

class Pmi1Library final : public KvsManager {
  public:
    [[nodiscard]] Status open();
    const char* name() const noexcept override { return "PMI-1"; }
    void end_job(int status) noexcept override { abort_(status, ""); }
    void leave() noexcept override { finalize_(); }

  private:
    bool put(const std::string& key, const std::string& text) noexcept override {
        return put_(space_, key.c_str(), text.c_str()) == 0;
    }
    bool barrier() noexcept override { return commit_(space_) == 0 && barrier_() == 0; }
    bool get(int, const std::string& key, std::string& text_out) noexcept override {
        char text[kTextMax] = "";
        const bool is_there = get_(space_, key.c_str(), text, sizeof text) == 0;
        text_out = text;
        return is_there;
    }
    [[nodiscard]] int lowest_near() noexcept;

    int (*init_)(int* spawned) = nullptr;
    int (*finalize_)() = nullptr;
    int (*abort_)(int status, const char* sentence) = nullptr;
    int (*get_rank_)(int* rank) = nullptr;
    int (*get_size_)(int* size) = nullptr;
    int (*name_)(char* name, int bytes) = nullptr;
    int (*put_)(const char* space, const char* key, const char* text) = nullptr;
    int (*commit_)(const char* space) = nullptr;
    int (*barrier_)() = nullptr;
    int (*get_)(const char* space, const char* key, char* text, int bytes) = nullptr;
    int (*near_size_)(int* count) = nullptr;
    int (*near_ranks_)(int* ranks, int count) = nullptr;
    char space_[256] = "";
};

int Pmi1Library::lowest_near() noexcept {
    int count = 0;
    if (near_size_(&count) != 0 || count < 1) {
        return rank_;
    }
    std::vector<int> ranks(static_cast<size_t>(count));
    return near_ranks_(ranks.data(), count) == 0 ? *std::min_element(ranks.begin(), ranks.end())
                                                 : rank_;
}

Status Pmi1Library::open() {
    void* const handle = open_any({"libpmi.so.0", "libpmi.so"});
    const bool is_whole =
        handle != nullptr && find(handle, "PMI_Init", &init_) &&
        find(handle, "PMI_Finalize", &finalize_) && find(handle, "PMI_Abort", &abort_) &&
        find(handle, "PMI_Get_rank", &get_rank_) && find(handle, "PMI_Get_size", &get_size_) &&
        find(handle, "PMI_KVS_Get_my_name", &name_) && find(handle, "PMI_KVS_Put", &put_) &&
        find(handle, "PMI_KVS_Commit", &commit_) && find(handle, "PMI_Barrier", &barrier_) &&
        find(handle, "PMI_KVS_Get", &get_) && find(handle, "PMI_Get_clique_size", &near_size_) &&
        find(handle, "PMI_Get_clique_ranks", &near_ranks_);
    int spawned = 0;
    if (!is_whole || init_(&spawned) != 0 || get_rank_(&rank_) != 0 || get_size_(&size_) != 0 ||
        name_(space_, sizeof space_) != 0) {
        return no_library("libpmi.so");
    }
    return find_nodes("", lowest_near());
}

template <typename Kind> Result<ProcessManager*> join() noexcept {
    auto* const pmi = new Kind;
    if (const Status status = pmi->open(); status < 0) {
        return {status, nullptr};
    }
    return {ARAUTO_OK, pmi};
}

} // namespace

Result<ProcessManager*> join_pmi2_library() noexcept {
    return join<Pmi2>();
}

Result<ProcessManager*> join_pmi1_library() noexcept {
    return join<Pmi1Library>();
}

} // namespace arauto::boot
