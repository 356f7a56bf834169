/** Compiles and executes INSERT, UPDATE and DELETE. */
import { primaryKey } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { encodeValueOrder } from "../../store/index.ts";
import type { EmbeddedStore, WriteResult, Write, Row } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Delete, Insert, Update } from "../grammar/tree.ts";
import type { Answer, Rows } from "../protocol/message.ts";
import { nativeType, columnIn } from "../values/index.ts";
import type { CompileContext, TableScope } from "../values/index.ts";
import type { CompiledWrite, BoundWrite, WrittenGuard } from "./compiled-write.ts";
import { compileDelete } from "./delete.ts";
import { compileInsert } from "./insert.ts";
import { columnsInOrder, specIn } from "./scope.ts";
import { compileUpdate } from "./update.ts";

export type WriteStatement = Insert | Update | Delete;

/** @throws {CqlError} `invalid` */
export function compileWrite(statement: WriteStatement, context: CompileContext): CompiledWrite {
  if (context.scope.table.viewOf !== undefined) throw invalid("Cannot directly modify a materialized view");
  switch (statement.kind) {
    case "insert":
      return compileInsert(statement, context);
    case "update":
      return compileUpdate(statement, context);
    case "delete":
      return compileDelete(statement, context);
  }
}

const done: Answer = { kind: "void" };

/** Applies the writes of all statements or none of them. */
export async function executeWrites(
  store: EmbeddedStore,
  statements: readonly BoundWrite[],
  isBatch: boolean,
): Promise<Answer> {
  const [first] = statements;
  const isGuarded = statements.some(({ compiled }) => compiled.guard.kind !== "none");
  const writes = statements.length === 1 && first ? first.writes : statements.flatMap((one) => one.writes);
  const [write] = writes;
  let results: readonly WriteResult[] = [];
  if (writes.length > 1) results = await store.batch(writes);
  else if (write) results = [await apply(store, write)];
  return isGuarded ? answerGuarded(statements, results, isBatch) : done;
}

function apply(store: EmbeddedStore, write: Write): Promise<WriteResult> {
  switch (write.kind) {
    case "insert":
      return store.insert(write);
    case "update":
      return store.update(write);
    case "delete":
      return store.delete(write);
  }
}

// Answers writes with IF: whether they were applied, and if not, the current values.
// Conditions show their columns, IF EXISTS and IF NOT EXISTS whole rows; a batch adds the key of each row.

const yes = Buffer.of(1);
const no = Buffer.of(0);

function answerGuarded(statements: readonly BoundWrite[], results: readonly WriteResult[], isBatch: boolean): Rows {
  const [first] = statements as readonly [BoundWrite, ...BoundWrite[]];
  const { scope } = first.compiled;
  const applied = specIn(scope, { name: "[applied]", type: nativeType("boolean") });
  if (results.every((result) => result.applied)) return { kind: "rows", columns: [applied], rows: [[yes]] };
  const columns = shownColumns(statements, scope, isBatch);
  const found = foundRows(statements, results);
  const shown = isBatch ? rowsOfBatch(statements, found, scope) : found.map(({ row }) => row);
  const rows = shown.map((row) => [no, ...columns.map(({ name }) => row.bytes?.(name) ?? null)]);
  if (rows.length === 0) return { kind: "rows", columns: [applied], rows: [[no]] };
  return { kind: "rows", columns: [applied, ...columns.map((column) => specIn(scope, column))], rows };
}

interface FoundRow {
  readonly row: BytesRow;
  readonly guard: WrittenGuard;
}

type BytesRow = Pick<Row, "bytes">;

function foundRows(statements: readonly BoundWrite[], results: readonly WriteResult[]): readonly FoundRow[] {
  const guards = statements.flatMap(({ compiled, writes }) => writes.map(() => compiled.guard));
  return results.flatMap((result, place): FoundRow[] => {
    const guard = guards[place];
    return result.applied || !result.current || !guard ? [] : [{ row: result.current, guard }];
  });
}

