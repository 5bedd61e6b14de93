#include "core/expect.hpp"

#include <cstdio>
#include <cstdlib>

namespace gluey {

void expectation_failed(const char* file, int line, const char* condition, const std::string& text) {
  std::fprintf(stderr, "%s:%d: expected %s: %s\n", file, line, condition, text.c_str());
  std::abort();
}

}  // namespace gluey
