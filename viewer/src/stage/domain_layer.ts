// The sides of a periodic domain, dashed: what leaves by one comes in by the other.

import { Box3, Vector3 } from "three";

import type { Header } from "../data/protocol";
import { point } from "../obstacles/sketch";
import { Strokes } from "./strokes";

const dashes = 24; // an edge

/** The corners of the domain; along a direction that is not periodic and was given no ends, those of what is shown. */
function ends(domain: NonNullable<Header["domain"]>, shown: Box3): [Vector3, Vector3] {
  const lower = point(domain.lower);
  const upper = point(domain.upper);
  for (let axis = 0; axis < domain.periodic.length; ++axis) {
    if (upper.getComponent(axis) > lower.getComponent(axis)) continue;
    lower.setComponent(axis, shown.min.getComponent(axis));
    upper.setComponent(axis, shown.max.getComponent(axis));
  }
  return [lower, upper];
}

/** Edges of the sides across periodic directions, as pairs of ends. */
export function domainEdges(header: Header, shown: Box3): [Vector3, Vector3][] {
  const { domain, dimension } = header;
  if (!domain) return [];
  const corner = ends(domain, shown);
  const edges: [Vector3, Vector3][] = [];
  for (let along = 0; along < dimension; ++along) {
    const across = [0, 1, 2].filter((axis) => axis !== along && axis < dimension);
    if (!across.some((axis) => domain.periodic[axis])) continue;
    for (let side = 0; side < 2 ** across.length; ++side) {
      edges.push(
        corner.map((end) => {
          const at = new Vector3().setComponent(along, end.getComponent(along));
          across.forEach((axis, k) => at.setComponent(axis, corner[(side >> k) & 1].getComponent(axis)));
          return at;
        }) as [Vector3, Vector3],
      );
    }
  }
  return edges;
}

export class DomainLayer {
  private readonly strokes: Strokes;
  readonly object;

  constructor(header: Header, shown: Box3) {
    this.strokes = new Strokes({ least: 1.2, depth: header.dimension === 3 });
    this.strokes.material.uniforms.opacity.value = 0.8;
    this.object = this.strokes.object;
    const edges = domainEdges(header, shown);
    const { from, to, tint } = this.strokes.resize(dashes * edges.length);
    edges.forEach(([a, b], k) => {
      for (let dash = 0; dash < dashes; ++dash) {
        const row = k * dashes + dash;
        a.clone().lerp(b, dash / (dashes - 0.4)).toArray(from, 3 * row);
        a.clone().lerp(b, (dash + 0.6) / (dashes - 0.4)).toArray(to, 3 * row);
        tint[2 * row] = tint[2 * row + 1] = 0;
      }
    });
  }

  dress(colours: { edge: number[] }): void {
    this.strokes.material.uniforms.colour.value.fromArray(colours.edge);
  }

  dispose(): void {
    this.strokes.dispose();
  }
}
