// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wrong_data.hpp.
#include "wrong_data.hpp"

#include "designator.hpp"
#include "fortran_declarations.hpp"
#include "lost_arguments.hpp"
#include "lost_stats.hpp"
#include "wrong_components.hpp"
#include "wrong_pointers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arauto::tools {
namespace {

constexpr std::string_view kWarning = ": warning: ";
constexpr const char* kTranslate = "or compile with 'arauto fc --translate'";

bool starts(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// The statement that a one-line IF, WHERE or FORALL holds; the text itself without one.
std::string_view held_statement(std::string_view text) {
    for (const std::string_view word : {"if(", "where(", "forall("}) {
        if (starts(text, word)) {
            const size_t close = std::min(after_bracket(text, word.size() - 1), text.size());
            return text.substr(close);
        }
    }
    return text;
}

class Finder {
  public:
    Finder(std::string_view source, const Layout& layout, const std::string& name, int version)
        : source_(source), layout_(layout), lines_(source, name), version_(version) {}

    std::vector<std::string> find() {
        for (const Item& item : read_items(source_, layout_)) {
            declarations_.take(item);
            if (item.is_directive) {
                continue;
            }
            item_ = &item;
            lost_stats_.take(item, names_, declarations_.was_declaration());
            for (const std::string& coarray : declarations_.shared_coarrays()) {
                warn("all calls of a recursive procedure share one '" + coarray +
                     "', a local allocatable coarray; make it a component of a local "
                     "variable of derived type, ");
            }
            check_components(item.text);
            if (!declarations_.was_declaration() && !starts(item.text, "allocate(")) {
                take_statement(item.text);
            }
        }
        check_calls();
        check_reads_of_sections();
        check_optional();
        check_stats();
        std::stable_sort(warnings_.begin(), warnings_.end(),
                         [](const Warning& a, const Warning& b) { return a.at < b.at; });
        std::vector<std::string> texts;
        for (Warning& warning : warnings_) {
            texts.push_back(std::move(warning.text));
        }
        return texts;
    }

  private:
    struct Warning {
        size_t at;
        std::string text;
    };
    /// A part of a coarray as an argument.
    struct Passed {
        std::string procedure;
        size_t argument; // from 0 on
        std::string text;
        size_t at; // of the statement
        bool has_pointers; // its type has pointer or allocatable components
    };

    /// An assignment of another image's section of an argument to a whole allocatable array.
    struct SectionRead {
        std::string procedure;
        size_t argument; // from 0 on
        std::string text; // of the section
        size_t at; // of the statement
    };

    void warn(const std::string& fault) { warn(fault, item_->begin); }

    void warn(const std::string& fault, size_t at, const std::string& kind = "wrong data") {
        const LineTable::SourceLine source_line = lines_.line_of(at);
        std::string warning = source_line.file + ":" + std::to_string(source_line.line) +
                              std::string(kWarning) + kind + " by gfortran " +
                              (is_of_accessors() ? "15 and 16" : "12 to 14") + ": " + fault +
                              kTranslate + " [arauto]";
        std::replace(warning.begin(), warning.end(), kContent, '.');
        warnings_.push_back({at, std::move(warning)});
    }

    void warn(const std::vector<Fault>& faults) {
        for (const Fault& fault : faults) {
            warn(fault);
        }
    }

    void warn(const Fault& fault) {
        if (!fault.text.empty()) {
            warn(fault.text, item_->begin, fault.kind);
        }
    }

    void check_components(std::string_view text) {
        if (is_of_accessors()) {
            return;
        }
        if (!declarations_.was_declaration()) {
            warn(find_component_faults(text, held_statement(text), names_));
            warn(find_pointer_fault(held_statement(text), names_));
        }
    }

    /// From GCC 15 on the compiler makes a procedure of each access, so that most of these faults
    /// no longer occur.
    [[nodiscard]] bool is_of_accessors() const { return version_ >= 15; }

    void take_statement(std::string_view text) {
        const std::string_view statement = held_statement(text);
        if (starts(statement, "callco_")) {
            check_collective(statement);
        } else if (starts(statement, "call")) {
            note_call(statement);
        }
        if (version_ >= 13 && text.find("merge(") != text.npos) {
            check_merge(statement);
        }
        const size_t begin = text.size() - statement.size();
        const size_t equal = find_assignment(text, begin);
        for (size_t at = 0; at < text.size(); ++at) {
            const bool is_begin =
                at == 0 || (!is_name_character(text[at - 1]) && text[at - 1] != '%');
            const Designator designator = is_begin ? read_designator(text, at) : Designator();
            if (!designator.is_coindexed()) {
                continue;
            }
            const std::string_view accessed = text.substr(at, designator.end - at);
            if (!is_of_accessors()) {
                const bool is_target = at == begin && designator.end == equal;
                const bool is_source = at == equal + 1 && designator.end == text.size();
                check_remote(accessed, designator, !is_target && !is_source);
            } else {
                check_threads(accessed, statement);
                check_layout(accessed, designator);
                check_class(accessed, find_meaning(designator, names_));
                if (find_assignment(text, 0) != designator.end) {
                    check_read(accessed, designator, !needs_no_accessor(statement));
                }
            }
        }
        if (is_of_accessors()) {
            check_put(statement);
        } else {
            check_assignment(statement);
        }
    }

    /// Finds reads from other images within a put, for GCC 15 and later. Reads in the target's
    /// subscripts are wrong. In GCC 15 those of the right-hand side are wrong too, unless it is a
    /// single coindexed object.
    void check_put(std::string_view text) {
        const size_t equal = find_assignment(text, 0);
        const Designator left = read_designator(text, 0);
        if (equal == text.npos || left.end != equal || !left.is_coindexed()) {
            return;
        }
        const bool is_transfer = read_designator(text, equal + 1).end == text.size();
        for (size_t at = 1; at < text.size(); ++at) {
            const bool is_begin = !is_name_character(text[at - 1]) && text[at - 1] != '%';
            const Designator read = is_begin ? read_designator(text, at) : Designator();
            const bool is_lost = at < equal || (version_ == 15 && !is_transfer);
            if (read.is_coindexed() && is_lost) {
                const std::string_view read_text = text.substr(at, read.end - at);
                warn("the value of this image is taken for " + quote(read_text) +
                     " within a write to " + "another image; assign it to a variable first, ");
            }
        }
    }

    /// All threads share the one variable that holds the values with which an accessor is called.
    void check_threads(std::string_view text, std::string_view statement) {
        if (has_threads_ && !needs_no_accessor(statement)) {
            has_threads_ = false; // one warning is enough
            warn("threads of OpenMP share the subscripts of " + quote(text) +
                 " when they are there at the same time; use a critical section, ");
        }
    }

    /// An access of GCC 15 and later: the accessor assumes array pointers smaller than those in the
    /// coarray.
    void check_layout(std::string_view text, const Designator& designator) {
        const Entity* known = names_.find(designator.parts[0].name);
        const DerivedType* type = known != nullptr ? names_.find_type(known->type) : nullptr;
        const std::string pointer = type != nullptr ? names_.inner_array_pointer(*type) : "";
        if (!pointer.empty()) {
            warn("what lies behind '" + pointer + "', a pointer to an array, is looked for in " +
                 "the wrong part of " + quote(text) +
                 "; define the type in a module, or make this its last component, ");
        }
    }

    /// Statements whose objects of other images the library gets without an accessor.
    static bool needs_no_accessor(std::string_view statement) {
        constexpr std::string_view kWords[] = {"eventpost(", "lock(", "unlock(", "callatomic_"};
        return std::any_of(std::begin(kWords), std::end(kWords),
                           [&](std::string_view word) { return starts(statement, word); });
    }

    /// A read from another image, of GCC 15 and later.
    void check_read(std::string_view text, const Designator& designator, bool has_accessor) {
        for (size_t at = 1; has_accessor && at < text.size(); ++at) {
            const bool is_begin = !is_name_character(text[at - 1]) && text[at - 1] != '%';
            const Designator inner = is_begin ? read_designator(text, at) : Designator();
            if (inner.is_coindexed()) {
                warn("the value of this image is taken for " +
                     quote(text.substr(at, inner.end - at)) + ", which selects what " +
                     quote(text) + " is; assign it to a variable first, ");
            }
        }
        const Entity* known = names_.find(designator.parts[0].name);
        if (known != nullptr && known->is_dummy && known->is_coarray && known->has_open_bounds &&
            !known->is_allocatable) {
            warn("the bounds of '" + std::string(designator.parts[0].name) +
                     "', an assumed-shape argument, are left out when " + quote(text) +
                     " is read; declare them or make it allocatable, ",
                 item_->begin, "a crash");
        }
    }

    /// A part of another image's variable, anywhere in a statement.
    void check_remote(std::string_view text, const Designator& designator, bool is_operand) {
        const Meaning meaning = find_meaning(designator, names_);
        warn(find_lost_argument(text, designator, meaning, is_operand, names_));
        if (!goes_by_references(meaning, names_) && (!meaning.is_character || meaning.has_vector)) {
            check_offset(text, designator, meaning, "write a loop over single elements");
        }
        if (meaning.is_substring) {
            warn("the length passed for the substring " + quote(text) +
                 " is that of the whole; use all of it, ");
        }
        check_class(text, meaning);
    }

    void check_class(std::string_view text, const Meaning& meaning) {
        if (meaning.crosses_class) {
            warn(Fault{"following the polymorphic component is left out in " + quote(text) +
                           "; use a component of fixed type or an array, ",
                       is_of_accessors() ? Fault::kError : Fault().kind});
        }
    }

    /// The compiler omits a component's offset in its element from a section's address.
    void check_offset(std::string_view text,
                      const Designator& designator,
                      const Meaning& meaning,
                      const std::string& remedy) {
        const bool is_sure = meaning.has_offset;
        if (meaning.array_part >= designator.parts.size() ||
            (!is_sure && !meaning.may_have_offset)) {
            return;
        }
        const std::string component(designator.parts.back().name);
        const char* doubt =
            is_sure ? ""
                    : ", unless it is its type's first component, which this file does not show";
        warn("where '" + component + "' lies in an element is left out of " + quote(text) + doubt +
             "; " + remedy + ", ");
    }

    /// In an assignment to a whole object, the operands are described for the library on this image
    /// too.
    void check_assignment(std::string_view text) {
        const size_t equal = find_assignment(text, 0);
        const Designator left = read_designator(text, 0);
        if (equal == text.npos || left.end != equal) {
            return;
        }
        const std::string_view left_text = text.substr(0, equal);
        check_complex(left_text, left);
        if (left.is_coindexed() && find_meaning(left, names_).is_character &&
            loses_length(text.substr(equal + 1), names_)) {
            warn(Fault{"the length of what is written to " + quote(left_text) +
                           " is left out; assign it to a variable first, ",
                       Fault::kError});
        }
        const Designator right = read_designator(text, equal + 1);
        if (right.end != text.size() || right.parts.empty() ||
            left.is_coindexed() == right.is_coindexed()) {
            return;
        }
        if (left.is_coindexed()) {
            check_source(text.substr(equal + 1), right);
        } else {
            check_target(left_text, left, text.substr(equal + 1), right);
        }
    }

    /// The variable on this image that a whole assignment to another one copies.
    void check_source(std::string_view text, const Designator& source) {
        const Meaning meaning = find_meaning(source, names_);
        if (!meaning.has_vector && !meaning.is_character) {
            check_offset(text, source, meaning, "put the right-hand side in parentheses");
        }
        const bool is_section = meaning.array_part == 0;
        if (meaning.is_substring && !is_section) {
            warn("the length passed for the substring " + quote(text) +
                 " is that of the whole; assign by way of a variable, ");
        }
    }

    /// The variable on this image that a whole assignment from another one writes.
    void check_target(std::string_view text,
                      const Designator& target,
                      std::string_view source_text,
                      const Designator& source) {
        const std::string remedy = "put the right-hand side in parentheses";
        const Meaning to = find_meaning(target, names_);
        const Meaning from = find_meaning(source, names_);
        const bool is_scalar = to.array_part >= target.parts.size();
        const bool is_array = from.array_part < source.parts.size();
        if (is_array) {
            if (const Fault fault = find_vector_fault(text, source_text, names_);
                !fault.text.empty()) {
                warn(fault.text);
                return;
            }
        }
        if (is_array && to.has_vector && !to.has_vector_among_several && target.parts.size() == 1 &&
            to.variable != nullptr && to.variable->may_have_gaps) {
            warn("gaps between the elements of " + quote(std::string(target.parts[0].name)) +
                 " are left out in " + quote(text) + ", whose subscript is an array; " + remedy +
                 ", ");
        }
        if (is_array && to.has_vector_among_several) {
            warn("nothing reaches " + quote(text) + ", whose subscripts hold an array; " + remedy +
                 ", ");
        } else if (is_array && !to.has_vector && (!to.is_character || to.is_substring)) {
            check_offset(text, target, to, remedy);
        }
        if (is_array) {
            note_section_read(target, source_text, source);
        }
        if (to.is_substring && is_scalar) {
            warn("the length passed for the substring " + quote(text) + " is that of the whole; " +
                 remedy + ", ");
        }
        const DerivedType* type =
            from.last != nullptr ? names_.find_type(from.last->type) : nullptr;
        if (type != nullptr && names_.has_pointers(*type)) {
            warn("after a copy of all of " + quote(source_text) +
                 " the compiled code follows "
                 "pointers of the other image; copy component by component, ");
        }
    }

    void note_section_read(const Designator& target,
                           std::string_view source_text,
                           const Designator& source) {
        const Entity* to = names_.find(target.parts[0].name);
        const Entity* from = names_.find(source.parts[0].name);
        const std::vector<std::string_view> subscripts = texts_of_list(target.parts[0].subscripts);
        const bool is_whole =
            std::all_of(subscripts.begin(), subscripts.end(),
                        [](std::string_view subscript) { return subscript == ":"; });
        const Scope& scope = names_.scopes.back();
        const auto argument =
            std::find(scope.arguments.begin(), scope.arguments.end(), source.parts[0].name);
        if (target.parts.size() == 1 && is_whole && to != nullptr && to->is_allocatable &&
            from != nullptr && from->is_coarray && !from->is_allocatable &&
            argument != scope.arguments.end()) {
            section_reads_.push_back({scope.procedure,
                                      static_cast<size_t>(argument - scope.arguments.begin()),
                                      std::string(source_text), item_->begin});
        }
    }

    /// The library gets the address of the coarray instead of that of the argument.
    void check_reads_of_sections() {
        for (const SectionRead& read : section_reads_) {
            const auto passed =
                std::find_if(passed_.begin(), passed_.end(), [&](const Passed& each) {
                    return each.procedure == read.procedure && each.argument == read.argument;
                });
            if (passed != passed_.end() && !is_of_accessors()) {
                warn("where the argument " + quote(passed->text) + " begins is left out of " +
                         quote(read.text) +
                         ", which is assigned to a whole allocatable array; put it in "
                         "parentheses, ",
                     read.at);
            }
        }
    }

    /// The compiled code changes a copy of such a variable.
    void check_complex(std::string_view text, const Designator& changed) {
        const Entity* known =
            changed.parts.size() == 1 ? names_.find(changed.parts[0].name) : nullptr;
        if (known == nullptr || !known->is_complex || !known->is_coarray || known->is_array ||
            known->is_allocatable || (changed.is_coindexed() && !known->is_dummy)) {
            return;
        }
        warn("the new value of " + quote(text) +
             ", a scalar complex coarray, is lost; make it an " +
             "array of one element or allocatable, ");
    }

    void check_collective(std::string_view text) {
        const size_t open = text.find('(');
        if (open == text.npos) {
            return;
        }
        warn(find_lost_message(text, names_));
        const Designator argument = read_designator(text, open + 1);
        check_complex(text.substr(open + 1, argument.end - open - 1), argument);
        const Meaning meaning = find_meaning(argument, names_);
        if (meaning.array_part + 1 < argument.parts.size() && !meaning.is_character) {
            warn("whole elements are passed in place of " +
                 quote(text.substr(open + 1, argument.end - open - 1)) +
                 "; use an array of its own, ");
        }
    }

    void note_call(std::string_view text) {
        const size_t end = after_name(text, 4);
        if (end >= text.size() || text[end] != '(') {
            return;
        }
        const size_t close = std::min(after_bracket(text, end), text.size());
        const std::vector<Range> arguments =
            split_list(text, end + 1, std::max(close, end + 2) - 1);
        for (size_t i = 0; i < arguments.size(); ++i) {
            const Range range = arguments[i];
            const Designator actual = read_designator(text, range.begin);
            note_optional(actual, range,
                          {std::string(text.substr(4, end - 4)), i, "", item_->begin, false});
            if (actual.end != range.end || actual.parts.size() != 1 || actual.is_coindexed() ||
                !actual.parts[0].has_subscripts) {
                continue;
            }
            const Entity* known = names_.find(actual.parts[0].name);
            const DerivedType* type = known != nullptr ? names_.find_type(known->type) : nullptr;
            if (known != nullptr && known->is_coarray &&
                !begins_at_first(actual.parts[0].subscripts, *known)) {
                passed_.push_back({std::string(text.substr(4, end - 4)), i,
                                   std::string(text.substr(range.begin, range.end - range.begin)),
                                   item_->begin, type != nullptr && names_.has_pointers(*type)});
            }
        }
    }

    /// An optional coarray that is passed on is looked into, absent or not.
    void note_optional(const Designator& actual, const Range& range, Passed passed) {
        if (actual.end != range.end || actual.parts.size() != 1 || actual.is_coindexed() ||
            actual.parts[0].has_subscripts) {
            return;
        }
        passed.text = actual.parts[0].name;
        const Entity* known = names_.find(passed.text);
        const bool is_asked = item_->text.find("present(" + passed.text + ")") != std::string::npos;
        if (known != nullptr && known->is_optional && known->is_coarray && !known->is_allocatable &&
            known->has_open_bounds && !is_asked) {
            optional_.push_back(std::move(passed));
        }
    }

    void check_optional() {
        for (const Passed& passed : optional_) {
            const auto known = declarations_.coarray_arguments().find(passed.procedure);
            if (known == declarations_.coarray_arguments().end() || is_of_accessors()) {
                continue;
            }
            for (const FortranDeclarations::CoarrayArgument& argument : known->second) {
                if (argument.index == passed.argument && argument.has_open_bounds) {
                    warn("where " + quote(passed.text) +
                             ", an optional coarray, is absent it is "
                             "followed all the same when it is passed on; ask PRESENT first in the "
                             "same statement, ",
                         passed.at, "a crash");
                }
            }
        }
    }

    /// Whether the subscripts select what begins with the first element of the array.
    static bool begins_at_first(std::string_view subscripts, const Entity& array) {
        for (const std::string_view one : texts_of_list(subscripts)) {
            const bool is_first =
                !array.first.empty() && starts(one, array.first) &&
                (one.size() == array.first.size() || one[array.first.size()] == ':');
            if (!is_first && !starts(one, ":")) {
                return false;
            }
        }
        return true;
    }

    /// The library gets only the coarray, not where in it the argument begins: up to GCC 14 where
    /// it goes by references, later where the argument's bounds are declared.
    void check_calls() {
        for (const Passed& passed : passed_) {
            const auto known = declarations_.coarray_arguments().find(passed.procedure);
            if (known == declarations_.coarray_arguments().end()) {
                continue;
            }
            for (const FortranDeclarations::CoarrayArgument& argument : known->second) {
                const bool loses_start = is_of_accessors()
                                             ? !argument.has_open_bounds
                                             : argument.has_pointers && passed.has_pointers;
                if (argument.index == passed.argument && loses_start) {
                    const char* const why =
                        is_of_accessors() ? ""
                                          : ", whose type has allocatable or pointer components";
                    warn("where " + quote(passed.text) + " begins is left out when '" +
                             passed.procedure + "' reaches other images by this argument" + why +
                             "; pass the whole coarray and an index, ",
                         passed.at);
                }
            }
        }
    }

    void check_stats() {
        for (const LostStats::Lost& lost : lost_stats_.find()) {
            if (version_ >= 16) {
                warn("the status that " + quote(lost.variable) +
                         " gets by stat= is not seen behind this statement; declare it as a "
                         "target, ",
                     lost.at);
            }
        }
    }

    void check_merge(std::string_view text) {
        for (const std::string_view word :
             {"eventwait(", "eventpost(", "lock(", "unlock(", "syncimages("}) {
            if (starts(text, word) && (version_ < 16 || word != "syncimages(")) {
                warn("the condition of MERGE is not evaluated in this statement; use a variable, ");
            }
        }
    }

    std::string_view source_;
    const Layout& layout_;
    LineTable lines_;
    int version_;
    bool has_threads_ = is_of_accessors() && layout_.has_openmp && may_contain(source_, "$omp");
    FortranDeclarations declarations_;
    const FortranNames& names_ = declarations_.names();
    const Item* item_ = nullptr;
    LostStats lost_stats_;
    std::vector<Passed> passed_;
    std::vector<Passed> optional_;
    std::vector<SectionRead> section_reads_;
    std::vector<Warning> warnings_;
};

} // namespace

std::vector<std::string> find_wrong_data(std::string_view source,
                                         const Layout& layout,
                                         const std::string& name,
                                         int version) {
    if (source.find('[') == source.npos && !may_contain(source, "callco_") &&
        !may_contain(source, "team(")) {
        return {};
    }
    return Finder(source, layout, name, version).find();
}

bool changes_results(const std::string& warning) {
    return warning.find(std::string(kWarning) + Fault::kMessage) == warning.npos;
}

std::string fault_of(const std::string& warning) {
    const size_t kind = warning.find(kWarning);
    const size_t compilers = warning.find(": ", kind + kWarning.size());
    const size_t remedies = warning.find("; ", compilers);
    if (kind == warning.npos || compilers == warning.npos || remedies == warning.npos) {
        return warning;
    }
    return warning.substr(0, kind) + warning.substr(compilers, remedies - compilers);
}

} // namespace arauto::tools
