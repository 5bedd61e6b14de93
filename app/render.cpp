// gluey render FILE.h5: a picture of a frame, of several side by side, or a movie.

#include <gluey/render.hpp>

#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "progress.hpp"

namespace gluey::app {

namespace {

const std::map<std::string, BodyColor> colors = {{"none", BodyColor::none},         {"gamma", BodyColor::gamma},
                                                 {"velocity", BodyColor::velocity}, {"force", BodyColor::force},
                                                 {"label", BodyColor::label},       {"cluster", BodyColor::cluster},
                                                 {"radius", BodyColor::radius}};
const std::map<std::string, ContactNetwork> networks = {{"gamma", ContactNetwork::gamma},
                                                        {"force", ContactNetwork::force}};

struct RenderCommand {
  std::vector<std::string> files, titles;
  std::vector<std::int64_t> frames;
  std::vector<double> times;
  std::string output, movie, color = "label", network, size, zoom, camera;
  PictureOptions options;
  double frames_per_second = 25.0;
  bool no_legend = false, no_obstacles = false, quiet = false;
};

/// "0.1,2,3" as numbers; `form` says in words what is wanted.
std::vector<double> numbers(const std::string& option, const std::string& text, char separator, std::size_t least,
                            std::size_t most, const char* form) {
  std::vector<double> values;
  std::size_t start = 0;
  while (true) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    std::size_t used = 0;
    const std::string word = text.substr(start, end - start);
    try {
      values.push_back(std::stod(word, &used));
    } catch (const std::logic_error&) {
      used = std::string::npos;
    }
    if (used != word.size() || !std::isfinite(values.back())) {
      throw UsageError(fmt::format("{} {}: wants {}", option, text, form));
    }
    if (end == text.size()) {
      break;
    }
    start = end + 1;
  }
  if (values.size() < least || values.size() > most) {
    throw UsageError(fmt::format("{} {}: wants {}", option, text, form));
  }
  return values;
}

void read_options(RenderCommand& command) {
  PictureOptions& options = command.options;
  options.color = colors.at(command.color);
  options.network = command.network.empty() ? ContactNetwork::none : networks.at(command.network);
  options.legend = !command.no_legend;
  options.obstacles = !command.no_obstacles;
  if (!command.size.empty()) {
    const auto size = numbers("--size", command.size, 'x', 1, 2, "WIDTH or WIDTHxHEIGHT in pixels");
    if (size.front() < 1.0 || size.back() < 1.0 || size.front() > 1e5 || size.back() > 1e5) {
      throw UsageError(fmt::format("--size {}: wants 1 to 100000 pixels", command.size));
    }
    options.width = static_cast<int>(size[0]);
    options.height = size.size() == 2 ? static_cast<int>(size[1]) : 0;
  }
  if (!command.zoom.empty()) {
    const auto zoom = numbers("--zoom", command.zoom, ',', 4, 4, "x0,y0,x1,y1");
    if (zoom[0] >= zoom[2] || zoom[1] >= zoom[3]) {
      throw UsageError(fmt::format("--zoom {}: wants x0 < x1 and y0 < y1", command.zoom));
    }
    options.zoom = {zoom[0], zoom[1], zoom[2], zoom[3]};
  }
  if (!command.camera.empty()) {
    const auto camera = numbers("--camera", command.camera, ',', 2, 3, "azimuth,elevation[,zoom] in degrees");
    if (std::abs(camera[1]) > 89.0 || (camera.size() == 3 && camera[2] <= 0.0)) {
      throw UsageError(fmt::format("--camera {}: wants an elevation of -89 to 89 and a zoom > 0", command.camera));
    }
    options.camera = {camera[0], camera[1], camera.size() == 3 ? camera[2] : 1.0};
  }
}

std::int64_t nearest_frame(const Results& results, double time) {
  const std::vector<double>& times = results.times();
  const auto near = std::min_element(times.begin(), times.end(),
                                     [&](double a, double b) { return std::abs(a - time) < std::abs(b - time); });
  if (times.empty() || time > times.back() || time < times.front()) {
    throw UsageError(times.empty()
                         ? std::string("the result has no frames")
                         : fmt::format("--time {}: the result covers {} to {}", time, times.front(), times.back()));
  }
  return near - times.begin();
}

/// Frames go down, results across; the frames of a single result side by side.
std::vector<PicturePanel> panels_of(const RenderCommand& command, const std::vector<Results>& results) {
  const std::size_t moments = std::max<std::size_t>(1, command.frames.size() + command.times.size());
  std::vector<PicturePanel> panels;
  for (std::size_t moment = 0; moment < moments; ++moment) {
    for (std::size_t k = 0; k < results.size(); ++k) {
      PicturePanel panel{.results = &results[k]};
      if (moment < command.frames.size()) {
        panel.frame = command.frames[moment];
      } else if (!command.times.empty()) {
        panel.frame = nearest_frame(results[k], command.times[moment - command.frames.size()]);
      }
      const std::int64_t count = results[k].frames();
      if (panel.frame >= count || panel.frame < -count) {
        throw UsageError(fmt::format("--frame {}: {} has {} frames", panel.frame, command.files[k], count));
      }
      if (k < command.titles.size()) {
        panel.title = command.titles[k];
      } else if (results.size() > 1) {
        panel.title = std::filesystem::path(command.files[k]).stem().string();
      }
      if (moments > 1) {
        const std::int64_t row = panel.frame < 0 ? panel.frame + count : panel.frame;
        panel.title += fmt::format("{}t = {:.4g}", panel.title.empty() ? "" : ",  ",
                                   results[k].times()[static_cast<std::size_t>(row)]);
      }
      panels.push_back(panel);
    }
  }
  return panels;
}

/// Wrong names are found before any work is done.
void check_suffix(const std::string& file, const std::vector<std::string>& allowed) {
  const std::string suffix = std::filesystem::path(file).extension().string();
  if (std::find(allowed.begin(), allowed.end(), suffix) == allowed.end()) {
    throw UsageError(fmt::format("{}: the name must end in {}", file, fmt::join(allowed, ", ")));
  }
}

/// Refuses what the file does not hold; zeros in its place would look like results.
void check_contacts(const RenderCommand& command, std::size_t file, const Results& results) {
  const bool coloured = command.color == "gamma" || command.color == "force" || command.color == "cluster";
  const std::string option = !command.network.empty() ? "--network " + command.network
                             : coloured               ? "--color " + command.color
                                                      : std::string();
  if (!option.empty() && !results.has_contacts()) {
    throw UsageError(fmt::format("{}: {} has no contacts (output.contacts = false)", option, command.files[file]));
  }
}

/// Smaller, texts vanish; larger, they fill the picture.
std::string readable_dpi(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && value >= 20.0 && value <= 2400.0
             ? std::string()
             : "found " + text + ", must be a number from 20 to 2400";
}

void make_movie(const RenderCommand& command, const std::vector<PicturePanel>& panels) {
  CountProgress progress(command.quiet, "frame");
  render_movie(panels, command.options, command.movie, command.frames_per_second,
               [&progress](std::int64_t done, std::int64_t total) { progress.update(done, total); });
  progress.finish();
  print("{}\n", command.movie);
}

void render(RenderCommand& command) {
  read_options(command);
  if (!command.movie.empty()) {
    check_suffix(command.movie, {".mp4", ".mkv", ".mov", ".webm", ".gif"});
  } else if (!command.output.empty()) {
    check_suffix(command.output, {".png", ".svg", ".pdf"});
  }
  if (command.titles.size() > command.files.size()) {
    throw UsageError(fmt::format("--title: {} titles for {} files", command.titles.size(), command.files.size()));
  }
  std::vector<Results> results;
  results.reserve(command.files.size());
  for (const std::string& file : command.files) {
    results.emplace_back(file);
    check_contacts(command, results.size() - 1, results.back());
  }
  if (results.front().constants().dimension == 3 && command.options.zoom) {
    throw UsageError("--zoom: the result is three-dimensional; --camera azimuth,elevation,zoom has a zoom");
  }
  if (results.front().constants().dimension == 2 && !command.camera.empty()) {
    throw UsageError("--camera: the result is two-dimensional; --zoom x0,y0,x1,y1 shows a part of it");
  }
  if (command.options.columns == 0 && results.size() > 1) {
    command.options.columns = static_cast<int>(results.size());
  }
  const std::vector<PicturePanel> panels = panels_of(command, results);
  if (!command.movie.empty()) {
    make_movie(command, panels);
    return;
  }
  if (command.output.empty()) {
    command.output = std::filesystem::path(command.files.front()).stem().string() + ".png";
  }
  render_picture(panels, command.options, command.output);
  print("{}\n", command.output);
}

}  // namespace

