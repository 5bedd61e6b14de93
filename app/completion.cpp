// gluey completion: what bash needs to complete commands, options and their values.

#include <string>
#include <string_view>

#include "command.hpp"
#include "usage.hpp"

namespace gluey::app {

namespace {

// `words` is what may stand where the cursor is; files, where there is none.
constexpr std::string_view script = R"bash(# Bash completion of gluey(1), made by `gluey completion`.
_gluey() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words=
  if ((COMP_CWORD == 1)); then
    words="{0} --help --version"
  else
    case "${{COMP_WORDS[1]}} $before" in
{1}      "new new") words=$(gluey list 2>/dev/null | cut -d ' ' -f 1) ;;
      "reproduce reproduce") words="list all $(gluey reproduce list 2>/dev/null | cut -d ' ' -f 1)" ;;
    esac
    if [[ $word == -* ]]; then
      case "${{COMP_WORDS[1]}}" in
{2}      esac
    fi
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _gluey gluey
)bash";

std::string completion(const CLI::App& app) {
  std::string names, values, flags;
  for (const CLI::App* command : commands(app)) {
    const std::string& name = command->get_name();
    names += (names.empty() ? "" : " ") + name;
    std::string all = "--help";
    for (const std::string& group : command->get_groups()) {
      for (const CLI::Option* option : options(*command, group)) {
        all += " " + option->get_name();
        if (const auto allowed = choices(*option); !allowed.empty()) {
          values += fmt::format("      \"{} {}\") words=\"{}\" ;;\n", name, option->get_name(),
                                CLI::detail::join(allowed, " "));
        }
      }
    }
    flags += fmt::format("        {}) words=\"{}\" ;;\n", name, all);
  }
  return fmt::format(fmt::runtime(script), names, values, flags);
}

}  // namespace

void add_completion(CLI::App& app) {
  app.add_subcommand("completion", "Print bash's completion")->group("")->callback([&app] { write(completion(app)); });
}

}  // namespace gluey::app
