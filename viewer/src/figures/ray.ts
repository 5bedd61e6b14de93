// Where a ray enters and leaves a shape made of triangles.

import type { Vector3 } from "three";

import type { Surface } from "./surface";

/** Distances along `direction`, nearest and farthest; null where the ray passes by. */
export function through({ points, triangles }: Surface, origin: Vector3, direction: Vector3): [number, number] | null {
  let [near, far] = [Infinity, -Infinity];
  const { x: dx, y: dy, z: dz } = direction;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [points[triangles[k]], points[triangles[k + 1]], points[triangles[k + 2]]];
    // Möller and Trumbore: origin + t direction = a + u (b − a) + v (c − a).
    const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
    const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const det = ux * px + uy * py + uz * pz;
    if (det === 0) continue;
    const [sx, sy, sz] = [origin.x - a.x, origin.y - a.y, origin.z - a.z];
    const u = (sx * px + sy * py + sz * pz) / det;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (u < 0 || v < 0 || u + v > 1) continue;
    const t = (vx * qx + vy * qy + vz * qz) / det;
    near = Math.min(near, t);
    far = Math.max(far, t);
  }
  return near <= far ? [near, far] : null;
}
