#include "progress.hpp"

#include <fmt/format.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace gluey::app {

namespace {

constexpr std::chrono::milliseconds bar_interval{100};
constexpr std::chrono::seconds line_interval{5};
constexpr double averaging_seconds = 10.0;
constexpr std::size_t bar_smallest = 10, bar_largest = 40;

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

/// The part of the run that is done, 0 to 1; nothing where its end is not known.
std::optional<double> part_done(const RunProgress& progress) {
  if (progress.steps_total > 0) {
    return static_cast<double>(progress.step) / static_cast<double>(progress.steps_total);
  }
  if (std::isfinite(progress.end) && progress.end > 0.0) {
    return std::min(1.0, progress.time / progress.end);
  }
  return std::nullopt;
}

std::string step_text(const RunProgress& progress) {
  return progress.steps_total > 0 ? fmt::format("step {}/{}", progress.step, progress.steps_total)
                                  : fmt::format("step {}", progress.step);
}

std::string time_text(const RunProgress& progress) {
  return std::isfinite(progress.end) ? fmt::format("t {:.4g}/{:.4g}", progress.time, progress.end)
                                     : fmt::format("t {:.4g}", progress.time);
}

std::string speed_text(double steps_per_second) {
  return steps_per_second >= 100.0 ? fmt::format("{:.0f} steps/s", steps_per_second)
                                   : fmt::format("{:.3g} steps/s", steps_per_second);
}

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

bool on_terminal() {
  const char* terminal = std::getenv("TERM");
  const bool plain = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDERR_FILENO) != 0 && !plain;
}

bool has_unicode() {
  // Only the character set: numbers keep their dots.
  std::setlocale(LC_CTYPE, "");
  return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

}  // namespace

std::string clock_text(double seconds) {
  const long long whole = std::llround(std::clamp(seconds, 0.0, 3.6e9));
  const long long hours = whole / 3600;
  const long long minutes = whole / 60 % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                   : fmt::format("{}:{:02}", minutes, whole % 60);
}

std::string bar_text(double done, std::size_t cells, bool unicode) {
  std::string text;
  if (!unicode) {
    const auto filled = static_cast<std::size_t>(done * static_cast<double>(cells));
    return "[" + std::string(filled, '#') + std::string(cells - filled, '.') + "]";
  }
  static constexpr std::array<const char*, 8> eighths = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto filled = static_cast<std::size_t>(done * static_cast<double>(8 * cells));
  text += "▕";
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t part = std::min<std::size_t>(8, filled - std::min(filled, 8 * cell));
    text += part == 8 ? "█" : eighths[part];
  }
  return text + "▏";
}

CountProgress::CountProgress(bool quiet, std::string what)
    : what_(std::move(what)), quiet_(quiet), terminal_(on_terminal()), unicode_(has_unicode()) {}

void CountProgress::update(std::int64_t done, std::int64_t total) {
  const Clock::time_point now = Clock::now();
  const auto interval = terminal_ ? Clock::duration(bar_interval) : Clock::duration(line_interval);
  if (quiet_ || (done < total && now - last_drawn_ < interval)) {
    return;
  }
  last_drawn_ = now;
  const double part = static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, total));
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string words =
      fmt::format("{} {}/{}  ETA {}", what_, done, total, clock_text(elapsed * (1.0 / part - 1.0)));
  if (!terminal_) {
    put(words + "\n");
    return;
  }
  const std::size_t width = terminal_width() - 1;
  const std::size_t used = words.size() + 9;
  const std::string bar = width > used + bar_smallest
                              ? bar_text(part, std::min(bar_largest, width - used), unicode_) + "  "
                              : std::string();
  put(fmt::format("\r{:3.0f}% {}{}\x1b[K", std::floor(100.0 * part), bar, words));
  bar_shown_ = true;
}

void CountProgress::finish() {
  if (bar_shown_) {
    put("\n");
    bar_shown_ = false;
  }
}

Progress::Progress(bool quiet) {
  if (!quiet) {
    mode_ = on_terminal() ? Mode::bar : Mode::lines;
    unicode_ = has_unicode();
  }
}

Progress::~Progress() { finish(); }

void Progress::update(const RunProgress& progress) {
  if (mode_ == Mode::off) {
    return;
  }
  const Clock::time_point now = Clock::now();
  const bool first = last_drawn_ == Clock::time_point{};
  if (!first &&
      now - last_drawn_ < (mode_ == Mode::bar ? Clock::duration(bar_interval) : Clock::duration(line_interval))) {
    pending_ = progress;
    pending_report_ = *progress.report;
    return;
  }
  last_drawn_ = now;
  pending_.reset();
  draw(progress);
}

