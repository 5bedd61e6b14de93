// Spheres, 10⁵ of them in one draw call: each is a square that covers it exactly, and the fragment shader meets the ray
// through the pixel with the sphere. With the eye at the origin, the sphere of radius r at c (|c| = d) touches its tangent
// cone along a circle of radius r √(1 − r²/d²) in the plane through c (1 − r²/d²): the square stands there. A clip plane
// cuts the ray, so that cut spheres show a flat, closed face.

import { Mesh, type Ray } from "three";

import type { Columns, Frame } from "../data/protocol";
import { ClipFollower } from "./clip";
import { Instances } from "./instances";
import { bodyMaterial, colourChunk, dress } from "./material";
import type { BodyLayer, Look } from "./shape";

const vertex = /* glsl */ `
  attribute vec3 place;
  attribute vec4 turn; // w, x, y, z
  attribute float radius, value, body;
  uniform float size;
  varying vec3 centre, point;
  varying vec4 attitude;
  varying float reach, shade, number;
  void main() {
    centre = (viewMatrix * vec4(place, 1.0)).xyz;
    reach = radius * size;
    attitude = turn;
    shade = value;
    number = body;
    float d2 = dot(centre, centre);
    float seen = max(1.0 - reach * reach / d2, 0.01);
    vec3 right = normalize(cross(centre, abs(centre.y) > 0.9 * sqrt(d2) ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
    vec3 up = normalize(cross(right, centre));
    point = centre * seen + (right * position.x + up * position.y) * reach * sqrt(seen) * 1.03;
    gl_Position = projectionMatrix * vec4(point, 1.0);
  }
`;

const fragment = /* glsl */ `
  ${colourChunk}
  uniform vec4 clip;
  uniform mat3 toWorld;
  uniform mat4 projectionMatrix;
  varying vec3 centre, point;
  varying vec4 attitude;
  varying float reach, shade, number;

  vec3 rotateBack(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(-q.yzw, v);
    return v + q.x * t + cross(-q.yzw, t);
  }

  void main() {
    vec3 ray = normalize(point);
    float along = dot(ray, centre);
    float miss = sqrt(max(dot(centre, centre) - along * along, 0.0));
    float coverage = clamp((reach - miss) / fwidth(miss) + 0.5, 0.0, 1.0);
    if (coverage <= 0.0) discard;
    float half_chord = sqrt(max(reach * reach - miss * miss, 0.0));
    float t = along - half_chord;
    vec3 hit = ray * t;
    vec3 normal = (hit - centre) / reach;
    bool cut = false;
    if (dot(clip.xyz, hit) + clip.w < 0.0) {
      vec3 far = ray * (along + half_chord);
      if (dot(clip.xyz, far) + clip.w < 0.0) discard;
      hit = ray * (-clip.w / dot(clip.xyz, ray));
      normal = -clip.xyz;
      cut = true;
    }
    vec4 projected = projectionMatrix * vec4(hit, 1.0);
    gl_FragDepth = 0.5 * projected.z / projected.w + 0.5;

    vec3 colour = colourOf(shade);
    vec3 n = normalize(normal);
    if (!cut) {
      // A band and two poles that turn with the body, where it is large enough to show them.
      vec3 own = rotateBack(attitude, toWorld * n);
      float fine = fwidth(miss) / reach;
      float band = 1.0 - smoothstep(0.05, 0.05 + 2.0 * fine + 0.01, abs(own.z));
      float pole = smoothstep(0.965 - fine, 0.97, abs(own.x));
      colour *= 1.0 - 0.35 * marks * max(band, pole) * smoothstep(0.25, 0.06, fine);
    }
    // Light from the upper left behind the eye, and a weaker one from the sky.
    float key = max(dot(n, normalize(vec3(-0.45, 0.65, 0.75))), 0.0);
    float sky = 0.5 + 0.5 * n.y;
    float facing = max(dot(n, -ray), 0.0);
    vec3 lit = colour * (0.42 + 0.16 * sky + 0.56 * key) * (0.7 + 0.3 * smoothstep(0.0, 0.55, facing));
    lit += 0.10 * pow(max(dot(reflect(ray, n), normalize(vec3(-0.45, 0.65, 0.75))), 0.0), 24.0);
    if (cut) lit = colour * 0.88;
    if (abs(number - selected) < 0.5) {
      lit = mix(lit, accent, max(0.25, smoothstep(0.75, 0.35, facing)));
    }
    gl_FragColor = vec4(lit, coverage);
  }
`;

export class SphereLayer implements BodyLayer {
  readonly object: Mesh;
  private readonly instances: Instances;
  private readonly material = bodyMaterial(vertex, fragment);
  private readonly clip = new ClipFollower();

  constructor(
    private readonly bodies: Columns,
    private readonly members: Int32Array,
  ) {
    this.instances = new Instances(members, bodies.radius.length);
    this.instances.set("radius", 1, bodies.radius);
    this.material.alphaToCoverage = true;
    this.object = new Mesh(this.instances.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.onBeforeRender = (_renderer, _scene, camera) => {
      this.material.uniforms.toWorld.value.setFromMatrix4(camera.matrixWorld);
      this.clip.apply(camera, this.material.uniforms.clip.value);
      this.material.uniformsNeedUpdate = true;
    };
  }

  update(frame: Frame, values: Float32Array): void {
    this.instances.set("place", 3, frame.bodies.position);
    this.instances.set("turn", 4, frame.bodies.orientation);
    this.instances.set("value", 1, values);
  }

  dress(look: Look): void {
    dress(this.material, look);
    this.clip.set(look.clip);
  }

  pick(ray: Ray, frame: Frame, look: Look): { body: number; distance: number } | null {
    const { x: ox, y: oy, z: oz } = ray.origin;
    const { x: dx, y: dy, z: dz } = ray.direction;
    const place = frame.bodies.position;
    let best: { body: number; distance: number } | null = null;
    for (const body of this.members) {
      const cx = place[3 * body] - ox;
      const cy = place[3 * body + 1] - oy;
      const cz = place[3 * body + 2] - oz;
      const along = cx * dx + cy * dy + cz * dz;
      const radius = this.bodies.radius[body] * look.size;
      const under = radius * radius - (cx * cx + cy * cy + cz * cz - along * along);
      if (!(under >= 0 && along >= 0)) continue; // nor where a body is not here, and these are no numbers
      const half = Math.sqrt(under);
      const distance = this.clip.first(ray, along - half, along + half);
      if (distance !== null && (!best || distance < best.distance)) best = { body, distance };
    }
    return best;
  }

  dispose(): void {
    this.instances.geometry.dispose();
    this.material.dispose();
  }
}
