/** Records what a store writes, syncs and renames, with strace. */
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { prepareProcess, storeModule } from "../../killed-process.ts";

/** One step of the store: text of files is latin1. The folder is ".". */
export type Step =
  | readonly ["write", file: string, text: string]
  | readonly ["create" | "sync" | "unlink", file: string]
  | readonly ["rename", from: string, to: string]
  | readonly ["acknowledge", row: number];

const acknowledgment = "ACKNOWLEDGED";

/** Rows that fill the log of LevelDB, 4 MB, so that it begins a second one; then a clean stop, and once more. */
const work = `
  import { writeSync, openSync } from "node:fs";
  import { openEmbeddedStore } from ${storeModule};
  const [directory, notes, table] = process.argv.slice(2);
  const note = openSync(notes, "w");
  let row = 0;
  for (const rows of [8, 2]) {
    const store = await openEmbeddedStore({ directory });
    if (row === 0) {
      await store.createKeyspace("shop");
      await store.createTable("shop", JSON.parse(table));
    }
    for (let count = 0; count < rows; count++) {
      row++;
      const sku = "x".repeat(row < 7 ? 900_000 : 10);
      const values = new Map(Object.entries({ order_id: 1, item_no: row, sku }));
      await store.insert({ keyspace: "shop", table: "items", values });
      writeSync(note, String(row));
    }
    await store.close();
  }
`;

export async function recordWrites(directory: string, table: unknown): Promise<readonly Step[]> {
  const trace = join(dirname(directory), `${basename(directory)}.strace`);
  const calls = "openat,write,fsync,fdatasync,rename,unlink,close";
  const options = [
    "-f",
    "-qq",
    "-xx",
    "-s",
    "10000000",
    "-y",
    "-e",
    `trace=${calls}`,
    "-e",
    "signal=none",
    "-o",
    trace,
  ];
  const start = await prepareProcess(work, ["strace", ...options]);
  const notes = join(dirname(directory), `${basename(directory)}-${acknowledgment}`);
  const [code] = (await once(start(directory, notes, JSON.stringify(table)), "close")) as [number | null];
  if (code !== 0) throw new Error(`the recorded process ended with ${code}`);
  const steps = parseTrace(await readFile(trace, "latin1"), directory, notes);
  await Promise.all([trace, notes].map((path) => rm(path)));
  return steps;
}

function parseTrace(text: string, directory: string, notes: string): readonly Step[] {
  const steps: Step[] = [];
  const unfinished = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      unfinished.set(thread, rest.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const [resumed] = /^<\.\.\. \w+ resumed>/.exec(rest) ?? [];
    const call = resumed === undefined ? rest : `${unfinished.get(thread) ?? ""}${rest.slice(resumed.length)}`;
    const step = parseCall(call, directory, notes);
    const last = steps.at(-1);
    if (step?.[0] === "write" && last?.[0] === "write" && last[1] === step[1]) {
      steps[steps.length - 1] = ["write", step[1], last[2] + step[2]];
    } else if (step) {
      steps.push(step);
    }
  }
  return steps;
}

function parseCall(call: string, directory: string, notes: string): Step | undefined {
  const [, name, parameters = "", result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(call) ?? [];
  if (name === undefined || Number(result) < 0) return undefined;
  const texts = [...parameters.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) =>
    Buffer.from(hex.replaceAll("\\x", ""), "hex").toString("latin1"),
  );
  const decoded = /^\d+<([^>]*)>/.exec(parameters)?.[1] ?? "";
  const path = decoded.startsWith("\\x") ? Buffer.from(decoded.replaceAll("\\x", ""), "hex").toString() : decoded;
  const [first = "", second = ""] = texts;
  if (name === "write") {
    if (path === notes) return ["acknowledge", Number(first)];
    const file = nameIn(directory, path);
    return file === undefined ? undefined : ["write", file, first];
  }
  if (name === "fsync" || name === "fdatasync") {
    const file = nameIn(directory, path);
    return file === undefined ? undefined : ["sync", file];
  }
  const file = nameIn(directory, first);
  if (file === undefined) return undefined;
  if (name === "openat")
    return parameters.includes("O_CREAT") && parameters.includes("O_TRUNC") ? ["create", file] : undefined;
  if (name === "unlink") return ["unlink", file];
  if (name === "rename") return ["rename", file, basename(second)];
  return undefined;
}

/** The messages of LevelDB are not data. */
function nameIn(directory: string, path: string): string | undefined {
  if (path === directory) return ".";
  const name = basename(path);
  return dirname(path) === directory && !/^LO(?:CK|G|G\.old)$/.test(name) ? name : undefined;
}
