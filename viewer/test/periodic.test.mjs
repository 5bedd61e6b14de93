// Contacts across the border of a periodic domain, and what is said while a result loads.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { close, drawn, folder, open, result, serve, settled } from "./support.mjs";

after(close);

/** Three discs in a row along x, the first and the last of which touch across the border; sheared, two of them across y. */
const row = (sheared) => `
title = "Across the border"
dimension = 2
[time]
step = 0.01
steps = 20
[domain]
lower = [0, 0]
upper = [4, 2]
periodic = [true, ${sheared}]
${sheared ? "shear_rate = 0.5" : ""}
[contact]
law = "gluey"
gamma_min = -1.0
[[body]]
shape = { kind = "sphere", radius = 0.3 }
position = [0.25, 1]
velocity = [-0.2, 0]
[[body]]
shape = { kind = "sphere", radius = 0.3 }
position = [3.65, 1]
[[body]]
shape = { kind = "sphere", radius = 0.3 }
position = [2, ${sheared ? 0.25 : 1}]
${sheared ? 'velocity = [0, -0.5]\n[[body]]\nshape = { kind = "sphere", radius = 0.3 }\nposition = [2, 1.64]' : ""}
[output]
every = 20
`;

for (const sheared of [false, true]) {
  test(`tubes across a ${sheared ? "sheared" : "periodic"} border end at it`, async (t) => {
    const where = folder(t);
    const { address } = await serve(t, "view", result(where, "row", row(sheared)));
    const page = await open(t, address);
    await drawn(page);
    await page.keyboard.press("End");
    await page.keyboard.press("n");
    await settled(page);
    await page.waitForFunction(() => window.gluey.stage.panes[0].network?.object.visible);
    const tubes = await page.evaluate(() => {
      const { geometry } = window.gluey.stage.panes[0].network.strokes;
      const [from, to] = ["from", "to"].map((name) => Array.from(geometry.getAttribute(name).array));
      return Array.from({ length: geometry.instanceCount }, (_value, k) => [from.slice(3 * k, 3 * k + 2), to.slice(3 * k, 3 * k + 2)]);
    });
    assert.equal(tubes.length, sheared ? 4 : 2);
    // Each from a body's centre to its surface, one radius away.
    for (const [from, to] of tubes) assert.ok(Math.abs(Math.hypot(to[0] - from[0], to[1] - from[1]) - 0.3) < 1e-3, JSON.stringify(tubes));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/border-${sheared}.png` });
    assert.deepEqual(page.complaints, []);
  });
}

test("a finished result that loads says so", async (t) => {
  const where = folder(t);
  const { address } = await serve(t, "view", result(where, "row", row(false)));
  const page = await open(t, address);
  await drawn(page);
  assert.equal(await page.locator(".badge").isHidden(), true);
  let go = () => undefined;
  const held = new Promise((resolve) => (go = resolve));
  await page.route(/\/api\/run\/0\/(header|history|times)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".badge")?.textContent);
  assert.equal(await page.locator(".badge").innerText(), "loading …");
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/loading.png` });
  go();
  await drawn(page);
  await page.waitForFunction(() => document.querySelector(".badge").hidden);
});
