/**
 * How long `generate --watch` takes from the save of a definition until all that depends on it is written, with a thousand
 * tables. Prints the median and the slowest tenth, beside the time that a save takes to be noticed at all.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeTables } from "./definitions.mjs";

const tables = Number(process.argv[2] ?? 1000);
const saves = Number(process.argv[3] ?? 100);
const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
const bin = join(import.meta.dirname, "../../dist/colonnade.cjs");

function share(times, part) {
  return times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))];
}

/** Milliseconds from the save until the file has its name, as another process sees it. */
async function timeSave(save, directory, name) {
  const watcher = watch(directory);
  const noticed = new Promise((resolve) =>
    watcher.on("change", (_, file) => file === name && resolve(performance.now())),
  );
  const begun = performance.now();
  save();
  const time = (await noticed) - begun;
  watcher.close();
  return time;
}

try {
  const definitions = writeTables(join(folder, "bench"), tables);
  const output = join(folder, "db");
  const child = spawn(
    process.execPath,
    [bin, "generate", "--watch", "--definitions", definitions, "--output", output],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  while (!said.includes("Ctrl-C")) await pause(20);

  const names = readdirSync(definitions).filter((name) => name.endsWith(".json"));
  const times = [];
  const alone = [];
  for (let save = 0; save < saves + 5; save++) {
    const file = join(definitions, names[(save * 7) % names.length]);
    const text = readFileSync(file, "utf8");
    // A type that every table has some of, and that no key changes.
    const changed = text.includes('"text"')
      ? text.replace(/"typeDefinition": "text"/, '"typeDefinition": "varchar"')
      : text.replace(/"typeDefinition": "varchar"/, '"typeDefinition": "text"');
    if (changed === text) continue;
    const time = await timeSave(() => writeFileSync(file, changed), output, ".colonnade.json");
    // The first ones find code that is not compiled yet.
    if (save >= 5) times.push(time);
    await pause(150);
    const probe = join(folder, "bench-probe.json");
    if (save >= 5) alone.push(await timeSave(() => writeFileSync(probe, String(save)), folder, "bench-probe.json"));
  }
  console.log(
    `${tables} tables, ${times.length} saves: median ${share(times, 0.5).toFixed(1)} ms, slowest tenth from ${share(times, 0.9).toFixed(1)} ms`,
  );
  console.log(`a save that is only noticed: median ${share(alone, 0.5).toFixed(1)} ms`);
  child.kill("SIGINT");
  await once(child, "exit");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
