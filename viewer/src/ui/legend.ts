// The meaning of the colours, drawn on a canvas: the same drawing stands on the page and in exported pictures.

import { fields } from "../colour/fields";
import { sample } from "../colour/maps";
import { kindColour } from "../colour/palette";
import type { Run } from "../data/run";
import type { Choices } from "../state";
import { text, ticks } from "./number";

const width = 250;
const mostKinds = 6;

export interface LegendInk {
  text: string;
  quiet: string;
  line: string;
  stage: string;
}

interface Part {
  title: string;
  bar?: { map: string; low: number; high: number };
  kinds?: { name: string; colour: string }[];
}

export function legendParts(choices: Choices, ends: [number, number], network: [number, number], runs: Run[], dark: boolean): Part[] {
  const field = fields[choices.colour];
  const parts: Part[] = [];
  const run = runs.find((candidate) => candidate.header);
  if (field.kinds && run) {
    const kinds = field.kinds(run)
      .map((name, k) => ({ name, colour: `rgb(${kindColour(name, k).join()})` }))
      .filter(({ name }) => name !== "");
    if (kinds.length > 0) parts.push({ title: field.label, kinds: kinds.slice(0, mostKinds) });
  } else if (!field.kinds) {
    parts.push({ title: field.label, bar: { map: choices.map, low: ends[0], high: ends[1] } });
  }
  if (choices.network !== "off") {
    const gamma = choices.network === "gamma";
    parts.push({
      title: gamma ? "contacts: −γ" : "contacts: normal force",
      bar: { map: dark ? "glow" : "ink", low: 0, high: network[1] },
    });
  }
  return parts;
}

/** Draws the parts above each other; returns the size they take. */
export function drawLegend(context: CanvasRenderingContext2D, parts: Part[], x: number, y: number, ink: LegendInk): [number, number] {
  let top = y;
  context.save();
  context.textBaseline = "alphabetic";
  for (const part of parts) {
    context.fillStyle = ink.text;
    context.font = "600 12px system-ui, sans-serif";
    context.textAlign = "left";
    context.fillText(part.title, x, top + 11, width);
    top += 18;
    if (part.bar) {
      const { map, low, high } = part.bar;
      const gradient = context.createLinearGradient(x, 0, x + width, 0);
      for (let k = 0; k <= 16; ++k) gradient.addColorStop(k / 16, `rgb(${sample(map, k / 16).join()})`);
      context.fillStyle = gradient;
      context.beginPath();
      context.roundRect(x, top, width, 10, 3);
      context.fill();
      context.fillStyle = ink.quiet;
      context.strokeStyle = ink.line;
      context.font = "11px system-ui, sans-serif";
      const few = ticks(low, high, 4).some((value) => text(value, 3).length > 5);
      for (const value of ticks(low, high, few ? 2 : 4)) {
        const at = x + ((value - low) / (high - low)) * width;
        context.beginPath();
        context.moveTo(at, top + 10);
        context.lineTo(at, top + 14);
        context.stroke();
        context.textAlign = at < x + 12 ? "left" : at > x + width - 12 ? "right" : "center";
        context.fillText(text(value, 3), at, top + 25);
      }
      top += 36;
    }
    let left = x;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "left";
    for (const { name, colour } of part.kinds ?? []) {
      const wide = context.measureText(name).width;
      if (left > x && left + 18 + wide > x + width) {
        left = x;
        top += 18;
      }
      context.fillStyle = colour;
      context.strokeStyle = ink.quiet;
      context.beginPath();
      context.arc(left + 6, top + 6, 5.5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
      context.fillStyle = ink.quiet;
      context.fillText(name, left + 16, top + 10);
      left += 30 + wide;
    }
    if (part.kinds) top += 22;
  }
  context.restore();
  return [width, top - y];
}

export function ink(): LegendInk {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { text: read("text"), quiet: read("quiet"), line: read("line"), stage: read("stage") };
}

/** The legend's canvas on the page. */
export class Legend {
  readonly canvas = document.createElement("canvas");

  constructor() {
    this.canvas.className = "legend";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "legend of the colours");
  }

  private shown = "";

  draw(parts: Part[]): void {
    const colours = ink();
    const key = JSON.stringify([parts, colours, devicePixelRatio]);
    if (key === this.shown) return;
    this.shown = key;
    const context = this.canvas.getContext("2d")!;
    // Once to know the size, once for good.
    const [wide, high] = drawLegend(context, parts, 0, 0, colours);
    const ratio = Math.max(1, devicePixelRatio);
    this.canvas.width = (wide + 4) * ratio;
    this.canvas.height = Math.max(1, high) * ratio;
    this.canvas.style.width = `${wide + 4}px`;
    this.canvas.style.height = `${Math.max(1, high)}px`;
    this.canvas.hidden = parts.length === 0;
    context.scale(ratio, ratio);
    drawLegend(context, parts, 2, 0, colours);
  }
}
