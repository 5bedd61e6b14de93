#pragma once
// What must hold inside the program whatever its users do: looked at where assertions are on (presets dev, asan, tsan), where a statement that
// does not hold ends the program, and no code otherwise. What users may get wrong throws Error instead.

#include <fmt/format.h>

#include <string>

namespace gluey {

#ifdef NDEBUG
inline constexpr bool expectations_checked = false;
#else
inline constexpr bool expectations_checked = true;
#endif

/// Writes what does not hold and where, and aborts.
[[noreturn]] void expectation_failed(const char* file, int line, const char* condition, const std::string& text);

}  // namespace gluey

/// GLUEY_EXPECT(condition, "contact {} …", c): the text is made where the condition does not hold.
#define GLUEY_EXPECT(condition, ...)                                                         \
  do {                                                                                       \
    if constexpr (gluey::expectations_checked) {                                             \
      if (const bool holds = (condition); !holds) {                                          \
        gluey::expectation_failed(__FILE__, __LINE__, #condition, fmt::format(__VA_ARGS__)); \
      }                                                                                      \
    }                                                                                        \
  } while (false)
