// What the materials of all body shapes share: the uniforms of a Look, and the colour of a value.

import { Matrix3, ShaderMaterial, Vector3, Vector4, type Texture } from "three";

import { noValue } from "../colour/fields";
import type { Look } from "./shape";

export const colourChunk = /* glsl */ `
  uniform sampler2D palette;
  uniform vec2 paletteRange; // offset, scale
  uniform vec3 neutral, accent, edge;
  uniform float selected, marks;
  vec3 colourOf(float value) {
    if (value < ${(0.5 * noValue).toExponential()}) return neutral;
    return texture2D(palette, vec2((value - paletteRange.x) * paletteRange.y, 0.5)).rgb;
  }
`;

export function bodyMaterial(vertexShader: string, fragmentShader: string): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      palette: { value: null as Texture | null },
      paletteRange: { value: [0, 1] },
      neutral: { value: new Vector3() },
      accent: { value: new Vector3() },
      edge: { value: new Vector3() },
      selected: { value: -1 },
      marks: { value: 1 },
      size: { value: 1 },
      clip: { value: new Vector4() },
      toWorld: { value: new Matrix3() },
    },
  });
}

export function dress(material: ShaderMaterial, look: Look): void {
  const u = material.uniforms;
  u.palette.value = look.palette.texture;
  u.paletteRange.value = [look.palette.offset, look.palette.scale];
  u.neutral.value.fromArray(look.neutral);
  u.accent.value.fromArray(look.accent);
  u.edge.value.fromArray(look.edge);
  u.selected.value = look.selected;
  u.marks.value = look.marks ? 1 : 0;
  u.size.value = look.size;
  u.clip.value.copy(look.clip);
}
