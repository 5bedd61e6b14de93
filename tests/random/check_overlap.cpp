// Nothing passes through anything: true distances of all pairs, at the search for contacts and after the step, by support functions alone.
//
// Of two convex bodies that only move on, D/h + u_n ≥ 0 leaves no overlap at all: the slab along n keeps its gap D + h u_n. Turning by angles
// of sum A within the step adds what a linear step does not see: corners of bodies of size L lie A²L elsewhere, normals turn by A under what
// slides by h v, and a surface of radius of curvature r comes nearer by A² r.

#include "random/convex.hpp"
#include "random/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gluey::test {
namespace {

constexpr double rounding = 1e-9;

template <int D>
std::vector<Convex<D>> moved(const std::vector<Convex<D>>& all, const Pose<D>& to) {
  std::vector<Convex<D>> there;
  for (const Convex<D>& one : all) {
    there.push_back(one.moved(to));
  }
  return there;
}

template <int D>
std::vector<Convex<D>> body_pieces(const StepRecord<D>& record, const State<D>& state, std::size_t i) {
  const std::int32_t shape = record.world->bodies.shape[i];
  if (shape == Bodies<D>::sphere) {
    return {ball<D>(state.position[i], record.outer(i))};
  }
  return moved((*record.shapes)[static_cast<std::size_t>(shape)], {state.position[i], state.orientation[i]});
}

template <int D>
struct Between {
  double least = std::numeric_limits<double>::infinity();
  Vec<D> normal = Vec<D>::Zero();
  bool single = false;  ///< neither is a union, whose overlap may be deeper than that of its parts
  double bluntness = 0.0;
  double doubt = 0.0;
};

template <int D>
Between<D> between(const std::vector<Convex<D>>& a, const std::vector<Convex<D>>& b) {
  Between<D> found;
  found.single = a.size() == 1 && b.size() == 1;
  for (const Convex<D>& first : a) {
    for (const Convex<D>& second : b) {
      const Distance<D> d = distance(first, second);
      found.bluntness = std::max({found.bluntness, first.bluntness(), second.bluntness()});
      if (d.value < found.least) {
        found.least = d.value;
        found.normal = d.normal;
        found.doubt = d.doubt;
      }
    }
  }
  return found;
}

/// Whether no contact claims two pieces to be nearer than they are along its normal.
template <int D>
bool comes_to_it(const std::vector<Convex<D>>& a, const std::vector<Convex<D>>& b, const Contacts<D>& contacts,
                 const std::vector<std::size_t>& list) {
  return std::all_of(list.begin(), list.end(), [&](std::size_t c) {
    for (const Convex<D>& first : a) {
      for (const Convex<D>& second : b) {
        if (slab(first, second, contacts.normal[c]) < contacts.gap[c] + 1e-6) {
          return true;
        }
      }
    }
    return false;
  });
}

template <int D>
void shift(std::vector<Convex<D>>& all, const Vec<D>& by) {
  for (Convex<D>& one : all) {
    for (Vec<D>& point : one.points) {
      point += by;
    }
    one.pose.position += by;
    one.point += by;
  }
}

/// visit(image of j) for those whose balls may touch body i.
template <int D, class Visit>
void for_images(const StepRecord<D>& record, const Vec<D>& x_i, const Vec<D>& x_j, double reach, double t,
                Visit&& visit) {
  const Domain<D>& domain = record.world->domain;
  if (!domain.any()) {
    if ((x_i - x_j).norm() < reach) {
      visit(Image<D>{});
    }
    return;
  }
  const Image<D> near = domain.image_near(x_j, x_i, t);
  const auto span = [&](int axis) { return domain.periodic[static_cast<std::size_t>(axis)] ? 1 : 0; };
  for (int b = -span(1); b <= span(1); ++b) {
    for (int a = -2 * span(0); a <= 2 * span(0); ++a) {
      for (int c = D == 3 ? -span(D - 1) : 0; c <= (D == 3 ? span(D - 1) : 0); ++c) {
        Image<D> image = near;
        image[0] += a;
        image[1] += b;
        if (D == 3) {
          image[D - 1] += c;
        }
        if ((x_i - x_j - domain.shift(image, t)).norm() < reach) {
          visit(image);
        }
      }
    }
  }
}

template <int D>
std::string name(const StepRecord<D>& record, std::size_t j) {
  return j < record.bodies() ? fmt::format("body {}", j) : fmt::format("obstacle {}", j - record.bodies());
}

/// Whether a point on its way from a to b crosses a thin wall.
bool crosses(const Part<2>& part, const Vec<2>& a, const Vec<2>& b) {
  const auto* wall = std::get_if<Segment<2>>(&part);
  if (wall == nullptr || wall->radius > 0.0) {
    return false;
  }
  const auto side = [](const Vec<2>& p, const Vec<2>& q, const Vec<2>& x) {
    return (q - p)[0] * (x - p)[1] - (q - p)[1] * (x - p)[0];
  };
  return side(wall->from, wall->to, a) * side(wall->from, wall->to, b) < 0.0 &&
         side(a, b, wall->from) * side(a, b, wall->to) < 0.0;
}
bool crosses(const Part<3>& part, const Vec<3>& a, const Vec<3>& b) {
  const auto* wall = std::get_if<Triangle>(&part);
  if (wall == nullptr) {
    return false;
  }
  const auto& p = wall->points;
  const auto volume = [](const Vec<3>& s, const Vec<3>& t, const Vec<3>& u, const Vec<3>& v) {
    return Vec<3>(t - s).cross(u - s).dot(v - s);
  };
  const double x = volume(a, b, p[0], p[1]), y = volume(a, b, p[1], p[2]), z = volume(a, b, p[2], p[0]);
  return volume(p[0], p[1], p[2], a) * volume(p[0], p[1], p[2], b) < 0.0 &&
         ((x > 0.0 && y > 0.0 && z > 0.0) || (x < 0.0 && y < 0.0 && z < 0.0));
}

bool is_solid(const Part<2>& part) { return !std::holds_alternative<Segment<2>>(part); }
bool is_solid(const Part<3>& part) { return !std::holds_alternative<Triangle>(part); }

double turn_between(const Rotation<2>& from, const Rotation<2>& to) { return std::abs(to.angle - from.angle); }
double turn_between(const Rotation<3>& from, const Rotation<3>& to) {
  return from.quaternion.angularDistance(to.quaternion);
}
/// In space freely, and then by what contacts added: the two need not be about one axis.
template <int D>
double turning(const StepRecord<D>& record, std::size_t i) {
  if (record.is_ball(i)) {
    return 0.0;
  }
  const double turned = turn_between(record.before.orientation[i], record.after.orientation[i]);
  const double freely = record.free_spin[i].norm(), added = (record.way_spin[i] - record.free_spin[i]).norm();
  return D == 2 ? turned : std::max(turned, record.h * (freely + added));
}
template <int D>
Vec<D> way(const StepRecord<D>& record, std::size_t i) {
  return record.after.position[i] - record.before.position[i];
}

/// What the step takes for the overlap that contacts began with.
template <int D>
void check_begun(const StepRecord<D>& record, Violations& found) {
  const Contacts<D>& contacts = record.contacts;
  const std::size_t n = record.bodies();
  for (std::size_t c = 0; c < record.begun.size(); ++c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
    const double told = std::max(0.0, record.begun[c]), size = record.outer(i);
    double most = carried_overlap(record, c), least = most, doubt = 1e-12 * size;
    if (j >= n && most > 0.0 && motion_of(record, c).surface != Vec<D>::Zero()) {
      const std::vector<Convex<D>> a = body_pieces(record, record.before, i);
      const auto depth_at = [&](const Pose<D>& pose) {
        std::vector<Convex<D>> b = moved((*record.obstacles)[j - n], pose);
        shift<D>(b, record.world->domain.shift(record.image(c), record.time));
        return between(a, b);
      };
      const Between<D> truth = depth_at(record.obstacle_before[j - n]), then = depth_at(record.obstacle_after[j - n]);
      doubt = truth.doubt + (truth.single && std::isfinite(truth.bluntness) ? 2e-6 : 1e-4) * size;
      const double depth = std::max(0.0, -truth.least);
      // Gaps that are looked ahead to are less than the distance, and overlaps that are none are taken for some.
      const double ahead = contacts.gap[c] < then.least - then.doubt - 1e-9 * size ? -contacts.gap[c] : 0.0;
      // Of unions the way out may be longer than that of any part, and of what is deep in another it is the one that the contact began with.
      const bool known = truth.single && record.world->obstacles[j - n].parts.size() == 1 && depth < 0.1 * size;
      least = known ? std::min(most, depth) : 0.0;
      most = known || depth == 0.0 ? std::min(most, std::max(depth, ahead)) : most;
    }
    if (told > most + doubt || told < least - doubt) {
      found.push_back({"begun", record.number,
                       fmt::format("body {} and {}: overlap {:.9g} to begin with, is {:.9g} to {:.9g}", i,
                                   name(record, j), told, least, most),
                       std::max(told - most, least - told) / size});
    }
  }
}

}  // namespace

