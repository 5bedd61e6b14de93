// Shapes in space as triangles, with the normals that make round ones look round.

import { Vector3 } from "three";

import type { Solid } from "./solid";

export interface Surface {
  points: Vector3[];
  normals: Vector3[]; // one a point
  triangles: number[];
  /** Of a capsule's points: which of its two centres they are about, −1 or 1. */
  ends?: number[];
}

/** A cube's faces in squares, blown up: triangles of like size all over. */
export function unitSphere(fineness: number): Surface {
  const surface: Surface = { points: [], normals: [], triangles: [] };
  const place = (k: number) => Math.tan(0.25 * Math.PI * ((2 * k) / fineness - 1));
  for (let axis = 0; axis < 3; ++axis) {
    for (const sign of [-1, 1]) {
      const first = surface.points.length;
      for (let i = 0; i <= fineness; ++i) {
        for (let j = 0; j <= fineness; ++j) {
          const point = new Vector3().setComponent(axis, sign);
          surface.points.push(point.setComponent((axis + 1) % 3, place(i)).setComponent((axis + 2) % 3, place(j)).normalize());
        }
      }
      for (let i = 0; i < fineness; ++i) {
        for (let j = 0; j < fineness; ++j) {
          const at = first + i * (fineness + 1) + j;
          const [b, c, d] = sign > 0 ? [at + fineness + 1, at + fineness + 2, at + 1] : [at + 1, at + fineness + 2, at + fineness + 1];
          surface.triangles.push(at, b, c, at, c, d);
        }
      }
    }
  }
  surface.normals = surface.points.map((point) => point.clone());
  return surface;
}

/** |x|^p and so on of radius 1 (src/geometry/superellipsoid.hpp): along each direction u the point u / N(u). */
export function unitOval([p, q]: [number, number], fineness: number): Surface {
  const surface = unitSphere(fineness);
  const power = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent;
  surface.points.forEach((u, k) => {
    const across = (Math.abs(u.x) ** p + Math.abs(u.y) ** p) ** (1 / p);
    const norm = (across ** q + Math.abs(u.z) ** q) ** (1 / q);
    const share = across ** (q - 1);
    const side = (value: number) => (across > 0 ? share * power(value / across, p - 1) : 0);
    surface.normals[k].set(side(u.x), side(u.y), power(u.z, q - 1)).normalize();
    u.divideScalar(norm);
  });
  return surface;
}

/** Rings about x around two centres in one place; what lies between the two equators is the cylinder once they part. */
export function unitCapsule(fineness: number): Surface {
  const surface: Surface & { ends: number[] } = { points: [], normals: [], triangles: [], ends: [] };
  const sides = 4 * fineness;
  for (const end of [-1, 1]) {
    for (let k = 0; k <= fineness; ++k) {
      const angle = (0.5 * Math.PI * (end < 0 ? fineness - k : k)) / fineness;
      for (let j = 0; j < sides; ++j) {
        const turn = (2 * Math.PI * j) / sides;
        surface.points.push(new Vector3(end * Math.sin(angle), Math.cos(angle) * Math.cos(turn), Math.cos(angle) * Math.sin(turn)));
        surface.ends.push(end);
      }
    }
  }
  for (let ring = 0; ring < 2 * fineness + 1; ++ring) {
    for (let j = 0; j < sides; ++j) {
      const [a, b] = [ring * sides + j, ring * sides + ((j + 1) % sides)];
      surface.triangles.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  surface.normals = surface.points.map((point) => point.clone());
  return surface;
}

/** Every face has corners of its own, as their normals are its own. */
export function flatSurface(points: Vector3[], faces: number[][]): Surface {
  const surface: Surface = { points: [], normals: [], triangles: [] };
  for (const face of faces) {
    const first = surface.points.length;
    const normal = new Vector3();
    face.forEach((corner, k) => {
      const from = points[corner].clone().sub(points[face[0]]);
      normal.add(from.cross(points[face[(k + 1) % face.length]].clone().sub(points[face[0]])));
      surface.points.push(points[corner].clone());
      if (k > 1) surface.triangles.push(first, first + k - 1, first + k);
    });
    normal.normalize();
    for (let k = 0; k < face.length; ++k) surface.normals.push(normal);
  }
  return surface;
}

/** The surface of a solid in its owner's frame. */
export function surfaceOf(one: Solid, fineness: number): Surface {
  let surface: Surface;
  if (one.kind === "corners") surface = flatSurface(one.points, one.faces);
  else if (one.kind === "oval") surface = unitOval(one.exponents, fineness);
  else if (one.kind === "capsule") surface = unitCapsule(fineness);
  else surface = unitSphere(fineness);
  surface.points.forEach((point, k) => {
    if (one.kind === "oval") {
      point.multiply(one.radii);
      surface.normals[k].divide(one.radii).normalize();
    } else if (one.kind !== "corners") {
      point.multiplyScalar(one.radius);
      point.x += (surface.ends?.[k] ?? 0) * one.half;
    }
    point.applyQuaternion(one.pose.orientation).add(one.pose.position);
  });
  const normals = new Set(surface.normals);
  for (const normal of normals) normal.applyQuaternion(one.pose.orientation);
  return surface;
}
