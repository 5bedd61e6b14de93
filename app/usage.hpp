#pragma once
// What the command line offers, as read from the parser itself, for the subcommands that tell it to others: the man page
// and bash's completion cannot fall behind.

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace gluey::app {

void add_manual(CLI::App& app);
void add_completion(CLI::App& app);

/// The subcommands that `gluey --help` names.
inline std::vector<const CLI::App*> commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

inline std::vector<const CLI::Option*> positionals(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

/// Options in a group of the help, without --help itself.
inline std::vector<const CLI::Option*> options(const CLI::App& command, const std::string& group) {
  return command.get_options([&](const CLI::Option* option) {
    return option->nonpositional() && option->get_group() == group && option != command.get_help_ptr();
  });
}

/// The values an option allows, where they are few: from CLI11's "NAME:{one,another}", in its order.
inline std::vector<std::string> choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find(":{");
  return open == std::string::npos ? std::vector<std::string>()
                                   : CLI::detail::split(type.substr(open + 2, type.find('}', open) - open - 2), ',');
}

/// What stands for the option's value: "FILE.h5", "x|y|z"; empty for a flag.
inline std::string value(const CLI::Option& option) {
  if (option.get_type_size() == 0) {
    return "";
  }
  const std::string type = option.get_type_name();
  const std::string name = type.substr(0, std::min(type.find(":{"), type.find(":INT in ")));
  const std::vector<std::string> allowed = choices(option);
  return allowed.empty() || name.find('|') != std::string::npos ? name : CLI::detail::join(allowed, "|");
}

}  // namespace gluey::app
