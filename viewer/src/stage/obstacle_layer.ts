// All obstacles of a run in three draw calls: lines, solid faces, glass. Their points are moved by the processor when
// poses change: there are few of them. In 3D all faces are translucent, so that no obstacle hides bodies: they are drawn
// after the bodies, those turned away left out, and leave no depth behind. All have one colour and blend to nearly the
// same in any order, so they need no sorting. Edges come last, over the faces they bound.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  Group,
  Mesh,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from "three";

import type { Frame, Header } from "../data/protocol";
import { drawObstacle, isEndless } from "../obstacles/table";
import { Sketch, type Pose } from "../obstacles/sketch";
import type { Box3 } from "three";
import { Strokes } from "./strokes";

const vertex = /* glsl */ `
  varying vec3 eye;
  void main() {
    vec4 at = viewMatrix * vec4(position, 1.0);
    eye = at.xyz;
    gl_Position = projectionMatrix * at;
  }
`;

// The normal of a flat face is what its neighbouring pixels say.
const fragment = /* glsl */ `
  uniform vec3 colour;
  uniform float opacity, solid; // solid: a body of 3D, with light and shade
  varying vec3 eye;
  void main() {
    vec3 n = normalize(cross(dFdx(eye), dFdy(eye)));
    float key = max(dot(n, normalize(vec3(-0.45, 0.65, 0.75))), 0.0);
    // Round ones have no edges to be seen by: they are denser where they turn away.
    float away = 1.0 - abs(dot(n, normalize(eye)));
    gl_FragColor = vec4(colour * mix(1.0, 0.7 + 0.4 * key, solid), opacity * (1.0 + 4.0 * solid * away * away * away));
  }
`;

export function poseOf(frame: Frame, k: number, dimension: 2 | 3): Pose {
  const { position, orientation } = frame.obstacles;
  if (dimension === 2) {
    return {
      position: new Vector3(position[2 * k], position[2 * k + 1], 0),
      orientation: new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), orientation[k]),
    };
  }
  const [w, x, y, z] = orientation.subarray(4 * k, 4 * k + 4);
  return { position: new Vector3().fromArray(position, 3 * k), orientation: new Quaternion(x, y, z, w) };
}

/** Sketches of all obstacles. Those without end come last: they need to know how large the rest is. */
export function sketchObstacles(header: Header, first: Frame, bounds: Box3): { sketches: Sketch[]; unknown: string[] } {
  const sketches: Sketch[] = [];
  const unknown: string[] = [];
  for (const endless of [false, true]) {
    header.obstacles.forEach((obstacle, k) => {
      if (isEndless(obstacle) !== endless) return;
      const pose = poseOf(first, k, header.dimension);
      if (endless) bounds.expandByPoint(nearest(bounds, obstacle.shape?.normal, pose));
      const sketch = new Sketch(header.dimension, pose, bounds.min.clone(), bounds.max.clone());
      sketches[k] = sketch;
      if (!drawObstacle(sketch, obstacle)) unknown.push(`${obstacle.name} (${obstacle.kind})`);
    });
    if (!endless) expandByObstacles(bounds, header, sketches, first);
  }
  return { sketches, unknown };
}

/** Enlarges the bounds by the obstacles as they stand in a frame; those without end are left out. */
export function expandByObstacles(bounds: Box3, header: Header, sketches: Sketch[], frame: Frame): void {
  header.obstacles.forEach((obstacle, k) => {
    if (isEndless(obstacle)) return;
    const pose = poseOf(frame, k, header.dimension);
    for (const list of [sketches[k].lines, sketches[k].solid, sketches[k].glass]) {
      for (let at = 0; at < list.length; at += 3) {
        bounds.expandByPoint(new Vector3().fromArray(list, at).applyQuaternion(pose.orientation).add(pose.position));
      }
    }
  });
}

/** The point of a plane that the scene should show: the one nearest to its middle. */
function nearest(bounds: Box3, normal: unknown, pose: Pose): Vector3 {
  const n = new Vector3().fromArray([...((normal as number[] | undefined) ?? [0, 1]), 0]).normalize();
  n.applyQuaternion(pose.orientation);
  const middle = bounds.isEmpty() ? pose.position.clone() : bounds.getCenter(new Vector3());
  return middle.addScaledVector(n, -n.dot(middle.clone().sub(pose.position)));
}

