// Bodies of every shape, and meshes, in a real browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { after, test } from "node:test";

import { close, drawn, folder, open, program, result, screenPlace, serve, settled } from "./support.mjs";

after(close);

/** A result with a body of each kind, written by a tool beside the program. */
function sample(where, dimension) {
  const file = path.join(where, `shapes${dimension}.h5`);
  execFileSync(path.join(path.dirname(program), "shapes_sample"), [file, String(dimension)]);
  return file;
}

/** The colours at points given in the frame of a body. */
function coloursAt(page, body, points) {
  return page.evaluate(
    ([i, list]) => {
      const { stage } = window.gluey;
      const pane = stage.panes[0];
      stage.draw();
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [stage.canvas.width, stage.canvas.height];
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(stage.canvas, 0, 0);
      pane.rig.camera.updateMatrixWorld();
      const angle = pane.frame.bodies.orientation[i];
      return list.map(([x, y]) => {
        const at = pane.place(i);
        at.x += x * Math.cos(angle) - y * Math.sin(angle);
        at.y += x * Math.sin(angle) + y * Math.cos(angle);
        at.project(pane.rig.camera);
        return [...context.getImageData(((at.x + 1) / 2) * copy.width, ((1 - at.y) / 2) * copy.height, 1, 1).data].slice(0, 3);
      });
    },
    [body, points],
  );
}

const same = (a, b) => a.every((value, k) => Math.abs(value - b[k]) < 12);

test("shapes of 2D are drawn where they are, and picked there only", async (t) => {
  const { address } = await serve(t, "view", sample(folder(t), 2));
  const page = await open(t, address);
  await drawn(page);
  assert.doesNotMatch(await page.locator(".caption p").innerText(), /not drawn/);
  await page.evaluate(() => window.gluey.state.set({ marks: false }));
  await settled(page);

  // Inside, and outside although within the ball around it.
  const [paper] = await coloursAt(page, 0, [[0.8, 0.8]]);
  const places = {
    1: [[[0.5, 0], [-0.5, 0], [0, 0.18]], [[0, 0.35], [0.45, 0.25]]], // ellipse
    2: [[[0.4, 0.2], [-0.4, -0.2]], [[0.49, 0.29], [0, 0.35]]], // superellipse
    3: [[[0.5, 0], [-0.4, 0.12]], [[0.55, 0.15], [0, 0.27]]], // capsule
    4: [[[0.45, 0.25], [-0.45, -0.25]], [[0, 0.35], [0.56, 0]]], // box
    5: [[[0.45, 0], [-0.2, 0.3]], [[0.45, 0.4], [-0.5, 0.3]]], // polygon
    6: [[[0.6, 0.05], [-0.45, 0.05], [0.15, 0.15]], [[0, -0.15], [0.6, 0.3]]], // worm
    7: [[[0.5, -0.3], [-0.25, 0.3], [-0.25, -0.15]], [[0.3, 0.2], [-0.1, 0.1]]], // corner: two boxes, and their seam
  };
  for (const [body, [inside, outside]] of Object.entries(places)) {
    const found = await coloursAt(page, Number(body), [...inside, ...outside]);
    inside.forEach((at, k) => assert.ok(same(found[k], found[0]) && !same(found[k], paper), `body ${body} at ${at}: ${found[k]}, ${found[0]}`));
    outside.forEach((at, k) => assert.ok(same(found[inside.length + k], paper), `body ${body} is not at ${at}: ${found[inside.length + k]}`));
  }

  const click = async (body, [x, y]) => {
    await page.keyboard.press("Escape");
    const at = await page.evaluate(
      ([i, dx, dy]) => {
        const pane = window.gluey.stage.panes[0];
        const angle = pane.frame.bodies.orientation[i];
        const place = pane.place(i);
        place.x += dx * Math.cos(angle) - dy * Math.sin(angle);
        place.y += dx * Math.sin(angle) + dy * Math.cos(angle);
        place.project(pane.rig.camera);
        const area = pane.element.getBoundingClientRect();
        return [area.left + ((place.x + 1) / 2) * area.width, area.top + ((1 - place.y) / 2) * area.height];
      },
      [body, x, y],
    );
    await page.mouse.click(...at);
    return page.evaluate(() => window.gluey.state.now.selection?.body ?? null);
  };
  for (const [body, [inside, outside]] of Object.entries(places)) {
    assert.equal(await click(Number(body), inside[0]), Number(body));
    assert.equal(await click(Number(body), outside[0]), null);
  }
  assert.equal(await click(1, [0.5, 0]), 1);
  assert.equal(await page.locator(".inspector [data-key=radii]").innerText(), "0.6, 0.25");
  assert.match(await page.locator(".inspector [data-key=shape]").innerText(), /ellipsoid/);

  // They turn, and colours and contacts go with them.
  await page.keyboard.press("Escape");
  const before = await page.locator(".stage").screenshot();
  await page.keyboard.press("End");
  await settled(page);
  assert.notDeepEqual(await page.locator(".stage").screenshot(), before);
  for (const key of ["c", "n", "n", "t"]) {
    await page.keyboard.press(key);
    await settled(page);
  }
  assert.deepEqual(page.complaints, []);
});

