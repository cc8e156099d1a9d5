// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_mpi.hpp. The file of a program names the libraries that it needs itself. Whether
// these need an MPI is known to the loader alone, which lists all libraries without starting the
// program.
#include "program_mpi.hpp"

#include "command.hpp"
#include "compiler_words.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

/// A file in memory, for a moment.
class MappedFile {
  public:
    explicit MappedFile(const std::string& name) {
        const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat facts{};
        if (file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
            bytes_ = static_cast<size_t>(facts.st_size);
            void* const start = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
            start_ = start != MAP_FAILED ? static_cast<const char*>(start) : nullptr;
        }
        if (file >= 0) {
            close(file);
        }
    }
    ~MappedFile() {
        if (start_ != nullptr) {
            munmap(const_cast<char*>(start_), bytes_);
        }
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] bool has(std::string_view text) const {
        return start_ != nullptr && memmem(start_, bytes_, text.data(), text.size()) != nullptr;
    }
    /// So many structures at an offset; null where the file ends before.
    template <typename Type>
    [[nodiscard]] const Type* at(uint64_t offset, uint64_t count = 1) const {
        const bool is_inside =
            start_ != nullptr && offset <= bytes_ && count <= (bytes_ - offset) / sizeof(Type);
        return is_inside ? reinterpret_cast<const Type*>(start_ + offset) : nullptr;
    }
    /// Text up to its null; empty where it does not end in the file.
    [[nodiscard]] std::string text_at(uint64_t offset) const {
        const char* const text = at<char>(offset);
        const void* const end = text != nullptr ? std::memchr(text, 0, bytes_ - offset) : nullptr;
        return end != nullptr ? std::string(text) : "";
    }

  private:
    const char* start_ = nullptr;
    size_t bytes_ = 0;
};

struct Needs {
    std::string loader; // empty: the program is static, or no program of this machine
    Words libraries;
};

/// The offset in the file of an address of the running program.
uint64_t offset_of(const ElfW(Phdr) * headers, int count, uint64_t address) {
    for (int i = 0; i < count; ++i) {
        const ElfW(Phdr)& header = headers[i];
        if (header.p_type == PT_LOAD && address >= header.p_vaddr &&
            address - header.p_vaddr < header.p_filesz) {
            return header.p_offset + (address - header.p_vaddr);
        }
    }
    return UINT64_MAX;
}

Words libraries_in(const MappedFile& file,
                   const ElfW(Phdr) * headers,
                   int count,
                   const ElfW(Phdr) & dynamic) {
    const uint64_t entries = dynamic.p_filesz / sizeof(ElfW(Dyn));
    const auto* const table = file.at<ElfW(Dyn)>(dynamic.p_offset, entries);
    uint64_t names = UINT64_MAX;
    for (uint64_t i = 0; table != nullptr && i < entries; ++i) {
        if (table[i].d_tag == DT_STRTAB) {
            names = offset_of(headers, count, table[i].d_un.d_ptr);
        }
    }
    Words libraries;
    for (uint64_t i = 0; names != UINT64_MAX && i < entries; ++i) {
        if (table[i].d_tag == DT_NEEDED) {
            libraries.push_back(file.text_at(names + table[i].d_un.d_val));
        }
    }
    return libraries;
}

Needs needs_of(const std::string& program) {
    const MappedFile file(program);
    const auto* const start = file.at<ElfW(Ehdr)>(0);
    if (start == nullptr || std::memcmp(start->e_ident, ELFMAG, SELFMAG) != 0 ||
        start->e_ident[EI_CLASS] != ELFCLASS64 || start->e_phentsize != sizeof(ElfW(Phdr))) {
        return {};
    }
    const auto* const headers = file.at<ElfW(Phdr)>(start->e_phoff, start->e_phnum);
    Needs needs;
    for (int i = 0; headers != nullptr && i < start->e_phnum; ++i) {
        if (headers[i].p_type == PT_INTERP) {
            needs.loader = file.text_at(headers[i].p_offset);
        } else if (headers[i].p_type == PT_DYNAMIC) {
            needs.libraries = libraries_in(file, headers, start->e_phnum, headers[i]);
        }
    }
    return needs;
}

