#pragma once
// What the kernels gather: a body's velocity, followed by its angular velocity where bodies turn.

namespace gluey {

/// N components, padded and aligned so that one never straddles two cache lines.
template <int N>
struct alignas(N == 2 ? 16 : (N <= 4 ? 32 : 64)) Packed {
  static_assert(N == 2 || N == 3 || N == 6);
  double x[N == 2 ? 2 : (N <= 4 ? 4 : 8)] = {};
};

}  // namespace gluey
