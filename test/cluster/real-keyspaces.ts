import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wantedVersion } from "./cassandra-version.ts";

/** A keyspace as people write them, under a name of its own, since all tests share one node. */
export interface RealKeyspace {
  readonly name: string;
  /** Without quotes. */
  readonly called: string;
  /** The statements that create it. */
  readonly script: string;
}

const keyspaces = [
  { name: "every_type", files: ["every_type", "positions"], own: (test: string) => `${test.toLowerCase()}_every_type` },
  { name: '"Quirky"', files: ["quirky"], own: (test: string) => `"${test}Quirky"` },
  { name: "videos", files: ["videos"], own: (test: string) => `${test.toLowerCase()}_videos` },
];

/** @param test begins the names: `Real` makes `real_videos` and `"RealQuirky"` */
export function realKeyspaces(test: string): readonly RealKeyspace[] {
  return keyspaces.map(({ name, files, own }) => {
    const texts = files.map((file) => readFileSync(join(import.meta.dirname, `../fixtures/cql/${file}.cql`), "utf8"));
    const script = texts.join("\n").replace(new RegExp(`(?<=[\\s(])${name}(?=\\.| WITH replication)`, "g"), own(test));
    const { hasVectors } = wantedVersion();
    return {
      name,
      called: own(test).replaceAll('"', ""),
      script: withoutViews(hasVectors ? script : withoutVectors(script)),
    };
  });
}

/** For versions before 5.0: lists in place of vectors, and no storage-attached indexes. */
function withoutVectors(script: string): string {
  let text = script.replaceAll(
    /^CREATE (?:CUSTOM )?INDEX [^;]* USING '(?:sai|[\w.]*StorageAttachedIndex)'[^;]*;$/gm,
    "",
  );
  for (let inner = ""; inner !== text;) {
    inner = text;
    // The innermost first: one that has no vector in it.
    text = text.replace(/\bvector<((?:(?!\bvector<)[^;])*?), \d+>/, "frozen<list<$1>>");
  }
  return text;
}

/** A cluster tells all of them, a file of CQL their names, and a service nothing. */
function withoutViews(script: string): string {
  return script.replaceAll(/CREATE MATERIALIZED VIEW[^;]*;/g, "");
}
