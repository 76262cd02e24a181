#pragma once

#include <compare>
#include <string>
#include <vector>

#include "source_tree.hpp"

namespace leat::style {

/// A place that breaks a rule.
struct Offence {
    std::string file;
    std::size_t line;
    std::string what;

    friend auto operator<=>(const Offence&, const Offence&) = default;
};
using Offences = std::vector<Offence>;

/// "file:line: what", as compilers write it.
std::string to_string(const Offence& offence);

/// Files of at most 400 lines of at most 100 columns; `#pragma once`; no marks of unfinished work;
/// no code in comments.
void check_text(const SourceFile& file, Offences& offences);

/// Functions of at most 50 lines; one owner for each object; nothing on the fast path that
/// allocates or searches at run time.
void check_code(const SourceFile& file, Offences& offences);

/// Includes along the arrows of the architecture only, and third parties in no public header.
void check_includes(const SourceTree& tree, const SourceFile& file, Offences& offences);

/// Every source is built, every public header installed and tested.
void check_membership(const SourceTree& tree, const SourceFile& file, Offences& offences);

/// The README's C++ stands in a program that is built.
void check_readme(const SourceTree& tree, Offences& offences);

/// All rules on all files.
Offences check(const SourceTree& tree);

}  // namespace leat::style
