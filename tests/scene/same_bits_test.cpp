// The same bits for any number of threads: scenes large enough that every loop is shared out (more than four blocks of
// 1024 bodies and contacts), with every solver, contacts included.

#include "core/random.hpp"
#include "run/snapshot.hpp"
#include "scene/build.hpp"
#include "solver/solver.hpp"
#include "support/files.hpp"
#include "support/lattice.hpp"
#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <string>
#include <string_view>
#include <vector>

namespace gluey::test::same_bits_test {
namespace {

/// Sets the number of threads for a while.
class Threads {
 public:
  explicit Threads(int count) : before_(omp_get_max_threads()) { omp_set_num_threads(count); }
  ~Threads() { omp_set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

/// Like the lotto: gluey discs in a box that turns; a chain and a wheel stand in the way.
std::string lotto_like(int side) {
  return fmt::format(R"(
dimension = 2
[time]
step = 0.02
steps = 1000
[environment]
gravity = [0.0, -10.0]
[contact]
law = "gluey"
gamma_min = -3.0
[[bodies]]
file = "bodies.csv"
[[obstacle]]
shape = {{ kind = "box-walls", lower = [-1, -1], upper = [{0}, {0}] }}
motion = {{ kind = "rotation", center = [{1}, {1}], omega = 0.02 }}
[[obstacle]]
shape = {{ kind = "chain", points = [[-0.5, -0.5], [10, -0.4], [30, -0.6], [{1}, -0.3]] }}
[[obstacle]]
shape = {{ kind = "sphere", radius = 0.4 }}
position = [{1}, -0.5]
motion = {{ kind = "oscillation", amplitude = [0, 0.05], frequency = 0.5 }}
[solver]
max_iterations = 12
)",
                     side + 1, 0.5 * side);
}

constexpr std::string_view gluey_spheres = "law = \"gluey\"\nscaling = \"radius\"";

/// Like the box of spheres, with another law between two materials.
std::string box_like(int side, std::string_view law = gluey_spheres, int iterations = 12) {
  return fmt::format(R"(
dimension = 3
[time]
step = 0.02
steps = 1000
[environment]
body_force = [0.0, -1.0, 0.5]
[contact]
{1}
[[contact.between]]
materials = ["default", "wall"]
law = "inelastic"
[[bodies]]
file = "bodies.csv"
[[obstacle]]
material = "wall"
shape = {{ kind = "box-walls", lower = [-0.1, -0.1, -0.1], upper = [{0}, {0}, {0}] }}
[[obstacle]]
shape = {{ kind = "box", size = [5, 0.05, 5] }}
position = [5, -0.05, 5]
motion = {{ kind = "translation", velocity = [0, 0.1, 0] }}
[solver]
max_iterations = {2}
)",
                     side + 0.1, law, iterations);
}

/// Frames after each step with the given method and number of threads.
template <int D>
std::vector<Frame> frames(const Scene& scene, std::string_view method, int threads, int steps) {
  const Threads set(threads);
  scene::Scene options = scene.options();
  options.solver.method = method;
  Stepper<D> stepper = scene::build<D>(options, {.places = scene.places(), .folder = scene.folder(), .read_frame = {}});
  std::vector<Frame> result;
  for (int n = 0; n < steps; ++n) {
    EXPECT_GT(stepper.step(1e9).contacts, 6000U);
    result.push_back(take_frame(stepper, true));
  }
  return result;
}

template <int D>
std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const auto& named : solver::methods<Problem<D>>()) {
    names.emplace_back(named.name);
  }
  return names;
}

template <int D>
void expect_same_bits(const std::string& toml, const std::string& csv, int steps,
                      const std::vector<std::string>& methods) {
  const Folder folder;
  folder.write("bodies.csv", csv);
  const Scene scene = Scene::parse(toml, "test", folder.path());
  for (const std::string& name : methods) {
    SCOPED_TRACE(name);
    const std::vector<Frame> one = frames<D>(scene, name, 1, steps);
    ASSERT_GT(one.front().position.size() / D, 4096U);
    for (const int threads : {2, 3, 7}) {
      const std::vector<Frame> several = frames<D>(scene, name, threads, steps);
      for (std::size_t n = 0; n < one.size(); ++n) {
        ASSERT_TRUE(same_bits(one[n], several[n])) << threads << " threads, step " << n + 1;
      }
    }
  }
}

TEST(SameBits, ForAnyNumberOfThreadsInATurningBoxOfGlueyDiscs) {
  expect_same_bits<2>(lotto_like(70), lattice_csv<2>(70), 2, all_methods<2>());
}

/// On the lattice that these tests begin from.
std::string method_of_first_step(const std::string& toml) {
  const Folder folder;
  folder.write("bodies.csv", lattice_csv<3>(17));
  const Scene scene = Scene::parse(toml, "test", folder.path());
  Stepper<3> stepper =
      scene::build<3>(scene.options(), {.places = scene.places(), .folder = scene.folder(), .read_frame = {}});
  return std::string(stepper.step(1e9).solve.method);
}

TEST(SameBits, ForAnyNumberOfThreadsInABoxOfSpheres) {
  // Those that factorise take long on a lattice in space; they have the plane's.
  expect_same_bits<3>(box_like(17), lattice_csv<3>(17), 2, {"auto", "uzawa", "apgd", "spg", "gauss-seidel"});
  EXPECT_EQ(method_of_first_step(box_like(17)), "apgd-single");
}

