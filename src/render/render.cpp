#include <gluey/render.hpp>

#include "render/child_process.hpp"
#include "render/picture.hpp"
#include "render/surface.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace gluey {

namespace {

using render::Picture;
using render::Snapshot;
using render::Surface;

// Frames that a movie's view and colours are made from.
constexpr std::int64_t movie_samples = 24;

std::vector<std::string> encoder(const std::string& file) {
  const std::string suffix = std::filesystem::path(file).extension().string();
  if (suffix == ".mp4" || suffix == ".mkv" || suffix == ".mov") {
    return {"-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"};
  }
  if (suffix == ".webm") {
    return {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-pix_fmt", "yuv420p"};
  }
  if (suffix == ".gif") {
    return {"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"};
  }
  throw Error(fmt::format("{}: a movie's name must end in .mp4, .mkv, .mov, .webm or .gif", file));
}

/// The panels of a movie's frame; a result that has ended stays at its last.
std::vector<Snapshot> movie_frame(const std::vector<PicturePanel>& panels, std::int64_t frame, bool trails,
                                  bool obstacles) {
  std::vector<Snapshot> snapshots;
  for (const PicturePanel& panel : panels) {
    const std::int64_t index = std::min(frame, panel.results->frames() - 1);
    Snapshot snapshot = render::take_snapshot(*panel.results, index, "", trails);
    snapshot.obstacles = obstacles;
    const std::string time = fmt::format("t = {:.2f}", snapshot.frame.time);
    snapshot.title = panel.title.empty() ? time : fmt::format("{},  {}", panel.title, time);
    snapshots.push_back(std::move(snapshot));
  }
  return snapshots;
}

}  // namespace

void render_picture(const std::vector<PicturePanel>& panels, const PictureOptions& options, const std::string& file) {
  if (panels.empty()) {
    throw Error("a picture needs a panel");
  }
  std::vector<Snapshot> snapshots;
  snapshots.reserve(panels.size());
  for (const PicturePanel& panel : panels) {
    snapshots.push_back(render::take_snapshot(*panel.results, panel.frame, panel.title, options.trails));
    snapshots.back().obstacles = options.obstacles;
  }
  const Picture picture(snapshots, snapshots.size(), options);
  Surface surface(file, picture.width(), picture.height(), options.dpi);
  picture.draw(surface.cairo(), snapshots);
  surface.finish(snapshots.front().dimension() == 3);
}

void render_movie(const std::vector<PicturePanel>& panels, const PictureOptions& options, const std::string& file,
                  double frames_per_second, const std::function<void(std::int64_t, std::int64_t)>& progress) {
  std::int64_t frames = 0;
  for (const PicturePanel& panel : panels) {
    frames = std::max(frames, panel.results->frames());
  }
  if (frames == 0) {
    throw Error("a movie needs a frame");
  }
  const std::vector<std::string> encoding = encoder(file);
  std::vector<Snapshot> samples;
  const std::int64_t count = std::min(frames, movie_samples);
  for (std::int64_t k = 0; k < count; ++k) {
    // The first and the last among them; trails only on the last, whose trails hold all others.
    const std::int64_t frame = count > 1 ? k * (frames - 1) / (count - 1) : 0;
    for (Snapshot& snapshot : movie_frame(panels, frame, options.trails && k == count - 1, options.obstacles)) {
      samples.push_back(std::move(snapshot));
    }
  }
  Picture picture(samples, panels.size(), options);
  picture.round_to_even();

  std::vector<std::string> command = {"ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr0"};
  command.insert(command.end(), {"-s", fmt::format("{}x{}", picture.width(), picture.height()), "-r",
                                 fmt::format("{}", frames_per_second), "-i", "-", "-an"});
  command.insert(command.end(), encoding.begin(), encoding.end());
  command.push_back(std::filesystem::path(file).is_absolute() ? file : "./" + file);
  render::ChildProcess ffmpeg(command, "", "ffmpeg");
  for (std::int64_t frame = 0; frame < frames; ++frame) {
    const std::vector<Snapshot> snapshots = movie_frame(panels, frame, options.trails, options.obstacles);
    const Surface surface(picture.width(), picture.height());
    picture.draw(surface.cairo(), snapshots);
    const auto* bytes = reinterpret_cast<const char*>(surface.pixels());
    const std::size_t row = 4 * static_cast<std::size_t>(picture.width());
    for (int y = 0; y < picture.height(); ++y) {
      ffmpeg.write({bytes + static_cast<std::size_t>(y) * surface.stride(), row});
    }
    if (progress) {
      progress(frame + 1, frames);
    }
  }
  ffmpeg.finish();
}

}  // namespace gluey
