// Shapes that bodies can have, by the name they have in result files. A new shape is one file and one line here. One that
// is not listed is drawn as a sphere of the body's radius.

import type { BodyShape } from "./shape";
import { sphere } from "./sphere";

export const bodyShapes: Record<string, BodyShape> = { sphere };

export function bodyShape(kind: string): BodyShape {
  return bodyShapes[kind] ?? sphere;
}
