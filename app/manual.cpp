// gluey manual: the man page gluey(1), made from what the parser of the command line knows.

#include <gluey/version.hpp>

#include <set>
#include <string>
#include <string_view>

#include "command.hpp"
#include "usage.hpp"

namespace gluey::app {

namespace {

constexpr std::string_view introduction = R"(.SH DESCRIPTION
.B gluey
simulates many rigid particles of any convex shape that touch, rub, stick and let go: dry grains with friction, and
.I gluey
ones in a viscous fluid, whose contact remembers how hard it was pressed and holds until it has been pulled as much.
A run reads a scene, a TOML file, and writes one HDF5 file, from which the other commands make numbers, pictures and
files for other programs.
.PP
Results do not depend on the number of threads, and a run that was stopped and resumed equals one that was not, bit for
bit. Between processors with and without AVX2 they may differ in their last bits.
)";

constexpr std::string_view conclusion = R"(.SH "EXIT STATUS"
.TP
.B 0
Done.
.TP
.B 1
The run failed: a step missed its accuracy where the scene says to stop then, a state is not finite, the disk is full.
.TP
.B 2
A mistake on the command line or in the scene; nothing was written.
.TP
.BR 130 ", " 143
Stopped by Ctrl-C or SIGTERM: the step was ended, a checkpoint written, the file closed.
.SH ENVIRONMENT
.TP
.B OMP_NUM_THREADS
Number of threads where
.B \-\-threads
is not given.
.SH FILES
.TP
.I FILE.h5.checkpoint
What
.B gluey run \-\-resume
goes on from, beside the result.
.SH EXAMPLES
.EX
gluey new lotto                              # writes lotto.toml
gluey check lotto.toml                       # mistakes, each with its line and column
gluey run lotto.toml \-\-set time.end=2        # writes lotto.h5
gluey view lotto.h5                          # in the browser
gluey render lotto.h5 \-\-movie lotto.mp4
gluey stats lotto.h5 > lotto.csv
gluey export lotto.h5 \-\-to vtk               # for ParaView
.EE
)";

/// Text as roff prints it unchanged.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '-') {
      result += "\\-";
    } else if (c == '\\') {
      result += "\\e";
    } else {
      result += c;
    }
  }
  // A line that begins with one of these would be an instruction.
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

/// "SCENE.toml", "[FILE]", "FILE.h5 ..."
std::string positional_usage(const CLI::Option& option) {
  const std::string name = value(option);
  std::string text = "\\fI" + escaped(name) + "\\fR";
  if (option.get_expected_max() > 1 && name.find("...") == std::string::npos) {
    text += " ...";
  }
  return option.get_required() ? text : "[" + text + "]";
}

std::string usage(const CLI::App& command) {
  std::string text = "\\fBgluey " + escaped(command.get_name()) + "\\fR";
  if (command.get_options().size() > positionals(command).size() + 1) {  // --help aside
    text += " [\\fIoption\\fR ...]";
  }
  for (const CLI::Option* option : positionals(command)) {
    text += " " + positional_usage(*option);
  }
  return text;
}

/// "Not with --frame, --time.", on a line of its own.
std::string relation(std::string_view words, const std::set<CLI::Option*>& others) {
  std::set<std::string> names;  // in an order that does not depend on where the options are stored
  for (const CLI::Option* other : others) {
    names.insert("\\fB" + escaped(other->get_name()) + "\\fR");
  }
  return names.empty() ? "" : fmt::format(".br\n{} {}.\n", words, CLI::detail::join(names, ", "));
}

std::string entry(const CLI::Option& option) {
  std::string heading;
  if (option.get_positional()) {
    heading = positional_usage(option);
  } else {
    for (const std::string& name : CLI::detail::split(option.get_name(false, true), ',')) {
      heading += (heading.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
    }
    if (!value(option).empty()) {
      heading += " \\fI" + escaped(value(option)) + "\\fR";
    }
    if (option.get_required()) {
      heading += " (required)";
    }
  }
  return fmt::format(".TP\n{}\n{}\n{}{}", heading, escaped(option.get_description()),
                     relation("Only with", option.get_needs()), relation("Not with", option.get_excludes()));
}

std::string section(const CLI::App& command) {
  std::string text = fmt::format(".SS {}\n{}.\n", usage(command), escaped(command.get_description()));
  for (const CLI::Option* option : positionals(command)) {
    text += entry(*option);
  }
  for (const std::string& group : command.get_groups()) {
    const std::vector<const CLI::Option*> members = options(command, group);
    if (!members.empty() && group != "Options") {
      text += ".PP\n" + escaped(group) + ":\n";
    }
    for (const CLI::Option* option : members) {
      text += entry(*option);
    }
  }
  if (!command.get_footer().empty()) {
    text += ".PP\n.EX\n" + escaped(command.get_footer()) + ".EE\n";
  }
  return text;
}

std::string manual(const CLI::App& app) {
  // The first line tells man(1) the encoding.
  std::string text = fmt::format(
      "'\\\" -*- coding: UTF-8 -*-\n.TH GLUEY 1 \"\" \"gluey {}\" \"User Commands\"\n.SH NAME\ngluey \\- {}\n"
      ".SH SYNOPSIS\n\\fBgluey\\fR \\fIcommand\\fR [\\fIoption\\fR ...] [\\fIfile\\fR ...]\n.br\n"
      "\\fBgluey\\fR [\\fIcommand\\fR] \\fB\\-\\-help\\fR\n.br\n\\fBgluey \\-\\-version\\fR\n{}.SH COMMANDS\n",
      version(), escaped(app.get_description()), introduction);
  for (const CLI::App* command : commands(app)) {
    text += section(*command);
  }
  return text + std::string(conclusion);
}

}  // namespace

void add_manual(CLI::App& app) {
  app.add_subcommand("manual", "Print the man page")->group("")->callback([&app] { write(manual(app)); });
}

}  // namespace gluey::app
