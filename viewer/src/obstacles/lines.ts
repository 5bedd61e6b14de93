// Thin walls of 2D: one segment, or a chain of them.

import type { Shape } from "../data/protocol";
import { point, points, type Sketch } from "./sketch";

export function segment(sketch: Sketch, shape: Shape): void {
  sketch.polyline([point(shape.from), point(shape.to)]);
}

export function chain(sketch: Sketch, shape: Shape): void {
  sketch.polyline(points(shape.points));
}
