import { byCodeUnits, byName, printName } from "../../model/index.ts";
import type { IndexDefinition, IndexKind } from "../../model/index.ts";
import type { Note } from "../left-out.ts";
import type { SystemRow } from "./system-rows.ts";
import { entriesIn, textIn } from "./system-rows.ts";

interface ParsedIndexes {
  /** In code-unit order of their names; at most one of each kind per column. */
  readonly indexes: readonly IndexDefinition[];
  readonly notes: readonly Note[];
}

/** The values of `CREATE INDEX … USING`: the short name, the class, or the class with its package. */
const attached = /^(?:sai|(?:.*\.)?StorageAttachedIndex)$/i;

/** Options for column and implementation. */
const ownOptions: ReadonlySet<string> = new Set(["target", "class_name"]);

/** `values(tags)`, `full("Odd name")`, or the bare column. */
const targetForm = /^(?:(keys|values|entries|full)\((.+)\)|(.+))$/s;

/**
 * Parses the rows of `system_schema.indexes` of one table.
 *
 * If a column has both a native and a storage-attached index, the latter is kept: it supports the same queries, and
 * ranges too.
 */
export function parseIndexRows(table: string, rows: readonly SystemRow[]): ParsedIndexes {
  const notes: Note[] = [];
  const note = (message: string): void => void notes.push({ kind: "other-index", table, message });
  const kept = new Map<string, IndexDefinition>();
  const sorted = rows.map((row) => ({ row, name: textIn(row, "index_name") ?? "" })).sort(byName);
  for (const { row, name } of sorted) {
    const options = entriesIn(row, "options");
    const target = parseTarget(options.get("target") ?? "");
    const className = options.get("class_name");
    const isAttached = className !== undefined && attached.test(className);
    if (!target || (textIn(row, "kind") === "CUSTOM" && !isAttached)) {
      const made = className === undefined ? "in a way that definitions cannot express" : `with ${className}`;
      note(`the index ${name} of ${table} is made ${made}: it gets no finder`);
      continue;
    }
    const { column, kind } = target;
    const others = [...options]
      .filter(([option]) => !ownOptions.has(option))
      .sort(([one], [other]) => byCodeUnits(one, other));
    const index: IndexDefinition = {
      name,
      column,
      ...(kind && { kind }),
      ...(isAttached && { using: "sai" as const }),
      ...(isAttached && others.length > 0 && { options: Object.fromEntries(others) }),
    };
    const place = JSON.stringify([kind, column]);
    const other = kept.get(place);
    const better = other?.using === "sai" || !isAttached ? (other ?? index) : index;
    kept.set(place, better);
    if (other) {
      const worse = better === other ? index : other;
      const both = `${table}.${printName(column)} has two indexes`;
      note(`${both}, ${better.name} and ${worse.name}: definitions keep only ${better.name}`);
    }
  }
  return {
    indexes: [...kept.values()].sort((one, other) => byCodeUnits(one.name ?? "", other.name ?? "")),
    notes,
  };
}

interface IndexTarget {
  readonly column: string;
  /** Undefined if the target is the column itself. */
  readonly kind: IndexKind | undefined;
}

function parseTarget(text: string): IndexTarget | undefined {
  const [, kind, within, bare] = targetForm.exec(text) ?? [];
  const column = within ?? bare;
  if (column === undefined) return undefined;
  const name = /^".*"$/s.test(column) ? column.slice(1, -1).replaceAll('""', '"') : column;
  return { column: name, kind: kind as IndexKind | undefined };
}
