// Where in time the page stands. Time is that of the runs; the stops are the times of all frames of all runs.

import type { Run } from "./data/run";

export const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];
const framesPerSecond = 25; // at speed 1

export class Player {
  stops: number[] = [];
  index = 0;
  playing = false;
  /** Stays at the newest frame of a run that goes on. */
  following = true;
  speed = 1;

  private owed = 0; // frames, a fraction
  private before = 0;

  constructor(
    private readonly runs: Run[],
    private readonly moved: () => void,
  ) {}

  get time(): number {
    return this.stops[this.index] ?? 0;
  }

  get last(): number {
    return Math.max(0, this.stops.length - 1);
  }

  get live(): boolean {
    return this.runs.some((run) => run.header && run.status.state === "running");
  }

  /** Frames have come or gone: stays at the same time, or at the end where it follows. */
  refresh(): void {
    const time = this.time;
    const had = this.stops.length > 0;
    const all = this.runs.flatMap((run) => run.times).sort((a, b) => a - b);
    this.stops = all.filter((value, k) => k === 0 || value > all[k - 1]);
    if (this.following && this.live) this.index = this.last;
    else this.index = had ? this.nearest(time) : 0;
    this.moved();
  }

  go(index: number): void {
    this.index = Math.min(this.last, Math.max(0, Math.round(index)));
    this.following = this.live && this.index === this.last;
    this.moved();
  }

  goTo(time: number): void {
    this.go(this.nearest(time));
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.index === this.last && !this.live) this.index = 0;
    this.owed = 0;
    this.before = 0;
    this.moved();
  }

  faster(by: number): void {
    const at = speeds.indexOf(this.speed) + by;
    this.speed = speeds[Math.min(speeds.length - 1, Math.max(0, at))];
    this.moved();
  }

  /** Called once a picture. `ready`: the frames shown now are here; playing waits for them rather than skip. */
  tick(now: number, ready: boolean): void {
    if (!this.playing) return;
    const seconds = this.before > 0 ? Math.min(0.1, (now - this.before) / 1000) : 0;
    this.before = now;
    if (!ready) return;
    this.owed += seconds * framesPerSecond * this.speed;
    const whole = Math.floor(this.owed);
    if (whole < 1) return;
    this.owed -= whole;
    if (this.index + whole >= this.last) {
      this.index = this.last;
      if (this.live) this.following = true;
      else this.playing = false;
    } else {
      this.index += whole;
    }
    this.moved();
  }

  private nearest(time: number): number {
    let best = 0;
    for (let low = 0, high = this.last; low <= high; ) {
      const middle = (low + high) >> 1;
      if (Math.abs(this.stops[middle] - time) < Math.abs(this.stops[best] - time)) best = middle;
      if (this.stops[middle] < time) low = middle + 1;
      else high = middle - 1;
    }
    return best;
  }
}
