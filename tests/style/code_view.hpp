#pragma once

#include <string>

namespace leat::style {

/// Blanks comments, texts and characters of a C++ file, so that what is left is code. Every line
/// keeps its length.
std::string code_view(std::string text);

/// Blanks preprocessor lines, with the lines that continue them.
std::string without_directives(std::string code);

}  // namespace leat::style