/** One statement that needs whole rows is enough for the answer to have all columns. */
function shownColumns(statements: readonly BoundWrite[], scope: TableScope, isBatch: boolean): readonly Column[] {
  const columns = new Set(isBatch ? primaryKey(scope.table).map((name) => columnIn(scope, name)) : []);
  for (const { compiled } of statements) {
    if (compiled.guard.kind === "conditions") for (const column of compiled.guard.columns) columns.add(column);
    else if (compiled.guard.kind !== "none") return columnsInOrder(scope.table);
  }
  return [...columns];
}

/**
 * Each row that was read, once and in the order of the partition; only the static values if there is no row. The database
 * reads static columns if they are tested or, with IF EXISTS and IF NOT EXISTS, set.
 */
function rowsOfBatch(
  statements: readonly BoundWrite[],
  found: readonly FoundRow[],
  { table, columns }: TableScope,
): readonly BytesRow[] {
  const clustering = table.clusteringKey.map(({ name, order }) => ({ name, order, type: columns.get(name)?.type }));
  const placeOf = ({ bytes }: { readonly bytes: (name: string) => Uint8Array | null }): Buffer =>
    Buffer.concat(
      clustering.map(({ name, order, type }) => {
        const value = bytes(name);
        return value && type ? encodeValueOrder(type, value as Buffer, order === "DESC") : Buffer.alloc(0);
      }),
    );
  const testsRow = ({ guard }: Pick<FoundRow, "guard">): boolean =>
    guard.kind !== "conditions" || guard.columns.some(({ kind }) => kind === "regular");
  const bytesOf = ({ row }: FoundRow, name: string): Uint8Array | null => row.bytes?.(name) ?? null;
  const [firstClustering] = clustering;
  const isRow = (one: FoundRow): boolean => !firstClustering || bytesOf(one, firstClustering.name) !== null;

  const showsStatics = readsStatics(statements, columns);
  const withStatics = (one: FoundRow): BytesRow => ({
    bytes: (name) => {
      if (columns.get(name)?.kind !== "static") return bytesOf(one, name);
      if (!showsStatics) return null;
      return found.map((other) => bytesOf(other, name)).find((bytes) => bytes !== null) ?? null;
    },
  });
  const rows = new Map<string, { readonly place: Buffer; readonly row: BytesRow }>();
  for (const one of found) {
    if (!testsRow(one) || !isRow(one)) continue;
    const place = placeOf({ bytes: (name) => bytesOf(one, name) });
    rows.set(place.toString("latin1"), { place, row: withStatics(one) });
  }
  if (rows.size > 0) {
    return [...rows.values()].sort((left, right) => Buffer.compare(left.place, right.place)).map(({ row }) => row);
  }
  const [first] = found;
  if (!first || !showsStatics) return [];
  // The first row of the partition was read only if no statement is about another row.
  const hidden = statements.some(({ compiled: { guard } }) => guard.kind !== "none" && testsRow({ guard }))
    ? clustering
    : [];
  const shown = withStatics(first);
  return [{ bytes: (name) => (hidden.some((column) => column.name === name) ? null : (shown.bytes?.(name) ?? null)) }];
}

function readsStatics(statements: readonly BoundWrite[], columns: TableScope["columns"]): boolean {
  const isStatic = (name: string): boolean => columns.get(name)?.kind === "static";
  const guards = statements.map(({ compiled }) => compiled.guard);
  if (!guards.some(({ kind }) => kind === "absent" || kind === "present")) {
    return guards.some((guard) => guard.kind === "conditions" && guard.columns.some(({ kind }) => kind === "static"));
  }
  return statements.some(({ writes }) =>
    writes.some(
      (write) =>
        write.kind !== "delete" &&
        ([...write.values.keys()].some(isStatic) ||
          (write.kind === "update" && (write.changes ?? []).some(({ column }) => isStatic(column)))),
    ),
  );
}