void add_render(CLI::App& app) {
  auto command = std::make_shared<RenderCommand>();
  CLI::App* render_app = app.add_subcommand("render", "Picture of a frame, of several side by side, or a movie");
  render_app->add_option("files", command->files, "Result files; several are drawn side by side")
      ->required()
      ->type_name("FILE.h5");
  CLI::Option* output =
      render_app->add_option("-o,--output", command->output, "Picture, .png, .svg or .pdf (default: FILE.png)")
          ->type_name("PICTURE");
  CLI::Option* frame =
      render_app
          ->add_option("--frame", command->frames, "Frame, negative from the end (-1); repeat for several side by side")
          ->type_name("K")
          ->allow_extra_args(false);
  CLI::Option* time = render_app->add_option("--time", command->times, "Frame nearest to a time; repeatable")
                          ->type_name("T")
                          ->allow_extra_args(false);
  render_app->add_option("--color", command->color, "What the bodies' colours show (label)")
      ->type_name("gamma|velocity|force|label|cluster|radius|none")
      ->check(CLI::IsMember(&colors));
  render_app
      ->add_option("--network", command->network,
                   "Contacts as tubes: darker for more negative gamma, or thicker for larger force")
      ->type_name("gamma|force")
      ->check(CLI::IsMember(&networks));
  render_app->add_flag("--trails", command->options.trails, "Where the bodies' centres went until the frame");
  render_app->add_option("--zoom", command->zoom, "Part of the plane to show (2D)")->type_name("x0,y0,x1,y1");
  render_app->add_option("--camera", command->camera, "Where from, in degrees (3D; 35,22)")
      ->type_name("azimuth,elevation[,zoom]");
  render_app->add_option("--title", command->titles, "Title of a file's panels; repeat for each file")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  render_app->add_option("--columns", command->options.columns, "Panels in a row (as many as files; 4 for one file)")
      ->type_name("N")
      ->check(above_zero);
  render_app->add_flag("--no-obstacles", command->no_obstacles, "Bodies alone, the view around them");
  render_app->add_flag("--no-legend", command->no_legend, "Leave the legend out");
  render_app->add_option("--size", command->size, "Pixels; the height follows from the view (1200)")
      ->type_name("W[xH]");
  render_app->add_option("--dpi", command->options.dpi, "Size of texts and lines (96)")
      ->type_name("N")
      ->check(readable_dpi);
  CLI::Option* movie =
      render_app->add_option("--movie", command->movie, "All frames as a movie: .mp4, .mkv, .mov, .webm or .gif")
          ->type_name("MOVIE")
          ->excludes(output)
          ->excludes(frame)
          ->excludes(time);
  render_app->add_option("--fps", command->frames_per_second, "Frames a second of the movie (25)")
      ->type_name("N")
      ->check(above_zero)
      ->needs(movie);
  render_app->add_flag("-q,--quiet", command->quiet, "No progress")->needs(movie);
  render_app->callback([command] { render(*command); });
}

}  // namespace gluey::app
