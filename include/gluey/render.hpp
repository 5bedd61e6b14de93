#pragma once
// Pictures and movies of a result.

#include <gluey/export.hpp>
#include <gluey/results.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gluey {

/// What the colour of a body shows.
enum class BodyColor {
  none,
  gamma,     ///< the most negative potential γ of its contacts
  velocity,  ///< its speed
  force,     ///< the sizes of its contacts' forces, added up
  label,     ///< the label its scene gave it; labels that name a colour are drawn in it
  cluster,   ///< which bodies hang together; the largest clusters in colour
  radius,
};

/// Contacts as tubes between centres.
enum class ContactNetwork {
  none,
  gamma,  ///< darker for a more negative γ
  force,  ///< thicker for a larger force; pulls in another colour
};

/// Where a picture of a three-dimensional result is taken from.
struct Camera {
  double azimuth = 35.0;    ///< degrees about the upward axis
  double elevation = 22.0;  ///< degrees above the horizon, −89 to 89
  double zoom = 1.0;        ///< 1: all is just in view
};

struct PictureOptions {
  BodyColor color = BodyColor::label;
  ContactNetwork network = ContactNetwork::none;
  bool trails = false;    ///< where the bodies' centres went since the first frame
  bool obstacles = true;  ///< false: bodies alone, the view around them
  bool legend = true;
  int width = 1200;   ///< pixels
  int height = 0;     ///< 0: what the view's proportions ask for
  double dpi = 96.0;  ///< size of texts and lines; with width, the size on paper
  int columns = 0;    ///< of panels; 0: a row of at most four
  /// x0, y0, x1, y1 in the result's units (2D). Without it, all bodies and bounded obstacles of all panels.
  std::optional<std::array<double, 4>> zoom = {};
  Camera camera = {};  ///< 3D
};

/// One frame of one result; a picture holds one or several, row by row, all with the same view and colours.
struct PicturePanel {
  const Results* results = nullptr;
  std::int64_t frame = -1;  ///< negative from the end
  std::string title = {};   ///< above the panel
};

/// Draws PNG, SVG or PDF, by the file's suffix. Throws Error where there is no such frame, the panels differ in dimension
/// or the file cannot be written.
GLUEY_API void render_picture(const std::vector<PicturePanel>& panels, const PictureOptions& options,
                              const std::string& file);

/// A movie of all frames through ffmpeg, its format by the file's suffix: mp4, mkv, mov, webm or gif. Panels of several
/// results run side by side, the shorter ones resting at their end; the panels' frames are not used. View and colours stay the
/// same throughout. `progress` is told frames done and to do.
GLUEY_API void render_movie(const std::vector<PicturePanel>& panels, const PictureOptions& options,
                            const std::string& file, double frames_per_second,
                            const std::function<void(std::int64_t, std::int64_t)>& progress = {});

}  // namespace gluey
