// The viewer inside another page: a notebook of this machine may show it, a page from elsewhere may not.

import assert from "node:assert/strict";
import http from "node:http";
import { after, test } from "node:test";

import { close, drawn, folder, grains, open, result, serve } from "./support.mjs";

after(close);

/** A page of a server of its own that shows the address in a frame; resolves to that server's port. */
function notebook(t, address, host = "127.0.0.1") {
  const server = http.createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><title>notebook</title><link rel="icon" href="data:,"><iframe src="${address}" width="900" height="600"></iframe>`);
  });
  t.after(() => server.close());
  return new Promise((resolve) => server.listen(0, host, () => resolve(server.address().port)));
}

test("notebooks of this machine show the viewer", async (t) => {
  const { address } = await serve(t, "view", result(folder(t), "grains", grains));
  const port = await notebook(t, address);
  for (const host of ["127.0.0.1", "localhost"]) {
    const page = await open(t, `http://${host}:${port}/`);
    const [, frame] = page.frames();
    await drawn(frame);
    assert.match(await frame.locator(".clock").innerText(), /frame 1 \/ 11/);
    assert.deepEqual(page.complaints, []);
  }
});

test("pages from elsewhere do not", async (t) => {
  const { address } = await serve(t, "view", result(folder(t), "grains", grains));
  const port = await notebook(t, address, "127.0.0.2");
  const page = await open(t, `http://127.0.0.2:${port}/`);
  while (page.complaints.length === 0) await page.waitForTimeout(100);
  assert.match(page.complaints.join(), /frame-ancestors/);
});
