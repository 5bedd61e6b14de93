// The few things of the scene's own text that the page shows or orients itself by. The text is the resolved scene as the
// program prints it: one key a line.

export function sceneTitle(scene: string): string {
  const found = /^title = "((?:[^"\\]|\\.)*)"/m.exec(scene);
  return found ? found[1].replace(/\\(.)/g, "$1") : "";
}

/** Which way is up: against gravity, or against the force on every body. */
export function sceneUp(scene: string): [number, number, number] {
  for (const key of ["gravity", "body_force"]) {
    const found = new RegExp(`^${key} = \\[([^\\]]*)\\]`, "m").exec(scene);
    const down = found?.[1].split(",").map(Number) ?? [];
    if (down.length === 3 && down.every(Number.isFinite) && Math.hypot(...down) > 0) {
      const length = Math.hypot(...down);
      return [-down[0] / length, -down[1] / length, -down[2] / length];
    }
  }
  return [0, 1, 0];
}
