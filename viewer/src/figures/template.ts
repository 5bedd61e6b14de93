// What many bodies have in common: one geometry for all that differ only by how far it is stretched. Round shapes and boxes
// come from one of unit size, capsules from two balls that are moved apart, others from those that are alike up to scale.

import { Vector3 } from "three";

import type { Shape } from "../data/protocol";
import type { Pose } from "../obstacles/sketch";
import { outlineOfAll } from "./outline";
import { girth, solidsOf, type Solid } from "./solid";
import { surfaceOf, unitCapsule, unitOval, unitSphere, type Surface } from "./surface";

export enum Role {
  inside,
  rim,
  mark,
}

/** Rows of vertices. */
export interface Template {
  position: number[]; // 3
  normal: number[]; // 3; of a rim, out of the shape
  end: number[]; // 1: moved by this times `apart` along x
  role: number[]; // 1
  inward: number[]; // 1: moved by this times the rim's width against the normal
  index: number[];
}

/** One use of a template: position = pose · (stretch ∘ template + apart · end). */
export interface Use {
  key: string;
  make: (fineness: number) => Template;
  pose: Pose;
  stretch: Vector3;
  apart: number;
  girth: number;
  /** Whether it looks round. */
  smooth: boolean;
}

const nowhere: Pose = solidsOf({ kind: "sphere", radius: 1 }, 2)[0].pose;

/** Numbers that differ by rounding only are the same. */
const rounded = (value: number) => Number(value.toPrecision(6));

function fromSurface(surface: Surface): Template {
  const count = surface.points.length;
  return {
    position: surface.points.flatMap((point) => point.toArray()),
    normal: surface.normals.flatMap((normal) => normal.toArray()),
    end: surface.ends ?? Array<number>(count).fill(0),
    role: Array<number>(count).fill(Role.inside),
    inward: Array<number>(count).fill(0),
    index: surface.triangles,
  };
}

/** In 2D the inside, a rim along what of the edges is seen, and a mark from the centre along x. */
function fromOutline(solids: Solid[], fineness: number, ends?: (point: Vector3) => number): Template {
  const template: Template = { position: [], normal: [], end: [], role: [], inward: [], index: [] };
  const outline = outlineOfAll(solids, 6 * Math.max(4, fineness));
  const add = (at: Vector3, role: Role, outward?: Vector3, inward = 0) => {
    template.position.push(at.x, at.y, 0);
    template.normal.push(outward?.x ?? 0, outward?.y ?? 0, 0);
    template.end.push(ends?.(at) ?? 0);
    template.role.push(role);
    template.inward.push(inward);
    return template.role.length - 1;
  };
  for (const inside of outline.insides) {
    const first = inside.map((point) => add(point, Role.inside))[0];
    for (let k = 1; k + 1 < inside.length; ++k) template.index.push(first, first + k, first + k + 1);
  }
  if (outline.tip > 0) {
    const half = 0.07 * Math.min(...solids.map(girth));
    const far = 0.85 * outline.tip;
    const [a, b, c, d] = [[0, -half], [far, -half], [far, half], [0, half]].map(([x, y]) => add(new Vector3(x, y, 0), Role.mark));
    template.index.push(a, b, c, a, c, d);
  }
  for (const { from, to, outward } of outline.edges) {
    const [a, b] = [add(from, Role.rim, outward), add(to, Role.rim, outward)];
    const [c, d] = [add(to, Role.rim, outward, 1), add(from, Role.rim, outward, 1)];
    template.index.push(a, b, c, a, c, d);
  }
  return template;
}

const unit = (solid: Solid, change: Partial<Solid>): Solid => ({ ...solid, pose: nowhere, ...change });

function use(solid: Solid, dimension: 2 | 3): Use {
  const common = { pose: solid.pose, apart: 0, girth: girth(solid), smooth: solid.kind !== "corners" };
  const same = (length: number) => new Vector3(length, length, length);
  const flat = dimension === 2;
  switch (solid.kind) {
    case "ball":
    case "oval": {
      const ball = solid.kind === "ball";
      const stretch = ball ? same(solid.radius) : solid.radii.clone();
      if (flat) stretch.z = 1;
      const exponents = solid.exponents.map(rounded) as [number, number];
      const round = ball || (exponents[0] === 2 && (flat || exponents[1] === 2));
      const make = (fineness: number) => {
        if (flat) return fromOutline([unit(solid, { kind: "oval", radii: new Vector3(1, 1, 1) })], fineness);
        return fromSurface(round ? unitSphere(fineness) : unitOval(exponents, fineness));
      };
      return { ...common, key: round ? "round" : `oval ${exponents.join()}`, make, stretch };
    }
    case "capsule": {
      // In 2D the points left of the middle belong to the left end; the lines between the ends grow with the distance.
      const make = (fineness: number) =>
        flat ? fromOutline([unit(solid, { radius: 1, half: 1 })], fineness, (point) => Math.sign(point.x)) : fromSurface(unitCapsule(fineness));
      return { ...common, key: "capsule", make, stretch: same(solid.radius), apart: solid.half - (flat ? solid.radius : 0) };
    }
    case "corners": {
      const reach = Math.max(...solid.points.map((point) => point.length()));
      const points = solid.points.map((point) => point.clone().divideScalar(reach));
      const key = `${points.map((point) => point.toArray().map(rounded).join()).join(";")}|${solid.faces.join(";")}`;
      const make = () => (flat ? fromOutline([unit(solid, { points })], 1) : fromSurface(surfaceOf(unit(solid, { points }), 1)));
      return { ...common, key, make, stretch: same(reach) };
    }
  }
}

/** A body's templates: in space one a part, in the plane one for the whole, as its parts share one edge. */
export function usesOf(shape: Shape, dimension: 2 | 3): Use[] {
  const solids = solidsOf(shape, dimension);
  if (dimension === 3 || solids.length < 2) return solids.map((solid) => use(solid, dimension));
  const scale = Math.max(...outlineOfAll(solids).insides.flat().map((point) => point.length()));
  const small = solids.map((solid) => ({
    ...solid,
    pose: { position: solid.pose.position.clone().divideScalar(scale), orientation: solid.pose.orientation },
    radius: solid.radius / scale,
    half: solid.half / scale,
    radii: solid.radii.clone().divideScalar(scale),
    points: solid.points.map((point) => point.clone().divideScalar(scale)),
  }));
  const key = JSON.stringify(small, (_name, value: unknown) => (typeof value === "number" ? rounded(value) : value));
  const thin = Math.min(...solids.map(girth));
  return [{ key, make: (fineness) => fromOutline(small, fineness), pose: nowhere, stretch: new Vector3(scale, scale, scale), apart: 0, girth: thin, smooth: false }];
}
