#pragma once
// VTK's PolyData, the format of ParaView's surfaces.

#include "io/text_file.hpp"

#include <gluey/results.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace gluey::io {

// Points, lines and their data as VTK's PolyData in XML and ASCII. VTK's points and vectors have three components.
class PolyData {
 public:
  PolyData(const std::string& path, double time, std::size_t points, std::size_t vertices, std::size_t lines,
           std::size_t polygons = 0)
      : file_(path) {
    file_.add("<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\">\n");
    file_.add("<PolyData>\n<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\">");
    file_.add("{}</DataArray></FieldData>\n", time);
    file_.add(R"(<Piece NumberOfPoints="{}" NumberOfVerts="{}" NumberOfLines="{}" NumberOfStrips="0" )"
              "NumberOfPolys=\"{}\">\n",
              points, vertices, lines, polygons);
  }

  void open(const char* section) { file_.add("<{}>\n", section); }
  void close(const char* section) { file_.add("</{}>\n", section); }

  void vectors(const char* name, const std::vector<double>& values, std::size_t d) {
    file_.add("<DataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"3\" format=\"ascii\">\n", name);
    for (std::size_t k = 0; k + d <= values.size(); k += d) {
      file_.add("{} {} {}\n", values[k], values[k + 1], d == 3 ? values[k + 2] : 0.0);
    }
    file_.add("</DataArray>\n");
  }

  /// Rows of `components` numbers; enough digits for a picture.
  void floats(const char* name, const std::vector<double>& values, std::size_t components) {
    file_.add("<DataArray type=\"Float32\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n", name,
              components);
    for (std::size_t k = 0; k < values.size(); ++k) {
      file_.add("{:.7g}{}", values[k], (k + 1) % components == 0 ? '\n' : ' ');
    }
    file_.add("</DataArray>\n");
  }

  template <class Number>
  void scalars(const char* name, const std::vector<Number>& values) {
    file_.add("<DataArray type=\"{}\" Name=\"{}\" format=\"ascii\">\n",
              std::is_same_v<Number, double> ? "Float64" : "Int64", name);
    for (const Number value : values) {
      file_.add("{}\n", value);
    }
    file_.add("</DataArray>\n");
  }

  void end() {
    file_.add("</Piece>\n</PolyData>\n</VTKFile>\n");
    file_.close();
  }

 private:
  TextFile file_;
};

/// One file a frame: polygons that show the bodies as they are, all of them.
void write_surfaces(const std::string& path, const Constants& constants, const Frame& frame);

}  // namespace gluey::io
