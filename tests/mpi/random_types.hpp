// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Random nested MPI datatypes from every constructor. Each has less than 20 kB of data, so that a
// test can pack many.
#pragma once

#include "basic.hpp"
#include "layout_cache.hpp"
#include "walk.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace arauto::mpi {

/// Owns a committed datatype, and its description.
class Type {
  public:
    Type(MPI_Datatype handle, std::string text, bool is_named)
        : handle_(handle), text_(std::move(text)), is_named_(is_named) {
        if (!is_named_) {
            MPI_Type_commit(&handle_);
        }
    }
    Type(Type&& other) noexcept
        : handle_(std::exchange(other.handle_, MPI_DATATYPE_NULL)), text_(std::move(other.text_)),
          is_named_(other.is_named_) {}
    Type& operator=(Type&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(text_, other.text_);
        std::swap(is_named_, other.is_named_);
        return *this;
    }
    ~Type() {
        if (!is_named_ && handle_ != MPI_DATATYPE_NULL) {
            MPI_Type_free(&handle_);
        }
    }

    [[nodiscard]] MPI_Datatype handle() const noexcept { return handle_; }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    MPI_Datatype handle_;
    std::string text_;
    bool is_named_;
};

class RandomTypes {
  public:
    explicit RandomTypes(uint64_t seed) : random_(seed) {}

    /// Elements may overlap.
    [[nodiscard]] Type next() {
        Type type = named();
        for (int level = number(0, 4); level > 0; --level) {
            Type outer = wrap(type);
            if (!is_small(outer.handle())) {
                break;
            }
            type = std::move(outer);
            if (layout_of(type.handle())->size == 0) {
                break; // Open MPI refuses to build on some types without data
            }
        }
        return type;
    }

    [[nodiscard]] Type next_without_overlap() {
        for (;;) {
            Type type = next();
            if (!overlaps(*layout_of(type.handle()))) {
                return type;
            }
        }
    }

  private:
    int number(int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(random_);
    }

    template <typename T> std::vector<T> numbers(int count, int least, int most) {
        std::vector<T> list(static_cast<size_t>(count));
        for (T& one : list) {
            one = static_cast<T>(number(least, most));
        }
        return list;
    }

    // MPICH copies a long double as a number, without the bytes that the number does not use.
    static bool has_unused_bytes([[maybe_unused]] MPI_Datatype type) {
#if defined(MPICH)
        const Basic basic = basic_of_named(type);
        return basic == Basic::kLongDouble || basic == Basic::kComplexLongDouble ||
               basic == Basic::kLongDoubleInt;
#else
        return false;
#endif
    }

    Type named() {
        const std::vector<MPI_Datatype> all = named_types();
        for (;;) {
            const MPI_Datatype type =
                all[static_cast<size_t>(number(0, static_cast<int>(all.size()) - 1))];
            char name[MPI_MAX_OBJECT_NAME];
            int length = 0;
            MPI_Type_get_name(type, name, &length);
            // MPICH's type of half precision has no name, and no size inside of others.
            if (type != MPI_PACKED && length > 0 && !has_unused_bytes(type)) {
                return {type, name, true};
            }
        }
    }

    static bool is_small(MPI_Datatype type) {
        constexpr int kBytesMax = 20000;
        constexpr MPI_Aint kExtentMax = 400000;
        int size = 0;
        MPI_Aint lower = 0;
        MPI_Aint extent = 0;
        MPI_Aint true_lower = 0;
        MPI_Aint true_extent = 0;
        MPI_Type_size(type, &size);
        MPI_Type_get_extent(type, &lower, &extent);
        MPI_Type_get_true_extent(type, &true_lower, &true_extent);
        return size < kBytesMax && std::abs(extent) < kExtentMax && true_extent < kExtentMax;
    }

