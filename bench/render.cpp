// Pictures (Google Benchmark): 3000 discs at 1200×1200 pixels, drawing and PNG encoding apart and together. The floor is what
// it takes to write that many pixels once.

#include "render/picture.hpp"
#include "render/png_file.hpp"
#include "render/surface.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>

namespace gluey::bench {
namespace {

constexpr int edge = 1200;

/// Discs of different sizes on a jittered grid that fills the picture, coloured by speed.
struct Discs {
  Constants constants;
  std::vector<render::Snapshot> panels;

  Discs() {
    render::Snapshot snapshot{.constants = &constants};
    for (int k = 0; k < 3000; ++k) {
      const int row = k / 55;
      constants.bodies.radius.push_back(0.42 + 0.08 * std::sin(k));
      constants.bodies.label.emplace_back();
      snapshot.frame.position.insert(snapshot.frame.position.end(),
                                     {k % 55 + 0.05 * std::cos(k), row + 0.05 * std::sin(2.0 * k)});
      snapshot.frame.velocity.insert(snapshot.frame.velocity.end(), {std::cos(0.01 * k), 0.0});
      snapshot.frame.orientation.push_back(0.0);
    }
    panels.push_back(std::move(snapshot));
  }
  [[nodiscard]] render::Picture picture() const {
    return {panels, 1, {.color = BodyColor::velocity, .width = edge, .height = edge}};
  }
};

void draw(benchmark::State& state) {
  const Discs discs;
  for (auto _ : state) {
    const render::Surface surface(edge, edge);
    discs.picture().draw(surface.cairo(), discs.panels);
    benchmark::DoNotOptimize(surface.pixels());
  }
}

void encode(benchmark::State& state) {
  const Discs discs;
  const render::Surface surface(edge, edge);
  discs.picture().draw(surface.cairo(), discs.panels);
  for (auto _ : state) {
    render::write_png("/dev/null", surface.pixels(), surface.stride(), edge, edge, 96.0);
  }
}

void draw_and_encode(benchmark::State& state) {
  const Discs discs;
  const std::string file = std::filesystem::temp_directory_path() / "gluey-bench-render.png";
  for (auto _ : state) {
    render::Surface surface(file, edge, edge, 96.0);
    discs.picture().draw(surface.cairo(), discs.panels);
    surface.finish();
  }
  std::filesystem::remove(file);
}

void floor_of_pixels(benchmark::State& state) {
  std::vector<std::uint32_t> pixels(edge * edge);
  for (auto _ : state) {
    std::memset(pixels.data(), 0xff, 4 * pixels.size());
    benchmark::DoNotOptimize(pixels.data());
  }
}

BENCHMARK(draw)->Unit(benchmark::kMillisecond);
BENCHMARK(encode)->Unit(benchmark::kMillisecond);
BENCHMARK(draw_and_encode)->Unit(benchmark::kMillisecond);
BENCHMARK(floor_of_pixels)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gluey::bench

BENCHMARK_MAIN();
