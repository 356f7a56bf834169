/**
 * The functions of a table as texts: comments, parameters and types, and the function of the runtime that each calls.
 *
 * In a type, `row` or `where` is the type of the table with that role, `tables.` an entry of the runtime, and `$columns` a part
 * that is given beside the text.
 */
import { canChangeParts, hasRecord, isTogether, isWithin, timedColumns } from "../plan/index.ts";
import type { FunctionRole, IndexPlan, NeighborPlan, TablePlan } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { arrayLiteral, intersection, literalUnion, stringLiteral } from "./syntax.ts";

export interface FunctionText {
  readonly comment: string;
  /** Type parameters: `Order extends Direction = never`. */
  readonly generics?: readonly string[];
  /** Between the session and the options. */
  readonly parameters?: readonly string[];
  readonly options: string;
  readonly returns: string;
  /** The function of the runtime, with the arguments between the table and the options. */
  readonly run: string;
  /** The parts of the types and arguments that begin with `$`. */
  readonly given?: Readonly<Record<string, Doc>>;
}

/** The type parameters that a function can have. */
export const typeParameters: ReadonlySet<string> = new Set(["Column", "Timed", "Order", "If", "Exists", "Counter"]);

export const functionTexts: Readonly<Record<FunctionRole, (table: TablePlan) => FunctionText>> = {
  getFunction: (table) => ({
    comment: "Reads a row by its key. Returns undefined if it does not exist.",
    generics: readGenerics(table),
    parameters: ["key: key"],
    options: `options?: ReadOptions<${readColumns(table)}>`,
    returns: `Promise<${readRow(table)} | undefined>`,
    run: "get(key)",
  }),
  getStaticFunction: ({ partitionKey, statics }) => {
    const key = partitionKey.map(({ name }) => name);
    const columns = [...key, ...statics.map(({ name }) => name)];
    return {
      comment: "Reads the static columns of a partition. Returns undefined if the partition does not exist.",
      parameters: ["key: Pick<key, $partition>"],
      options: "options?: StaticOptions",
      returns: "Promise<Pick<row, $columns> | undefined>",
      run: "readStatic(key, $list)",
      given: {
        $partition: literalUnion(key),
        $columns: literalUnion(columns),
        $list: arrayLiteral(columns.map(stringLiteral)),
      },
    };
  },
  findFunction: (table) => {
    const isOrdered = table.clusteringKey.length > 0;
    return {
      comment: "Finds rows by partition. Sends nothing until the result is read.",
      generics: readGenerics(table, ...(isOrdered ? ["Order extends Direction = never"] : [])),
      parameters: [isOrdered ? "where: OrderedWhere<types, Order>" : "where: where"],
      options: `options?: ${isOrdered ? "Ordered" : ""}FindOptions<${readColumns(table, isOrdered ? ", Order" : "")}>`,
      returns: `Rows<${readRow(table)}>`,
      run: "find(where)",
    };
  },
  scanFunction: (table) => ({
    comment: "Reads all rows of the table: a full scan, for small tables and background jobs.",
    generics: readGenerics(table),
    options: `options?: ScanOptions<${readColumns(table)}>`,
    returns: `Rows<${readRow(table)}>`,
    run: "scan()",
  }),
  partitionsFunction: () => ({
    comment: "Reads the key of each partition: a full scan.",
    options: "options?: tables.PartitionsOptions",
    returns: "Rows<tables.PartitionOf<types>>",
    run: "tables.partitions()",
  }),
  countFunction: () => ({
    comment: "Counts rows of a partition. The database reads each of them.",
    parameters: ["where: where"],
    options: "options?: tables.CountOptions",
    returns: "Promise<bigint>",
    run: "tables.count(where)",
  }),
  countAllFunction: () => ({
    comment: "Counts all rows of the table: a full scan.",
    options: "options?: tables.CountAllOptions",
    returns: "Promise<bigint>",
    run: "tables.countAll()",
  }),
  insertFunction: () => ({
    comment: "Inserts a row. Overwrites an existing one unless `ifNotExists` is set.",
    generics: ["If extends Flag = false"],
    parameters: ["value: insert"],
    options: "options?: InsertOptions<If>",
    returns: "Promise<Inserted<types, If>>",
    run: "insert(value)",
  }),
  updateFunction: (table) => {
    const how = canChangeParts(table) ? ", whole or by changes of parts" : "";
    const columns = conditionColumns(table);
    return {
      comment: `Updates columns of a row${how}. Creates a missing row unless a condition is set.`,
      generics: conditionGenerics(table),
      parameters: [table.statics.length > 0 ? `value: UpdateValue<types, ${columns}>` : "value: update"],
      options: `options?: UpdateOptions<types, ${columns}, Exists>`,
      returns: `Promise<Updated<types, ${columns}, Exists>>`,
      run: canChangeParts(table) ? "changes.updateParts(value)" : "update(value)",
    };
  },
  incrementFunction: ({ statics }) => {
    const parts = statics.length > 0;
    return {
      comment: "Adds to counters. A missing row counts from zero.",
      generics: parts ? ["Counter extends keyof increment = never"] : [],
      parameters: parts
        ? ["key: IncrementKey<types, Counter>", "by: IncrementBy<types, Counter>"]
        : ["key: key", "by: increment"],
      options: "options?: IncrementOptions",
      returns: "Promise<Applied>",
      run: "increment(key, by)",
    };
  },
  deleteFunction: (table) => {
    const deletes = { comment: "Deletes a row. Succeeds if it does not exist.", parameters: ["key: key"] };
    const run = "remove(key)";
    // The database does not support conditions on counters.
    if (table.counts) return { ...deletes, options: "options?: IncrementOptions", returns: "Promise<Applied>", run };
    const columns = conditionColumns(table);
    return {
      ...deletes,
      generics: conditionGenerics(table),
      options: `options?: RemoveOptions<types, ${columns}, Exists>`,
      returns: `Promise<Updated<types, ${columns}, Exists>>`,
      run,
    };
  },
  deleteWhereFunction: ({ counts }) => ({
    comment: "Deletes rows of a partition at once, without reading them.",
    parameters: ["where: where"],
    options: `options?: ${counts ? "IncrementOptions" : "tables.RemoveWhereOptions"}`,
    returns: "Promise<Applied>",
    run: "tables.removeWhere(where)",
  }),
};

