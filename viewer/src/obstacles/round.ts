// Spheres and capsules: discs and stadiums in 2D.

import { CapsuleGeometry, SphereGeometry, Vector3, type BufferGeometry } from "three";

import type { Shape } from "../data/protocol";
import { circle, type Sketch } from "./sketch";

function addMesh(sketch: Sketch, geometry: BufferGeometry): void {
  const flat = geometry.toNonIndexed();
  sketch.solid.push(...flat.getAttribute("position").array);
  geometry.dispose();
  flat.dispose();
}

export function sphere(sketch: Sketch, shape: Shape): void {
  const radius = Number(shape.radius);
  if (sketch.dimension === 2) {
    const rim = circle(new Vector3(), radius);
    sketch.face(rim);
    sketch.polyline(rim, true);
  } else {
    addMesh(sketch, new SphereGeometry(radius, 48, 32));
  }
}

export function capsule(sketch: Sketch, shape: Shape): void {
  const radius = Number(shape.radius);
  const half = 0.5 * Number(shape.length);
  if (sketch.dimension === 2) {
    const rim = [
      ...circle(new Vector3(half, 0, 0), radius, -Math.PI / 2, Math.PI / 2, 32),
      ...circle(new Vector3(-half, 0, 0), radius, Math.PI / 2, (3 * Math.PI) / 2, 32),
    ];
    sketch.face(rim);
    sketch.polyline(rim, true);
  } else {
    addMesh(sketch, new CapsuleGeometry(radius, 2 * half, 12, 32).rotateZ(Math.PI / 2));
  }
}
