// Which layer draws which bodies: spheres have one of their own, drawn without triangles; all other shapes share one. A shape
// that is not known is drawn as a sphere of the body's radius.

import type { Columns, Header } from "../data/protocol";
import { solidsOf } from "../figures/solid";
import { DiscLayer } from "./disc";
import { FigureLayer } from "./figure";
import type { BodyLayer } from "./shape";
import { SphereLayer } from "./sphere";

export function bodyLayers(header: Header, bodies: Columns): BodyLayer[] {
  const { dimension, shapes } = header;
  // A sphere that is not about the body's position is a compound of one.
  const isFigure = shapes.map((shape) => shape !== null && (shape.kind !== "sphere" || "position" in shape) && solidsOf(shape, dimension).length > 0);
  const all = Int32Array.from(bodies.radius.keys());
  const figures = "shape" in bodies ? all.filter((body) => isFigure[bodies.shape[body]]) : new Int32Array(0);
  const spheres = figures.length === 0 ? all : all.filter((body) => !isFigure[bodies.shape[body]]);
  const layers: BodyLayer[] = [];
  if (spheres.length > 0) layers.push(dimension === 2 ? new DiscLayer(bodies, spheres) : new SphereLayer(bodies, spheres));
  if (figures.length > 0) layers.push(new FigureLayer(dimension, bodies, shapes, figures));
  return layers;
}
