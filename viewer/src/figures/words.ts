// A shape's measures in words.

import type { Shape } from "../data/protocol";
import { text } from "../ui/number";

const list = (values: unknown) => (Array.isArray(values) ? values.map((value) => text(Number(value))).join(", ") : "");
const count = (values: unknown) => (Array.isArray(values) ? String(values.length) : "");

/** Names and values; none for a sphere, whose radius says it all. */
export function measures(shape: Shape | null): [string, string][] {
  const rows: [string, string][] = [];
  switch (shape?.kind) {
    case "ellipsoid":
    case "superellipsoid":
      rows.push(["radii", list(shape.radii)], ["exponents", list(shape.exponents)]);
      break;
    case "capsule":
      rows.push(["thickness", text(2 * Number(shape.radius))], ["length", text(Number(shape.length) + 2 * Number(shape.radius))]);
      break;
    case "box":
      rows.push(["size", list(shape.size)]);
      break;
    case "polygon":
      rows.push(["corners", count(shape.points)]);
      break;
    case "polyhedron":
      rows.push(["corners", count(shape.points)], ["faces", count(shape.faces)]);
      break;
    case "compound":
      rows.push(["parts", count(shape.parts)]);
      break;
  }
  return rows.filter(([, value]) => value);
}