test("shapes and meshes of 3D are drawn, picked and cut", async (t) => {
  const { address } = await serve(t, "view", sample(folder(t), 3));
  const page = await open(t, address);
  await drawn(page);
  assert.doesNotMatch(await page.locator(".caption p").innerText(), /not drawn/);
  // From above nothing hides anything: each is met where its centre is.
  await page.keyboard.press("3");
  await settled(page);
  const pick = async (body) => {
    const at = await screenPlace(page, 0, body);
    await page.mouse.click(at.x, at.y);
    return page.evaluate(() => window.gluey.state.now.selection?.body ?? null);
  };
  for (let body = 0; body < 9; ++body) assert.equal(await pick(body), body);
  assert.ok((await page.evaluate(() => window.gluey.stage.drawCalls)) <= 10);
  // Cut off above the bodies' centres they are still met, below them not.
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.gluey.state.set({ clip: { on: true, axis: 2, at: 0.02, flip: false } }));
  await settled(page);
  assert.equal(await pick(4), null);
  await page.evaluate(() => window.gluey.state.set({ clip: { on: false, axis: 2, at: 0.5, flip: false }, bodySize: 0.5, network: "gamma" }));
  await settled(page);
  assert.deepEqual(page.complaints, []);
});

/** Three bodies come one after the other from the left, and leave at the right. */
const passing = (dimension, shape) => {
  const vector = (x, other) => `[${[x, ...Array(dimension - 1).fill(other)].join(", ")}]`;
  return `
title = "Passing"
dimension = ${dimension}
[time]
step = 0.01
steps = 100
[[inlet]]
name = "in"
count = 3
rate = 4.0
region = { kind = "box", lower = ${vector(0, -0.1)}, upper = ${vector(0.2, 0.1)} }
shape = ${shape}
velocity = ${vector(2, 0)}
[[outlet]]
name = "out"
region = { kind = "box", lower = ${vector(1, -1)}, upper = ${vector(9, 1)} }
[output]
every = 20
`;
};

test("bodies that have not come or have left are not drawn, counted or met", async (t) => {
  const shapes = ['{ kind = "sphere", radius = 0.08 }', '{ kind = "capsule", radius = 0.06, length = 0.05 }'];
  for (const [dimension, shape] of [2, 3].flatMap((d) => shapes.map((s) => [d, s]))) {
    const { address } = await serve(t, "view", result(folder(t), "passing", passing(dimension, shape)));
    const page = await open(t, address);
    await drawn(page);
    if (dimension === 3) await page.keyboard.press("3"); // from above nothing hides anything
    const counts = [];
    for (let k = 0; k <= 5; ++k) {
      await settled(page);
      const seen = await page.evaluate(() => {
        const pane = window.gluey.stage.panes[0];
        const places = [0, 1, 2].map((body) => Number.isFinite(pane.place(body).x));
        const view = pane.rig.camera.projectionMatrix.elements.every(Number.isFinite);
        return { here: places.filter(Boolean).length, view, ends: window.gluey.stage.ends(), places };
      });
      const caption = await page.locator(".caption p").innerText();
      assert.ok(caption.includes(seen.here < 3 ? `${seen.here} of 3 bodies` : "3 bodies"), caption);
      assert.ok(seen.view && seen.ends.every(Number.isFinite), JSON.stringify(seen));
      for (const [body, here] of seen.places.entries()) {
        if (!here) continue;
        await page.keyboard.press("Escape");
        const at = await screenPlace(page, 0, body);
        await page.mouse.click(at.x, at.y);
        assert.equal(await page.evaluate(() => window.gluey.state.now.selection?.body ?? null), body);
      }
      counts.push(seen.here);
      await page.keyboard.press("ArrowRight");
    }
    assert.ok(Math.max(...counts) >= 2 && counts[0] < 3 && counts[5] === 0, String(counts));
    assert.deepEqual(page.complaints, []);
    await page.close();
  }
});
