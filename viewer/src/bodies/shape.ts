// What bodies of some shapes give to the stage; table.ts says which layer draws which.

import type { Object3D, Ray, Vector4 } from "three";

import type { Palette } from "../colour/palette";
import type { Frame } from "../data/protocol";

export interface Look {
  palette: Palette;
  size: number;
  marks: boolean;
  /** Keeps the side where n · x + d ≥ 0, as (n, d); zero: everything. */
  clip: Vector4;
  selected: number; // body, or −1
  neutral: [number, number, number]; // colour of bodies without a value
  accent: [number, number, number];
  edge: [number, number, number]; // of outlines
}

/** All bodies of some shapes, drawn in a few calls. */
export interface BodyLayer {
  readonly object: Object3D;
  update(frame: Frame, values: Float32Array): void;
  dress(look: Look): void;
  /** The first of its bodies that the ray meets, and how far along it. */
  pick(ray: Ray, frame: Frame, look: Look): { body: number; distance: number } | null;
  dispose(): void;
}