template <int D>
void check_gaps(const StepRecord<D>& record, Violations& found) {
  check_begun(record, found);
  const Contacts<D>& contacts = record.contacts;
  const std::size_t n = record.bodies();
  std::map<std::tuple<std::size_t, std::size_t, Image<D>>, std::vector<std::size_t>> pairs;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    pairs[{static_cast<std::size_t>(contacts.first[c]), static_cast<std::size_t>(contacts.second[c]), record.image(c)}]
        .push_back(c);
  }
  for (const auto& [pair, list] : pairs) {
    const auto& [i, j, image] = pair;
    const std::vector<Convex<D>> a = body_pieces(record, record.before, i);
    std::vector<Convex<D>> b =
        j < n ? body_pieces(record, record.before, j) : moved((*record.obstacles)[j - n], record.obstacle_after[j - n]);
    shift<D>(b, record.world->domain.shift(image, record.time));
    Between<D> truth = between(a, b);
    const double size = record.outer(i);
    double least = std::numeric_limits<double>::infinity(), nearest = least;
    for (const std::size_t c : list) {
      least = std::min(least, contacts.gap[c]);
      nearest = std::abs(contacts.gap[c] - truth.least) < std::abs(nearest - truth.least) ? contacts.gap[c] : nearest;
      if (std::abs(contacts.normal[c].norm() - 1.0) > 1e-12) {
        found.push_back({"normal", record.number, fmt::format("of length {}", contacts.normal[c].norm()), 1.0});
      }
      if (truth.single) {
        // No slab between two is wider than their distance; the widest that was found may be a little less.
        truth.least = std::max(truth.least, slab(a[0], b[0], contacts.normal[c]));
      }
    }
    // Before the nearest point unions may have one that they come to within the step, along a normal that is not that of their distance.
    const bool several = !truth.single || (j >= n && record.world->obstacles[j - n].parts.size() > 1);
    const double off =
        (several && comes_to_it(a, b, contacts, list) ? std::max(nearest, truth.least) : least) - truth.least;
    // Parts of unions that overlap: the union may be deeper than any of them by itself, and at concave corners a part that another one
    // covers has no contact.
    const bool covered = !truth.single && truth.least < rounding * size;
    // Of flat contacts points are left out that follow from the others within 1e-6, of unions such as all but fall together, and
    // superellipsoids are measured less exactly; of a round body over an edge of a mesh the face beside it may be the contact.
    const double exactly = truth.single && std::isfinite(truth.bluntness) ? 2e-6 : 1e-4;
    if (least > -0.1 * size && std::abs(off) > exactly * size + truth.doubt && !covered) {
      found.push_back({"gap", record.number,
                       fmt::format("body {} and {}: told {:.9g}, is {:.9g}", i, name(record, j), least, truth.least),
                       std::abs(off) / size});
    } else if (truth.single && truth.least > -0.03 * size) {
      for (const std::size_t c : list) {
        if (several && std::abs(contacts.gap[c] - truth.least) > exactly * size) {
          continue;  // not the nearest point, but one that they come to
        }
        const double along = slab(a[0], b[0], contacts.normal[c]);
        if (along < truth.least - 1e-5 * size - truth.doubt) {
          found.push_back({"normal", record.number,
                           fmt::format("body {} and {}: {:.6g} apart along it, {:.6g} at most", i, name(record, j),
                                       along, truth.least),
                           (truth.least - along) / size});
        }
      }
    }
  }
}

