// Colours of the stage, read from the page's style so that both themes are written in one place.

import { Color } from "three";

export interface StageColours {
  background: Color;
  neutral: [number, number, number];
  accent: [number, number, number];
  edge: [number, number, number];
  obstacle: [number, number, number];
  glass: [number, number, number];
  glassOpacity: number;
  solidOpacity: number;
}

export function stageColours(): StageColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => new Color(style.getPropertyValue(`--${name}`).trim());
  const triple = (name: string) => colour(name).toArray() as [number, number, number];
  return {
    background: colour("stage"),
    neutral: triple("neutral"),
    accent: triple("accent"),
    edge: triple("edge"),
    obstacle: triple("obstacle"),
    glass: triple("glass"),
    glassOpacity: Number(style.getPropertyValue("--glass-opacity")),
    solidOpacity: Number(style.getPropertyValue("--solid-opacity")),
  };
}
