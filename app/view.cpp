// gluey view FILE.h5 [FILE2.h5]

#include <gluey/errors.hpp>
#include <gluey/view.hpp>

#include <spawn.h>
#include <sys/wait.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "signals.hpp"

extern char** environ;

namespace gluey::app {

namespace {

/// Shows an address in the user's browser.
void open_browser(const std::string& address) {
  std::string program = "xdg-open", argument = address;
  std::vector<char*> arguments = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
    fmt::print(stderr, "warning: no program to open a browser was found (xdg-open)\n");
    return;
  }
  waitpid(child, nullptr, 0);
}

}  // namespace

void add_view(CLI::App& app) {
  struct ViewCommand {
    std::vector<std::string> files;
    int port = 0;
    bool open = false;
  };
  auto command = std::make_shared<ViewCommand>();
  CLI::App* view_app = app.add_subcommand("view", "Show results in the browser, one or two side by side");
  view_app->add_option("files", command->files, "Result files, complete or still growing")
      ->required()
      ->expected(1, 2)
      ->type_name("FILE.h5");
  view_app->add_option("--port", command->port, "Port on 127.0.0.1 (default: 8765, or the next that is free)")
      ->type_name("N")
      ->check(CLI::Range(1, 65535));
  view_app->add_flag("--open", command->open, "Open the browser");
  view_app->callback([command] {
    ViewServer server(command->port);
    for (const std::string& file : command->files) {
      server.add_file(file);
    }
    catch_stop_signals();
    server.start();
    print("{}\n", server.address());
    fmt::print(stderr, "open this address in a browser; Ctrl-C ends\n");
    flush();
    if (command->open) {
      open_browser(server.address());
    }
    server.follow(stop_signal);
  });
}

}  // namespace gluey::app