TEST(SameBits, ForAnyNumberOfThreadsInABoxOfSpheresThatRub) {
  // Long enough for contacts to be chosen twice.
  const std::string toml = box_like(17, "law = \"friction\"\nfriction = 0.4", 40);
  expect_same_bits<3>(toml, lattice_csv<3>(17), 2, {"auto", "apgd"});
  EXPECT_EQ(method_of_first_step(toml), "apgd-single");
}

TEST(SameBits, ForAnyNumberOfThreadsInABoxOfSpheresWithFilms) {
  for (const char* law : {"lubrication", "lubricated"}) {
    const std::string film = fmt::format("law = \"{}\"\nlubrication = {{ viscosity = 0.02 }}", law);
    expect_same_bits<3>(box_like(17, film, 40), lattice_csv<3>(17), 3, {"auto"});
  }
}

/// Towers of discs on a floor, pressed for a step and then pulled at. What the floor bears has to travel up a thousand
/// contacts, one an iteration: gradient steps give up, and the interior point method takes over.
const std::string towers = R"(
dimension = 2
[time]
step = 0.01
steps = 3
[environment]
force = { times = [0, 0.01], values = [[0, -10], [0, 4]] }
[contact]
law = "gluey"
[[bodies]]
file = "bodies.csv"
[[obstacle]]
shape = { kind = "plane", normal = [0, 1] }
[solver]
accuracy = "exact"
)";

std::string towers_csv() {
  RandomStream random(5, 2);
  std::string text = "x,y,r,m\n";
  for (int tower = 0; tower < 6; ++tower) {
    for (int k = 0; k < 1000; ++k) {
      text += fmt::format("{},{},0.5,{}\n", 3 * tower, k + 0.5, random.uniform(0.5, 2.0));
    }
  }
  return text;
}

TEST(SameBits, WhereTheInteriorPointMethodTakesOver) {
  const Folder folder;
  folder.write("bodies.csv", towers_csv());
  std::vector<Frame> first;
  for (const int threads : {1, 2, 3, 7}) {
    const Threads set(threads);
    Simulation simulation = simulate(towers, {}, folder.path());
    for (std::size_t n = 0; n < 2; ++n) {
      const StepReport report = simulation.step();
      EXPECT_EQ(report.solver, "interior-point");
      EXPECT_EQ(report.row.contacts, 6000);
      EXPECT_TRUE(report.row.converged);
      if (threads == 1) {
        first.push_back(simulation.frame());
      } else {
        ASSERT_TRUE(same_bits(simulation.frame(), first[n])) << threads << " threads, step " << n + 1;
      }
    }
  }
}

/// The methods that take friction.
template <int D>
std::vector<std::string> methods_with_friction() {
  std::vector<std::string> names;
  for (const auto& named : solver::methods<RigidProblem<D>>()) {
    names.emplace_back(named.name);
  }
  return names;
}

/// The scene with the keys of another law in its [contact] table.
std::string with_law(std::string scene, const std::string& keys) {
  const std::string mark = "law = \"gluey\"\n";
  return scene.replace(scene.find(mark), mark.size(), keys);
}

TEST(SameBits, ForAnyNumberOfThreadsWithFriction) {
  expect_same_bits<2>(with_law(lotto_like(70), "law = \"friction\"\nfriction = 0.4\n"), lattice_csv<2>(70), 2,
                      methods_with_friction<2>());
  expect_same_bits<3>(with_law(box_like(17), "law = \"friction\"\nfriction = 0.4\nrolling = 0.01\n"),
                      lattice_csv<3>(17), 2, methods_with_friction<3>());
}

TEST(SameBits, ForAnyNumberOfThreadsWithGlueyFriction) {
  // A small potential, so that some contacts have squeezed their film out, some are pulled and some let go.
  expect_same_bits<2>(with_law(lotto_like(70), "law = \"gluey-friction\"\nfriction = 0.4\n"), lattice_csv<2>(70), 3,
                      methods_with_friction<2>());
  expect_same_bits<3>(with_law(box_like(17), "law = \"gluey-friction\"\nfriction = 0.4\ngamma_min = -0.05\n"),
                      lattice_csv<3>(17), 3, {"auto"});
}

TEST(SameBits, OfASimulationForAnyNumberOfThreadsAndTwice) {
  const Folder folder;
  folder.write("bodies.csv", lattice_csv<2>(70));
  std::vector<Frame> first;
  std::vector<HistoryRow> history;
  for (const int threads : {1, 2, 2, 5}) {
    const Threads set(threads);
    Simulation simulation = simulate(lotto_like(70), {}, folder.path());
    for (std::size_t n = 0; n < 3; ++n) {
      const HistoryRow row = simulation.step().row;
      if (threads == 1) {
        first.push_back(simulation.frame());
        history.push_back(row);
        continue;
      }
      EXPECT_TRUE(same_bits(simulation.frame(), first[n])) << threads << " threads";
      // What the history says of a step is the same, too.
      EXPECT_EQ(row.iterations, history[n].iterations);
      EXPECT_EQ(row.residual, history[n].residual);
      EXPECT_EQ(row.kinetic_energy, history[n].kinetic_energy);
      EXPECT_EQ(row.potential_energy, history[n].potential_energy);
      EXPECT_EQ(row.obstacle_force, history[n].obstacle_force);
      EXPECT_EQ(row.obstacle_torque, history[n].obstacle_torque);
    }
  }
}

}  // namespace
}  // namespace gluey::test::same_bits_test
