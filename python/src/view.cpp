// The web viewer, served from inside Python.

#include "bind.hpp"

#include <atomic>
#include <thread>

namespace gluey::python {
namespace {

/// A server that looks for new frames until it goes.
class Viewer {
 public:
  explicit Viewer(const std::vector<std::string>& files, int port) : server_(port) {
    for (const std::string& file : files) {
      server_.add_file(file);
    }
    server_.start();
    follower_ = std::thread([this] { server_.follow(stop_); });
  }
  ~Viewer() {
    // Whoever waits for the lock may be what the follower waits for.
    const py::gil_scoped_release unlocked;
    stop_ = 1;
    follower_.join();
  }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  [[nodiscard]] std::string address() const { return server_.address(); }

 private:
  ViewServer server_;
  std::atomic<int> stop_ = 0;
  std::thread follower_;
};

}  // namespace

void bind_view(py::module_& module) {
  py::class_<Viewer>(module, "Viewer", "Serves results on 127.0.0.1 for as long as it is kept.")
      .def(py::init<const std::vector<std::string>&, int>(), py::arg("files"), py::arg("port") = 0)
      .def_property_readonly("address", &Viewer::address);
}

}  // namespace gluey::python
