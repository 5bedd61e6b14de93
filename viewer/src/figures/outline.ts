// Shapes in the plane: their insides, and the one line around all of their parts.

import { Vector3 } from "three";

import { circle } from "../obstacles/sketch";
import { contains, type Solid } from "./solid";

const usualAround = 72;
const sidePieces = 96; // of a line as long as the shape, where other parts may hide some of it

/** The boundary, counterclockwise, in the body's frame; `around`: points of what is round, an even number. */
export function outlineOf(one: Solid, around = usualAround): Vector3[] {
  const power = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent;
  let line: Vector3[];
  switch (one.kind) {
    case "ball":
      line = circle(new Vector3(), one.radius, 0, 2 * Math.PI, around);
      break;
    case "capsule":
      line = [
        ...circle(new Vector3(one.half, 0, 0), one.radius, -Math.PI / 2, Math.PI / 2, around / 2),
        ...circle(new Vector3(-one.half, 0, 0), one.radius, Math.PI / 2, (3 * Math.PI) / 2, around / 2),
      ];
      break;
    case "oval":
      line = circle(new Vector3(), 1, 0, 2 * Math.PI, around).map(
        ({ x, y }) => new Vector3(one.radii.x * power(x, 2 / one.exponents[0]), one.radii.y * power(y, 2 / one.exponents[0]), 0),
      );
      break;
    case "corners":
      line = one.points.map((corner) => corner.clone());
      break;
  }
  for (const point of line) point.applyQuaternion(one.pose.orientation).add(one.pose.position);
  return line;
}

export interface Outline {
  /** Closed and convex, one a part. */
  insides: Vector3[][];
  /** Pieces of their boundaries that are in no other part: from, to, and the direction out of the shape. */
  edges: { from: Vector3; to: Vector3; outward: Vector3 }[];
  reach: number;
  /** Where the x axis first leaves the shape; 0 where the origin is not inside. */
  tip: number;
}

export function outlineOfAll(solids: Solid[], around = usualAround): Outline {
  const insides = solids.map((one) => outlineOf(one, around));
  const reach = Math.max(0, ...insides.flat().map((point) => point.length()));
  const insideAny = (at: Vector3, but?: Solid) => solids.some((other) => other !== but && contains(other, at));
  const edges: Outline["edges"] = [];
  solids.forEach((one, k) => {
    const line = insides[k];
    line.forEach((start, at) => {
      const side = line[(at + 1) % line.length].clone().sub(start);
      const pieces = solids.length === 1 ? 1 : Math.max(1, Math.ceil((side.length() * sidePieces) / (2 * reach)));
      const outward = new Vector3(side.y, -side.x, 0).normalize();
      for (let piece = 0; piece < pieces; ++piece) {
        const from = start.clone().addScaledVector(side, piece / pieces);
        const to = start.clone().addScaledVector(side, (piece + 1) / pieces);
        // Just outside, so that a side shared by two parts is seen by neither.
        const middle = from.clone().add(to).multiplyScalar(0.5).addScaledVector(outward, 1e-3 * reach);
        if (solids.length === 1 || !insideAny(middle, one)) edges.push({ from, to, outward });
      }
    });
  });
  // It may come in again farther out.
  let tip = 0;
  const step = reach / 200;
  while (tip < reach && insideAny(new Vector3(tip, 0, 0))) tip += step;
  return { insides, edges, reach, tip };
}
