// The clip plane as shaders and picks need it.

import { Vector3, type Camera, type Ray, type Vector4 } from "three";

export class ClipFollower {
  private readonly world = [0, 0, 0, 0];

  /** Keeps the side where n · x + d ≥ 0, as (n, d); zero: everything. */
  set(plane: Vector4): void {
    plane.toArray(this.world);
  }

  /** The plane in the eye's frame. */
  apply(camera: Camera, target: Vector4): void {
    const [x, y, z, d] = this.world;
    const normal = new Vector3(x, y, z);
    const at = camera.position.dot(normal) + d;
    normal.transformDirection(camera.matrixWorldInverse);
    if (x !== 0 || y !== 0 || z !== 0) target.set(normal.x, normal.y, normal.z, at);
    else target.set(0, 0, 0, 1);
  }

  /** Where a ray first meets what it is inside of from `near` to `far`: it goes on to the cut. Null where all is cut away. */
  first(ray: Ray, near: number, far: number): number | null {
    const [x, y, z, d] = this.world;
    const height = (t: number) =>
      x * (ray.origin.x + t * ray.direction.x) + y * (ray.origin.y + t * ray.direction.y) + z * (ray.origin.z + t * ray.direction.z) + d;
    if (height(near) >= 0) return near;
    if (height(far) < 0) return null;
    return -height(0) / (height(1) - height(0));
  }
}
