// Colours for the graphics card: 256 in a row. Amounts run through a map; kinds take one place each.

import { ClampToEdgeWrapping, DataTexture, LinearFilter, NearestFilter, RGBAFormat } from "three";

import { cssColour, hexToRgb, kinds, sample, type Rgb } from "./maps";

const places = 256;

export function kindColour(name: string, index: number): Rgb {
  return cssColour(name) ?? hexToRgb(kinds[index % kinds.length]);
}

export class Palette {
  readonly texture = new DataTexture(new Uint8Array(4 * places), places, 1, RGBAFormat);
  /** A value's place in the row is (value − offset) · scale. */
  offset = 0;
  scale = 1;

  constructor() {
    this.texture.wrapS = ClampToEdgeWrapping;
  }

  amounts(map: string, low: number, high: number): void {
    this.fill((k) => sample(map, k / (places - 1)), false);
    this.offset = low;
    this.scale = 1 / (high - low);
  }

  kinds(names: string[]): void {
    this.fill((k) => kindColour(names[k] ?? "", k), true);
    this.offset = -0.5;
    this.scale = 1 / places;
  }

  private fill(colour: (k: number) => Rgb, steps: boolean): void {
    const data = this.texture.image.data as Uint8Array;
    for (let k = 0; k < places; ++k) data.set([...colour(k), 255], 4 * k);
    this.texture.minFilter = this.texture.magFilter = steps ? NearestFilter : LinearFilter;
    this.texture.needsUpdate = true;
  }
}
