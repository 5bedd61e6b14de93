#pragma once
// The scene of Lefebvre 2009, figure 2.

#include <string>

namespace gluey::test {

/// A gap of 1, force −2 until t = 2 and +2 afterwards.
inline const std::string pushed_ball = R"(
dimension = 2
[time]
step = 0.01
end = 6.0
[environment]
force = { times = [0.0, 2.0], values = [[0.0, -2.0], [0.0, 2.0]] }
[contact]
law = "gluey"
gamma_min = "-inf"
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0.0, 1.5]
mass = 1.0
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 1.0] }
[solver]
tolerance = 1e-14
max_iterations = 20
)";

}  // namespace gluey::test
