// Numbers of bodies, one row an instance, as the graphics card reads them. Where all bodies have the shape, which is the
// usual case, rows are copied as a block.

import { DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, BufferAttribute } from "three";

import type { Column } from "../data/protocol";

export class Instances {
  readonly geometry = new InstancedBufferGeometry();
  private readonly all: boolean;

  constructor(
    private readonly members: Int32Array,
    bodies: number,
  ) {
    this.all = members.length === bodies;
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    this.geometry.setAttribute("position", new BufferAttribute(corners, 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = members.length;
    this.set("body", 1, Float32Array.from({ length: bodies }, (_value, i) => i));
  }

  /** `values` has a row of `components` for every body. */
  set(name: string, components: number, values: Column): void {
    let attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute | undefined;
    if (!attribute) {
      attribute = new InstancedBufferAttribute(new Float32Array(this.members.length * components), components);
      attribute.setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
    }
    const target = attribute.array as Float32Array;
    if (this.all) {
      target.set(values);
    } else {
      this.members.forEach((body, row) => {
        for (let c = 0; c < components; ++c) target[row * components + c] = values[body * components + c];
      });
    }
    attribute.needsUpdate = true;
  }
}
