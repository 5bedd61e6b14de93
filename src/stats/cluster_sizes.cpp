#include <gluey/stats.hpp>

#include <cmath>
#include <limits>
#include <map>

namespace gluey {

ClusterSizes cluster_sizes(const std::vector<Cluster>& clusters) {
  std::map<std::int64_t, std::int64_t> counts;
  double bodies = 0.0, squares = 0.0;
  for (const Cluster& cluster : clusters) {
    const auto size = static_cast<double>(cluster.bodies.size());
    ++counts[static_cast<std::int64_t>(cluster.bodies.size())];
    bodies += size;
    squares += size * size;
  }
  ClusterSizes sizes;
  for (const auto& [size, count] : counts) {
    sizes.rows.push_back({size, count});
  }
  if (!clusters.empty()) {
    sizes.mean = bodies / static_cast<double>(clusters.size());
    sizes.weighted = squares / bodies;
  }
  return sizes;
}

FractalFit fractal_dimension(const std::vector<Cluster>& clusters, std::int64_t least) {
  std::vector<double> x, y;
  for (const Cluster& cluster : clusters) {
    if (static_cast<std::int64_t>(cluster.bodies.size()) >= least && cluster.gyration_radius > 0.0 &&
        !cluster.spans()) {
      x.push_back(std::log(cluster.gyration_radius));
      y.push_back(std::log(static_cast<double>(cluster.bodies.size())));
    }
  }
  const auto count = static_cast<double>(x.size());
  FractalFit fit{.clusters = static_cast<std::int64_t>(x.size())};
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0, rest = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    mean_x += x[k] / count;
    mean_y += y[k] / count;
  }
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    xy += (x[k] - mean_x) * (y[k] - mean_y);
  }
  if (x.size() < 3 || xx <= 1e-20 * count) {  // radii that differ by rounding only
    fit.dimension = fit.error = fit.prefactor = std::numeric_limits<double>::quiet_NaN();
    return fit;
  }
  fit.dimension = xy / xx;
  fit.prefactor = std::exp(mean_y - fit.dimension * mean_x);
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double off = y[k] - mean_y - fit.dimension * (x[k] - mean_x);
    rest += off * off;
  }
  fit.error = std::sqrt(rest / (count - 2.0) / xx);
  return fit;
}

}  // namespace gluey
