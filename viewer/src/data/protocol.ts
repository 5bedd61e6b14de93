// What the server sends (src/view/encode.hpp) as typed arrays. Arrays are views of the bytes received: nothing is copied.

export interface Field {
  name: string;
  type: "f4" | "i4";
  components: number;
}

/** A shape in the own frame of its body or obstacle; which keys it has depends on its kind (docs/results.md). */
export interface Shape {
  kind: string;
  [key: string]: unknown;
}

export interface Obstacle {
  name: string;
  label: string;
  material: string;
  kind: string;
  shape: Shape | null;
}

export interface Header {
  name: string;
  generation: number;
  live: boolean;
  program_version: string;
  dimension: 2 | 3;
  bodies: number;
  labels: string[];
  materials: string[];
  kinds: string[];
  /** The bodies' different shapes, that bodies.shape points into; none where all are spheres. */
  shapes: (Shape | null)[];
  names: string[];
  obstacles: Obstacle[];
  /** Null where no direction is periodic. */
  domain: { lower: number[]; upper: number[]; periodic: boolean[]; shear_rate?: number } | null;
  body_fields: Field[];
  frame_fields: Field[];
  obstacle_fields: Field[];
  contact_fields: Field[];
  history_fields: string[];
  scene: string;
}

export interface Status {
  generation: number;
  frames: number;
  last: number;
  state: "running" | "complete" | "stopped" | "ended" | "unreadable";
  message: string;
}

export type Column = Float32Array | Int32Array;
export type Columns = Record<string, Column>;

export interface Prelude {
  contacts: number;
  time: number;
  step: number;
  /** Length of the step that led here; 0 where it is not known. */
  stepLength: number;
}

export interface Frame extends Prelude {
  bodies: Columns;
  /** How many bodies have come and not left; those that are not here are nowhere. */
  here: number;
  obstacles: Columns;
  bytes: number;
}

export interface Contacts extends Prelude {
  columns: Columns;
  bytes: number;
}

/** The history in at most some thousand rows, each the smallest and largest value of neighbouring steps. */
export interface History {
  time: Float32Array;
  low: Record<string, Float32Array>;
  high: Record<string, Float32Array>;
}

const preludeSize = 32;

/** Cuts `rows` rows of each field from the buffer, beginning at `offset`. */
function cut(buffer: ArrayBuffer, offset: number, fields: Field[], rows: number): [Columns, number] {
  const columns: Columns = {};
  for (const field of fields) {
    const length = rows * field.components;
    columns[field.name] =
      field.type === "i4" ? new Int32Array(buffer, offset, length) : new Float32Array(buffer, offset, length);
    offset += 4 * length;
  }
  return [columns, offset];
}

function prelude(buffer: ArrayBuffer): Prelude {
  const view = new DataView(buffer);
  if (buffer.byteLength < preludeSize || view.getUint32(0, true) !== 0x45554c47) {
    throw new Error("what the server sent is not a frame");
  }
  return {
    contacts: view.getUint32(4, true),
    time: view.getFloat64(8, true),
    step: view.getFloat64(16, true),
    stepLength: view.getFloat64(24, true),
  };
}

export function decodeBodies(buffer: ArrayBuffer, header: Header): Columns {
  return cut(buffer, 0, header.body_fields, header.bodies)[0];
}

export function decodeFrame(buffer: ArrayBuffer, header: Header): Frame {
  const [bodies, offset] = cut(buffer, preludeSize, header.frame_fields, header.bodies);
  const [obstacles] = cut(buffer, offset, header.obstacle_fields, header.obstacles.length);
  let here = 0;
  for (let i = 0; i < header.bodies; ++i) here += isHere(bodies.position, header.dimension, i) ? 1 : 0;
  return { ...prelude(buffer), bodies, here, obstacles, bytes: buffer.byteLength };
}

export function isHere(position: Column, dimension: number, body: number): boolean {
  return !Number.isNaN(position[dimension * body]);
}

export function decodeContacts(buffer: ArrayBuffer, header: Header): Contacts {
  const start = prelude(buffer);
  const [columns] = cut(buffer, preludeSize, header.contact_fields, start.contacts);
  return { ...start, columns, bytes: buffer.byteLength };
}

export function decodeHistory(buffer: ArrayBuffer, header: Header): History {
  const names = header.history_fields;
  const rows = buffer.byteLength / 4 / (1 + 2 * names.length);
  const column = (k: number) => new Float32Array(buffer, 4 * k * rows, rows);
  const history: History = { time: column(0), low: {}, high: {} };
  names.forEach((name, q) => {
    history.low[name] = column(1 + 2 * q);
    history.high[name] = column(2 + 2 * q);
  });
  return history;
}

/** Something that the server does not have any more. */
export class Gone extends Error {}

export async function fetchBytes(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (response.status === 204) throw new Gone(path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.arrayBuffer();
}

export async function fetchJson<T>(path: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await fetchBytes(path))) as T;
}
