#include "io/export_files.hpp"
#include "io/text_file.hpp"

#include <fmt/compile.h>

#include <memory>

namespace gluey::io {
namespace {

// A label as a field of CSV (RFC 4180): in quotes where it holds a separator.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string result = "\"";
  for (const char letter : text) {
    result += letter == '"' ? "\"\"" : std::string(1, letter);
  }
  return result + "\"";
}

}  // namespace

std::vector<std::string> export_csv(const Results& results, const std::vector<std::int64_t>& numbers,
                                    const std::string& base) {
  const Constants& constants = results.constants();
  const bool plane = constants.dimension == 2;
  const std::size_t d = plane ? 2 : 3, o = plane ? 1 : 4, w = plane ? 1 : 3;
  std::vector<std::string> last_cells;  // of each body, the same in all frames
  for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
    last_cells.push_back(fmt::format(",{},{}\n", constants.bodies.radius[body], quoted(constants.bodies.label[body])));
  }
  TextFile file(base + ".csv");
  file.add("{}", plane ? "time,step,body,x,y,vx,vy,angle,omega,radius,label\n"
                       : "time,step,body,x,y,z,vx,vy,vz,qw,qx,qy,qz,wx,wy,wz,radius,label\n");
  const auto lines_of = [&](const Frame& frame) {
    const auto lines = std::make_shared<fmt::memory_buffer>();
    const fmt::appender end(*lines);
    const std::string first_cells = fmt::format("{},{},", frame.time, frame.step);
    for (std::size_t body = 0; body < last_cells.size(); ++body) {
      if (!frame.present.empty() && frame.present[body] == 0) {
        continue;
      }
      lines->append(first_cells);
      fmt::format_to(end, FMT_COMPILE("{}"), body);
      const auto columns = [&](const std::vector<double>& values, std::size_t width) {
        for (std::size_t j = 0; j < width; ++j) {
          fmt::format_to(end, FMT_COMPILE(",{}"), values[body * width + j]);
        }
      };
      columns(frame.position, d);
      columns(frame.velocity, d);
      columns(frame.orientation, o);
      columns(frame.angular_velocity, w);
      lines->append(last_cells[body]);
    }
    return lines;
  };
  const FrameArrays arrays = {.places = true, .orientations = true, .motion = true};
  results.for_each_frame(numbers, arrays, [&](std::size_t, const Frame& frame) -> Results::InTurn {
    return [&file, lines = lines_of(frame)] { file.add_text({lines->data(), lines->size()}); };
  });
  file.close();
  return {base + ".csv"};
}

}  // namespace gluey::io
