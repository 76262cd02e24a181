#include "rules.hpp"

#include <algorithm>

namespace leat::style {

std::string to_string(const Offence& offence) {
    return offence.file + ":" + std::to_string(offence.line) + ": " + offence.what;
}

Offences check(const SourceTree& tree) {
    Offences offences;
    for (const SourceFile& file : tree.sources) {
        check_text(file, offences);
        check_code(file, offences);
        check_includes(tree, file, offences);
        check_membership(tree, file, offences);
    }
    check_readme(tree, offences);
    std::sort(offences.begin(), offences.end());
    return offences;
}

}  // namespace leat::style
