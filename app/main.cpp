// The program `gluey`: reads the command line, calls one subcommand, turns what it throws into words and an exit code.

#include <gluey/errors.hpp>
#include <gluey/version.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "command.hpp"
#include "usage.hpp"

namespace gluey::app {
namespace {

/// Throws where the first word is no command.
void check_command(const CLI::App& app, const std::string& word) {
  if (!app.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; }).empty()) {
    return;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : commands(app)) {
    names.push_back(command->get_name());
  }
  throw UsageError(fmt::format("no command '{}'; there are {}", word, fmt::join(names, ", ")));
}

/// "no option '--x'; there are …", or that a word is one too many, of what the parser could not place; empty where it placed all.
std::string about_extra(const CLI::App& command, const std::string& prefix) {
  std::vector<std::string> extra = command.remaining();
  extra.erase(std::remove(extra.begin(), extra.end(), "--"), extra.end());
  if (extra.empty()) {
    return {};
  }
  // An option that is none takes its value with it.
  const auto option = std::find_if(extra.begin(), extra.end(), [](const auto& word) { return word.starts_with('-'); });
  if (option == extra.end()) {
    return fmt::format("{}'{}' is a word too many", prefix, extra.front());
  }
  std::vector<std::string> names;
  for (const CLI::Option* known : command.get_options([](const auto* o) { return o->nonpositional(); })) {
    names.push_back(known->get_name());
  }
  return fmt::format("{}no option '{}'; there are {}", prefix, *option, fmt::join(names, ", "));
}

/// What the parser stumbled over, in the program's own words: CLI11's name neither the command nor what there is.
std::string wording(const CLI::App& app, const CLI::ParseError& error) {
  if (std::string text = about_extra(app, ""); !text.empty()) {
    return text;
  }
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (given.empty()) {
    return error.what();
  }
  const std::string prefix = given.front()->get_name() + ": ";
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    for (const CLI::Option* missing : given.front()->get_options([](const auto* o) { return o->get_required(); })) {
      if (missing->count() == 0) {
        return fmt::format("{}{} is required", prefix,
                           missing->get_positional() ? missing->get_type_name() : missing->get_name());
      }
    }
  }
  const std::string text = about_extra(*given.front(), prefix);
  return text.empty() ? prefix + error.what() : text;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Simulator of gluey and granular particles", "gluey");
  app.set_version_flag("--version", std::string("gluey ") + version());
  app.require_subcommand(1);
  app.get_formatter()->column_width(36);
  int status = exit_done;
  add_run(app, status);
  add_check(app);
  add_new(app);
  add_list(app);
  add_info(app);
  add_stats(app);
  add_export(app);
  add_view(app);
  add_render(app);
  add_plot(app);
  add_reproduce(app, status);
  add_ode(app);
  add_solve(app, status);
  add_bench(app, status);
  add_keys(app);
  add_manual(app);
  add_completion(app);

  if (argc == 1) {
    fmt::print(stderr, "{}", app.help());
    return exit_usage;
  }
  if (argv[1][0] != '-') {
    check_command(app, argv[1]);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw UsageError(wording(app, error));
  }
  flush();
  return status;
}

int report(const char* text, int status) {
  fmt::print(stderr, "error: {}\n", text);
  return status;
}

int guarded(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const SceneError& error) {
    // One line a problem, each with its own place.
    fmt::print(stderr, "{}\n", error.what());
    return exit_usage;
  } catch (const UsageError& error) {
    return report(error.what(), exit_usage);
  } catch (const BrokenPipe&) {
    return exit_done;
  } catch (const std::bad_alloc&) {
    return report("out of memory", exit_failed);
  } catch (const std::exception& error) {
    return report(error.what(), exit_failed);
  }
}

}  // namespace
}  // namespace gluey::app

int main(int argc, char** argv) {
  // A closed pipe is seen where it is written to, so that a run goes on when the reader of its progress has left.
  std::signal(SIGPIPE, SIG_IGN);
  const int status = gluey::app::guarded(argc, argv);
  // Output that is still buffered belongs to the result: losing it on a full disk is a failure.
  if (status == gluey::app::exit_done && std::fflush(stdout) != 0 && errno != EPIPE) {
    std::perror("error: standard output");
    return gluey::app::exit_failed;
  }
  return status;
}
