/** Messages of one item, of two and of many: `1 file is`, `2 files are`. */
import { describe, expect, it } from "vitest";
import { resolveAccess } from "../../src/cli/database/choose-database.ts";
import { countSteps } from "../../src/cli/database/step.ts";
import type { Step } from "../../src/cli/database/step.ts";
import { describeFile } from "../../src/cli/check/check.ts";
import { Flags } from "../../src/cli/arguments/command.ts";
import { resolveMarkers } from "../../src/config/index.ts";
import { countOf, listOf } from "../../src/errors.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { runLine } from "./run-line.ts";

const definition = (name: string, columns: readonly string[] = []): string =>
  JSON.stringify({
    name,
    columnDefinitions: [
      { name: "id", typeDefinition: "int" },
      ...columns.map((column) => ({ name: column, typeDefinition: "text" })),
    ],
    primaryKey: { partitionKey: ["id"] },
  });

const names = (count: number, prefix: string): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** What a command says about files of a project. */
async function said(line: string, files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = createTemporaryFolder();
  writeTree(cwd, files);
  return (await runLine(line, { cwd })).stderr;
}

async function diffOf(dropped: number, accepted: number): Promise<string> {
  const columns = names(dropped, "c");
  const rules = columns.slice(0, accepted).map((column) => ({
    kind: "column-dropped",
    place: `shop.products.${column}`,
    reason: "unused",
  }));
  return said("diff --definitions new --against old --fail-on none", {
    "old/shop/products.json": definition("products", columns),
    "new/shop/products.json": definition("products"),
    ".colonnade-accept.json": JSON.stringify({ accepted: rules }),
  });
}

function stepsOf(kinds: readonly Step["kind"][]): Step[] {
  return kinds.map((kind) => ({ kind }) as Step);
}

async function thrownBy(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    const { message, next } = error as { message: string; next?: string };
    return `${message} → ${next ?? ""}`;
  }
  return expect.unreachable();
}

const environment = (count: number): Promise<string> =>
  thrownBy(() => resolveMarkers(Object.fromEntries(names(count, "m").map((name) => [name, { $env: name }])), {}));

const access = (env: Readonly<Record<string, string>>): Promise<string> => {
  const io = { env, cwd: "/", stdout: { write: () => undefined }, stderr: { write: () => undefined } };
  return thrownBy(() => resolveAccess(new Flags({ url: env["COLONNADE_URL"] }), io, undefined));
};

const mistakes = (count: number): Promise<string> =>
  said(
    "generate --definitions definitions/shop --output db",
    Object.fromEntries(names(count, "t").map((name) => [`definitions/shop/${name}.json`, `{ "name": "${name}" }`])),
  );

const foreign = (count: number): Promise<string> =>
  said("generate --definitions definitions/shop --output db", {
    ...Object.fromEntries(names(count, "t").map((name) => [`definitions/shop/${name}.json`, definition(name)])),
    ...Object.fromEntries(names(count, "t").map((name) => [`db/${name}.ts`, "export {};\n"])),
  });

const differing = (count: number): string =>
  describeFile({ file: "a.ts", state: "stale", stale: true, declarations: names(count, "D"), next: "" }).text;

const steps = (count: number): string =>
  countSteps(stepsOf([...Array(count).fill("index"), "table"] as Step["kind"][]));

describe.each<[string, (count: number) => string | Promise<string>, one: string, two: string, many: string]>([
  ["countOf", (count) => countOf(count, "file"), "1 file", "2 files", "7 files"],
  ["listOf", (count) => listOf(names(count, "n")), "n0", "n0 and n1", "n0, n1, n2, n3, n4, n5 and n6"],
  ["countSteps", steps, "1 index, 1 table", "2 indexes, 1 table", "7 indexes, 1 table"],
  ["declarations of a report", differing, "D0 differs", "D0, D1 differ", "D0, D1, D2, D3, D4, D5, D6 differ"],
  [
    "environment variables",
    environment,
    "the environment variable m0 is not set → set the variable of the config file; generate and check do not need it",
    "the environment variables m0 and m1 are not set → set the variables of the config file; generate and check do not need them",
    "the environment variables m0, m1, m2, m3, m4, m5 and m6 are not set",
  ],
  [
    "credentials",
    (count) =>
      access(
        count === 1
          ? { COLONNADE_URL: "https://x", COLONNADE_USERNAME: "u" }
          : count === 2
            ? { COLONNADE_URL: "https://x" }
            : {},
      ),
    "COLONNADE_PASSWORD is missing → set COLONNADE_PASSWORD in the environment, or name it in",
    "COLONNADE_USERNAME and COLONNADE_PASSWORD are missing → set COLONNADE_USERNAME and COLONNADE_PASSWORD in the environment, or name them in",
    "--url, COLONNADE_USERNAME and COLONNADE_PASSWORD are missing",
  ],
  [
    "mistakes of definitions",
    mistakes,
    "2 mistakes in 1 definition file of shop",
    "4 mistakes in 2 definition files of shop",
    "14 mistakes in 7 definition files of shop",
  ],
  [
    "files in the way",
    foreign,
    "a file that Colonnade did not write is in the way; nothing was written [not-ours]",
    "files that Colonnade did not write are in the way; nothing was written [not-ours]",
    "→ move or delete them, or choose another output folder",
  ],
  ["changes", (count) => diffOf(count, 0), "1 change from", "2 changes from", "7 changes from"],
  [
    "accepted changes",
    (count) => diffOf(count, count),
    ", which is accepted",
    ", all of which are accepted",
    ", all of which are accepted",
  ],
  [
    "changes of which one is accepted",
    (count) => diffOf(count, 1),
    "is accepted",
    "1 of which is accepted",
    "1 of which is accepted",
  ],
])("%s", (_, print, one, two, many) => {
  it.each([
    [1, one],
    [2, two],
    [7, many],
  ])("of %i", async (count, expected) => {
    expect(await print(count)).toContain(expected);
  });
});

it("one file in the way is it, not them", async () => {
  expect(await foreign(1)).toContain("→ move or delete it, or choose another output folder");
});
