// A half space. In 2D the ground below its line; in 3D the part of the plane inside the scene's box, seen from the free
// side only, so that a wall between the eye and the bodies does not hide them.

import { Vector3 } from "three";

import type { Shape } from "../data/protocol";
import { point, type Sketch } from "./sketch";

const far = 40; // times the scene, in 2D

export function plane(sketch: Sketch, shape: Shape): void {
  const normal = point(shape.normal).normalize();
  const size = sketch.upper.distanceTo(sketch.lower);
  if (sketch.dimension === 2) {
    const along = new Vector3(-normal.y, normal.x, 0).multiplyScalar(far * size);
    const down = normal.clone().multiplyScalar(-far * size);
    const ends = [along.clone().negate(), along];
    sketch.polyline(ends);
    sketch.face([ends[0], ends[1], ends[1].clone().add(down), ends[0].clone().add(down)], sketch.glass);
    return;
  }
  const corners = cutBox(sketch, normal);
  sketch.face(corners, sketch.glass);
  sketch.polyline(corners, true);
}

/** Where the plane cuts the scene's box, in the obstacle's frame, counterclockwise about the normal. */
function cutBox(sketch: Sketch, normal: Vector3): Vector3[] {
  const { position, orientation } = sketch.pose;
  const back = orientation.clone().invert();
  const margin = 0.002 * sketch.upper.distanceTo(sketch.lower);
  const box = [sketch.lower.clone().subScalar(margin), sketch.upper.clone().addScalar(margin)];
  const corner = (k: number) =>
    new Vector3(box[k & 1].x, box[(k >> 1) & 1].y, box[(k >> 2) & 1].z).sub(position).applyQuaternion(back);
  const found: Vector3[] = [];
  for (let k = 0; k < 8; ++k) {
    for (const bit of [1, 2, 4]) {
      if (k & bit) continue;
      const a = corner(k);
      const b = corner(k | bit);
      const da = a.dot(normal);
      const db = b.dot(normal);
      if (da * db < 0) found.push(a.lerp(b, da / (da - db)));
    }
  }
  const across = new Vector3(normal.y, normal.z, -normal.x).cross(normal).normalize();
  const up = normal.clone().cross(across);
  if (found.length < 3) {
    // The plane passes the box by: a square of the box's size.
    const half = 0.5 * sketch.upper.distanceTo(sketch.lower);
    const middle = sketch.lower.clone().add(sketch.upper).multiplyScalar(0.5).sub(position).applyQuaternion(back);
    middle.addScaledVector(normal, -middle.dot(normal));
    return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
      middle.clone().addScaledVector(across, x * half).addScaledVector(up, y * half),
    );
  }
  const middle = found.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(found.length);
  const angle = (p: Vector3) => Math.atan2(p.clone().sub(middle).dot(up), p.clone().sub(middle).dot(across));
  return found.sort((a, b) => angle(a) - angle(b));
}
