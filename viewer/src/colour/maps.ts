// Perceptually uniform colour maps (matplotlib's viridis, cividis, magma; CC0), sampled at 32 places, and the colours of
// kinds of things: Okabe and Ito's, which the colour-blind can tell apart.

export const maps: Record<string, string> = {
  viridis:
    "440154470d6048186a482374472e7c4538824241863e4a893a548c365d8d32658e2e6d8e2b758e287d8e25848e228c8d" +
    "1f948c1e9c8920a38625ab822eb37c3aba7648c16e58c7656ccd5a7fd34e93d741a8db34c0df25d5e21aeae51afde725",
  cividis:
    "00224e00285b002e6a0533711c396f293f6e33446d3c4a6c45506c4d556c555b6d5c616e6467706b6d72727274787877" +
    "807f78888578908b78979177a09875a89e73b0a571b9ab6dc2b369cbb965d3c05fdcc859e6d051efd748f8df3cfee838",
  magma:
    "0000040303120a0822130d341e11492a115c38106c45107754137d6018806d1d81792282882781942c80a1307eae347b" +
    "bd3977ca3e72d6456ce24d66ec5860f3655cf8745cfb835ffd9467fea36ffeb27afec185fed194fde0a1fceeb0fcfdbf",
  // For the contact network: one hue that darkens on a light ground and brightens on a dark one.
  ink: "f2c4a0" + "c2552d" + "5c0a0a",
  glow: "4a2413" + "c2602f" + "ffd9ae",
};

/** Those a user can choose. */
export const mapNames = ["viridis", "cividis", "magma"];

export const kinds = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8c6bb1"];

export type Rgb = [number, number, number];

export function hexToRgb(hex: string): Rgb {
  const value = parseInt(hex.replace("#", ""), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The map's colour at x, 0 to 1. */
export function sample(map: string, x: number): Rgb {
  const text = maps[map] ?? maps.viridis;
  const last = text.length / 6 - 1;
  const place = Math.min(1, Math.max(0, x)) * last;
  const k = Math.min(Math.floor(place), last - 1);
  const low = hexToRgb(text.slice(6 * k, 6 * k + 6));
  const high = hexToRgb(text.slice(6 * k + 6, 6 * k + 12));
  const f = place - k;
  return [0, 1, 2].map((c) => Math.round(low[c] + f * (high[c] - low[c]))) as Rgb;
}

/** A colour of CSS as numbers; null where the word is none. Labels such as "black" name their own colour. */
export function cssColour(word: string): Rgb | null {
  if (!/^[a-z]+$/i.test(word) || word === "transparent" || !CSS.supports("color", word)) return null;
  const context = document.createElement("canvas").getContext("2d")!;
  context.fillStyle = word;
  return hexToRgb(String(context.fillStyle));
}
