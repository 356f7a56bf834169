/**
 * Answers writes with IF: whether they were applied, and if not, what the database found instead.
 *
 * Of conditions these are their columns, of IF EXISTS and IF NOT EXISTS whole rows; a batch adds the key of each row.
 */
import { primaryKey } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { Encoded, encodeValueOrder } from "../../store/index.ts";
import type { Outcome, Row, Write } from "../../store/index.ts";
import type { ColumnSpec, Rows } from "../protocol/message.ts";
import { nativeType } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { columnIn } from "./scope.ts";
import type { BoundWrite } from "./execute-writes.ts";
import { columnsInOrder } from "./columns-in-order.ts";

const yes = Buffer.of(1);
const no = Buffer.of(0);

export function answerGuarded(statements: readonly BoundWrite[], outcomes: readonly Outcome[], isBatch: boolean): Rows {
  const [first] = statements as readonly [BoundWrite, ...BoundWrite[]];
  const { scope } = first.compiled;
  const applied = appliedSpec(scope);
  if (outcomes.every((outcome) => outcome.applied)) return { kind: "rows", columns: [applied], rows: [[yes]] };
  const columns = shownColumns(statements, scope, isBatch);
  const writes = statements.flatMap((one) => one.writes);
  const found = outcomes.flatMap((outcome, place): FoundRow[] => {
    if (outcome.applied || !outcome.current) return [];
    return [{ row: outcome.current, write: writes[place] as Write }];
  });
  const rows = distinctRows(found, scope).map((one) => [no, ...columns.map((column) => bytesOf(one, column))]);
  if (rows.length === 0) return { kind: "rows", columns: [applied], rows: [[no]] };
  return { kind: "rows", columns: [applied, ...columns.map((column) => specOf(scope, column))], rows };
}

interface FoundRow {
  readonly row: Row;
  readonly write: Write;
}

function appliedSpec({ keyspace, table }: TableScope): ColumnSpec {
  return { keyspace, table: table.name, name: "[applied]", type: nativeType("boolean") };
}

function specOf({ keyspace, table }: TableScope, { name, type }: Column): ColumnSpec {
  return { keyspace, table: table.name, name, type };
}

/** A single statement that asks for whole rows makes the answer have all columns. */
function shownColumns(statements: readonly BoundWrite[], scope: TableScope, isBatch: boolean): readonly Column[] {
  const columns = new Set(isBatch ? primaryKey(scope.table).map((name) => columnIn(scope, name)) : []);
  for (const { compiled } of statements) {
    if (compiled.guard.kind === "conditions") for (const column of compiled.guard.columns) columns.add(column);
    else if (compiled.guard.kind !== "none") return columnsInOrder(scope.table);
  }
  return [...columns];
}

/** Each row once, in the order of the rows of the partition. */
function distinctRows(found: readonly FoundRow[], { table, columns }: TableScope): readonly FoundRow[] {
  if (found.length < 2) return found;
  const clustering = table.clusteringKey.flatMap(({ name, order }) => {
    const column = columns.get(name);
    return column ? [{ column, descending: order === "DESC" }] : [];
  });
  const placed = found.map((one) => ({
    one,
    place: Buffer.concat(
      clustering.map(({ column, descending }) => {
        const bytes = keyBytes(one, column);
        return bytes ? encodeValueOrder(column.type, bytes as Buffer, descending) : Buffer.alloc(0);
      }),
    ),
  }));
  placed.sort((left, right) => Buffer.compare(left.place, right.place));
  return placed
    .filter(({ place }, index) => index === 0 || !placed[index - 1]?.place.equals(place))
    .map(({ one }) => one);
}

function bytesOf(found: FoundRow, column: Column): Uint8Array | null {
  const bytes = found.row.bytes?.(column.name);
  if (bytes) return bytes;
  return column.kind === "partition" || column.kind === "clustering" ? keyBytes(found, column) : null;
}

/** Of conditions the store gives their columns alone; the key is the one of the write. */
function keyBytes({ write }: FoundRow, { name }: Column): Uint8Array | null {
  const value = (write.kind === "delete" ? write.key : write.values).get(name);
  return value instanceof Encoded ? value.bytes : null;
}
