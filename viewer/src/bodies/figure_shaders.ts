// Bodies that are no spheres. Where they are, how they stand and their value lie in a texture, two texels a body: so many
// bodies of one geometry are instances, and many geometries of few bodies one mesh, by the same program.

import { colourChunk } from "./material";

export const stateWidth = 1024; // texels; even, so that a body's two lie side by side

const place = /* glsl */ `
  attribute float body;
  attribute vec3 offset, stretch;
  attribute vec4 spin; // w, x, y, z
  attribute float apart, end;
  uniform highp sampler2D state;
  uniform float size;
  varying float shade, number;
  vec3 turned(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.yzw, v);
    return v + q.x * t + cross(q.yzw, t);
  }
  vec4 fetch(int texel) { return texelFetch(state, ivec2(texel % ${stateWidth}, texel / ${stateWidth}), 0); }
  vec3 own() { return offset + turned(spin, stretch * position + vec3(apart * end, 0.0, 0.0)); }
`;

export const spatialVertex = /* glsl */ `
  ${place}
  varying vec3 eye, normalEye, local;
  void main() {
    vec4 at = fetch(2 * int(body + 0.5));
    vec4 turn = fetch(2 * int(body + 0.5) + 1);
    shade = at.w;
    number = body;
    vec3 n = normalize(normal / stretch);
    local = n;
    normalEye = mat3(viewMatrix) * turned(turn, turned(spin, n));
    eye = (viewMatrix * vec4(at.xyz + size * turned(turn, own()), 1.0)).xyz;
    gl_Position = projectionMatrix * vec4(eye, 1.0);
  }
`;

export const spatialFragment = /* glsl */ `
  ${colourChunk}
  uniform vec4 clip;
  uniform float smooth_; // 1: a round shape, marked by bands
  varying vec3 eye, normalEye, local;
  varying float shade, number;
  void main() {
    if (dot(clip.xyz, eye) + clip.w < 0.0) discard;
    vec3 colour = colourOf(shade);
    vec3 ray = normalize(eye);
    vec3 n = normalize(normalEye);
    // What is seen from behind was cut open: it stands for the flat cut.
    bool cut = !gl_FrontFacing;
    float fine = fwidth(local.z);
    float band = 1.0 - smoothstep(0.05, 0.06 + 2.0 * fine, abs(local.z));
    if (!cut) colour *= 1.0 - 0.35 * marks * smooth_ * band * smoothstep(0.25, 0.06, fine);
    float key = max(dot(n, normalize(vec3(-0.45, 0.65, 0.75))), 0.0);
    float sky = 0.5 + 0.5 * n.y;
    float facing = max(dot(n, -ray), 0.0);
    // Flat sides turned away are told by their light; only round ones darken towards their edge.
    float rim = mix(1.0, 0.7 + 0.3 * smoothstep(0.0, 0.55, facing), smooth_);
    vec3 lit = colour * (0.42 + 0.16 * sky + 0.56 * key) * rim;
    lit += smooth_ * 0.10 * pow(max(dot(reflect(ray, n), normalize(vec3(-0.45, 0.65, 0.75))), 0.0), 24.0);
    if (cut) lit = colour * 0.88;
    if (abs(number - selected) < 0.5) lit = mix(lit, accent, max(mix(0.55, 0.25, smooth_), smooth_ * smoothstep(0.75, 0.35, facing)));
    gl_FragColor = vec4(lit, 1.0);
  }
`;

export const planarVertex = /* glsl */ `
  ${place}
  attribute float role, inward, girth;
  uniform float selected, pixels; // pixels: height of the pane
  varying float part, fine;
  void main() {
    vec4 at = fetch(2 * int(body + 0.5));
    vec4 turn = fetch(2 * int(body + 0.5) + 1);
    shade = at.w;
    number = body;
    part = role;
    float pixel = 2.0 / (projectionMatrix[1][1] * pixels);
    fine = pixel / (girth * size);
    bool chosen = abs(body - selected) < 0.5;
    float width = chosen ? max(0.2 * girth * size, 3.0 * pixel) : max(0.06 * girth * size, 1.2 * pixel);
    // Lines of a rim stay within the body, and within its middle.
    vec3 out_ = role == 1.0 ? turned(turn, turned(spin, normalize(normal / stretch))) : vec3(0.0);
    vec3 world = at.xyz + size * turned(turn, own()) - inward * min(width, 0.8 * girth * size) * out_;
    gl_Position = projectionMatrix * viewMatrix * vec4(world.xy, 0.0, 1.0);
  }
`;

export const planarFragment = /* glsl */ `
  ${colourChunk}
  varying float shade, number, part, fine;
  void main() {
    vec3 colour = colourOf(shade);
    bool chosen = abs(number - selected) < 0.5;
    float dark = dot(colour, vec3(0.3, 0.6, 0.1));
    if (part > 1.5) {
      float visible = marks * smoothstep(0.4, 0.15, fine);
      colour = mix(colour, dark > 0.5 ? colour * 0.45 : mix(colour, vec3(1.0), 0.6), visible * 0.8);
    } else if (part > 0.5) {
      colour = chosen ? accent : mix(colour, edge, 0.75 * smoothstep(0.7, 0.25, fine));
    } else if (chosen) {
      colour = mix(colour, accent, fine > 0.35 ? 1.0 : 0.12);
    }
    gl_FragColor = vec4(colour, 1.0);
  }
`;
