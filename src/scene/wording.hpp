#pragma once
// Words that messages, printed scenes and the page of keys share: numbers, quoted texts, what a rule allows, the name
// that a misspelt one was probably meant to be.

#include "scene/schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gluey::scene {

/// The shortest decimal that reads back as the same double, always with a point or an exponent, as TOML wants floats.
std::string number_text(double value);
/// A TOML basic string with its quotes.
std::string in_quotes(std::string_view text);
/// a, b, c
std::string listed(const std::vector<std::string>& items);

/// "1 entry", "3 entries"
std::string entries_text(std::size_t count);

/// The bounds of a rule: "> 0", ">= 2 and <= 3"; empty if there are none.
std::string bounds_text(const Rule& rule);
/// "a number > 0"
std::string with_bounds(std::string_view noun, const Rule& rule);
bool within_bounds(const Rule& rule, double value);
/// The choices there are in a dimension (0: any), quoted.
std::vector<std::string> choice_names(const Choices& choices, int dimension);

/// The known name nearest to a misspelt one, or an empty one if none is near: few letters differ, or it is a misspelt
/// beginning ("gama" for "gamma_min").
std::string_view nearest(std::string_view misspelt, const std::vector<std::string_view>& known);

}  // namespace gluey::scene
