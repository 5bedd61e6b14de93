#pragma once
// Bodies from a CSV file: columns x,y[,z],r,m[,inertia][,vx,vy[,vz]][,angle or
// qw,qx,qy,qz][,label] in any order, named in the first line.

#include <optional>
#include <string>
#include <vector>

namespace gluey::scene {

struct CsvBody {
  std::vector<double> position;
  std::vector<double> velocity;     ///< empty where the file has no column for it
  std::vector<double> orientation;  ///< likewise; {angle} or {w,x,y,z} of length 1
  std::optional<double> radius, mass, inertia;
  std::string label;
};

/// Throws SceneError with the file's line and column where it cannot be read.
std::vector<CsvBody> read_csv(const std::string& file, int dimension);

}  // namespace gluey::scene
