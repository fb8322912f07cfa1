// Builds the package into `dist`: the modules, by cargo from `guests/js`, and the JavaScript and declarations, by tsc.
//
//     node scripts/build.mjs [FLAVOUR...]      only these modules, and the JavaScript

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What rustc is told of the instructions of each flavour; `src/flavours.ts` has a probe for each. */
const FLAVOURS = {
  mvp: "",
  wide: "-Ctarget-feature=+wide-arithmetic",
};

const PACKAGE = "secant-js-guest";
const TARGET = "wasm32-unknown-unknown";

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const guests = here("../../guests");
const wanted = process.argv.slice(2);
const unknown = wanted.find((flavour) => !(flavour in FLAVOURS));
if (unknown !== undefined) {
  console.error(`there is no flavour ${unknown}, only ${Object.keys(FLAVOURS).join(", ")}`);
  process.exit(2);
}

/** Runs a command to its end; one that fails ends the build. */
function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    const fail = (sentence) => {
      console.error(sentence);
      process.exit(1);
    };
    child.on("error", () => fail(`${command} is needed to build the package`));
    child.on("exit", (code) => (code === 0 ? resolve() : fail(`${command} failed`)));
  });
}

async function buildModule([flavour, flags]) {
  // Whatever the environment says of flags: all machines build the same. Empty overrides configuration files, too. A folder
  // for each flavour, for them to be built side by side.
  const target = `${guests}/target/js-${flavour}`;
  const env = { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags, CARGO_TARGET_DIR: target };
  const args = ["rustc", "--release", "--locked", "--crate-type", "cdylib", "--package", PACKAGE, "--target", TARGET];
  await run("cargo", args, { cwd: guests, env });
  const module = here(`dist/${flavour}.wasm`);
  copyFileSync(`${target}/${TARGET}/release/${PACKAGE.replaceAll("-", "_")}.wasm`, module);
  console.log(`${flavour}.wasm: ${(statSync(module).size / 1024).toFixed(0)} KiB`);
}

mkdirSync(here("dist"), { recursive: true });
const chosen = Object.entries(FLAVOURS).filter(([flavour]) => wanted.length === 0 || wanted.includes(flavour));
await Promise.all(chosen.map(buildModule));
await run(process.execPath, [here("node_modules/typescript/bin/tsc"), "--project", here("tsconfig.json")]);
