// What the user has chosen. Everything that shows it subscribes; nothing else holds it.

export interface Selection {
  run: number;
  body: number;
}

export interface Choices {
  colour: string;
  map: string;
  /** Ends of the colour range set by hand; null: as the data are. */
  low: number | null;
  high: number | null;
  network: "off" | "gamma" | "force";
  bodySize: number;
  marks: boolean;
  obstacles: boolean;
  clip: { on: boolean; axis: 0 | 1 | 2; at: number; flip: boolean };
  selection: Selection | null;
  follow: boolean;
  plot: string;
  theme: "light" | "dark";
  panel: boolean;
  help: boolean;
}

type Listener = (choices: Choices, changed: Set<keyof Choices>) => void;

export class State {
  private listeners: Listener[] = [];

  constructor(readonly now: Choices) {}

  set(some: Partial<Choices>): void {
    const changed = new Set<keyof Choices>();
    for (const key of Object.keys(some) as (keyof Choices)[]) {
      if (this.now[key] !== some[key]) changed.add(key);
    }
    if (changed.size === 0) return;
    Object.assign(this.now, some);
    for (const listener of this.listeners) listener(this.now, changed);
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }
}

/** What the browser remembers for the page; nothing where it may not, as in a frame of a notebook. */
function memory(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export function saveTheme(theme: "light" | "dark"): void {
  memory()?.setItem("gluey.theme", theme);
}

function savedTheme(): "light" | "dark" {
  const saved = memory()?.getItem("gluey.theme");
  if (saved === "light" || saved === "dark") return saved;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function initialChoices(): Choices {
  return {
    colour: "label",
    map: "viridis",
    low: null,
    high: null,
    network: "off",
    bodySize: 1,
    marks: true,
    obstacles: true,
    clip: { on: false, axis: 2, at: 0.5, flip: false },
    selection: null,
    follow: false,
    plot: "kinetic_energy",
    theme: savedTheme(),
    panel: matchMedia("(min-width: 800px)").matches,
    help: false,
  };
}
