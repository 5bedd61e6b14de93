// A shape taken apart into convex solids (src/figure/solid.hpp does the same for pictures).

import { Quaternion, Vector3 } from "three";

import type { Shape } from "../data/protocol";
import { point, points, rotation, type Pose } from "../obstacles/sketch";

export interface Solid {
  kind: "ball" | "capsule" | "oval" | "corners";
  /** In the frame of the body. */
  pose: Pose;
  radius: number; // ball, capsule
  half: number; // capsule: half the distance of its two centres, along x
  radii: Vector3; // oval
  exponents: [number, number];
  points: Vector3[]; // corners: of a polygon in order, of a polyhedron as its faces name them
  faces: number[][];
}

function solid(kind: Solid["kind"], pose: Pose, rest: Partial<Solid>): Solid {
  return { kind, pose, radius: 0, half: 0, radii: new Vector3(), exponents: [2, 2], points: [], faces: [], ...rest };
}

export function poseOfPart(shape: Shape): Pose {
  return { position: point(shape.position), orientation: rotation(shape.orientation) };
}

function join(inner: Pose, outer: Pose): Pose {
  return {
    position: inner.position.clone().applyQuaternion(outer.orientation).add(outer.position),
    orientation: outer.orientation.clone().multiply(inner.orientation),
  };
}

const boxFaces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

function box(half: Vector3, dimension: 2 | 3): Partial<Solid> {
  if (dimension === 2) {
    return { points: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => new Vector3(x * half.x, y * half.y, 0)) };
  }
  const sign = (k: number, bit: number) => (k & bit ? 1 : -1);
  return {
    points: Array.from({ length: 8 }, (_value, k) => new Vector3(sign(k, 1), sign(k, 2), sign(k, 4)).multiply(half)),
    faces: boxFaces,
  };
}

/** None where the kind is not known. `owner`: where the shape's frame stands. */
export function solidsOf(shape: Shape, dimension: 2 | 3, owner: Pose = { position: new Vector3(), orientation: new Quaternion() }): Solid[] {
  const pose = join(poseOfPart(shape), owner);
  const exponents = (shape.exponents as number[] | undefined) ?? [2];
  switch (shape.kind) {
    case "sphere":
      return [solid("ball", pose, { radius: Number(shape.radius) })];
    case "capsule":
      return [solid("capsule", pose, { radius: Number(shape.radius), half: 0.5 * Number(shape.length) })];
    case "ellipsoid":
    case "superellipsoid":
      return [solid("oval", pose, { radii: point(shape.radii), exponents: [exponents[0], exponents[exponents.length - 1]] })];
    case "box":
      return [solid("corners", pose, box(point(shape.size).multiplyScalar(0.5), dimension))];
    case "polygon":
    case "polyhedron":
      return [solid("corners", pose, { points: points(shape.points), faces: (shape.faces as number[][] | undefined) ?? [] })];
    case "compound":
      return ((shape.parts as Shape[] | undefined) ?? []).flatMap((part) => solidsOf(part, dimension, pose));
    case "wheel":
      return wheel(shape, pose);
  }
  return [];
}

function wheel(shape: Shape, pose: Pose): Solid[] {
  const [radius, paddles, half] = [Number(shape.radius), Number(shape.paddles), 0.5 * Number(shape.thickness)];
  const corners = [[0, -half], [radius, -half], [radius, half], [0, half]].map(([x, y]) => new Vector3(x, y, 0));
  const blades = Array.from({ length: paddles }, (_value, k) =>
    solid("corners", join({ position: new Vector3(), orientation: rotation([(2 * Math.PI * k) / paddles]) }, pose), { points: corners }),
  );
  return [...blades, solid("ball", pose, { radius: Number(shape.hub ?? 0) })];
}

/** How far a point of the solid's own frame lies beyond its outermost side; negative inside. */
function beyond({ points: corners, faces }: Solid, at: Vector3): number {
  let farthest = -Infinity;
  const [side, outward] = [new Vector3(), new Vector3()];
  if (faces.length === 0) {
    corners.forEach((corner, k) => {
      side.copy(corners[(k + 1) % corners.length]).sub(corner);
      outward.set(side.y, -side.x, 0).normalize();
      farthest = Math.max(farthest, outward.dot(side.copy(at).sub(corner)));
    });
    return farthest;
  }
  for (const [a, b, c] of faces) {
    outward.copy(corners[c]).sub(corners[a]);
    outward.crossVectors(side.copy(corners[b]).sub(corners[a]), outward).normalize();
    farthest = Math.max(farthest, outward.dot(side.copy(at).sub(corners[a])));
  }
  return farthest;
}

/** Whether a point of the body's frame lies inside. */
export function contains(one: Solid, where: Vector3): boolean {
  const at = where.clone().sub(one.pose.position).applyQuaternion(one.pose.orientation.clone().invert());
  switch (one.kind) {
    case "ball":
      return at.lengthSq() < one.radius ** 2;
    case "capsule":
      at.x -= Math.max(-one.half, Math.min(one.half, at.x));
      return at.lengthSq() < one.radius ** 2;
    case "oval": {
      const [p, q] = one.exponents;
      const across = Math.abs(at.x / one.radii.x) ** p + Math.abs(at.y / one.radii.y) ** p;
      // In the plane there is no third radius.
      const along = one.radii.z > 0 ? Math.abs(at.z / one.radii.z) ** q : 0;
      return across ** (q / p) + along < 1;
    }
    case "corners":
      return beyond(one, at) < 0;
  }
}

/** The radius of a ball that fits inside, about. */
export function girth(one: Solid): number {
  if (one.kind === "oval") return Math.min(one.radii.x, one.radii.y, one.radii.z > 0 ? one.radii.z : Infinity);
  if (one.kind !== "corners") return one.radius;
  const middle = one.points.reduce((sum, corner) => sum.add(corner), new Vector3()).divideScalar(one.points.length);
  return Math.max(0, -beyond(one, middle));
}
