#include "solver/solver.hpp"

#include <algorithm>
#include <cassert>

namespace gluey::solver {

template <int D>
const std::vector<Named<D>>& methods() {
  static const std::vector<Named<D>> table = {{"auto", automatic<D>},
                                              {"uzawa", uzawa<D>},
                                              {"apgd", apgd<D>},
                                              {"spg", spg<D>},
                                              {"gauss-seidel", gauss_seidel<D>},
                                              {"interior-point", interior_point<D>}};
  return table;
}

template <int D>
Method<D> method(std::string_view name) {
  const auto& table = methods<D>();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Named<D>& named) { return named.name == name; });
  assert(found != table.end());
  return found->method;
}

template const std::vector<Named<2>>& methods<2>();
template const std::vector<Named<3>>& methods<3>();
template Method<2> method<2>(std::string_view);
template Method<3> method<3>(std::string_view);

}  // namespace gluey::solver
