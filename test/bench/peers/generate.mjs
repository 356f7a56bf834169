/** A full generation of the same tables, all files new: ours, and that of each peer that could be installed. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { writeTables } from "../definitions.mjs";
import { bin, emptyProcess } from "../start.mjs";
import { printOperations, printSdl, printSql, readTables } from "./translate.mjs";

const packages = join(import.meta.dirname, "node_modules");
const require = createRequire(import.meta.url);

export const title = "full generate, cold, all files new";

/** @returns the cases for so many tables; each writes to a place of its own in every round */
export function plan(folder, tables) {
  const definitions = writeTables(join(folder, `tables-${tables}`, "bench"), tables);
  const input = join(folder, `peers-${tables}`);
  mkdirSync(input, { recursive: true });
  // graphql-codegen looks for its plugins where it is started.
  symlinkSync(packages, join(folder, "node_modules"), "junction");
  const read = readTables(definitions);
  writeFileSync(join(input, "schema.graphql"), printSdl(read));
  writeFileSync(join(input, "operations.graphql"), printOperations(read));
  const outputOf = (name, round) => join(input, `${name}-${round}`);
  return [
    emptyProcess,
    {
      name: "Colonnade",
      output: (round) => outputOf("colonnade", round),
      argv: (_, output) => [bin, "generate", "--definitions", definitions, "--output", output],
    },
    ...planKysely(input, read, outputOf),
    ...planTada(input, outputOf),
    {
      name: "genql",
      output: (round) => outputOf("genql", round),
      argv: (_, output) => [
        join(packages, "@genql/cli/dist/cli.js"),
        "--schema",
        join(input, "schema.graphql"),
        "--output",
        output,
      ],
    },
    ...planCodegen(input, outputOf),
  ];
}

/** Row types alone, from SQLite. Left out where its driver, which is compiled at installation, is missing. */
function planKysely(input, tables, outputOf) {
  const file = join(input, "tables.db");
  try {
    const Database = require("better-sqlite3");
    const database = new Database(file);
    database.exec(printSql(tables));
    database.close();
  } catch (error) {
    console.error(`without kysely-codegen: ${error.message.split("\n")[0]}`);
    return [];
  }
  const program = join(packages, "kysely-codegen/dist/cli/bin.js");
  const options = ["--dialect", "sqlite", "--url", file, "--log-level", "error"];
  return [
    {
      name: "kysely-codegen (row types only)",
      output: (round) => `${outputOf("kysely", round)}.ts`,
      argv: (_, output) => [program, ...options, "--out-file", output],
    },
  ];
}

function planTada(input, outputOf) {
  const plugins = [{ name: "gql.tada/ts-plugin", schema: join(input, "schema.graphql") }];
  const config = join(input, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions: { plugins }, include: [] }));
  const program = join(packages, "gql.tada/bin/cli.js");
  return [
    {
      name: "gql.tada",
      output: (round) => `${outputOf("tada", round)}.d.ts`,
      argv: (_, output) => [program, "generate-output", "--tsconfig", config, "--output", output],
    },
  ];
}

function planCodegen(input, outputOf) {
  const program = join(packages, "@graphql-codegen/cli/esm/bin.js");
  const variants = [
    { name: "graphql-codegen, types", plugins: ["typescript"] },
    {
      name: "graphql-codegen, types, zod and operations",
      plugins: [
        "typescript",
        "typescript-operations",
        "typed-document-node",
        "graphql-codegen-typescript-validation-schema",
      ],
      documents: join(input, "operations.graphql"),
    },
  ];
  return variants.map(({ name, plugins, documents }, index) => ({
    name,
    output: (round) => `${outputOf(`codegen-${index}`, round)}.ts`,
    argv: (round, output) => {
      const config = join(input, `codegen-${index}-${round}.json`);
      const generates = { [output]: { plugins, config: { schema: "zodv4" } } };
      writeFileSync(config, JSON.stringify({ schema: join(input, "schema.graphql"), documents, generates }));
      return [program, "--config", config, "--silent"];
    },
  }));
}
