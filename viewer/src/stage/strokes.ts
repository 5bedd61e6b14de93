// Straight lines of any width, all in one draw call: each is a square stretched between its ends on the screen. Widths are
// lengths of the scene, at least some pixels; lines are shaded as tubes where asked.

import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type Texture,
  type WebGLRenderer,
} from "three";

const viewport = new Vector4();

const vertex = /* glsl */ `
  attribute vec3 from, to;
  attribute vec2 tint; // value in the palette, width
  uniform vec2 resolution;
  uniform float least;
  varying vec2 local; // across −1 … 1; along in half widths beyond the ends
  varying float shade, fade, thin; // thin: lines below a pixel are pale
  void main() {
    vec4 a = projectionMatrix * viewMatrix * vec4(from, 1.0);
    vec4 b = projectionMatrix * viewMatrix * vec4(to, 1.0);
    // What lies behind the eye cannot be divided by w.
    float near = 1e-4;
    if (a.w < near && b.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (a.w < near) a = mix(b, a, (b.w - near) / (b.w - a.w));
    if (b.w < near) b = mix(a, b, (a.w - near) / (a.w - b.w));
    vec2 pa = a.xy / a.w * resolution * 0.5;
    vec2 pb = b.xy / b.w * resolution * 0.5;
    vec2 dir = pb - pa;
    float length_ = length(dir);
    dir = length_ > 1e-6 ? dir / length_ : vec2(1.0, 0.0);
    vec4 end = position.x < 0.0 ? a : b;
    float pixels = 0.5 * tint.y * projectionMatrix[1][1] * resolution.y * 0.5 / end.w;
    float half_width = max(pixels, 0.5 * least) + 0.7;
    vec2 offset = (dir * position.x + vec2(-dir.y, dir.x) * position.y) * half_width;
    local = vec2(position.y, 0.0) * half_width;
    fade = half_width;
    thin = clamp(2.0 * max(pixels, 0.5 * least), 0.2, 1.0);
    shade = tint.x;
    gl_Position = end + vec4(offset / (resolution * 0.5) * end.w, 0.0, 0.0);
    gl_Position.z -= 1e-5 * end.w;
  }
`;

const fragment = /* glsl */ `
  uniform sampler2D palette;
  uniform vec2 paletteRange;
  uniform vec3 colour;
  uniform float opacity, tube, mapped;
  varying vec2 local;
  varying float shade, fade, thin;
  void main() {
    float coverage = thin * clamp(fade - abs(local.x), 0.0, 1.0);
    float across = local.x / fade;
    vec3 base = mapped > 0.5 ? texture2D(palette, vec2((shade - paletteRange.x) * paletteRange.y, 0.5)).rgb : colour;
    base *= 1.0 - tube * 0.55 * across * across;
    gl_FragColor = vec4(base, opacity * coverage);
  }
`;

export class Strokes {
  readonly object: Mesh;
  readonly material: ShaderMaterial;
  private readonly geometry = new InstancedBufferGeometry();
  private capacity = 0;

  constructor(options: { least: number; tube?: boolean; depth: boolean; mapped?: boolean }) {
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: fragment,
      transparent: true,
      depthTest: options.depth,
      depthWrite: options.depth,
      uniforms: {
        resolution: { value: new Vector2() },
        least: { value: options.least },
        palette: { value: null as Texture | null },
        paletteRange: { value: [0, 1] },
        colour: { value: new Vector3() },
        opacity: { value: 1 },
        tube: { value: options.tube ? 1 : 0 },
        mapped: { value: options.mapped ? 1 : 0 },
      },
    });
    this.object = new Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    const least = options.least;
    this.object.onBeforeRender = (renderer: WebGLRenderer) => {
      const ratio = renderer.getPixelRatio();
      renderer.getCurrentViewport(viewport);
      this.material.uniforms.resolution.value.set(viewport.z, viewport.w);
      this.material.uniforms.least.value = least * ratio;
      this.material.uniformsNeedUpdate = true;
    };
    this.resize(0);
  }

  /** Room for this many lines; returns the arrays to fill. */
  resize(count: number): { from: Float32Array; to: Float32Array; tint: Float32Array } {
    if (count > this.capacity || this.capacity === 0) {
      this.capacity = Math.max(64, Math.ceil(1.5 * count));
      for (const [name, width] of [["from", 3], ["to", 3], ["tint", 2]] as const) {
        const attribute = new InstancedBufferAttribute(new Float32Array(width * this.capacity), width);
        attribute.setUsage(DynamicDrawUsage);
        this.geometry.setAttribute(name, attribute);
      }
    }
    this.geometry.instanceCount = count;
    this.object.visible = count > 0;
    const array = (name: string) => {
      const attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, count * attribute.itemSize);
      attribute.needsUpdate = true;
      return attribute.array as Float32Array;
    };
    return { from: array("from"), to: array("to"), tint: array("tint") };
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
