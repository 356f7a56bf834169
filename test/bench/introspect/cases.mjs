/** What is measured: ours on Cassandra beside the bare driver, and beside the peers on PostgreSQL. */
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, emptyProcess } from "../start.mjs";

const packages = join(import.meta.dirname, "peers/node_modules");

/** Cases that others look for by their names; some of ours are measured beside the peers again. */
export const names = {
  bare: "the driver alone",
  introspect: "introspect",
  generate: "generate",
  both: "introspect, then generate",
  compared: [emptyProcess.name, "introspect", "generate"],
};

/**
 * @param place `folder` to work in, one that nobody else has; `cluster`; `keyspace`; number of `tables`; `definitions` of them
 * @returns cases; each gets the round and says what runs, where it writes, and where it must not
 */
export function planOurs({ folder, cluster, keyspace, tables, definitions }) {
  const output = (name) => (round) => join(folder, `${name}-${round}`);
  const introspected = output("introspected");
  const introspect = (_, to) => [
    ...[bin, "introspect", "--contact-points", cluster.contactPoint],
    ...["--keyspace", keyspace, "--output", to],
  ];
  return [
    emptyProcess,
    {
      name: names.bare,
      argv: () => [join(import.meta.dirname, "bare-driver.mjs"), cluster.contactPoint, keyspace, `${tables}`],
    },
    { name: names.introspect, argv: introspect, output: introspected },
    { name: "introspect, no change", argv: (round) => introspect(round, introspected(round)), kept: introspected },
    {
      name: names.generate,
      argv: (_, to) => [bin, "generate", "--definitions", definitions, "--output", to],
      output: output("generated"),
    },
  ];
}

/** Each with its defaults; each writes types of rows, and one or two things more than that. */
export function planPeers({ folder, url }) {
  const output = (name) => (round) => join(folder, `${name}-${round}`);
  return [
    {
      name: "kysely-codegen",
      argv: (_, to) => [
        join(packages, "kysely-codegen/dist/cli/bin.js"),
        ...["--dialect", "postgres", "--url", url, "--log-level", "error", "--out-file", to],
      ],
      output: (round) => `${output("kysely")(round)}.ts`,
    },
    {
      name: "kanel",
      argv: (round, to) => {
        const config = `kanel-${round}.json`;
        writeFileSync(join(folder, config), JSON.stringify({ connection: url, outputPath: to }));
        return [join(packages, "kanel/bin/kanel"), "--config", config];
      },
      output: output("kanel"),
    },
    {
      name: "drizzle-kit",
      argv: (_, to) => [
        ...[join(packages, "drizzle-kit/bin.cjs"), "pull", "--dialect", "postgresql", "--url", url, "--out", to],
      ],
      output: output("drizzle"),
    },
  ];
}

/**
 * Bytes of a file, or of all files below a folder.
 * @throws {Error} when they cannot be of so many tables: a failure is fast, and one peer ends with 0 then
 */
export function sizeOf(path, tables) {
  const size = filesAt(path).reduce((sum, file) => sum + file.size, 0);
  if (size < 200 * tables) throw new Error(`only ${size} bytes were written to ${path}`);
  return size;
}

/** When the last of all files was written. */
export function lastWriteAt(path) {
  return filesAt(path).reduce((last, { mtimeMs }) => Math.max(last, mtimeMs), 0);
}

function filesAt(path) {
  const isFile = statSync(path).isFile();
  const paths = isFile ? [path] : readdirSync(path, { recursive: true }).map((name) => join(path, name));
  return paths.map((file) => statSync(file)).filter((found) => found.isFile());
}
