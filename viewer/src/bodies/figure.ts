// All bodies that are no spheres: ellipsoids, capsules, boxes, polygons, polyhedra, and compounds of these.

import { DataTexture, DoubleSide, FloatType, Group, Mesh, Quaternion, RGBAFormat, Vector3, Vector4, type Ray, type ShaderMaterial } from "three";

import type { Columns, Frame, Shape } from "../data/protocol";
import { through } from "../figures/ray";
import { contains, solidsOf, type Solid } from "../figures/solid";
import { surfaceOf, type Surface } from "../figures/surface";
import { usesOf, type Use } from "../figures/template";
import { ClipFollower } from "./clip";
import { figureGeometries, type Placed } from "./figure_meshes";
import { planarFragment, planarVertex, spatialFragment, spatialVertex, stateWidth } from "./figure_shaders";
import { bodyMaterial, dress } from "./material";
import type { BodyLayer, Look } from "./shape";

const viewport = new Vector4();
const pickFineness = 8;

export class FigureLayer implements BodyLayer {
  readonly object = new Group();
  private readonly materials: ShaderMaterial[] = [];
  private readonly data: Float32Array<ArrayBuffer>; // of the texture below
  private readonly state: DataTexture;
  private readonly clip = new ClipFollower();
  /** Solids, and in 3D their triangles, by the shape's number; made when someone points at one. */
  private readonly solids = new Map<number, Solid[]>();
  private readonly surfaces = new Map<number, Surface[]>();

  constructor(
    private readonly dimension: 2 | 3,
    private readonly bodies: Columns,
    private readonly shapes: (Shape | null)[],
    private readonly members: Int32Array,
  ) {
    const rows = Math.max(1, Math.ceil((2 * bodies.radius.length) / stateWidth));
    this.data = new Float32Array(4 * stateWidth * rows);
    this.state = new DataTexture(this.data, stateWidth, rows, RGBAFormat, FloatType);
    const uses = new Map<number, Use[]>();
    const placed: Placed[] = [];
    for (const body of members) {
      const number = bodies.shape[body];
      if (!uses.has(number)) uses.set(number, usesOf(shapes[number]!, dimension));
      for (const use of uses.get(number)!) placed.push({ body, use });
    }
    for (const { geometry, smooth } of figureGeometries(placed)) this.addMesh(new Mesh(geometry), smooth);
  }

  private addMesh(mesh: Mesh, smooth: boolean): void {
    const flat = this.dimension === 2;
    const material = bodyMaterial(flat ? planarVertex : spatialVertex, flat ? planarFragment : spatialFragment);
    Object.assign(material.uniforms, { state: { value: this.state }, smooth_: { value: smooth ? 1 : 0 }, pixels: { value: 1 } });
    if (flat) material.depthTest = material.depthWrite = false;
    // Mirrored nowhere, so that what is seen from behind was cut open.
    material.side = DoubleSide;
    // With the discs, which blend; what does not blend would be drawn before the obstacles.
    material.transparent = flat;
    mesh.material = material;
    mesh.frustumCulled = false;
    mesh.renderOrder = flat ? 2 : 0;
    mesh.onBeforeRender = (renderer, _scene, camera) => {
      renderer.getCurrentViewport(viewport);
      material.uniforms.pixels.value = viewport.w / renderer.getPixelRatio();
      this.clip.apply(camera, material.uniforms.clip.value);
      material.uniformsNeedUpdate = true;
    };
    this.materials.push(material);
    this.object.add(mesh);
  }

  update(frame: Frame, values: Float32Array): void {
    const { data } = this;
    const { position, orientation } = frame.bodies;
    for (const body of this.members) {
      const at = 8 * body;
      if (this.dimension === 2) {
        data[at] = position[2 * body];
        data[at + 1] = position[2 * body + 1];
        data[at + 4] = Math.cos(0.5 * orientation[body]);
        data[at + 7] = Math.sin(0.5 * orientation[body]);
      } else {
        for (let k = 0; k < 3; ++k) data[at + k] = position[3 * body + k];
        for (let k = 0; k < 4; ++k) data[at + 4 + k] = orientation[4 * body + k];
      }
      data[at + 3] = values[body];
    }
    this.state.needsUpdate = true;
  }

  dress(look: Look): void {
    for (const material of this.materials) dress(material, look);
    this.clip.set(look.clip);
  }

  pick(ray: Ray, frame: Frame, look: Look): { body: number; distance: number } | null {
    return this.dimension === 2 ? this.pickPlanar(ray, frame, look) : this.pickSpatial(ray, frame, look);
  }

  private pickPlanar(ray: Ray, frame: Frame, look: Look): { body: number; distance: number } | null {
    const at = ray.origin.clone().addScaledVector(ray.direction, -ray.origin.z / (ray.direction.z || -1));
    const { position, orientation } = frame.bodies;
    let best: { body: number; distance: number } | null = null;
    for (const body of this.members) {
      const own = new Vector3(at.x - position[2 * body], at.y - position[2 * body + 1], 0).divideScalar(look.size);
      const distance = own.length() * look.size;
      // Not where a body is not here, either, and this is no number.
      if (!(own.length() <= this.bodies.radius[body]) || (best && distance > best.distance)) continue;
      own.applyAxisAngle(new Vector3(0, 0, 1), -orientation[body]);
      if (this.solidsFor(body).some((solid) => contains(solid, own))) best = { body, distance };
    }
    return best;
  }

  private pickSpatial(ray: Ray, frame: Frame, look: Look): { body: number; distance: number } | null {
    const { position, orientation } = frame.bodies;
    let best: { body: number; distance: number } | null = null;
    for (const body of this.members) {
      const centre = new Vector3().fromArray(position, 3 * body);
      if (!(ray.distanceToPoint(centre) <= this.bodies.radius[body] * look.size)) continue;
      const [w, x, y, z] = orientation.subarray(4 * body, 4 * body + 4);
      const back = new Quaternion(x, y, z, w).invert();
      const origin = ray.origin.clone().sub(centre).applyQuaternion(back).divideScalar(look.size);
      const direction = ray.direction.clone().applyQuaternion(back).divideScalar(look.size);
      for (const surface of this.surfacesFor(body)) {
        const found = through(surface, origin, direction);
        const distance = found && this.clip.first(ray, ...found);
        if (distance !== null && (!best || distance < best.distance)) best = { body, distance };
      }
    }
    return best;
  }

  private solidsFor(body: number): Solid[] {
    const number = this.bodies.shape[body];
    if (!this.solids.has(number)) this.solids.set(number, solidsOf(this.shapes[number]!, this.dimension));
    return this.solids.get(number)!;
  }

  private surfacesFor(body: number): Surface[] {
    const number = this.bodies.shape[body];
    if (!this.surfaces.has(number)) {
      this.surfaces.set(number, this.solidsFor(body).map((solid) => surfaceOf(solid, pickFineness)));
    }
    return this.surfaces.get(number)!;
  }

  dispose(): void {
    for (const mesh of this.object.children) (mesh as Mesh).geometry.dispose();
    for (const material of this.materials) material.dispose();
    this.state.dispose();
  }
}
