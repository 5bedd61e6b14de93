#pragma once
// The public interface of gluey.

#include <gluey/errors.hpp>      // IWYU pragma: export
#include <gluey/law.hpp>         // IWYU pragma: export
#include <gluey/ode.hpp>         // IWYU pragma: export
#include <gluey/plot.hpp>        // IWYU pragma: export
#include <gluey/render.hpp>      // IWYU pragma: export
#include <gluey/results.hpp>     // IWYU pragma: export
#include <gluey/run.hpp>         // IWYU pragma: export
#include <gluey/scene.hpp>       // IWYU pragma: export
#include <gluey/simulation.hpp>  // IWYU pragma: export
#include <gluey/solve.hpp>       // IWYU pragma: export
#include <gluey/stats.hpp>       // IWYU pragma: export
#include <gluey/version.hpp>     // IWYU pragma: export
#include <gluey/view.hpp>        // IWYU pragma: export
