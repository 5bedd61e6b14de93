// Tables of a result (Google Benchmark): 1000 frames of 300 discs with 600 contacts each, read, computed and written as CSV. The floors are
// to read the file's bytes as they are, and to inflate those that statistics look at. Bytes per second are those of the file.

#include "io/writer.hpp"

#include <gluey/results.hpp>
#include <gluey/stats.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace gluey::bench {
namespace {

constexpr std::int64_t frames = 1000;
constexpr std::size_t bodies = 300, contacts = 600;

std::vector<double> numbers(std::int64_t frame, double seed, std::size_t size) {
  std::vector<double> values(size);
  for (std::size_t k = 0; k < size; ++k) {
    values[k] = std::sin(seed * static_cast<double>(k + 1) + 0.001 * static_cast<double>(frame));
  }
  return values;
}

/// Written once, and gone with the process.
class File {
 public:
  File() : path_((std::filesystem::temp_directory_path() / "gluey_bench_results.h5").string()) {
    Constants constants;
    constants.scene = "title = \"bench\"\n";
    for (std::size_t k = 0; k < bodies; ++k) {
      constants.bodies.name.emplace_back();
      constants.bodies.label.emplace_back("disc");
      constants.bodies.shape_kind.emplace_back("sphere");
      constants.bodies.material.emplace_back("grain");
      constants.bodies.radius.push_back(0.01);
      constants.bodies.mass.push_back(1.0);
      constants.bodies.inertia.push_back(1.0);
    }
    io::Writer writer(path_, constants);
    for (std::int64_t k = 0; k < frames; ++k) {
      Frame frame;
      frame.time = 0.001 * static_cast<double>(k);
      frame.step = k;
      frame.step_length = 0.001;
      frame.position = numbers(k, 0.3, 2 * bodies);
      frame.velocity = numbers(k, 0.7, 2 * bodies);
      frame.orientation = numbers(k, 1.1, bodies);
      frame.angular_velocity = numbers(k, 1.3, bodies);
      for (std::size_t c = 0; c < contacts; ++c) {
        frame.contact_pair.push_back(static_cast<std::int32_t>(c / 2));
        frame.contact_pair.push_back(static_cast<std::int32_t>((c / 2 + c % 2 + 1) % bodies));
      }
      frame.contact_feature.assign(contacts, 0);
      frame.contact_normal = numbers(k, 1.7, 2 * contacts);
      frame.contact_point = numbers(k, 1.9, 2 * contacts);
      frame.contact_distance = numbers(k, 2.3, contacts);
      frame.contact_impulse = numbers(k, 2.9, 2 * contacts);
      frame.contact_gamma.assign(contacts, 0.0);
      writer.add(frame);
    }
    writer.finish(io::Ending::complete);
  }
  ~File() {
    for (const char* end : {".h5", ".h5.checkpoint", ".xdmf", ".csv"}) {
      std::filesystem::remove(std::filesystem::path(path_).replace_extension(end));
    }
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(std::filesystem::file_size(path_)); }

 private:
  std::string path_;
};

const File& file() {
  static const File file;
  return file;
}

void measure(benchmark::State& state, const auto& work) {
  file();
  for (auto _ : state) {
    work(file().path());
  }
  state.SetBytesProcessed(state.iterations() * file().bytes());
}

void floor_to_read_the_bytes(benchmark::State& state) {
  std::vector<char> buffer(1 << 20);
  measure(state, [&](const std::string& path) {
    std::FILE* stream = std::fopen(path.c_str(), "rbe");
    while (std::fread(buffer.data(), 1, buffer.size(), stream) == buffer.size()) {
      benchmark::ClobberMemory();
    }
    std::fclose(stream);
  });
}

void floor_to_inflate_what_statistics_need(benchmark::State& state) {
  measure(state, [](const std::string& path) {
    const Results results(path);
    results.for_each_frame(results.numbers(), arrays_for_statistics(results.constants()),
                           [](std::size_t, const Frame&) -> Results::InTurn { return {}; });
  });
}

void statistics(benchmark::State& state) {
  measure(state, [](const std::string& path) {
    const Results results(path);
    benchmark::DoNotOptimize(frame_statistics(results, results.numbers()));
  });
}

void one_by_one(benchmark::State& state) {
  measure(state, [](const std::string& path) {
    const Results results(path);
    for (const std::int64_t k : results.numbers()) {
      benchmark::DoNotOptimize(results.frame(k));
    }
  });
}

void csv(benchmark::State& state) {
  measure(state, [](const std::string& path) { export_results(Results(path), path, "csv", ""); });
}

BENCHMARK(floor_to_read_the_bytes)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(floor_to_inflate_what_statistics_need)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(statistics)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(one_by_one)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(csv)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace gluey::bench

BENCHMARK_MAIN();
