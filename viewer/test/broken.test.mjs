// Files that cannot be read are explained on the page, and shown once they can be.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";

import { close, drawn, folder, gluey, grains, open, request, result, serve } from "./support.mjs";

after(close);

async function problem(t, file) {
  const { address } = await serve(t, "view", file);
  const page = await open(t, address);
  await page.locator(".problem").waitFor({ state: "visible" });
  const words = await page.locator(".problem").innerText();
  assert.match(words, /This result cannot be shown/);
  assert.ok(words.includes(path.basename(file)), words);
  // The folder's name is random letters.
  assert.doesNotMatch(words.replaceAll(path.dirname(file), ""), /H5|undefined|\[object/, words);
  assert.deepEqual(page.complaints, []);
  return page;
}

test("a file that is no result", async (t) => {
  const file = path.join(folder(t), "letter.h5");
  fs.writeFileSync(file, "Dear Sir or Madam,\n".repeat(100));
  await problem(t, file);
});

test("half a file, which is shown once it is whole", async (t) => {
  const where = folder(t);
  const whole = result(where, "grains", grains);
  const half = path.join(where, "half.h5");
  const bytes = fs.readFileSync(whole);
  fs.writeFileSync(half, bytes.subarray(0, bytes.length / 2));
  const page = await problem(t, half);
  fs.writeFileSync(`${half}.new`, bytes);
  fs.renameSync(`${half}.new`, half);
  await drawn(page);
  assert.ok(await page.locator(".problem").isHidden());
  assert.match(await page.locator(".caption p").innerText(), /31 bodies/);
});

test("a file that breaks while it is shown", async (t) => {
  const where = folder(t);
  const file = result(where, "grains", grains);
  const { address } = await serve(t, "view", file);
  const page = await open(t, address);
  await drawn(page);
  fs.truncateSync(file, 1000);
  await page.locator(".problem").waitFor({ state: "visible" });
  assert.match(await page.locator(".problem").innerText(), /grains\.h5/);
});

test("another run under the same name takes the place of the first", async (t) => {
  const where = folder(t);
  const file = result(where, "grains", grains);
  const { address } = await serve(t, "view", file);
  const page = await open(t, address);
  await drawn(page);
  gluey("run", path.join(where, "grains.toml"), "-o", file, "--quiet", "--set", "bodies[0].count=12", "--set", "output.every=40");
  await page.waitForFunction(() => document.querySelector(".caption p").textContent.includes("13 bodies"));
  await page.waitForFunction(() => document.querySelector(".clock").textContent.includes("/ 6"));
  assert.deepEqual(page.complaints, []);
});

test("a run without frames to show yet does not break the page", async (t) => {
  const where = folder(t);
  const file = result(where, "grains", grains, "--steps", "0");
  const { address, port } = await serve(t, "view", file);
  const page = await open(t, address);
  await drawn(page);
  assert.equal((await request(port, "/api/run/0/history")).body.length, 0);
  assert.deepEqual(page.complaints, []);
});
