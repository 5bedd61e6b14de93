// The contacts of a frame as tubes from centre to centre, or to the point where an obstacle is touched; between bodies that
// are no spheres by way of the point where they touch, as the straight line would miss it. Darker for a more
// negative potential, or thicker for a larger force. Bodies that touch across a periodic border are no neighbours in the picture:
// a tube from each to its side of the place where they touch.

import { normalForce } from "../colour/fields";
import { Palette } from "../colour/palette";
import { Range } from "../colour/range";
import type { Column, Contacts, Frame, Header } from "../data/protocol";
import type { Run } from "../data/run";
import { Strokes } from "./strokes";

const nowhere = [0, 0, 0];

/** From the image of a body that is nearest to a point to the body itself; zero where that is the body. */
export function beyondBorder(domain: Header["domain"], time: number, d: number, body: ArrayLike<number>, point: ArrayLike<number>): number[] {
  const away = [0, 0, 0];
  if (!domain) return away;
  // Last to first: what is above or below a sheared domain stands elsewhere along x.
  for (let axis = d - 1; axis >= 0; --axis) {
    if (!domain.periodic[axis]) continue;
    const period = domain.upper[axis] - domain.lower[axis];
    const number = Math.round((body[axis] - point[axis] - away[axis]) / period);
    away[axis] += number * period;
    if (axis === 1) away[0] += number * (domain.shear_rate ?? 0) * time * period;
  }
  return away;
}

export class NetworkLayer {
  readonly strokes: Strokes;
  readonly palette = new Palette();
  private values = new Float32Array(0);

  constructor(private readonly dimension: 2 | 3) {
    this.strokes = new Strokes({ least: 0.4, tube: true, depth: dimension === 3, mapped: true });
    this.strokes.object.renderOrder = 4;
    this.strokes.object.visible = false;
  }

  get object() {
    return this.strokes.object;
  }

  hide(): void {
    this.strokes.resize(0);
  }

  /** The strength of each contact, taken into the range. */
  measure(contacts: Contacts, kind: "gamma" | "force", range: Range): void {
    const n = contacts.contacts;
    if (this.values.length < n) this.values = new Float32Array(Math.ceil(1.5 * n));
    for (let c = 0; c < n; ++c) {
      this.values[c] = kind === "gamma" ? -contacts.columns.gamma[c] : Math.abs(normalForce(contacts, c));
    }
    range.include(this.values.subarray(0, n));
  }

  update(run: Run, frame: Frame, contacts: Contacts, range: Range, map: string, thickness: number): void {
    const d = this.dimension;
    const bodies = run.header!.bodies;
    const n = contacts.contacts;
    const { pair, point } = contacts.columns;
    const place = frame.bodies.position;
    const [, high] = range.ends();
    this.palette.amounts(map, 0, high);
    this.strokes.material.uniforms.palette.value = this.palette.texture;
    this.strokes.material.uniforms.paletteRange.value = [this.palette.offset, this.palette.scale];
    const bent = run.header!.shapes.length > 0;
    const domain = run.header!.domain;
    let rows = n;
    for (let c = 0; (bent || domain) && c < n; ++c) rows += pair[2 * c + 1] < bodies ? 1 : 0;
    const { from, to, tint } = this.strokes.resize(rows);
    let row = 0;
    const add = (c: number, a: Column, start: number, b: Column, finish: number, beyond = nowhere) => {
      for (let k = 0; k < 3; ++k) {
        from[3 * row + k] = k < d ? a[d * start + k] : 0;
        to[3 * row + k] = k < d ? b[d * finish + k] + beyond[k] : 0;
      }
      const strength = Math.min(1, this.values[c] / high);
      tint[2 * row] = this.values[c];
      tint[2 * row + 1] = thickness * (0.12 + 0.88 * strength);
      ++row;
    };
    for (let c = 0; c < n; ++c) {
      const i = pair[2 * c];
      const j = pair[2 * c + 1];
      const beyond =
        domain && j < bodies
          ? beyondBorder(domain, frame.time, d, place.subarray(d * j, d * j + d), point.subarray(d * c, d * c + d))
          : nowhere;
      if (beyond.some((shift) => shift !== 0)) {
        add(c, place, i, point, c);
        add(c, place, j, point, c, beyond);
        continue;
      }
      if (j < bodies && !bent) {
        add(c, place, i, place, j);
        continue;
      }
      add(c, place, i, point, c);
      if (j < bodies) add(c, point, c, place, j);
    }
    // Rows that were kept for halves and not needed.
    if (row < rows) this.strokes.resize(row);
  }

  dispose(): void {
    this.strokes.dispose();
  }
}
