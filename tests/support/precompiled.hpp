#pragma once
// What nearly every test includes of others' headers, compiled once. None of the project's own: they change.

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <omp.h>
