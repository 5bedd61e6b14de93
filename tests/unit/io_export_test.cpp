#include <gluey/errors.hpp>
#include <gluey/results.hpp>

#include "io/writer.hpp"
#include "support/every_shape.hpp"
#include "unit/io_samples.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <utility>

namespace gluey::io_export_test {
namespace {

namespace samples = io::samples;

class ResultExport : public samples::InFolder {
 protected:
  std::string file_ = path("run.h5");

  // Two discs, the second above the first, that touch; two frames.
  void write(const std::string& label) const {
    Constants constants = samples::constants(2, 2, 0);
    constants.bodies.label = {"black", label};
    constants.bodies.radius = {1.0, 0.5};
    io::Writer writer(file_, constants);
    for (int k = 0; k < 2; ++k) {
      Frame frame;
      frame.time = 0.5 * k;
      frame.step = 7 * k;
      frame.position = {0.0, 0.0, 0.0, 1.5};
      frame.orientation = {0.0, 0.25};
      frame.velocity = {1.0, 2.0, 3.0, 0.1};
      frame.angular_velocity = {0.0, -1.0};
      frame.contact_pair = {0, 1};
      frame.contact_feature = {0};
      frame.contact_normal = {0.0, 1.0};
      frame.contact_point = {0.0, 1.0};
      frame.contact_distance = {0.0};
      frame.contact_impulse = {0.0, 0.75};
      frame.contact_gamma = {-0.125};
      writer.add(frame);
    }
    writer.finish(io::Ending::complete);
  }
  [[nodiscard]] std::string exported(const std::string& format, const std::string& name) const {
    export_results(Results(file_), file_, format, "");
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }
};

TEST_F(ResultExport, WritesCsvWithALineForEachFrameAndBody) {
  write("a, \"b\"");
  EXPECT_EQ(exported("csv", "run.csv"),
            "time,step,body,x,y,vx,vy,angle,omega,radius,label\n"
            "0,0,0,0,0,1,2,0,0,1,black\n"
            "0,0,1,0,1.5,3,0.1,0.25,-1,0.5,\"a, \"\"b\"\"\"\n"
            "0.5,7,0,0,0,1,2,0,0,1,black\n"
            "0.5,7,1,0,1.5,3,0.1,0.25,-1,0.5,\"a, \"\"b\"\"\"\n");
}

TEST_F(ResultExport, WritesLammpsDumpWithTheBoxAroundTheBodies) {
  write("white");
  const std::string frame =
      "ITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 2\n-0.5 0.5\n"
      "ITEM: ATOMS id type x y z radius vx vy vz\n"
      "1 1 0 0 0 1 1 2 0\n2 2 0 1.5 0 0.5 3 0.1 0\n";
  EXPECT_EQ(exported("lammps", "run.dump"), "ITEM: TIMESTEP\n0\n" + frame + "ITEM: TIMESTEP\n7\n" + frame);
}

/// Two bodies in a periodic domain of 4 by 2, one of them beyond its upper border, at time 3.
std::string periodic_dump(const std::string& file, std::vector<std::uint8_t> periodic, double shear_rate,
                          const std::function<std::string()>& exported) {
  Constants constants = samples::constants(2, 2, 0);
  constants.bodies.radius = {0.25, 0.5};
  constants.domain = {{-1.0, 0.0}, {3.0, 2.0}, std::move(periodic), shear_rate};
  io::Writer writer(file, constants);
  Frame frame = samples::frame(constants, 0);
  frame.time = 3.0;
  frame.step = 7;
  frame.position = {2.5, 1.5, 0.0, 1.0};
  frame.velocity = {1.0, 2.0, 0.0, 0.0};
  frame.image = {0, 0, 5, 1};
  writer.add(frame);
  writer.finish(io::Ending::complete);
  return exported();
}

TEST_F(ResultExport, WritesLammpsDumpOfAPeriodicDomainWithItsBox) {
  const std::string dump = periodic_dump(file_, {1, 0}, 0.0, [&] { return exported("lammps", "run.dump"); });
  EXPECT_NE(dump.find("ITEM: BOX BOUNDS pp ff pp\n-1 3\n0.5 1.75\n-0.5 0.5\n"), std::string::npos) << dump;
  EXPECT_NE(dump.find("ITEM: ATOMS id type x y z radius vx vy vz ix iy iz\n1 1 2.5 1.5 0 0.25 1 2 0 0 0 0\n"),
            std::string::npos)
      << dump;
}

TEST_F(ResultExport, WritesLammpsDumpOfAShearedDomainAsATiltedBox) {
  // The image above has moved by 0.75 · 2 · 3 = 4.5, one period and 0.5: LAMMPS's xy is 0.5, the bounds those of the box around it.
  const std::string dump = periodic_dump(file_, {1, 1}, 0.75, [&] { return exported("lammps", "run.dump"); });
  EXPECT_NE(dump.find("ITEM: BOX BOUNDS xy xz yz pp pp pp\n-1 3.5 0.5\n0 2 0\n-0.5 0.5 0\n"), std::string::npos)
      << dump;
  // Both are in the tilted box. The second has come by 5 periods along x and, across y, by 4.5 = 4 + 0.5: x + 6·4 + 1·0.5.
  EXPECT_NE(dump.find("\n1 1 2.5 1.5 0 0.25 1 2 0 0 0 0\n2 2 0 1 0 0.5 0 0 0 6 1 0\n"), std::string::npos) << dump;
}

TEST_F(ResultExport, WritesVtkBodiesAndContacts) {
  write("white");
  const std::string bodies = exported("vtk", "run_frames/bodies_000001.vtp");
  EXPECT_NE(bodies.find("NumberOfPoints=\"2\" NumberOfVerts=\"2\""), std::string::npos);
  EXPECT_NE(bodies.find("<Points>\n<DataArray type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\" "
                        "format=\"ascii\">\n0 0 0\n0 1.5 0\n</DataArray>"),
            std::string::npos);
  const std::string contacts = exported("vtk", "run_frames/contacts_000001.vtp");
  EXPECT_NE(contacts.find("NumberOfPoints=\"3\" NumberOfVerts=\"0\" NumberOfLines=\"1\""), std::string::npos);
  EXPECT_NE(contacts.find("0 0 0\n0 1 0\n0 1.5 0\n"), std::string::npos);  // centre, contact, centre
  EXPECT_NE(contacts.find("-0.125\n"), std::string::npos);
  const std::string collection = exported("vtk", "run.pvd");
  EXPECT_NE(collection.find("timestep=\"0.5\" part=\"0\" file=\"run_frames/bodies_000001.vtp\""), std::string::npos);
}

/// A result with a body of each kind.
class ShapeExport : public ResultExport {
 protected:
  void write_shapes(int dimension) const {
    const auto [constants, frames] = test::every_shape(dimension);
    io::Writer writer(file_, constants);
    writer.add(frames[0]);
    writer.finish(io::Ending::complete);
  }
};

TEST_F(ShapeExport, WritesVtkSurfacesOfAllBodies) {
  for (const int dimension : {2, 3}) {
    write_shapes(dimension);
    const std::string surfaces = exported("vtk", "run_frames/surfaces_000000.vtp");
    const auto count = [&](const std::string& key) {
      const std::size_t start = surfaces.find(key + "=\"") + key.size() + 2;
      return std::stoi(surfaces.substr(start, surfaces.find('"', start) - start));
    };
    // In the plane a polygon a part: the worm has five, the corner two, the wheel four.
    if (dimension == 2) {
      EXPECT_EQ(count("NumberOfPolys"), 6 + 5 + 2 + 4);
    } else {
      EXPECT_GT(count("NumberOfPolys"), 6 * 25 * 8);
    }
    EXPECT_GT(count("NumberOfPoints"), count("NumberOfPolys"));
    EXPECT_NE(surfaces.find("Name=\"Normals\" NumberOfComponents=\"3\""), std::string::npos);
    EXPECT_NE(exported("vtk", "run_surfaces.pvd").find("run_frames/surfaces_000000.vtp"), std::string::npos);
  }
}

TEST_F(ShapeExport, WritesLammpsShapesAsDiametersWithQuaternions) {
  write_shapes(3);
  std::istringstream dump(exported("lammps", "run.dump"));
  std::string line;
  while (std::getline(dump, line) && !line.starts_with("ITEM: ATOMS")) {
  }
  EXPECT_EQ(line, "ITEM: ATOMS id type x y z radius vx vy vz shapex shapey shapez quatw quati quatj quatk");
  std::vector<std::vector<double>> rows;
  while (std::getline(dump, line)) {
    std::istringstream row(line);
    rows.emplace_back(std::istream_iterator<double>(row), std::istream_iterator<double>());
  }
  ASSERT_EQ(rows.size(), test::body_shapes(3).size());
  const auto sizes = [&](std::size_t body) { return std::vector(rows[body].begin() + 9, rows[body].begin() + 12); };
  const auto near = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](double x, double y) { return std::abs(x - y) < 1e-9; });
  };
  EXPECT_TRUE(near(sizes(0), {0.8, 0.8, 0.8}));   // sphere
  EXPECT_TRUE(near(sizes(1), {1.2, 0.8, 0.44}));  // ellipsoid
  EXPECT_TRUE(near(sizes(3), {1.2, 0.4, 0.4}));   // capsule
  EXPECT_TRUE(near(sizes(4), {0.9, 0.6, 0.4}));   // box
  for (const std::vector<double>& row : rows) {
    ASSERT_EQ(row.size(), 16U);
    EXPECT_NEAR(row[12] * row[12] + row[13] * row[13] + row[14] * row[14] + row[15] * row[15], 1.0, 1e-9);
  }
}

TEST_F(ResultExport, NamesTheFilesItWrote) {
  write("white");
  EXPECT_EQ(export_results(Results(file_), file_, "csv", path("other.csv")),
            std::vector<std::string>{path("other.csv")});
  EXPECT_EQ(export_results(Results(file_), file_, "xdmf", path("other")), std::vector<std::string>{path("other.xdmf")});
  EXPECT_EQ(export_results(Results(file_), file_, "vtk", "").size(), 6U);
}

TEST_F(ResultExport, RefusesAFormatItDoesNotKnow) {
  write("white");
  EXPECT_EQ(samples::message_of<Error>([&] { export_results(Results(file_), file_, "png", ""); }),
            "cannot export to 'png': known are vtk, xdmf, csv and lammps");
}

}  // namespace
}  // namespace gluey::io_export_test
