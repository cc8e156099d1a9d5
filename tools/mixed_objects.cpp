// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See mixed_objects.hpp.
#include "mixed_objects.hpp"

#include "arauto/spi/object_file.h"

#include <algorithm>
#include <ar.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

// The prefixes of the calls of coarray statements, in the two ways to compile them.
constexpr const char* kNativeCalls = "_gfortran_caf_";
constexpr const char* kTranslatedCalls = "arauto_shim_";

/// The bytes of a file, as long as this lives; empty when it cannot be read.
class FileBytes {
  public:
    explicit FileBytes(const std::string& name) {
        const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat about{};
        if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
            bytes_ = static_cast<size_t>(about.st_size);
            start_ = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
        }
        if (file >= 0) {
            close(file);
        }
    }
    ~FileBytes() {
        if (start_ != MAP_FAILED) {
            munmap(start_, bytes_);
        }
    }
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    [[nodiscard]] std::string_view get() const {
        return start_ != MAP_FAILED ? std::string_view(static_cast<const char*>(start_), bytes_)
                                    : std::string_view{};
    }

  private:
    void* start_ = MAP_FAILED;
    size_t bytes_ = 0;
};

/// A version of gfortran that has compiled coarrays in the object, where none that calls the
/// library has; else 0.
int other_version(std::string_view object, const std::string& library) {
    const uint64_t versions = arauto_gcc_versions(object.data(), object.size(), kNativeCalls);
    int other = 0;
    for (int version = 1; version < 64; ++version) {
        if ((versions >> version & 1) == 0) {
            continue;
        }
        if (library_for(version) == library) {
            return 0;
        }
        other = version;
    }
    return other;
}

/// The first result of `look` that is not 0: of an object, or of the members of an archive.
template <typename Look> int look_into(std::string_view file, const Look& look) {
    if (!file.starts_with(ARMAG)) {
        return look(file);
    }
    for (size_t at = SARMAG; at + sizeof(ar_hdr) <= file.size();) {
        ar_hdr header{};
        std::memcpy(&header, file.data() + at, sizeof header);
        const auto bytes = static_cast<size_t>(
            std::strtoull(std::string(header.ar_size, sizeof header.ar_size).c_str(), nullptr, 10));
        at += sizeof header;
        if (const int found = look(file.substr(at, bytes)); found != 0) {
            return found;
        }
        at += std::min(bytes + bytes % 2, file.size() - at);
    }
    return 0;
}

/// The files that a command links: those that it names, and libraries in folders that it names.
std::vector<std::string> linked_files(const Words& words) {
    std::vector<std::string> files;
    for (const size_t input : find_inputs(words)) {
        files.push_back(words[input]);
    }
    const std::vector<std::string> folders = values_of(words, "-L");
    for (const std::string& library : values_of(words, "-l")) {
        for (const std::string& folder : folders) {
            for (const char* ending : {".so", ".a"}) {
                files.push_back(folder + "/lib" + library + ending);
            }
        }
    }
    return files;
}

/// The first file that uses a function whose name begins so.
/// @param function  of a coarray statement, in one of the two ways to compile it
std::string find_user_of(const Words& words, const char* function) {
    for (const std::string& name : linked_files(words)) {
        const FileBytes file(name);
        const int found = look_into(file.get(), [&](std::string_view object) {
            return arauto_gcc_versions(object.data(), object.size(), function) != 0 ? 1 : 0;
        });
        if (found != 0) {
            return name;
        }
    }
    return "";
}

} // namespace

std::string library_for(int version) {
    if (version <= ARAUTO_NEWEST_GFORTRAN) {
        return "caf_arauto";
    }
    return version == 15 ? "caf_arauto15" : "caf_arauto16";
}

std::string find_mixed_object(const Words& words, int version) {
    const std::string library = library_for(version);
    for (const std::string& name : linked_files(words)) {
        const FileBytes file(name);
        const int other = look_into(
            file.get(), [&](std::string_view object) { return other_version(object, library); });
        if (other != 0) {
            return name + " was compiled by gfortran " + std::to_string(other) +
                   ", whose coarray calls are not those of gfortran " + std::to_string(version) +
                   ", which is to link it; compile all objects by the same gfortran";
        }
    }
    return "";
}

std::string find_native_object(const Words& words) {
    return find_user_of(words, kNativeCalls);
}

std::string find_translated_object(const Words& words) {
    return find_user_of(words, kTranslatedCalls);
}

} // namespace arauto::tools
