// The range of values that the colours span. It grows with what is seen, so that one colour means one value throughout a
// film; a few extreme bodies do not set it.

import { noValue } from "./fields";

const sampled = 2000;

export class Range {
  low = Infinity;
  high = -Infinity;

  get known(): boolean {
    return this.high >= this.low;
  }

  /** Takes in a frame's values, without the outermost half per cent. */
  include(values: Float32Array): void {
    const stride = Math.max(1, Math.floor(values.length / sampled));
    const some: number[] = [];
    for (let i = 0; i < values.length; i += stride) if (values[i] > noValue) some.push(values[i]);
    if (some.length === 0) return;
    const sorted = Float32Array.from(some).sort();
    const margin = Math.floor(0.005 * sorted.length);
    this.low = Math.min(this.low, sorted[margin]);
    this.high = Math.max(this.high, sorted[sorted.length - 1 - margin]);
  }

  /** Ends that are apart, as a map needs them. */
  ends(): [number, number] {
    if (!this.known) return [0, 1];
    // Amounts that begin near zero are read from zero.
    if (this.high > this.low) return [this.low > 0 && this.low < 0.3 * this.high ? 0 : this.low, this.high];
    if (this.low === 0) return [0, 1];
    const half = 0.5 * Math.abs(this.low);
    return [this.low - half, this.high + half];
  }
}
