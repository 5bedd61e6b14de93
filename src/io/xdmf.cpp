#include "io/xdmf.hpp"

#include "io/markup.hpp"
#include "io/text_file.hpp"

#include <filesystem>
#include <numeric>
#include <vector>

namespace gluey::io {
namespace {

class Collection {
 public:
  Collection(TextFile& file, const std::string& result_name, int dimension, std::size_t bodies, std::size_t frames)
      : file_(file), result_(escape_markup(result_name)), d_(dimension), bodies_(bodies), frames_(frames) {}

  void add_frame(std::size_t frame, double time) {
    file_.add("<Grid Name=\"bodies\" GridType=\"Uniform\"><Time Value=\"{}\"/>\n", time);
    file_.add("<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\" NodesPerElement=\"1\"/>\n", bodies_);
    file_.add(R"(<Geometry GeometryType="{}">)", d_ == 2 ? "XY" : "XYZ");
    row_of("position", frame, d_);
    file_.add("</Geometry>\n<Attribute Name=\"velocity\" AttributeType=\"Vector\" Center=\"Node\">");
    row_of("velocity", frame, d_);
    file_.add("</Attribute>\n<Attribute Name=\"angular_velocity\" AttributeType=\"{}\" Center=\"Node\">",
              d_ == 2 ? "Scalar" : "Vector");
    row_of("angular_velocity", frame, d_ == 2 ? 1 : 3);
    file_.add("</Attribute>\n<Attribute Name=\"radius\" AttributeType=\"Scalar\" Center=\"Node\">");
    file_.add(R"(<DataItem Dimensions="{}" {}>{}:/bodies/radius</DataItem>)", bodies_, kReal, result_);
    file_.add("</Attribute>\n</Grid>\n");
  }

 private:
  static constexpr const char* kReal = R"(NumberType="Float" Precision="8" Format="HDF")";

  // One frame of /frames/NAME: start, stride and count along each axis of the dataset.
  void row_of(const char* name, std::size_t frame, int components) {
    const bool axis = components > 1;
    const std::string inner = axis ? fmt::format("{} {}", bodies_, components) : fmt::format("{}", bodies_);
    file_.add(R"(<DataItem ItemType="HyperSlab" Dimensions="{}" Type="HyperSlab">)", inner);
    file_.add(R"(<DataItem Dimensions="3 {}" NumberType="Int" Format="XML">{} 0{} 1 1{} 1 {}</DataItem>)", axis ? 3 : 2,
              frame, axis ? " 0" : "", axis ? " 1" : "", inner);
    file_.add(R"(<DataItem Dimensions="{} {}" {}>{}:/frames/{}</DataItem></DataItem>)", frames_, inner, kReal, result_,
              name);
  }

  TextFile& file_;
  std::string result_;
  int d_;
  std::size_t bodies_, frames_;
};

}  // namespace

std::string xdmf_file(const std::string& result_file) {
  const std::filesystem::path path(result_file);
  const bool usual = path.extension() == ".h5" || path.extension() == ".hdf5";
  return usual ? std::filesystem::path(path).replace_extension(".xdmf").string() : result_file + ".xdmf";
}

void write_xdmf(const std::string& path, const std::string& result_name, int dimension, std::size_t bodies,
                std::span<const double> times, std::span<const std::int64_t> numbers) {
  TextFile file(path);
  file.add("<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\"><Domain>\n");
  file.add("<Grid Name=\"gluey\" GridType=\"Collection\" CollectionType=\"Temporal\">\n");
  Collection collection(file, result_name, dimension, bodies, times.size());
  for (const std::int64_t number : numbers) {
    if (bodies > 0) {
      const auto frame = static_cast<std::size_t>(number);
      collection.add_frame(frame, times[frame]);
    }
  }
  file.add("</Grid>\n</Domain></Xdmf>\n");
  file.close();
}

void write_xdmf(const std::string& path, const std::string& result_name, int dimension, std::size_t bodies,
                std::span<const double> times) {
  std::vector<std::int64_t> numbers(times.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  write_xdmf(path, result_name, dimension, bodies, times, numbers);
}

}  // namespace gluey::io
