#pragma once
// The page: all of viewer/ in one HTML text, put in at build time by embed_page.cmake.

#include <string_view>

namespace gluey::view {

std::string_view page();

}  // namespace gluey::view
