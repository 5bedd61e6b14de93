// Spheres of a 2D scene: discs with an outline and a line from the centre that turns with them. Drawn as squares of which
// the fragment shader keeps the disc; edges are smooth because coverage fades over one pixel.

import { Mesh, Vector3, type Ray } from "three";

import type { Columns, Frame } from "../data/protocol";
import { Instances } from "./instances";
import { bodyMaterial, colourChunk, dress } from "./material";
import type { BodyLayer, Look } from "./shape";

const vertex = /* glsl */ `
  attribute vec2 place;
  attribute float angle, radius, value, body;
  uniform float size;
  varying vec2 local, pointer;
  varying float shade, number;
  void main() {
    local = position.xy * 1.06;
    pointer = vec2(cos(angle), sin(angle));
    shade = value;
    number = body;
    gl_Position = projectionMatrix * viewMatrix * vec4(place + local * radius * size, 0.0, 1.0);
  }
`;

const fragment = /* glsl */ `
  ${colourChunk}
  varying vec2 local, pointer;
  varying float shade, number;
  void main() {
    float r = length(local);
    float pixel = fwidth(r);
    float coverage = clamp((1.0 - r) / pixel + 0.5, 0.0, 1.0);
    if (coverage <= 0.0) discard;
    vec3 colour = colourOf(shade);
    bool chosen = abs(number - selected) < 0.5;
    // A little light from above, as on a coin.
    colour *= 1.0 - 0.10 * smoothstep(0.35, 1.0, r);
    float dark = dot(colour, vec3(0.3, 0.6, 0.1));
    // The mark, where the disc is large enough to show one.
    float along = dot(local, pointer);
    float across = abs(pointer.x * local.y - pointer.y * local.x);
    float line = (1.0 - smoothstep(0.09 - pixel, 0.09 + pixel, across)) * step(0.0, along) * (1.0 - smoothstep(0.78 - pixel, 0.78 + pixel, along));
    float visible = marks * smoothstep(0.4, 0.15, pixel);
    colour = mix(colour, dark > 0.5 ? colour * 0.45 : mix(colour, vec3(1.0), 0.6), line * visible * 0.8);
    float width = max(0.06, 1.2 * pixel);
    float rim = smoothstep(1.0 - width - pixel, 1.0 - width, r);
    colour = mix(colour, edge, rim * 0.75 * smoothstep(0.7, 0.25, pixel));
    if (chosen) {
      float ring = smoothstep(1.0 - max(0.2, 3.0 * pixel) - pixel, 1.0 - max(0.2, 3.0 * pixel), r);
      colour = mix(colour, accent, max(ring, step(0.35, pixel)));
    }
    gl_FragColor = vec4(colour, coverage);
  }
`;

export class DiscLayer implements BodyLayer {
  readonly object: Mesh;
  private readonly instances: Instances;
  private readonly material = bodyMaterial(vertex, fragment);

  constructor(
    private readonly bodies: Columns,
    private readonly members: Int32Array,
  ) {
    this.instances = new Instances(members, bodies.radius.length);
    this.instances.set("radius", 1, bodies.radius);
    this.material.transparent = true;
    this.material.depthTest = this.material.depthWrite = false;
    this.object = new Mesh(this.instances.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 2;
  }

  update(frame: Frame, values: Float32Array): void {
    this.instances.set("place", 2, frame.bodies.position);
    this.instances.set("angle", 1, frame.bodies.orientation);
    this.instances.set("value", 1, values);
  }

  dress(look: Look): void {
    dress(this.material, look);
  }

  pick(ray: Ray, frame: Frame, look: Look): { body: number; distance: number } | null {
    const { x, y } = ray.origin.clone().addScaledVector(ray.direction, -ray.origin.z / (ray.direction.z || -1)) as Vector3;
    const place = frame.bodies.position;
    let best: { body: number; distance: number } | null = null;
    for (const body of this.members) {
      const apart = Math.hypot(place[2 * body] - x, place[2 * body + 1] - y);
      if (apart <= this.bodies.radius[body] * look.size && (!best || apart < best.distance)) {
        best = { body, distance: apart };
      }
    }
    return best;
  }

  dispose(): void {
    this.instances.geometry.dispose();
    this.material.dispose();
  }
}