/// Libraries that bring no MPI along.
bool is_plain(const std::string& library) {
    constexpr const char* kPlain[] = {
        "libc.",         "libm.",      "libgfortran.",         "libgcc_s.", "libquadmath.",
        "libstdc++.",    "libdl.",     "libpthread.",          "librt.",    "ld-linux",
        "libcaf_arauto", "libarauto.", "libarauto_translated."};
    return std::any_of(std::begin(kPlain), std::end(kPlain),
                       [&](const char* plain) { return library.starts_with(plain); });
}

/// Whether this is the name of an MPI's library for C, which those for other languages need too.
bool is_mpi(const std::string& library) {
    constexpr const char* kNames[] = {"libmpi.so", "libmpich.so", "libmpi_abi.so", "libmpi_cray."};
    return std::any_of(std::begin(kNames), std::end(kNames),
                       [&](const char* name) { return library.starts_with(name); });
}

std::string resolved(const std::string& path) {
    char* const real = realpath(path.c_str(), nullptr);
    const std::string text = real != nullptr ? real : path;
    std::free(real);
    return text;
}

std::string folder_of(const std::string& path) {
    return path.substr(0, std::min(path.rfind('/'), path.size()));
}

bool is_of_open_mpi(StarterKind kind) {
    return kind == StarterKind::open_mpi_4 || kind == StarterKind::prterun;
}

} // namespace

std::string mpi_library_of(const std::string& program) {
    const Needs needs = needs_of(program);
    if (!is_program(needs.loader) ||
        std::all_of(needs.libraries.begin(), needs.libraries.end(), is_plain)) {
        return "";
    }
    // A line for each: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x00007f..)".
    std::istringstream lines(
        output_of(shell_command({needs.loader, "--list", program}) + " 2>/dev/null </dev/null"));
    std::string name;
    std::string arrow;
    std::string path;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        if (words >> name >> arrow >> path && arrow == "=>" &&
            is_mpi(name.substr(name.rfind('/') + 1)) && path.starts_with("/")) {
            return path;
        }
    }
    return "";
}

bool names_library(const std::string& program, std::string_view name) {
    return MappedFile(program).has(name);
}

std::string abi_of_mpi(const std::string& library) {
    if (library.find("libmpi_abi.") != std::string::npos) {
        return "abi";
    }
    return MappedFile(library).has("ompi_mpi_comm_world") ? "openmpi" : "mpich";
}

std::optional<Starter> find_starter_of_mpi(const std::string& library, std::string& why_not_out) {
    const bool is_open_mpi = MappedFile(library).has("ompi_mpi_comm_world");
    const Words names =
        is_open_mpi ? Words{"mpirun.openmpi", "mpirun", "mpiexec.openmpi", "mpiexec", "prterun"}
                    : Words{"mpiexec.mpich", "mpiexec.hydra", "mpirun.mpich", "mpiexec", "mpirun"};
    const auto fits = [&](const std::optional<Starter>& starter) {
        return starter && starter->kind != StarterKind::srun &&
               is_of_open_mpi(starter->kind) == is_open_mpi;
    };
    for (const std::string& path : {library, resolved(library)}) {
        for (std::string folder = folder_of(path); !folder.empty(); folder = folder_of(folder)) {
            for (const std::string& name : names) {
                const std::string program = folder + "/bin/" + name;
                if (!is_program(program)) {
                    continue;
                }
                if (std::optional<Starter> starter = identify_starter(program); fits(starter)) {
                    return starter;
                }
            }
        }
    }
    for (const std::string& name : names) {
        const std::string program = find_program_in_path(name);
        if (program.empty()) {
            continue;
        }
        if (std::optional<Starter> starter = identify_starter(program); fits(starter)) {
            return starter;
        }
    }
    why_not_out = "the program is linked to the MPI " + library +
                  ", and the mpirun of that MPI is neither beside it nor in PATH; ARAUTO_LAUNCHER "
                  "names a launcher, and --mpi=no starts the images without one";
    return std::nullopt;
}

} // namespace arauto::tools
