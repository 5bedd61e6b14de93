// An obstacle as lines and faces in its own frame, filled in by its shape.

import { Quaternion, Vector3 } from "three";

import type { Shape } from "../data/protocol";

export interface Pose {
  position: Vector3;
  orientation: Quaternion;
}

export class Sketch {
  /** Pairs of ends, and triangles, three numbers a point. In 3D faces are seen from their front only. */
  readonly lines: number[] = [];
  readonly solid: number[] = [];
  readonly glass: number[] = [];

  constructor(
    readonly dimension: 2 | 3,
    /** Where the obstacle stands at first, and what the scene takes up: for shapes without end. */
    readonly pose: Pose,
    readonly lower: Vector3,
    readonly upper: Vector3,
  ) {}

  polyline(points: Vector3[], closed = false): void {
    points.forEach((point, k) => {
      const next = points[k + 1] ?? (closed ? points[0] : undefined);
      if (next) this.lines.push(point.x, point.y, point.z, next.x, next.y, next.z);
    });
  }

  /** A flat convex face; counterclockwise as seen from its front. */
  face(points: Vector3[], target = this.solid): void {
    for (let k = 1; k + 1 < points.length; ++k) {
      for (const point of [points[0], points[k], points[k + 1]]) target.push(point.x, point.y, point.z);
    }
  }

  /** Draws another shape as part of this one. */
  part(shape: Shape, draw: (sketch: Sketch, shape: Shape) => void): void {
    const inner = new Sketch(this.dimension, this.pose, this.lower, this.upper);
    draw(inner, shape);
    const position = point(shape.position ?? [0, 0, 0]);
    const turn = rotation(shape.orientation);
    for (const name of ["lines", "solid", "glass"] as const) {
      for (let k = 0; k < inner[name].length; k += 3) {
        const moved = new Vector3().fromArray(inner[name], k).applyQuaternion(turn).add(position);
        this[name].push(moved.x, moved.y, moved.z);
      }
    }
  }
}

export function point(values: unknown): Vector3 {
  const list = Array.isArray(values) ? values.map(Number) : [];
  return new Vector3(list[0] ?? 0, list[1] ?? 0, list[2] ?? 0);
}

export function points(values: unknown): Vector3[] {
  return Array.isArray(values) ? values.map(point) : [];
}

/** An angle, or w, x, y, z. */
export function rotation(values: unknown): Quaternion {
  const list = Array.isArray(values) ? values.map(Number) : typeof values === "number" ? [values] : [];
  if (list.length === 4) return new Quaternion(list[1], list[2], list[3], list[0]);
  return new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), list[0] ?? 0);
}

export function circle(centre: Vector3, radius: number, from = 0, to = 2 * Math.PI, pieces = 64): Vector3[] {
  const whole = to - from >= 2 * Math.PI - 1e-9;
  return Array.from({ length: whole ? pieces : pieces + 1 }, (_value, k) => {
    const angle = from + ((to - from) * k) / pieces;
    return new Vector3(centre.x + radius * Math.cos(angle), centre.y + radius * Math.sin(angle), centre.z);
  });
}
