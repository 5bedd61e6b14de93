// Solids that bodies can have, too, and meshes.

import { Vector3 } from "three";

import type { Shape } from "../data/protocol";
import { outlineOf } from "../figures/outline";
import { solidsOf } from "../figures/solid";
import { surfaceOf } from "../figures/surface";
import { points, type Sketch } from "./sketch";

const fineness = 16;
const smooth = 0.9; // cosine of the largest angle between two faces that is no edge

/** Ellipsoids, superellipsoids and polyhedra. The sketch places parts of compounds itself. */
export function solid(sketch: Sketch, shape: Shape): void {
  for (const one of solidsOf({ ...shape, position: undefined, orientation: undefined }, sketch.dimension)) {
    if (sketch.dimension === 2) {
      const rim = outlineOf(one);
      sketch.face(rim);
      sketch.polyline(rim, true);
      continue;
    }
    const surface = surfaceOf(one, fineness);
    for (const corner of surface.triangles) sketch.solid.push(...surface.points[corner].toArray());
    if (one.kind === "corners") edges(sketch, one.points, one.faces);
  }
}

/** Sheets that need not be closed: seen from both sides, so every triangle stands there twice. */
export function mesh(sketch: Sketch, shape: Shape): void {
  const corners = points(shape.points);
  const triangles = ((shape.triangles ?? shape.faces) as number[][] | undefined) ?? [];
  for (const triangle of triangles) {
    const face = triangle.map((corner) => corners[corner]);
    sketch.face(face, sketch.glass);
    sketch.face([...face].reverse(), sketch.glass);
  }
  edges(sketch, corners, triangles);
}

/** Lines along the border and where faces lean against each other. */
function edges(sketch: Sketch, corners: Vector3[], faces: number[][]): void {
  const normals = faces.map(([a, b, c]) =>
    corners[b].clone().sub(corners[a]).cross(corners[c].clone().sub(corners[a])).normalize(),
  );
  const sides = new Map<string, { ends: [Vector3, Vector3]; faces: number[] }>();
  faces.forEach((face, f) =>
    face.forEach((from, k) => {
      const to = face[(k + 1) % face.length];
      const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
      if (!sides.has(key)) sides.set(key, { ends: [corners[from], corners[to]], faces: [] });
      sides.get(key)!.faces.push(f);
    }),
  );
  for (const side of sides.values()) {
    const [a, b] = side.faces;
    if (side.faces.length !== 2 || normals[a].dot(normals[b]) < smooth) sketch.polyline(side.ends);
  }
}
