#pragma once
// What the subcommands share: their entry points, exit codes and output.

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace gluey::app {

inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_usage = 2;

/// A mistake on the command line that parsing alone does not find. (Exit code 2.)
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The reader of stdout has gone (`gluey stats run.h5 | head`). Not an error: there is nobody left to write for.
struct BrokenPipe {};

/// Writes to stdout; throws BrokenPipe, or Error where the disk is full.
void write(std::string_view text);
void flush();

template <typename... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// "1 frame", "3 frames"
template <typename Count>
std::string counted(Count count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == Count{1} ? singular : plural);
}

/// Of the axes, by their number.
inline constexpr const char* axis_names = "xyz";

/// A share in words: "0.37 %", "310 %".
inline std::string percent_text(double share) {
  const double percent = 100.0 * share;
  return percent < 10.0 ? fmt::format("{:.2g} %", percent) : fmt::format("{:.0f} %", percent);
}

/// "468 at the end, bin took 32": where bodies come or go.
std::string here_text(std::int64_t present, const std::vector<std::pair<std::string, std::int64_t>>& taken);

/// Checks for options: CLI11's own for positive numbers end their message with the largest there is.
inline double number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' ? std::numeric_limits<double>::quiet_NaN() : value;
}
inline std::string above_zero(const std::string& text) {
  return number(text) > 0.0 ? std::string() : "found " + text + ", must be a number > 0";
}
inline std::string not_negative(const std::string& text) {
  const double value = number(text);
  return value >= 0.0 && value <= 9e15 && value == std::floor(value)
             ? std::string()
             : "found " + text + ", must be a whole number >= 0";
}
inline std::string count(const std::string& text) {
  return number(text) >= 1.0 && not_negative(text).empty() ? std::string()
                                                           : "found " + text + ", must be a whole number >= 1";
}

// One a subcommand, each in the file of its name. The subcommand's exit code goes to `status`.
void add_run(CLI::App& app, int& status);
void add_check(CLI::App& app);
void add_new(CLI::App& app);
void add_list(CLI::App& app);
void add_info(CLI::App& app);
void add_stats(CLI::App& app);
void add_export(CLI::App& app);
void add_view(CLI::App& app);
void add_render(CLI::App& app);
void add_plot(CLI::App& app);
void add_reproduce(CLI::App& app, int& status);
void add_ode(CLI::App& app);
void add_solve(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_keys(CLI::App& app);

}  // namespace gluey::app
