// The page kept in dist/ is what its sources give: C++ is built without node, so it must never be stale.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { folder } from "./support.mjs";

const viewer = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

test("dist/index.html is built from these sources, small, and asks nobody", (t) => {
  const out = folder(t);
  execFileSync("npm", ["run", "--silent", "build"], { cwd: viewer, env: { ...process.env, GLUEY_VIEWER_OUT: out }, stdio: "pipe" });
  const fresh = fs.readFileSync(path.join(out, "index.html"), "utf8");
  const kept = fs.readFileSync(path.join(viewer, "dist", "index.html"), "utf8");
  assert.ok(kept === fresh, "viewer/dist/index.html is stale: run `npm run build` in viewer/ and commit it");
  assert.deepEqual(fs.readdirSync(out), ["index.html"]);
  assert.ok(kept.length < 1.5e6);
  assert.doesNotMatch(kept, /<(script|link|img)[^>]*(src|href)="(https?:)?\/\//);
});
