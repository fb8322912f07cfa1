import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { fileURLToPath } from "node:url";

it("the declarations take what they should, and nothing else", () => {
  const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
  const args = [path("../node_modules/typescript/bin/tsc"), "--project", path("types/tsconfig.json")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
});