/** Faces of all obstacles in one mesh. */
class Faces {
  readonly mesh: Mesh;
  readonly material: ShaderMaterial;
  private readonly local: Float32Array;
  private readonly owner: Int32Array;

  constructor(sketches: Sketch[], kind: "solid" | "glass", flat: boolean) {
    this.local = Float32Array.from(sketches.flatMap((sketch) => sketch[kind]));
    this.owner = Int32Array.from(sketches.flatMap((sketch, k) => Array<number>(sketch[kind].length / 3).fill(k)));
    const geometry = new BufferGeometry();
    const attribute = new BufferAttribute(this.local.slice(), 3);
    attribute.setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", attribute);
    this.material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: fragment,
      side: flat ? DoubleSide : FrontSide,
      transparent: true,
      depthWrite: false,
      depthTest: !flat,
      uniforms: { colour: { value: new Vector3() }, opacity: { value: 1 }, solid: { value: flat || kind === "glass" ? 0 : 1 } },
    });
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = this.owner.length > 0;
  }

  move(poses: Pose[]): void {
    const attribute = this.mesh.geometry.getAttribute("position") as BufferAttribute;
    const target = attribute.array as Float32Array;
    const point = new Vector3();
    for (let k = 0; k < this.owner.length; ++k) {
      const pose = poses[this.owner[k]];
      point.fromArray(this.local, 3 * k).applyQuaternion(pose.orientation).add(pose.position).toArray(target, 3 * k);
    }
    attribute.needsUpdate = true;
  }
}

export class ObstacleLayer {
  readonly object = new Group();
  private readonly solid: Faces;
  private readonly glass: Faces;
  private readonly strokes: Strokes;
  private readonly lines: { points: number[]; owner: number }[];
  private shown = "";

  constructor(
    private readonly dimension: 2 | 3,
    sketches: Sketch[],
  ) {
    const flat = dimension === 2;
    this.solid = new Faces(sketches, "solid", flat);
    this.glass = new Faces(sketches, "glass", flat);
    this.strokes = new Strokes({ least: flat ? 2.5 : 1.2, depth: !flat });
    this.lines = sketches.map((sketch, owner) => ({ points: sketch.lines, owner }));
    this.glass.mesh.renderOrder = 0;
    this.solid.mesh.renderOrder = 1;
    this.strokes.object.renderOrder = 3;
    this.object.add(this.solid.mesh, this.glass.mesh, this.strokes.object);
  }

  update(frame: Frame): void {
    const key = `${frame.obstacles.position.join()};${frame.obstacles.orientation.join()}`;
    if (key === this.shown) return;
    this.shown = key;
    const poses = this.lines.map((_line, k) => poseOf(frame, k, this.dimension));
    this.solid.move(poses);
    this.glass.move(poses);
    const count = this.lines.reduce((sum, line) => sum + line.points.length / 6, 0);
    const { from, to, tint } = this.strokes.resize(count);
    const point = new Vector3();
    let row = 0;
    for (const { points, owner } of this.lines) {
      for (let k = 0; k < points.length; k += 6, ++row) {
        [from, to].forEach((target, end) => {
          point.fromArray(points, k + 3 * end).applyQuaternion(poses[owner].orientation).add(poses[owner].position);
          point.toArray(target, 3 * row);
        });
        tint[2 * row] = tint[2 * row + 1] = 0;
      }
    }
  }

  dress(colours: { obstacle: number[]; glass: number[]; glassOpacity: number; solidOpacity: number }): void {
    this.solid.material.uniforms.colour.value.fromArray(colours.obstacle);
    this.solid.material.uniforms.opacity.value = this.dimension === 2 ? 1 : colours.solidOpacity;
    this.glass.material.uniforms.colour.value.fromArray(colours.glass);
    this.glass.material.uniforms.opacity.value = colours.glassOpacity;
    this.strokes.material.uniforms.colour.value.fromArray(colours.obstacle);
  }

  dispose(): void {
    for (const faces of [this.solid, this.glass]) {
      faces.mesh.geometry.dispose();
      faces.material.dispose();
    }
    this.strokes.dispose();
  }
}