export function findIndexedText(table: TablePlan, index: IndexPlan): FunctionText {
  const { names } = table;
  const others = [
    ...(isWithin(table, index) ? [names.within] : []),
    ...(isTogether(table, index) ? [names.indexed] : []),
  ];
  return {
    comment: `Finds rows by the index on \`${index.member.name}\`. Sends nothing until the result is read.`,
    generics: readGenerics(table),
    parameters: ["where: $where"],
    options: `options?: FindOptions<${readColumns(table)}>`,
    returns: `Rows<${readRow(table)}>`,
    run: "readIndexed(where)",
    given: { $where: intersection([index.where, ...others]) },
  };
}

export function nearestText(table: TablePlan, { member }: NeighborPlan): FunctionText {
  const others = (["within", "indexed"] as const).filter((role) => hasRecord(table, role));
  return {
    comment: `Finds the rows whose \`${member.name}\` is nearest to a vector, by its index; the nearest first.`,
    generics: [columnGeneric],
    parameters: ["vector: readonly number[]"],
    options: "options: tables.NearestOptions<Column, $where>",
    returns: "Promise<readonly tables.Neighbor<row, Column>[]>",
    run: "tables.nearest($column, vector)",
    given: {
      $where: others.length > 0 ? intersection(others.map((role) => table.names[role])) : "never",
      $column: stringLiteral(member.name),
    },
  };
}

const columnGeneric = "Column extends keyof row = keyof row";

/** The columns to read, what a function adds, and those of which to read the time of writing. */
function readGenerics(table: TablePlan, ...others: readonly string[]): readonly string[] {
  const timed = timedColumns(table);
  const columns = timed === "conditional" ? "keyof if" : 'types["timed"]';
  return [columnGeneric, ...others, ...(timed === "none" ? [] : [`Timed extends ${columns} = never`])];
}

function readColumns(table: TablePlan, others = ""): string {
  return `Column${others}${timedColumns(table) === "none" ? "" : ", Timed"}`;
}

function readRow(table: TablePlan): string {
  return timedColumns(table) === "none" ? "Selected<row, Column>" : "Read<row, Column, Timed>";
}

function conditionGenerics(table: TablePlan): readonly string[] {
  const exists = "Exists extends Flag = false";
  return hasRecord(table, "if") ? ["If extends keyof if = never", exists] : [exists];
}

/** The columns of a condition. */
function conditionColumns(table: TablePlan): string {
  return hasRecord(table, "if") ? "If" : "never";
}
