#pragma once
// Runs as bytes for the page. Numbers are little endian; what an array holds is written in the header, which is JSON:
//
//   dimension, bodies (N), obstacles (K of them, each with its shape), labels, materials, kinds (tables of texts), shapes
//   (a table of the bodies' different shapes; empty where all are spheres)
//   body_fields      {name, type, components}   arrays of N rows, one after the other
//   frame_fields     … of N rows, then obstacle_fields of K rows, behind the prelude below
//   contact_fields   … of C rows, behind the same prelude
//   history_fields   names (envelope.hpp)
//
// A frame begins with the prelude: 4 bytes "GLUE", C as u4, and as f8 time, step, length of that step (0: not known).

#include "view/source.hpp"

#include <gluey/results.hpp>

#include <string>

namespace gluey::view {

struct Identity {
  std::string name;
  int generation = 1;
  bool live = false;
};

Bytes encode_header(const Identity& identity, const Constants& constants);
Bytes encode_bodies(const Constants& constants);
Bytes encode_frame(const Frame& frame, double step_length);
Bytes encode_contacts(const Frame& frame, double step_length);

}  // namespace gluey::view
