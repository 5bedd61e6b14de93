// Solid shapes of 2D: a polygon, and a wheel with paddles around a hub.

import { Vector3 } from "three";

import type { Shape } from "../data/protocol";
import { circle, points, type Sketch } from "./sketch";

export function polygon(sketch: Sketch, shape: Shape): void {
  const corners = points(shape.points);
  sketch.face(corners);
  sketch.polyline(corners, true);
}

export function wheel(sketch: Sketch, shape: Shape): void {
  const radius = Number(shape.radius);
  const paddles = Number(shape.paddles);
  const half = 0.5 * Number(shape.thickness);
  const hub = Number(shape.hub ?? 0);
  for (let k = 0; k < paddles; ++k) {
    const angle = (2 * Math.PI * k) / paddles;
    const corners = [[0, -half], [radius, -half], [radius, half], [0, half]].map(
      ([x, y]) =>
        new Vector3(x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), 0),
    );
    sketch.face(corners);
  }
  if (hub > 0) sketch.face(circle(new Vector3(), hub));
}
