// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See check_mpi.hpp.
#include "check_mpi.hpp"

#include "command.hpp"
#include "program_mpi.hpp"
#include "race_report.hpp"

#include "boot/check_area.hpp"
#include "boot/report_file.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

std::string new_file() {
    const char* const folder = std::getenv("TMPDIR");
    std::string name = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") +
                       "/arauto-races-XXXXXX";
    const int file = mkstemp(name.data());
    if (file < 0) {
        return "";
    }
    close(file);
    return name;
}

/// The races that the job has written; null: nothing whole.
const boot::CheckArea* area_in(const std::string& name) {
    const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts{};
    void* area = MAP_FAILED;
    if (file >= 0 && fstat(file, &facts) == 0 &&
        static_cast<size_t>(facts.st_size) == sizeof(boot::CheckArea)) {
        area = mmap(nullptr, sizeof(boot::CheckArea), PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0) {
        close(file);
    }
    return area != MAP_FAILED ? static_cast<const boot::CheckArea*>(area) : nullptr;
}

} // namespace

CheckedByMpi::CheckedByMpi(RunOptions& options, const std::string& mpi_library)
    : output_(options.races), file_(new_file()) {
    const std::string abi = abi_of_mpi(mpi_library);
    const std::string start = library_folder() + "/libarauto_mpi_";
    std::string preloaded = start + "race_" + abi + ".so";
    if (access(preloaded.c_str(), R_OK) != 0) {
        complain(0,
                 "check: %s is not there: messages and collective calls of the MPI are taken to "
                 "order nothing",
                 preloaded.c_str());
        preloaded.clear();
    } else if (!names_library(*options.program, "libarauto")) {
        preloaded += ":" + start + abi + ".so";
    }
    if (const char* const others = std::getenv("LD_PRELOAD"); others != nullptr) {
        preloaded += (preloaded.empty() ? "" : ":") + std::string(others);
    }
    words_ = {"/usr/bin/env", "LD_PRELOAD=" + preloaded,
              std::string(boot::kRacesFileVariable) + "=" + file_};
    for (std::string& word : words_) {
        command_.push_back(word.data());
    }
    for (char** word = options.program; *word != nullptr; ++word) {
        command_.push_back(*word);
    }
    command_.push_back(nullptr);
    options.program = command_.data();
}

CheckedByMpi::~CheckedByMpi() {
    if (!file_.empty()) {
        unlink(file_.c_str());
    }
}

int CheckedByMpi::report(int exit_status) const {
    const boot::CheckArea* const area = area_in(file_);
    if (area == nullptr) {
        complain(0, "check: nothing was checked: no process has ended a job of Arauto; the program "
                    "has no windows, or it has broken off");
        return exit_status;
    }
    const bool has_races = print_races(*area, exit_status != 0, output_);
    return has_races && exit_status == 0 ? boot::kRacesFound : exit_status;
}

} // namespace arauto::tools
