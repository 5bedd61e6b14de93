// A plot of the history of all runs, with a line at the time shown; a click goes to that time.

import { hexToRgb, kinds } from "../colour/maps";
import type { Run } from "../data/run";
import { element } from "./element";
import { ink } from "./legend";
import { text, ticks } from "./number";

export const quantities: Record<string, string> = {
  kinetic_energy: "kinetic energy",
  potential_energy: "potential energy",
  total_energy: "kinetic + potential energy",
  contacts: "contacts",
  iterations: "iterations of the solver",
  residual: "largest residual (velocity)",
  accuracy: "residual of 95 % of the contacts / reference velocity",
  kept: "share of impulses kept, so that contacts give no energy",
  overlap: "largest overlap (length)",
  wall_seconds: "seconds a step",
};
const logarithmic = new Set(["residual", "accuracy", "overlap"]);
const margin = { left: 46, right: 10, top: 8, bottom: 20 };

export class Plot {
  readonly canvas = element("canvas", { class: "plot", tabindex: "0", role: "img" });
  private scale = { low: 0, high: 1, width: 1 };

  constructor(
    private readonly runs: Run[],
    go: (time: number) => void,
  ) {
    const seek = (event: PointerEvent) => {
      const x = event.clientX - this.canvas.getBoundingClientRect().left;
      const share = (x - margin.left) / (this.scale.width - margin.left - margin.right);
      go(this.scale.low + Math.min(1, Math.max(0, share)) * (this.scale.high - this.scale.low));
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) seek(event);
    });
  }

  draw(quantity: string, time: number): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.max(1, devicePixelRatio);
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const context = this.canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    const colours = ink();
    this.canvas.setAttribute("aria-label", `${quantities[quantity]} over time`);

    const series = this.runs.filter((run) => run.history && run.history.time.length > 0 && !run.problem);
    if (series.length === 0) {
      context.fillStyle = colours.quiet;
      context.fillText(this.runs.some((run) => run.loading) ? "loading …" : "no steps yet", margin.left, height / 2);
      return;
    }
    const log = logarithmic.has(quantity);
    const map = (value: number) => (log ? Math.log10(Math.max(value, 1e-300)) : value);
    let [t0, t1, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { history, times } of series) {
      t0 = Math.min(t0, times[0] ?? history!.time[0], history!.time[0]);
      t1 = Math.max(t1, history!.time.at(-1)!, times.at(-1) ?? t0);
      for (let k = 0; k < history!.time.length; ++k) {
        // Zeros have no logarithm.
        if (!log || history!.low[quantity][k] > 0) low = Math.min(low, map(history!.low[quantity][k]));
        if (!log || history!.high[quantity][k] > 0) high = Math.max(high, map(history!.high[quantity][k]));
      }
    }
    if (!(high > low)) [low, high] = Number.isFinite(low) ? [low - 0.5, low + 0.5] : [0, 1];
    if (t1 <= t0) t1 = t0 + 1;
    const pad = 0.05 * (high - low);
    if (!log && low >= 0 && low < 0.3 * high) low = 0;
    else low -= pad;
    high += pad;
    this.scale = { low: t0, high: t1, width };
    const x = (t: number) => margin.left + ((t - t0) / (t1 - t0)) * (width - margin.left - margin.right);
    const y = (v: number) => height - margin.bottom - ((v - low) / (high - low)) * (height - margin.top - margin.bottom);

    // Axes with round numbers.
    context.strokeStyle = colours.line;
    context.fillStyle = colours.quiet;
    context.lineWidth = 1;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const marks = log ? ticks(low, high, 4).filter((v) => Number.isInteger(v)) : ticks(low, high, 4);
    for (const value of marks) {
      context.beginPath();
      context.moveTo(margin.left, y(value));
      context.lineTo(width - margin.right, y(value));
      context.stroke();
      context.fillText(log ? `1e${text(value)}` : text(value, 3), margin.left - 6, y(value));
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const value of ticks(t0, t1, 4)) context.fillText(text(value, 3), x(value), height - margin.bottom + 6);

    context.save();
    context.beginPath();
    context.rect(margin.left, 0, width - margin.left - margin.right, height - margin.bottom + 1);
    context.clip();
    series.forEach(({ history, index }) => {
      const [r, g, b] = hexToRgb(kinds[index % kinds.length]);
      const { time: at } = history!;
      const band = new Path2D();
      const line = new Path2D();
      for (let k = 0; k < at.length; ++k) {
        const top = y(map(history!.high[quantity][k]));
        const bottom = y(map(history!.low[quantity][k]));
        band.lineTo(x(at[k]), top);
        line.lineTo(x(at[k]), 0.5 * (top + bottom));
      }
      for (let k = at.length - 1; k >= 0; --k) band.lineTo(x(at[k]), y(map(history!.low[quantity][k])));
      context.fillStyle = `rgba(${r},${g},${b},0.35)`;
      context.fill(band);
      context.strokeStyle = `rgb(${r},${g},${b})`;
      context.lineWidth = 1.4;
      context.lineJoin = "round";
      context.stroke(line);
    });
    context.restore();
    context.strokeStyle = colours.text;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x(time), margin.top - 4);
    context.lineTo(x(time), height - margin.bottom);
    context.stroke();
  }
}
