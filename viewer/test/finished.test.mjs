// A finished result in a real browser.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";

import { close, drawn, folder, gluey, grains, obstacles, open, result, screenPlace, serve, settled, spheres, stopped, tower } from "./support.mjs";

after(close);

/** The rows of one step as the program itself exports them. */
function exported(file, where, step) {
  gluey("export", file, "--to", "csv", "-o", path.join(where, "out"));
  const name = fs.readdirSync(where).find((entry) => entry.startsWith("out") && !/contact/.test(entry));
  const csv = fs.statSync(path.join(where, name)).isDirectory()
    ? path.join(where, name, fs.readdirSync(path.join(where, name)).find((entry) => !/contact/.test(entry)))
    : path.join(where, name);
  const [head, ...lines] = fs.readFileSync(csv, "utf8").trim().split("\n").map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(head.map((key, k) => [key, line[k]]))).filter((row) => Number(row.step) === step);
}

const number = (text) => Number(text.replace("−", "-"));

test("a 2D result: bodies, scrubbing, picking, following, colours, contacts, themes, keys", async (t) => {
  const where = folder(t);
  const file = result(where, "grains", grains);
  const { address } = await serve(t, "view", file);
  const page = await open(t, address);
  await drawn(page);

  assert.match(await page.locator(".caption h1").innerText(), /Grains in a box/);
  assert.match(await page.locator(".caption p").innerText(), /31 bodies/);
  assert.equal(await page.evaluate(() => window.gluey.stage.panes[0].frame.bodies.position.length), 62);
  assert.match(await page.locator(".clock").innerText(), /frame 1 \/ 11/);

  // Scrubbing shows another state: the file's own.
  const places = () => page.evaluate(() => Array.from(window.gluey.stage.panes[0].frame.bodies.position));
  const before = await places();
  await page.locator(".scrub").focus();
  await page.keyboard.press("End");
  await settled(page);
  assert.match(await page.locator(".clock").innerText(), /frame 11 \/ 11/);
  const now = await places();
  assert.ok(now.some((value, k) => Math.abs(value - before[k]) > 0.1));
  const rows = exported(file, where, 200);
  assert.equal(rows.length, 31);
  rows.forEach((row, i) => {
    assert.ok(Math.abs(Number(row.x) - now[2 * i]) < 1e-6, `x of body ${i}`);
    assert.ok(Math.abs(Number(row.y) - now[2 * i + 1]) < 1e-6, `y of body ${i}`);
  });

  // Picking: the striker by name, and its numbers.
  for (const body of [0, 7]) {
    const at = await screenPlace(page, 0, body);
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction((i) => window.gluey.state.now.selection?.body === i, body);
    await page.waitForFunction(() => document.querySelector(".inspector .contacts h3"));
    const shown = async (key) => number((await page.locator(`.inspector [data-key=${key}]`).innerText()).split(",")[0]);
    const close_ = (a, b) => Math.abs(a - b) <= 1e-3 * Math.abs(b) + 1e-9;
    assert.equal(await page.locator(".inspector h2").innerText(), body === 0 ? "striker" : `Body ${body}`);
    assert.ok(close_(await shown("position"), Number(rows[body].x)));
    assert.ok(close_(await shown("velocity"), Number(rows[body].vx)));
    if (body === 0) assert.equal(await shown("radius"), 0.06);
    assert.equal(await page.locator(".inspector [data-key=label]").innerText(), body === 0 ? "black" : "white");
  }

  // Following keeps the picked body in the middle.
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("f");
  await settled(page);
  await page.keyboard.press("Home");
  await settled(page);
  const middle = await screenPlace(page, 0, 7);
  const pane = await page.locator(".pane").boundingBox();
  assert.ok(Math.hypot(middle.x - pane.x - pane.width / 2, middle.y - pane.y - pane.height / 2) < 2);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator(".inspector").isHidden());

  // Every colour field and every way to show contacts draws without complaint.
  const fields = await page.locator("select >> nth=0").locator("option").count();
  assert.ok(fields >= 8);
  for (let k = 0; k < fields; ++k) {
    await page.keyboard.press("c");
    await settled(page);
  }
  await page.keyboard.press("End");
  for (const kind of ["gamma", "force", "off"]) {
    await page.keyboard.press("n");
    await settled(page);
    assert.equal(await page.evaluate(() => window.gluey.state.now.network), kind);
  }
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.keyboard.press("?");
  assert.ok(await page.locator("dialog.help").isVisible());
  assert.match(await page.locator("dialog.help").innerText(), /play or pause/);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("dialog.help").isHidden());
  assert.deepEqual(page.complaints, []);
});

