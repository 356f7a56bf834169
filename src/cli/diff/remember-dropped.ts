import { join, resolve } from "node:path";
import type { DroppedColumn } from "../../model/index.ts";
import { droppedName, loadDropped, mergeDropped, writeDropped } from "../../source/dropped-columns.ts";
import { renderPath } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
import { printPlace } from "./keyspace-diff.ts";
import type { KeyspaceDiff } from "./keyspace-diff.ts";

/** Adds the dropped columns to those recorded in the keyspace's folder. */
export function rememberDropped({ keyspace, definitions, changes }: KeyspaceDiff, cwd: string, talk: Talk): void {
  const dropped = changes.filter(({ kind }) => kind === "column-dropped");
  if (dropped.length === 0) return;
  const directory = resolve(cwd, definitions);
  const found = dropped.map(({ place: { name, member = "" }, before = "" }): DroppedColumn => {
    return { table: name, column: member, type: before.replace(/ static$/, ""), static: before.endsWith(" static") };
  });
  writeDropped(directory, mergeDropped(loadDropped(directory), found));
  const places = dropped.map((change) => printPlace(keyspace, change)).join(", ");
  talk.say(`remembered ${places} in ${renderPath(join(directory, droppedName), cwd)}`);
}
