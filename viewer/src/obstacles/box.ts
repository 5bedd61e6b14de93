// A solid box around its position, and the inside of a box.

import { Vector3 } from "three";

import type { Shape } from "../data/protocol";
import { point, type Sketch } from "./sketch";

function draw(sketch: Sketch, lower: Vector3, upper: Vector3, hollow: boolean): void {
  const end = [lower, upper];
  if (sketch.dimension === 2) {
    const outline = [
      new Vector3(lower.x, lower.y, 0),
      new Vector3(upper.x, lower.y, 0),
      new Vector3(upper.x, upper.y, 0),
      new Vector3(lower.x, upper.y, 0),
    ];
    sketch.polyline(outline, true);
    if (!hollow) sketch.face(outline);
    return;
  }
  for (let axis = 0; axis < 3; ++axis) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [0, 1]) {
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => {
        const corner = new Vector3().setComponent(axis, end[side].getComponent(axis));
        return corner.setComponent(u, end[a].getComponent(u)).setComponent(v, end[b].getComponent(v));
      });
      // Walls are seen from inside, a solid box from outside.
      if ((side === 1) === hollow) corners.reverse();
      sketch.face(corners, hollow ? sketch.glass : sketch.solid);
    }
    for (const [a, b] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
      const edge = end.map((corner) => corner.clone().setComponent(u, end[a].getComponent(u)).setComponent(v, end[b].getComponent(v)));
      sketch.polyline(edge);
    }
  }
}

export function box(sketch: Sketch, shape: Shape): void {
  const half = point(shape.size).multiplyScalar(0.5);
  draw(sketch, half.clone().negate(), half, false);
}

export function boxWalls(sketch: Sketch, shape: Shape): void {
  draw(sketch, point(shape.lower), point(shape.upper), true);
}
