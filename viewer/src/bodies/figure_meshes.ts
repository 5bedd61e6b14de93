// Templates and their uses as meshes: instances where many bodies share one, all the others joined into one mesh.

import { BufferAttribute, BufferGeometry, InstancedBufferAttribute, InstancedBufferGeometry } from "three";

import type { Template, Use } from "../figures/template";

export interface Placed {
  body: number;
  use: Use;
}

// Fewer uses than this are not worth a draw call of their own.
const worthInstances = 4;

const perVertex = { position: 3, normal: 3, end: 1, role: 1, inward: 1 } as const;
const perUse: Record<string, [number, (placed: Placed) => number[]]> = {
  body: [1, ({ body }) => [body]],
  offset: [3, ({ use }) => use.pose.position.toArray()],
  spin: [4, ({ use: { pose } }) => [pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z]],
  stretch: [3, ({ use }) => use.stretch.toArray()],
  apart: [1, ({ use }) => [use.apart]],
  girth: [1, ({ use }) => [use.girth]],
};

function instanced(template: Template, uses: Placed[]): BufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.instanceCount = uses.length;
  for (const [name, width] of Object.entries(perVertex)) {
    geometry.setAttribute(name, new BufferAttribute(Float32Array.from(template[name as keyof typeof perVertex]), width));
  }
  for (const [name, [width, values]] of Object.entries(perUse)) {
    geometry.setAttribute(name, new InstancedBufferAttribute(Float32Array.from(uses.flatMap(values)), width));
  }
  geometry.setIndex(template.index);
  return geometry;
}

function joined(parts: { template: Template; placed: Placed }[]): BufferGeometry {
  const geometry = new BufferGeometry();
  const vertices = parts.reduce((sum, { template }) => sum + template.role.length, 0);
  for (const [name, width] of Object.entries(perVertex)) {
    const array = new Float32Array(vertices * width);
    let at = 0;
    for (const { template } of parts) {
      const values = template[name as keyof typeof perVertex];
      array.set(values, at);
      at += values.length;
    }
    geometry.setAttribute(name, new BufferAttribute(array, width));
  }
  for (const [name, [width, values]] of Object.entries(perUse)) {
    const array = new Float32Array(vertices * width);
    let at = 0;
    for (const { template, placed } of parts) {
      const row = values(placed);
      for (let k = 0; k < template.role.length; ++k, at += width) array.set(row, at);
    }
    geometry.setAttribute(name, new BufferAttribute(array, width));
  }
  const index: number[] = [];
  let first = 0;
  for (const { template } of parts) {
    for (const corner of template.index) index.push(first + corner);
    first += template.role.length;
  }
  geometry.setIndex(index);
  return geometry;
}

/** Finer where there are few: some hundred thousand triangles all together (a sphere has 12 fineness²), as some draw without a
 * graphics card. Many are small. */
function finenessFor(uses: number): number {
  return Math.max(3, Math.min(14, Math.round(Math.sqrt(4e5 / 12 / uses))));
}

export function figureGeometries(all: Placed[]): { geometry: BufferGeometry; smooth: boolean }[] {
  const groups = new Map<string, Placed[]>();
  for (const placed of all) {
    const group = groups.get(placed.use.key);
    if (group) group.push(placed);
    else groups.set(placed.use.key, [placed]);
  }
  const fineness = finenessFor(all.length);
  const meshes: { geometry: BufferGeometry; smooth: boolean }[] = [];
  const single: Record<"round" | "flat", { template: Template; placed: Placed }[]> = { round: [], flat: [] };
  for (const group of groups.values()) {
    const [{ use }] = group;
    const template = use.make(fineness);
    if (group.length >= worthInstances) meshes.push({ geometry: instanced(template, group), smooth: use.smooth });
    else single[use.smooth ? "round" : "flat"].push(...group.map((placed) => ({ template, placed })));
  }
  if (single.round.length > 0) meshes.push({ geometry: joined(single.round), smooth: true });
  if (single.flat.length > 0) meshes.push({ geometry: joined(single.flat), smooth: false });
  return meshes;
}
