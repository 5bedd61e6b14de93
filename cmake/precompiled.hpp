#pragma once
// What nearly every source includes of others' headers, compiled once. None of the project's own: they change.

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <omp.h>