    static bool overlaps(const Layout& layout) {
        std::vector<bool> used(static_cast<size_t>(layout.true_extent));
        Walk walk({layout, 1}, {byte_layout(), layout.size});
        for (Piece piece; walk.next(piece);) {
            for (int64_t i = 0; i < piece.count * piece.bytes; ++i) {
                const int64_t at = piece.origin + i / piece.bytes * piece.origin_stride +
                                   i % piece.bytes - layout.true_lower_bound;
                if (used[static_cast<size_t>(at)]) {
                    return true;
                }
                used[static_cast<size_t>(at)] = true;
            }
        }
        return false;
    }

    static std::string wrapped(const char* constructor, const std::string& inner) {
        return std::string(constructor) + "(" + inner + ")";
    }

    template <typename List> static std::string listed(const char* name, const List& list) {
        std::string text = name;
        for (const auto value : list) {
            text += " " + std::to_string(value);
        }
        return text;
    }

    Type wrap(const Type& inner) {
        switch (number(0, 8)) {
        case 0:
            return contiguous(inner);
        case 1:
            return vector(inner);
        case 2:
            return indexed(inner);
        case 3:
            return indexed_in_bytes(inner);
        case 4:
            return blocks(inner);
        case 5:
            return structure(inner);
        case 6:
            return subarray(inner);
        case 7:
            return darray(inner);
        default:
            return resized(inner);
        }
    }

    Type contiguous(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        if (number(0, 3) == 0) {
            MPI_Type_dup(inner.handle(), &type);
            return {type, wrapped("dup", inner.text()), false};
        }
        const int count = number(0, 6);
        MPI_Type_contiguous(count, inner.handle(), &type);
        return {type, wrapped(listed("contiguous", std::array{count}).c_str(), inner.text()),
                false};
    }

    Type vector(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        std::array list = {number(0, 5), number(0, 4), number(-7, 9)};
#if defined(OPEN_MPI)
        if (list[2] == -1) {
            // Open MPI 4.1 takes single bytes with stride -1 for one block in forward order.
            list[2] = -2;
        }
#endif
        if (number(0, 1) == 0) {
            MPI_Type_vector(list[0], list[1], list[2], inner.handle(), &type);
            return {type, wrapped(listed("vector", list).c_str(), inner.text()), false};
        }
        MPI_Type_create_hvector(list[0], list[1], 13 * list[2], inner.handle(), &type);
        return {type, wrapped(listed("hvector/13", list).c_str(), inner.text()), false};
    }

    // Displacements that are regular, ascending or wild.
    template <typename T> std::vector<T> displacements(int count, int unit) {
        std::vector<T> list = numbers<T>(count, -20, 40);
        const int kind = number(0, 2);
        for (int i = 0; i < count && kind < 2; ++i) {
            list[static_cast<size_t>(i)] = static_cast<T>(4 * i + (kind == 0 ? 0 : number(0, 1)));
        }
        for (T& one : list) {
            one *= static_cast<T>(unit);
        }
        return list;
    }

    Type indexed(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const int count = number(0, 6);
        const auto lengths = numbers<int>(count, 0, 4);
        const auto offsets = displacements<int>(count, 1);
        MPI_Type_indexed(count, lengths.data(), offsets.data(), inner.handle(), &type);
        const std::string text = listed("indexed", lengths) + listed(" at", offsets);
        return {type, wrapped(text.c_str(), inner.text()), false};
    }

    Type indexed_in_bytes(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const int count = number(0, 6);
        const auto lengths = numbers<int>(count, 0, 4);
        const auto offsets = displacements<MPI_Aint>(count, number(1, 40));
        MPI_Type_create_hindexed(count, lengths.data(), offsets.data(), inner.handle(), &type);
        const std::string text = listed("hindexed", lengths) + listed(" at", offsets);
        return {type, wrapped(text.c_str(), inner.text()), false};
    }

