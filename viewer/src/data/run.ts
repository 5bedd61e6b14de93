// One run: its constants, the frames known so far, and where it stands. Frames are named by their step.

import { Cache } from "./cache";
import {
  decodeBodies,
  decodeContacts,
  decodeFrame,
  decodeHistory,
  fetchBytes,
  fetchJson,
  Gone,
  type Columns,
  type Contacts,
  type Frame,
  type Header,
  type History,
  type Status,
} from "./protocol";

const cacheBytes = 300e6;
const listInterval = 1000; // milliseconds between two looks at the list of frames and the history of a live run

export class Run {
  header: Header | null = null;
  bodies: Columns = {};
  steps: number[] = [];
  times: number[] = [];
  status: Status = { generation: 0, frames: 0, last: -1, state: "running", message: "" };
  history: History | null = null;
  /** Why it cannot be shown; empty where it can. */
  problem = "";
  connected = true;

  private readonly frames = new Cache<Frame>(async (step) => this.fetchFrame(step), cacheBytes);
  private readonly contactSets = new Cache<Contacts>(async (step) => this.fetchContacts(step), cacheBytes);
  private busy = false;
  private listed = 0;
  private pending: Status | null = null;

  constructor(
    readonly index: number,
    private readonly changed: (run: Run) => void,
  ) {}

  /** The frame of a step if it is here; else it is sent for, and `changed` is called when it has come. */
  frame(step: number): Frame | undefined {
    return this.want(this.frames, step);
  }

  contacts(step: number): Contacts | undefined {
    return this.want(this.contactSets, step);
  }

  /** Sends for frames that will be wanted soon. */
  prefetch(step: number, contacts: boolean): void {
    void this.frames.get(step).catch(() => undefined);
    if (contacts) void this.contactSets.get(step).catch(() => undefined);
  }

  /** Index of the last frame at or before this time; 0 where there is none before. */
  indexAt(time: number): number {
    const slack = 1e-9 * Math.max(1, Math.abs(time));
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + slack) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Whether what there is to show has been asked for and has not come yet. A run that has not begun has nothing to load. */
  get loading(): boolean {
    return !this.problem && this.history === null && (this.status.generation === 0 || this.status.state !== "running");
  }

  /** The time of the last step known: the history goes on between frames. */
  get end(): number {
    return Math.max(this.times.at(-1) ?? 0, this.history?.time.at(-1) ?? 0);
  }

  /** What the server says about the run. Statuses that come while one is worked on replace each other. */
  async update(status: Status): Promise<void> {
    this.pending = status;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.pending) {
        const next: Status = this.pending;
        this.pending = null;
        await this.follow(next);
      }
    } finally {
      this.busy = false;
    }
  }

  private async follow(status: Status): Promise<void> {
    const before = this.status;
    this.status = status;
    try {
      if (status.state === "unreadable") {
        this.problem = status.message;
      } else {
        if (!this.header || this.header.generation !== status.generation) await this.begin();
        this.problem = "";
        // A live run has news many times a second: its newest frame each time, the rest now and then.
        const all = !this.header!.live || status.state !== before.state || performance.now() - this.listed > listInterval;
        if (this.header!.live && status.last >= 0) await this.newest(status.last);
        if (all) {
          await this.list();
          await this.loadHistory();
        }
      }
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      // Not there yet, or no longer: the next status says which.
    }
    this.changed(this);
  }

  private async begin(): Promise<void> {
    const base = `/api/run/${this.index}`;
    const header = await fetchJson<Header>(`${base}/header`);
    this.frames.clear();
    this.contactSets.clear();
    this.steps = [];
    this.times = [];
    this.bodies = decodeBodies(await fetchBytes(`${base}/bodies`), header);
    this.header = header;
  }

  /** The newest frame of a live run: once it is here it belongs to the run, though the server keeps it no longer. */
  private async newest(step: number): Promise<void> {
    const frame = await this.frames.get(step);
    if (frame && step > (this.steps.at(-1) ?? -1)) {
      this.steps.push(step);
      this.times.push(frame.time);
    }
  }

  /** All frames that the server has or that are here. */
  private async list(): Promise<void> {
    const values = new Float64Array(await fetchBytes(`/api/run/${this.index}/times`));
    const count = values.length / 2;
    const known = new Map<number, number>();
    if (this.header?.live) {
      for (const step of this.frames.keys()) known.set(step, this.frames.peek(step)!.time);
    }
    for (let k = 0; k < count; ++k) known.set(values[k], values[count + k]);
    this.steps = [...known.keys()].sort((a, b) => a - b);
    this.times = this.steps.map((step) => known.get(step)!);
    this.listed = performance.now();
  }

  private async loadHistory(): Promise<void> {
    if (this.header) this.history = decodeHistory(await fetchBytes(`/api/run/${this.index}/history`), this.header);
  }

  private want<T extends { bytes: number }>(cache: Cache<T>, step: number): T | undefined {
    const here = cache.peek(step);
    if (!here) {
      cache.get(step).then(
        () => this.changed(this),
        (error: unknown) => this.lost(step, error),
      );
    }
    return here;
  }

  private lost(step: number, error: unknown): void {
    if (error instanceof Gone && this.header?.live) {
      // A live run keeps only so many frames.
      const k = this.steps.indexOf(step);
      if (k >= 0) {
        this.steps.splice(k, 1);
        this.times.splice(k, 1);
      }
    } else if (!(error instanceof Gone)) {
      this.connected = false;
    }
    this.changed(this);
  }

  private async fetchFrame(step: number): Promise<Frame> {
    return decodeFrame(await fetchBytes(`/api/run/${this.index}/frame/${step}`), this.header!);
  }

  private async fetchContacts(step: number): Promise<Contacts> {
    return decodeContacts(await fetchBytes(`/api/run/${this.index}/contacts/${step}`), this.header!);
  }
}
