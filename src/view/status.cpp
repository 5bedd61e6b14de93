#include "view/status.hpp"

#include <nlohmann/json.hpp>

namespace gluey::view {

std::string to_json(const Status& status) {
  const nlohmann::ordered_json json = {{"generation", status.generation},
                                       {"frames", status.frames},
                                       {"last", status.last},
                                       {"state", status.state},
                                       {"message", status.message}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Bytes encode_times(const std::vector<std::int64_t>& steps, const std::vector<double>& times) {
  std::vector<double> values(steps.begin(), steps.end());
  values.insert(values.end(), times.begin(), times.end());
  return std::make_shared<const std::string>(reinterpret_cast<const char*>(values.data()),
                                             values.size() * sizeof(double));
}

}  // namespace gluey::view