test("playing runs to the end and stops; the plot goes to a time", async (t) => {
  const where = folder(t);
  const { address } = await serve(t, "view", result(where, "grains", grains));
  const page = await open(t, address);
  await drawn(page);
  await page.keyboard.press("+");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => !window.gluey.player.playing && window.gluey.player.index === 10);
  const plot = await page.locator("canvas.plot").boundingBox();
  await page.mouse.click(plot.x + 48, plot.y + 60);
  await page.waitForFunction(() => window.gluey.player.index <= 1);
  assert.deepEqual(page.complaints, []);
});

test("obstacles of every kind are drawn and move", async (t) => {
  const where = folder(t);
  const { address } = await serve(t, "view", result(where, "obstacles", obstacles));
  const page = await open(t, address);
  await drawn(page);
  assert.doesNotMatch(await page.locator(".caption p").innerText(), /not drawn/);
  const picture = () => page.locator(".stage").screenshot();
  const before = await picture();
  await page.keyboard.press("End");
  await settled(page);
  assert.notDeepEqual(await picture(), before);
  assert.deepEqual(page.complaints, []);
});

test("obstacles of 3D are seen through, in both themes, and can be hidden", async (t) => {
  const where = folder(t);
  const { address } = await serve(t, "view", result(where, "tower", tower));
  const page = await open(t, address);
  await drawn(page);
  /** Red, green, blue at the ball and at a place of the tower that nothing stands behind. */
  const colours = () =>
    page.evaluate(() => {
      const { stage } = window.gluey;
      const { rig } = stage.panes[0];
      stage.draw();
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [stage.canvas.width, stage.canvas.height];
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(stage.canvas, 0, 0);
      rig.camera.updateMatrixWorld();
      return [[0, 0, -2], [0, 0, 2]].map(([x, y, z]) => {
        const at = stage.panes[0].place(0).set(x, y, z).project(rig.camera);
        return [...context.getImageData(((at.x + 1) / 2) * copy.width, ((1 - at.y) / 2) * copy.height, 1, 1).data].slice(0, 3);
      });
    });
  const apart = (a, b) => Math.max(...a.map((value, k) => Math.abs(value - b[k])));
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => window.gluey.state.set({ theme: name }), theme);
    const [ball, wall] = await colours();
    await page.getByLabel("show obstacles").uncheck();
    const [bare, empty] = await colours();
    t.diagnostic(`${theme}: ball ${ball} behind walls, ${bare} without; walls ${wall} on ${empty}`);
    assert.ok(bare[0] - bare[2] > 100, `the ball is red: ${bare}`);
    assert.ok(ball[0] - ball[2] > 0.6 * (bare[0] - bare[2]), `and so it is behind walls: ${ball}`);
    assert.ok(apart(wall, empty) > 15 && apart(wall, empty) < 110, `walls are seen, and seen through: ${wall} on ${empty}`);
    await page.keyboard.press("o");
    assert.deepEqual(await colours(), [ball, wall]);
  }
  assert.deepEqual(page.complaints, []);
});

