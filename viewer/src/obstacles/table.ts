// Shapes of obstacles by their names in scenes. A new one is a function in a file and one line here.

import type { Obstacle, Shape } from "../data/protocol";
import { box, boxWalls } from "./box";
import { polygon, wheel } from "./flat";
import { chain, segment } from "./lines";
import { plane } from "./plane";
import { capsule, sphere } from "./round";
import type { Sketch } from "./sketch";
import { mesh, solid } from "./solids";

type Draw = (sketch: Sketch, shape: Shape) => void;

const shapes: Record<string, Draw> = {
  plane,
  segment,
  chain,
  box,
  "box-walls": boxWalls,
  sphere,
  capsule,
  polygon,
  wheel,
  ellipsoid: solid,
  superellipsoid: solid,
  polyhedron: solid,
  mesh,
  compound: (sketch, shape) => {
    for (const part of (shape.parts as Shape[] | undefined) ?? []) sketch.part(part, drawShape);
  },
};

function drawShape(sketch: Sketch, shape: Shape): void {
  shapes[shape.kind]?.(sketch, shape);
}

/** Draws the obstacle; whether its kind is known. */
export function drawObstacle(sketch: Sketch, obstacle: Obstacle): boolean {
  if (!obstacle.shape || !(obstacle.shape.kind in shapes)) return false;
  drawShape(sketch, obstacle.shape);
  return true;
}

export function isEndless(obstacle: Obstacle): boolean {
  return obstacle.kind === "plane";
}
