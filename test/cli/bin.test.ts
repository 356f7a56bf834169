import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "../support/repository.ts";

const bin = join(repository, "dist/colonnade.js");

/** Runs the built command in a process that reports this version of Node. */
function runOn(version: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const words = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, bin, "--version"];
  return spawnSync(process.execPath, words, { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } });
}

it.each(["18.20.8", "20.18.3"])("refuses Node %s in one sentence, as wrong usage", (version) => {
  expect(runOn(version)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: `colonnade needs Node 20.19 or later, but this is Node ${version}; install a newer version\n`,
  });
});

it.each(["20.19.0", "22.1.0", "101.0.0"])("runs on Node %s", (version) => {
  expect(runOn(version)).toMatchObject({ status: 0, stderr: "" });
});

it("loads nothing before it has looked at the version", () => {
  expect(readFileSync(bin, "utf8")).not.toMatch(/^import\b|^export .* from/m);
});