test("a 3D result: picks what is in front, and what a clip plane leaves", async (t) => {
  const where = folder(t);
  const { address } = await serve(t, "view", result(where, "spheres", spheres(200, 20)));
  const page = await open(t, address);
  await drawn(page);
  // The body nearest to the eye hides whatever is behind it.
  const nearest = () =>
    page.evaluate(() => {
      const pane = window.gluey.stage.panes[0];
      const { position } = pane.rig.camera;
      const order = Array.from({ length: 200 }, (_value, i) => i);
      const { at, on } = window.gluey.state.now.clip;
      const left = order.filter((i) => !on || pane.place(i).z < at * (pane.bounds.max.z - pane.bounds.min.z) + pane.bounds.min.z);
      return left.sort((a, b) => pane.place(a).distanceTo(position) - pane.place(b).distanceTo(position))[0];
    });
  const pick = async (body) => {
    const at = await screenPlace(page, 0, body);
    await page.mouse.click(at.x, at.y);
    return page.evaluate(() => window.gluey.state.now.selection?.body ?? null);
  };
  const first = await nearest();
  assert.equal(await pick(first), first);
  // Looking down along z, the upper half cut away: the uppermost body is not met any more.
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  await settled(page);
  const top = await page.evaluate(() => {
    const pane = window.gluey.stage.panes[0];
    return Array.from({ length: 200 }, (_value, i) => i).sort((a, b) => pane.place(b).z - pane.place(a).z)[0];
  });
  assert.equal(await pick(top), top);
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await settled(page);
  assert.notEqual(await pick(top), top);
  assert.deepEqual(page.complaints, []);
});

test("two runs side by side keep the same time and view", async (t) => {
  const where = folder(t);
  const one = result(where, "one", grains);
  const two = result(where, "two", grains, "--set", "contact.gamma_min=0", "--set", "output.every=10");
  const { address } = await serve(t, "view", one, two);
  const page = await open(t, address);
  await drawn(page);
  assert.equal(await page.locator(".pane").count(), 2);
  await page.evaluate(() => window.gluey.player.goTo(0.75));
  await settled(page);
  const steps = await page.evaluate(() => window.gluey.stage.panes.map((pane) => pane.frame.step));
  assert.deepEqual(steps, [140, 150]);
  const pane = await page.locator(".pane").first().boundingBox();
  await page.mouse.move(pane.x + 100, pane.y + 100);
  await page.mouse.wheel(0, -300);
  await settled(page);
  const zooms = await page.evaluate(() => window.gluey.stage.panes.map(({ rig }) => rig.camera.zoom));
  assert.ok(zooms[0] > 1.05);
  assert.equal(zooms[0], zooms[1]);
  assert.deepEqual(page.complaints, []);
});

test("pictures and films are saved", async (t) => {
  const where = folder(t);
  const { address } = await serve(t, "view", result(where, "grains", grains));
  const page = await open(t, address, { viewport: { width: 640, height: 480 } });
  await drawn(page);
  const saved = async (key) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press(key)]);
    const name = path.join(where, download.suggestedFilename());
    await download.saveAs(name);
    return [download.suggestedFilename(), fs.readFileSync(name)];
  };
  const [picture, png] = await saved("s");
  assert.equal(picture, "grains-00000.png");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.length > 5000);
  const [film, webm] = await saved("w");
  assert.equal(film, "grains.webm");
  assert.equal(webm.readUInt32BE(0), 0x1a45dfa3);
  assert.ok(webm.length > 5000);
  assert.deepEqual(page.complaints, []);
});

test("a small screen shows stage and controls, and the panel on demand", async (t) => {
  const where = folder(t);
  // The top bar of the first has no words on how the run stands, that of the second has long ones.
  for (const file of [result(where, "grains", grains), await stopped(where)]) {
    const { address } = await serve(t, "view", file);
    for (const width of [320, 360, 380, 480]) {
      const page = await open(t, address, { viewport: { width, height: 640 }, hasTouch: true, isMobile: true });
      await drawn(page);
      assert.ok(await page.locator(".panel").isHidden());
      await page.getByRole("button", { name: "Panel" }).tap();
      assert.ok(await page.locator(".panel").isVisible());
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      for (const part of await page.locator(".transport button:visible, .transport select, header button, .badge:visible").all()) {
        const box = await part.boundingBox();
        const name = `${await part.getAttribute("class")} at ${width}: ${JSON.stringify(box)}`;
        assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 640, name);
        assert.ok(await part.evaluate((node) => node.scrollWidth <= node.clientWidth + 2), `words cut off: ${name}`);
      }
      assert.deepEqual(page.complaints, []);
      await page.close();
    }
  }
});
