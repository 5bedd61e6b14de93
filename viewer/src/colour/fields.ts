// What bodies can be coloured by. A field is one entry of the table: a name, and a number for each body.

import { isHere, type Contacts, type Frame } from "../data/protocol";
import type { Run } from "../data/run";

/** A body that has no value in this field. */
export const noValue = -1e30;

export interface ColourField {
  label: string;
  /** Values are indices of kinds, not amounts. */
  kinds?: (run: Run) => string[];
  contacts?: boolean;
  compute(run: Run, frame: Frame, contacts: Contacts | undefined, out: Float32Array): void;
}

function copy(name: string): ColourField["compute"] {
  return (run, _frame, _contacts, out) => out.set(run.bodies[name]);
}

function magnitude(name: string): ColourField["compute"] {
  return (_run, frame, _contacts, out) => {
    const values = frame.bodies[name];
    const width = values.length / out.length;
    for (let i = 0; i < out.length; ++i) {
      let sum = 0;
      for (let c = 0; c < width; ++c) sum += values[width * i + c] ** 2;
      out[i] = Math.sqrt(sum);
    }
  };
}

/** Folds a number of each contact into the two bodies it joins. */
function overContacts(
  start: number,
  fold: (value: number, contacts: Contacts, c: number) => number,
): ColourField["compute"] {
  return (_run, _frame, contacts, out) => {
    out.fill(start);
    if (!contacts) return;
    const pair = contacts.columns.pair;
    for (let c = 0; c < contacts.contacts; ++c) {
      const i = pair[2 * c];
      const j = pair[2 * c + 1];
      out[i] = fold(out[i], contacts, c);
      if (j < out.length) out[j] = fold(out[j], contacts, c);
    }
  };
}

/** Strength of a contact along its normal: impulse over the length of the step, or the impulse where that is unknown. */
export function normalForce(contacts: Contacts, c: number): number {
  const { normal, impulse } = contacts.columns;
  const d = normal.length / contacts.contacts;
  let sum = 0;
  for (let k = 0; k < d; ++k) sum += normal[d * c + k] * impulse[d * c + k];
  return contacts.stepLength > 0 ? sum / contacts.stepLength : sum;
}

/** Bodies joined by contacts, directly or through others, carry the same number; kinds repeat. */
function clusters(_run: Run, _frame: Frame, contacts: Contacts | undefined, out: Float32Array): void {
  const parent = Int32Array.from(out, (_value, i) => i);
  const root = (i: number) => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  if (contacts) {
    const pair = contacts.columns.pair;
    for (let c = 0; c < contacts.contacts; ++c) {
      if (pair[2 * c + 1] < out.length) {
        const a = root(pair[2 * c]);
        const b = root(pair[2 * c + 1]);
        // The smaller number wins, so that a cluster keeps its colour while its first body stays in it.
        if (a < b) parent[b] = a;
        else parent[a] = b;
      }
    }
  }
  const size = new Int32Array(out.length);
  for (let i = 0; i < out.length; ++i) ++size[root(i)];
  for (let i = 0; i < out.length; ++i) out[i] = size[root(i)] > 1 ? (root(i) * 7) % 8 : noValue;
}

export const fields: Record<string, ColourField> = {
  label: { label: "label", kinds: (run) => run.header!.labels, compute: copy("label") },
  velocity: { label: "speed |v|", compute: magnitude("velocity") },
  angular_velocity: { label: "angular speed |ω|", compute: magnitude("angular_velocity") },
  gamma: {
    label: "potential γ, lowest of a body",
    contacts: true,
    compute: overContacts(0, (value, contacts, c) => Math.min(value, contacts.columns.gamma[c])),
  },
  force: {
    label: "contact force, sum of a body",
    contacts: true,
    compute: overContacts(0, (value, contacts, c) => value + Math.abs(normalForce(contacts, c))),
  },
  contacts: { label: "contacts of a body", contacts: true, compute: overContacts(0, (value) => value + 1) },
  cluster: { label: "cluster", contacts: true, kinds: () => [], compute: clusters },
  material: { label: "material", kinds: (run) => run.header!.materials, compute: copy("material") },
  radius: { label: "radius", compute: copy("radius") },
  mass: { label: "mass", compute: copy("mass") },
};

/** Values of a field. Bodies that are not here have none. */
export function measure(field: ColourField, run: Run, frame: Frame, contacts: Contacts | undefined, out: Float32Array): void {
  field.compute(run, frame, contacts, out);
  if (frame.here === out.length) return;
  const { dimension } = run.header!;
  for (let i = 0; i < out.length; ++i) if (!isHere(frame.bodies.position, dimension, i)) out[i] = noValue;
}