    Type blocks(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const int count = number(0, 6);
        const int length = number(0, 3);
        if (number(0, 1) == 0) {
            const auto offsets = displacements<int>(count, 1);
            MPI_Type_create_indexed_block(count, length, offsets.data(), inner.handle(), &type);
            const std::string text = listed("indexed_block", std::array{length});
            return {type, wrapped((text + listed(" at", offsets)).c_str(), inner.text()), false};
        }
        const auto offsets = displacements<MPI_Aint>(count, number(1, 40));
        MPI_Type_create_hindexed_block(count, length, offsets.data(), inner.handle(), &type);
        const std::string text = listed("hindexed_block", std::array{length});
        return {type, wrapped((text + listed(" at", offsets)).c_str(), inner.text()), false};
    }

    Type structure(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const int count = number(0, 5);
        const auto lengths = numbers<int>(count, 0, 3);
        const auto offsets = displacements<MPI_Aint>(count, number(1, 100));
        std::vector<MPI_Datatype> types;
        std::string names;
        for (int i = 0; i < count; ++i) {
            const Type other = named();
            types.push_back(number(0, 2) > 0 ? inner.handle() : other.handle());
            names += types.back() == inner.handle() ? " same" : " " + other.text();
        }
        MPI_Type_create_struct(count, lengths.data(), offsets.data(), types.data(), &type);
        const std::string text = listed("struct", lengths) + listed(" at", offsets) + " of" + names;
        return {type, wrapped(text.c_str(), inner.text()), false};
    }

    Type subarray(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const int rank = number(1, 3);
        const auto sizes = numbers<int>(rank, 1, 6);
        std::vector<int> parts;
        std::vector<int> starts;
        for (const int size : sizes) {
            parts.push_back(number(1, size));
            starts.push_back(number(0, size - parts.back()));
        }
        const bool in_c_order = number(0, 1) == 0;
        MPI_Type_create_subarray(rank, sizes.data(), parts.data(), starts.data(),
                                 in_c_order ? MPI_ORDER_C : MPI_ORDER_FORTRAN, inner.handle(),
                                 &type);
        const std::string text = listed(in_c_order ? "subarray C" : "subarray Fortran", sizes) +
                                 listed(" parts", parts) + listed(" at", starts);
        return {type, wrapped(text.c_str(), inner.text()), false};
    }

    Type darray(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const int rank = number(1, 3);
        const auto sizes = numbers<int>(rank, 1, 7);
        std::vector<int> kinds;
        std::vector<int> arguments;
        std::vector<int> grid;
        int processes = 1;
        for (const int size : sizes) {
            const std::array all = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                                    MPI_DISTRIBUTE_NONE};
            kinds.push_back(all[static_cast<size_t>(number(0, 2))]);
            grid.push_back(kinds.back() == MPI_DISTRIBUTE_NONE ? 1 : number(1, 3));
            processes *= grid.back();
            const int enough = (size + grid.back() - 1) / grid.back();
            const int argument =
                kinds.back() == MPI_DISTRIBUTE_BLOCK ? number(enough, size) : number(1, 3);
            const bool by_default = kinds.back() == MPI_DISTRIBUTE_NONE || number(0, 1) == 0;
            arguments.push_back(by_default ? MPI_DISTRIBUTE_DFLT_DARG : argument);
        }
        const bool in_c_order = number(0, 1) == 0;
        const int process = number(0, processes - 1);
        MPI_Type_create_darray(processes, process, rank, sizes.data(), kinds.data(),
                               arguments.data(), grid.data(),
                               in_c_order ? MPI_ORDER_C : MPI_ORDER_FORTRAN, inner.handle(), &type);
        const std::string text = listed(in_c_order ? "darray C" : "darray Fortran", sizes) +
                                 listed(" kinds", kinds) + listed(" arguments", arguments) +
                                 listed(" grid", grid) + listed(" process", std::array{process});
        return {type, wrapped(text.c_str(), inner.text()), false};
    }

    Type resized(const Type& inner) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        const std::array list = {number(-30, 30), number(0, 200)};
        MPI_Type_create_resized(inner.handle(), list[0], list[1], &type);
        return {type, wrapped(listed("resized", list).c_str(), inner.text()), false};
    }

    std::mt19937_64 random_;
};

} // namespace arauto::mpi
