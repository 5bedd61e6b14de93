// A camera and how the pointer moves it: in 2D it shifts and zooms, in 3D it also turns about a point.

import { Box3, MOUSE, OrthographicCamera, PerspectiveCamera, Quaternion, Raycaster, TOUCH, Vector2, Vector3, type Ray } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export class Rig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Whether the user has moved it since it was last fitted. */
  touched = false;
  private aspect = 1;
  private bounds = new Box3(new Vector3(), new Vector3(1, 1, 1));

  constructor(
    readonly dimension: 2 | 3,
    element: HTMLElement,
    private readonly up: Vector3,
    moved: () => void,
  ) {
    this.camera = dimension === 2 ? new OrthographicCamera(-1, 1, 1, -1, 0.1, 10) : new PerspectiveCamera(32, 1, 0.01, 1000);
    if (dimension === 3) this.camera.up.copy(up);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.zoomToCursor = true;
    this.controls.rotateSpeed = 0.8;
    if (dimension === 2) {
      this.controls.enableRotate = false;
      this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      this.controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    this.controls.addEventListener("change", moved);
    this.controls.addEventListener("start", () => (this.touched = true));
    element.addEventListener("wheel", () => (this.touched = true), { passive: true });
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    if (this.camera instanceof PerspectiveCamera) {
      this.camera.aspect = this.aspect;
    } else {
      const size = this.bounds.getSize(new Vector3());
      const half = 0.54 * Math.max(size.y, size.x / this.aspect, 1e-9);
      this.camera.top = half;
      this.camera.bottom = -half;
      this.camera.left = -half * this.aspect;
      this.camera.right = half * this.aspect;
    }
    this.camera.updateProjectionMatrix();
  }

  /** Shows all of the box; in 3D from the side that `toward` points from, or from a little above and aside. */
  fit(bounds: Box3, toward?: Vector3): void {
    this.bounds.copy(bounds);
    this.touched = toward !== undefined;
    const centre = bounds.getCenter(new Vector3());
    if (this.camera instanceof OrthographicCamera) {
      this.camera.zoom = 1;
      this.camera.position.set(centre.x, centre.y, 5);
      this.controls.target.set(centre.x, centre.y, 0);
      this.resize(this.aspect, 1);
    } else {
      // How far back each corner has to be for the cone of view to hold it.
      const direction = toward?.clone() ?? this.usualDirection();
      const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
      const turn = new PerspectiveCamera();
      turn.up.copy(this.camera.up);
      turn.position.copy(direction);
      turn.lookAt(0, 0, 0);
      const back = new Quaternion().copy(turn.quaternion).invert();
      let distance = 0;
      for (let k = 0; k < 8; ++k) {
        const corner = new Vector3(
          k & 1 ? bounds.max.x : bounds.min.x,
          k & 2 ? bounds.max.y : bounds.min.y,
          k & 4 ? bounds.max.z : bounds.min.z,
        ).sub(centre).applyQuaternion(back);
        distance = Math.max(distance, corner.z + Math.abs(corner.y) / tangent, corner.z + Math.abs(corner.x) / tangent / this.aspect);
      }
      const size = bounds.getSize(new Vector3()).length();
      this.camera.near = 1e-3 * size;
      this.camera.far = 50 * size;
      this.camera.zoom = 1;
      this.camera.position.copy(centre).addScaledVector(direction, 1.06 * distance);
      this.controls.target.copy(centre);
      this.camera.updateProjectionMatrix();
    }
    this.controls.update();
  }

  /** Takes over where another rig of the same dimension looks. */
  copy(other: Rig): void {
    this.touched = other.touched;
    this.camera.position.copy(other.camera.position);
    this.camera.quaternion.copy(other.camera.quaternion);
    this.camera.zoom = other.camera.zoom;
    this.controls.target.copy(other.controls.target);
    this.camera.updateProjectionMatrix();
  }

  shift(by: Vector3): void {
    this.touched = true;
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  /** The ray through a point of the pane, from −1 to 1 in both directions. */
  ray(at: Vector2): Ray {
    const caster = new Raycaster();
    this.camera.updateMatrixWorld();
    caster.setFromCamera(at, this.camera);
    return caster.ray;
  }

  dispose(): void {
    this.controls.dispose();
  }

  private usualDirection(): Vector3 {
    const side = Math.abs(this.up.z) > 0.9 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    const right = new Vector3().crossVectors(this.up, side).normalize();
    return side.addScaledVector(right, 0.55).addScaledVector(this.up, 0.42).normalize();
  }
}