void Progress::warn(const std::string& text) {
  // The next update redraws the bar below.
  put(bar_shown_ ? fmt::format("\r\x1b[Kwarning: {}\n", text) : fmt::format("warning: {}\n", text));
  bar_shown_ = false;
}

void Progress::finish() {
  if (mode_ == Mode::bar && pending_) {
    pending_->report = &pending_report_;
    draw(*pending_);
    pending_.reset();
  }
  if (bar_shown_) {
    put("\n");
    bar_shown_ = false;
  }
}

void Progress::measure_speed(const RunProgress& progress) {
  const double seconds = progress.elapsed - last_elapsed_;
  if (seconds <= 0.0) {
    return;
  }
  const bool first = last_elapsed_ == 0.0;
  const auto step = static_cast<double>(progress.step);
  const double done = part_done(progress).value_or(0.0);
  if (first) {
    // After --resume the steps of the earlier process do not count.
    const auto before = static_cast<double>(progress.first_step);
    last_step_ = before;
    last_done_ = step > 0.0 ? done * before / step : 0.0;
  }
  // An average over the last seconds, and over the whole run as long as it is younger: the first step says little.
  const double weight = std::max(1.0 - std::exp(-seconds / averaging_seconds), seconds / progress.elapsed);
  steps_per_second_ += weight * ((step - last_step_) / seconds - steps_per_second_);
  done_per_second_ += weight * ((done - last_done_) / seconds - done_per_second_);
  last_elapsed_ = progress.elapsed;
  last_step_ = step;
  last_done_ = done;
}

void Progress::draw(const RunProgress& progress) {
  measure_speed(progress);
  if (mode_ == Mode::bar) {
    put("\r" + bar(progress, terminal_width() - 1) + "\x1b[K");
    bar_shown_ = true;
  } else {
    put(line(progress) + "\n");
  }
}

std::string Progress::line(const RunProgress& progress) const {
  const HistoryRow& row = progress.report->row;
  const std::optional<double> done = part_done(progress);
  std::string text = step_text(progress);
  if (done) {
    text += fmt::format(" ({:.0f}%)", 100.0 * *done);
  }
  text += fmt::format("  {}  contacts {}  iterations {}  residual {:.1e}  {}", time_text(progress), row.contacts,
                      row.iterations, row.residual, speed_text(steps_per_second_));
  if (done && done_per_second_ > 0.0) {
    text += "  ETA " + clock_text((1.0 - *done) / done_per_second_);
  }
  return text;
}

std::string Progress::bar(const RunProgress& progress, std::size_t width) const {
  const HistoryRow& row = progress.report->row;
  const std::optional<double> done = part_done(progress);
  // Fields from left to right, and the rank that decides which go first where the terminal is narrow.
  struct Field {
    int rank;
    std::string text;
  };
  std::vector<Field> fields = {{1, step_text(progress)},
                               {3, time_text(progress)},
                               {5, counted(row.contacts, "contact", "contacts")},
                               {6, counted(row.iterations, "iteration", "iterations")},
                               {7, fmt::format("residual {:.0e}", row.residual)},
                               {4, speed_text(steps_per_second_)}};
  if (done && done_per_second_ > 0.0) {
    fields.push_back({2, "ETA " + clock_text((1.0 - *done) / done_per_second_)});
  }
  const std::size_t head = done ? 5 + 2 : 0;  // "100% " and the bar's two ends
  const auto text_width = [&fields] {
    std::size_t sum = 0;
    for (const Field& field : fields) {
      sum += field.text.size() + 2;
    }
    return sum;
  };
  while (fields.size() > 1 && head + (done ? bar_smallest : 0) + text_width() > width) {
    fields.erase(
        std::max_element(fields.begin(), fields.end(), [](const Field& a, const Field& b) { return a.rank < b.rank; }));
  }

  std::string text;
  const std::size_t used = head + text_width();
  if (done && used + 3 <= width) {
    const std::size_t cells = std::min(bar_largest, width - used);
    text = fmt::format("{:3.0f}% ", std::floor(100.0 * *done));
    text += bar_text(*done, cells, unicode_);
  }
  std::string words;
  for (const Field& field : fields) {
    words += "  " + field.text;
  }
  return text + words.substr(0, width);
}

}  // namespace gluey::app
