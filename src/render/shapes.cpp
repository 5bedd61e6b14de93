#include "render/shapes.hpp"

#include <algorithm>

namespace gluey::render {

Shapes::Known* Shapes::find(std::size_t body) {
  const std::vector<std::string>& texts = snapshot_.constants->bodies.shape;
  if (texts.empty() || texts[body].empty()) {
    return nullptr;
  }
  const auto [place, fresh] = known_.try_emplace(texts[body]);
  Known& known = place->second;
  if (fresh) {
    known.solids = figure::solids_of(texts[body], snapshot_.dimension());
    if (known.solids.size() == 1 && known.solids.front().is_centred_ball()) {
      known.solids.clear();
    }
    for (const figure::Solid& solid : known.solids) {
      const double some = figure::girth(solid);
      known.girth = known.girth == 0.0 ? some : std::min(known.girth, some);
      known.roundness = std::max(known.roundness, figure::roundness(solid));
    }
  }
  return known.solids.empty() ? nullptr : &known;
}

const figure::Outline* Shapes::outline(std::size_t body) {
  Known* known = find(body);
  if (known == nullptr) {
    return nullptr;
  }
  if (!known->outline) {
    known->outline = std::make_unique<figure::Outline>(figure::outline_of(known->solids));
  }
  return known->outline.get();
}

const figure::Surface* Shapes::surface(std::size_t body, int fineness) {
  Known* known = find(body);
  if (known == nullptr) {
    return nullptr;
  }
  const auto [place, fresh] = known->surfaces.try_emplace(fineness);
  if (fresh) {
    place->second = figure::surface_of(known->solids, fineness);
  }
  return &place->second;
}

double Shapes::girth(std::size_t body) {
  const Known* known = find(body);
  return known == nullptr ? snapshot_.constants->bodies.radius[body] : known->girth;
}

double Shapes::roundness(std::size_t body) {
  const Known* known = find(body);
  return known == nullptr ? snapshot_.constants->bodies.radius[body] : known->roundness;
}

}  // namespace gluey::render
