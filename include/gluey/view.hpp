#pragma once
// The web viewer: a page inside the program, served on 127.0.0.1 to the browser of the same machine, read-only.

#include <gluey/export.hpp>
#include <gluey/run.hpp>

#include <atomic>
#include <memory>
#include <string>

namespace gluey {

/// Serves one page and the runs given to it; nothing else of the machine can be reached. Serving happens on threads of
/// its own; a browser that stops reading holds up nobody but itself.
class GLUEY_API ViewServer {
 public:
  /// Listens at once. Port 0 takes a usual one that is free; throws Error where a given port is taken.
  explicit ViewServer(int port = 0);
  /// Ends all connections.
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  /// Shows a result, complete or still growing. A file that cannot be read is explained on the page until it can.
  void add_file(const std::string& file);
  /// Shows the run that this observer is given to (RunOptions::observer). Frames are taken only as fast as a page
  /// fetches them, and not at all where none is open; `name` stands for the run on the page.
  RunObserver& add_run(const std::string& name);

  /// Answers pages from now on. Add all files and runs before.
  void start();
  /// Looks again and again at the files for new frames, until `stop` is not zero.
  void follow(const std::atomic<int>& stop);

  /// "http://127.0.0.1:8765/"
  [[nodiscard]] std::string address() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace gluey
