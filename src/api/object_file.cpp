// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads the section `.comment` of an ELF file, where each compiler leaves its name and version.
// Believes nothing that the file says: every offset is checked.
#include "arauto/spi/object_file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <elf.h>
#include <string_view>

namespace {

class ElfFile {
  public:
    explicit ElfFile(std::string_view bytes) noexcept : bytes_(bytes) {
        if (!read(0, &header_) || std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
            header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_shentsize != sizeof(Elf64_Shdr)) {
            header_.e_shnum = 0;
        }
    }

    [[nodiscard]] int sections() const noexcept { return header_.e_shnum; }

    /// Zero where there is none.
    [[nodiscard]] Elf64_Shdr section(int index) const noexcept {
        Elf64_Shdr found{};
        const uint64_t offset = static_cast<uint64_t>(index) * sizeof found;
        return index < sections() && read(header_.e_shoff + offset, &found) ? found : Elf64_Shdr{};
    }

    [[nodiscard]] std::string_view contents(const Elf64_Shdr& section) const noexcept {
        return section.sh_type != SHT_NOBITS && section.sh_offset <= bytes_.size()
                   ? bytes_.substr(section.sh_offset, section.sh_size)
                   : std::string_view{};
    }

    [[nodiscard]] std::string_view name(const Elf64_Shdr& section) const noexcept {
        return string_at(this->section(header_.e_shstrndx), section.sh_name);
    }

    /// Whether a symbol that another file must define begins so.
    /// @param symbols  a section of symbols
    [[nodiscard]] bool uses(const Elf64_Shdr& symbols, std::string_view function) const noexcept {
        const Elf64_Shdr strings = section(static_cast<int>(symbols.sh_link));
        const std::string_view table = contents(symbols);
        for (size_t at = 0; at + sizeof(Elf64_Sym) <= table.size(); at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol{};
            std::memcpy(&symbol, table.data() + at, sizeof symbol);
            if (symbol.st_shndx == SHN_UNDEF &&
                string_at(strings, symbol.st_name).starts_with(function)) {
                return true;
            }
        }
        return false;
    }

  private:
    template <typename Part> [[nodiscard]] bool read(uint64_t offset, Part* part) const noexcept {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof *part) {
            return false;
        }
        std::memcpy(part, bytes_.data() + offset, sizeof *part);
        return true;
    }

    [[nodiscard]] std::string_view string_at(const Elf64_Shdr& strings, size_t at) const noexcept {
        const std::string_view all = contents(strings);
        return at < all.size() ? all.substr(at, all.find('\0', at) - at) : std::string_view{};
    }

    std::string_view bytes_;
    Elf64_Ehdr header_{};
};

/// The version in "GCC: (Debian 12.2.0-14) 12.2.0"; 0 for what another compiler has written.
int version_in(std::string_view comment) noexcept {
    const size_t blank = comment.rfind(' ');
    if (!comment.starts_with("GCC: (") || blank == std::string_view::npos) {
        return 0;
    }
    const std::string_view number = comment.substr(blank + 1);
    int version = 0;
    std::from_chars(number.data(), number.data() + number.size(), version);
    return version;
}

uint64_t versions_in(std::string_view comments) noexcept {
    uint64_t versions = 0;
    while (!comments.empty()) {
        const std::string_view comment = comments.substr(0, comments.find('\0'));
        if (const int version = version_in(comment); version > 0 && version < 64) {
            versions |= uint64_t{1} << version;
        }
        comments.remove_prefix(std::min(comment.size() + 1, comments.size()));
    }
    return versions;
}

} // namespace

uint64_t arauto_gcc_versions(const void* file, size_t bytes, const char* function) ARAUTO_NOEXCEPT {
    const ElfFile elf({static_cast<const char*>(file), bytes});
    uint64_t versions = 0;
    bool uses_it = false;
    for (int i = 0; i < elf.sections(); ++i) {
        const Elf64_Shdr section = elf.section(i);
        if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) {
            uses_it = uses_it || elf.uses(section, function);
        } else if (elf.name(section) == ".comment") {
            versions |= versions_in(elf.contents(section));
        }
    }
    return uses_it ? versions : 0;
}