template <int D>
void check_overlap(const StepRecord<D>& record, Violations& found) {
  const std::size_t n = record.bodies();
  const World<D>& world = *record.world;
  const double now = record.time + record.h;
  double deepest = 0.0, deepest_of_solids = 0.0, doubt = 0.0;
  bool exactly = true, is_deep = false;
  // Of an overlap that was there when the step began no more than a limit is asked back, and no body of the island is moved by more; the rest is
  // left.
  const std::vector<std::size_t> island = islands_of(record);
  std::vector<bool> held_back(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    if (moved_apart(record, i) >= longest_recovery(record) * (1.0 - 1e-9)) {
      held_back[island[i]] = true;
    }
  }
  const auto left_of_earlier = [&](std::size_t i, std::size_t j) {
    double left = 0.0;
    for (std::size_t c = 0; c < record.contacts.size(); ++c) {
      const auto a = static_cast<std::size_t>(record.contacts.first[c]);
      const auto b = static_cast<std::size_t>(record.contacts.second[c]);
      if ((a == i && b == j) || (a == j && b == i)) {
        const double deep = overlap_of(record, c);
        left = std::max(left, held_back[island[i]] ? deep : deep - longest_recovery(record));
      }
    }
    return left;
  };
  /// What the step as it was solved leaves of the pair's overlap, to first order.
  const auto left_by_solve = [&](std::size_t i, std::size_t j) {
    double left = 0.0;
    for (std::size_t c = 0; !record.solved && c < record.contacts.size(); ++c) {
      const auto a = static_cast<std::size_t>(record.contacts.first[c]);
      const auto b = static_cast<std::size_t>(record.contacts.second[c]);
      if ((a == i && b == j) || (a == j && b == i)) {
        const ContactMotion<D> m = motion_of(record, c);
        const Vec<D> drift = b < n ? m.surface : Vec<D>(Vec<D>::Zero());
        left = std::max(left, -record.contacts.gap[c] - record.h * record.contacts.normal[c].dot(m.way + drift));
      }
    }
    return left;
  };
  const auto look = [&](std::size_t i, std::size_t j, const std::vector<Convex<D>>& a,
                        const std::vector<Convex<D>>& b) {
    const Between<D> truth = between(a, b);
    doubt = std::max(doubt, truth.doubt);
    if (!(truth.least < 0.0)) {
      return;
    }
    deepest = std::max(deepest, -truth.least);
    const bool hollow = j >= n && !std::all_of(world.obstacles[j - n].parts.begin(), world.obstacles[j - n].parts.end(),
                                               [](const Part<D>& part) { return is_solid(part); });
    deepest_of_solids = hollow ? deepest_of_solids : std::max(deepest_of_solids, -truth.least);
    // Of what is deep in another the way out is the one that the contact began with, not the shortest of all.
    const double thin = j < n ? std::min(world.thickness(i), world.thickness(j)) : world.thickness(i);
    is_deep = is_deep || -truth.least > 0.1 * thin;
    exactly = exactly && truth.single;
    if (record.tunnelled || !record.exact || (record.acting.films && !record.solved)) {
      return;
    }
    const double angle = turning(record, i) + (j < n ? turning(record, j) : 0.0);
    const double size = record.outer(i) + (j < n ? record.outer(j) : record.outer(i));
    const double moved = (way(record, i) - (j < n ? way(record, j) : Vec<D>(Vec<D>::Zero()))).norm() +
                         record.h * world.domain.drift_share(size);
    const double curved = angle > 0.0 ? std::min(angle * angle * truth.bluntness, 2.0 * angle * size) : 0.0;
    double allowed = 2.5 * angle * (angle * size + moved) + curved + rounding * size;
    // A residual of friction holds u_n + μ|u_T| and u_T.
    const bool solid = j >= n && std::any_of(world.obstacles[j - n].parts.begin(), world.obstacles[j - n].parts.end(),
                                             [](const Part<D>& part) { return is_solid(part); });
    if (!truth.single) {
      // What comes into another part within the step is looked for beyond this.
      allowed = 4.0 * allowed + record.closed_gap;
      // Where parts lie in each other, as a paddle in its hub, two that touch may come nearer along a normal that their contact does not have.
      allowed += a.size() > 1 || j < n || solid ? 2.0 * (moved + angle * size) : 0.0;
    }
    const LawOptions& law = law_between(record, i, j);
    allowed += 1.1 * (1.0 + 2.0 * law.friction) * record.h * record.tolerance;
    allowed += left_of_earlier(i, j) + left_by_solve(i, j);
    if constexpr (D == 3) {
      // Two rods that all but lie along each other touch where they cross, which runs along them by their way over the angle between them.
      if (truth.single && a[0].points.size() == 2 && b[0].points.size() == 2) {
        const Vec<3> first = (a[0].points[1] - a[0].points[0]).normalized();
        const Vec<3> second = (b[0].points[1] - b[0].points[0]).normalized();
        const double way = moved + angle * size;
        allowed += 2.0 * angle * std::min(size, way / std::max(first.cross(second).norm(), way / size));
      }
    }
    if (law.restitution > 0.0) {
      allowed += record.contacts.gap.empty()
                     ? 0.0
                     : std::max(0.0, -*std::min_element(record.contacts.gap.begin(), record.contacts.gap.end()));
    }
    if (-truth.least > allowed) {
      found.push_back(
          {"overlap", record.number,
           fmt::format("body {} and {}: {:.6g}, and {:.3g} may be", i, name(record, j), -truth.least, allowed),
           -truth.least / allowed});
    }
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<Convex<D>> a = body_pieces(record, record.after, i);
    for (std::size_t j = i + 1; j < n; ++j) {
      for_images<D>(record, record.after.position[i], record.after.position[j], record.outer(i) + record.outer(j), now,
                    [&](const Image<D>& image) {
                      std::vector<Convex<D>> b = body_pieces(record, record.after, j);
                      shift<D>(b, world.domain.shift(image, now));
                      look(i, j, a, b);
                    });
    }
    for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
      const Pose<D>& pose = record.obstacle_after[k];
      const double extent = world.obstacles[k].extent();
      const auto meet = [&](const Image<D>& image) {
        std::vector<Convex<D>> b = moved((*record.obstacles)[k], pose);
        shift<D>(b, world.domain.shift(image, now));
        look(i, n + k, a, b);
      };
      if (!std::isfinite(extent)) {
        meet({});
        continue;
      }
      for_images<D>(record, record.after.position[i], pose.position, record.outer(i) + extent, now, meet);
      // What is deeper in a thin wall than half its own thickness has no side: the step tells of that overlap, and moves it apart by little.
      const bool has_side = left_of_earlier(i, n + k) < 0.5 * world.thickness(i);
      if (record.solved && !record.tunnelled && a.size() == 1 && !world.domain.any() && turning(record, i) < 0.3 &&
          has_side) {
        const Vec<D> from = record.obstacle_before[k].to_local(record.before.position[i]);
        const Vec<D> to = pose.to_local(record.after.position[i]);
        for (const Part<D>& part : world.obstacles[k].parts) {
          if (crosses(part, from, to)) {
            found.push_back({"through", record.number, fmt::format("body {} through {}", i, name(record, n + k)), 1e9});
          }
        }
      }
    }
  }
  // What the step tells is what is.
  const double off = record.told_overlap - deepest;
  const double size = *std::max_element(world.bodies.radius.begin(), world.bodies.radius.end());
  // Of unions of solids the depth is at least that of any two parts, of flat ones that of a side. Points of flat contacts are left out within 1e-6. A
  // ball over a straight joint tells of the part it touched.
  const double exact = world.shapes.empty() ? 1e-9 * size + record.h * record.tolerance : 2e-6 * size;
  const double least_told = deepest_of_solids * (1.0 - 1e-9) - exact - doubt;
  if (!record.acting.films && record.exact && record.told_overlap < least_told) {
    found.push_back({"told", record.number,
                     fmt::format("overlap {:.9g}, is {:.9g} at least", record.told_overlap, deepest_of_solids),
                     (least_told - record.told_overlap) / size});
  }
  if (exactly && !record.acting.films && record.exact && std::abs(off) > exact + doubt &&
      !(is_deep && off > 0.0 && off < deepest)) {
    found.push_back({"told", record.number, fmt::format("overlap {:.9g}, is {:.9g}", record.told_overlap, deepest),
                     std::abs(off) / size});
  }
}

template void check_gaps<2>(const StepRecord<2>&, Violations&);
template void check_gaps<3>(const StepRecord<3>&, Violations&);
template void check_overlap<2>(const StepRecord<2>&, Violations&);
template void check_overlap<3>(const StepRecord<3>&, Violations&);

}  // namespace gluey::test
