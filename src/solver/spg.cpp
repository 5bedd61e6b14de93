// Spectral projected gradient (Birgin, Martínez, Raydan 2000) in the metric of the diagonal D = diag(W):
//     d = Π(p − α D⁻¹ w) − p,     p ← p + λ d,     w ← w + λ W d       (one product an iteration)
// with Barzilai–Borwein lengths, taken in turn,
//     α = dᵀDd/dᵀWd   and   α = dᵀWd/(Wd)ᵀD⁻¹(Wd).
// λ = 1 unless the objective would exceed the largest of the last ten; then λ is the exact minimiser along d. The
// objective is quadratic, so both are known from wᵀd and dᵀWd without another product.

#include "solver/finish.hpp"

#include <array>

namespace gluey::solver {
namespace {

struct DirectionSums {
  double slope = 0.0;     // wᵀd
  double length = 0.0;    // dᵀDd
  double residual = 0.0;  // natural residual at p
  void add(const DirectionSums& other) {
    slope += other.slope;
    length += other.length;
    residual = other.residual > residual || other.residual != other.residual ? other.residual : residual;
  }
};

struct CurvatureSums {
  double curvature = 0.0;  // dᵀWd
  double image = 0.0;      // (Wd)ᵀD⁻¹(Wd)
  void add(const CurvatureSums& other) {
    curvature += other.curvature;
    image += other.image;
  }
};

}  // namespace

template <int D>
Result spg(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
           Workspace<Problem<D>>& workspace) {
  constexpr std::size_t memory = 10;
  constexpr double sufficient = 1e-4;
  project(problem, impulse, workspace);
  const std::size_t contacts = problem.contacts();
  auto& w = workspace.gradient;
  auto& d = workspace.direction;
  auto& velocity = workspace.velocity;
  w.resize(contacts);
  d.resize(contacts);
  std::vector<Sum> sum_scratch;
  std::vector<DirectionSums> direction_scratch;
  std::vector<CurvatureSums> curvature_scratch;

  const auto gradient = [&] {
    problem.velocities(impulse.data(), velocity.data());
    return problem
        .template for_contacts<Sum>(velocity.data(), sum_scratch,
                                    [&](const Bound& /*set*/, std::size_t c, const Vec<1>& u, Sum& s) {
                                      w[c] = u[0];
                                      s.value += 0.5 * impulse[c] * (u[0] + problem.offset(c));
                                    })
        .value;
  };

  double objective = gradient();
  std::array<double, memory> history;
  history.fill(objective);
  double alpha = 1.0;
  for (std::int64_t iteration = 0;; ++iteration) {
    const DirectionSums direction =
        reduce_blocks(contacts, direction_scratch, [&](std::size_t begin, std::size_t end, DirectionSums& s) {
          for (std::size_t c = begin; c < end; ++c) {
            const double diagonal = problem.diagonal(c);
            d[c] = std::max(problem.lower(c), impulse[c] - alpha * w[c] / diagonal) - impulse[c];
            s.slope += w[c] * d[c];
            s.length += diagonal * d[c] * d[c];
            const double residual = problem.set(c).residual(Vec<1>(impulse[c]), Vec<1>(w[c]));
            s.residual = residual > s.residual || residual != residual ? residual : s.residual;
          }
        });
    if (direction.residual <= settings.tolerance || iteration == settings.max_iterations ||
        !std::isfinite(direction.residual) || direction.length == 0.0) {
      // w is carried along by recurrence; what is reported is computed afresh.
      objective = gradient();
      const Result result = finish(problem, impulse, workspace, iteration, settings, "spg");
      if (result.status != Status::iteration_limit || iteration == settings.max_iterations) {
        return result;
      }
      if (direction.length == 0.0) {
        alpha = 1.0;
      }
      continue;
    }

    // W d.
    problem.velocities(d.data(), velocity.data());
    auto& image = workspace.previous;
    image.resize(contacts);
    const auto sums = problem.template for_contacts<CurvatureSums>(
        velocity.data(), curvature_scratch,
        [&](const Bound& /*set*/, std::size_t c, const Vec<1>& u, CurvatureSums& s) {
          image[c] = u[0] - problem.offset(c);
          s.curvature += d[c] * image[c];
          s.image += image[c] * image[c] / problem.diagonal(c);
        });

    const double highest = *std::max_element(history.begin(), history.end());
    double lambda = 1.0;
    double next = objective + direction.slope + 0.5 * sums.curvature;
    if (next > highest + sufficient * direction.slope && sums.curvature > 0.0) {
      lambda = std::min(1.0, -direction.slope / sums.curvature);
      next = objective + lambda * direction.slope + 0.5 * lambda * lambda * sums.curvature;
    }
    parallel_for(contacts, [&](std::size_t c) {
      impulse[c] += lambda * d[c];
      w[c] += lambda * image[c];
    });
    objective = next;
    history[static_cast<std::size_t>(iteration) % memory] = objective;

    if (sums.curvature > 0.0) {
      const bool longer = iteration % 2 == 0;
      alpha = longer ? direction.length / sums.curvature : sums.curvature / sums.image;
      alpha = std::clamp(alpha, 1e-3, 1e3);
    } else {
      alpha = 1e3;
    }
  }
}

template Result spg<2>(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result spg<3>(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);

}  // namespace gluey::solver
