// Writes a result with a body of every kind of shape, and obstacles that have the same kinds and more:
// shapes_sample FILE.h5 2|3. For tests of what shows or exports results.

#include "io/writer.hpp"
#include "support/every_shape.hpp"

#include <cstdlib>

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  const auto [constants, frames] = gluey::test::every_shape(std::atoi(argv[2]));
  gluey::io::Writer writer(argv[1], constants);
  for (const gluey::Frame& frame : frames) {
    writer.add(frame);
  }
  writer.finish(gluey::io::Ending::complete);
  return 0;
}
