/** What is declared for each kind of document: the types of its variables and data, and how its encoder is called. */
import { canChangeParts, changesName, hasRecord, isTogether, isWithin, wireName } from "../plan/index.ts";
import type { DocumentKind, DocumentPlan, TablePlan } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { runtimeDocuments } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import { arrayLiteral, genericType, intersection, literalUnion, stringLiteral } from "./syntax.ts";

/** What the declarations of a document depend on. */
export interface DocumentContext {
  readonly plan: DocumentPlan;
  readonly table: TablePlan;
  readonly scope: Scope;
}

/** A type of the runtime with its arguments. */
type RuntimeType = readonly [name: string, ...args: Doc[]];

interface Encoder {
  /** The function of the runtime. */
  readonly run: string;
  /** What it takes between the table and the caller's values. */
  readonly given?: readonly string[];
  readonly typeParameters?: readonly Doc[];
  readonly parameters: readonly (readonly [name: string, type: Doc])[];
  readonly options: Doc;
  /** Whether the options must be given. @default false */
  readonly needsOptions?: boolean;
}

interface KindLayout {
  readonly comment: string;
  readonly variables: (context: DocumentContext) => RuntimeType;
  /** The type of the document; its first argument, the name of the field, and its last, the variables, are left out. */
  readonly data: (context: DocumentContext) => RuntimeType;
  readonly encoder: (context: DocumentContext) => Encoder;
}

const written = (): RuntimeType => ["WriteDocument"];
const rows = ({ table: { names } }: DocumentContext): RuntimeType => ["PageDocument", wireName(names.row)];
const counted = (): RuntimeType => ["CountDocument"];

const conditionOf = ({ table }: DocumentContext): string =>
  hasRecord(table, "if") ? wireName(table.names.if) : "never";

function ours({ table, scope }: DocumentContext, name: string): string {
  return scope.type(name, scope.beside(table.fileName));
}

export function runtimeType(scope: Scope, [name, ...args]: RuntimeType): Doc {
  const type = scope.type(name, runtimeDocuments);
  return args.length === 0 ? type : genericType(type, args);
}

export const kindLayouts: Readonly<Record<DocumentKind, KindLayout>> = {
  insert: {
    comment: "Inserts a row. Overwrites an existing one unless `ifNotExists` is set.",
    variables: ({ table: { names } }) => ["InsertVariables", wireName(names.insert)],
    data: written,
    encoder: (context) => {
      const parameters = [["value", ours(context, context.table.names.insert)]] as const;
      return { run: "encodeInsert", parameters, options: runtimeType(context.scope, ["EncodeInsertOptions"]) };
    },
  },
  update: {
    comment: "Updates columns of a row. Creates a missing row unless a condition is set.",
    variables: (context) => {
      const { table } = context;
      const update = wireName(table.names.update);
      return canChangeParts(table)
        ? ["UpdatePartsVariables", update, changesName(table), conditionOf(context)]
        : ["UpdateVariables", update, conditionOf(context)];
    },
    data: written,
    encoder: (context) => {
      const { names } = context.table;
      return {
        run: canChangeParts(context.table) ? "encodeUpdateParts" : "encodeUpdate",
        parameters: [["value", ours(context, names.update)]],
        options: runtimeType(context.scope, ["EncodeUpdateOptions", ours(context, names.types)]),
      };
    },
  },
  increment: {
    comment: "Adds to counters. A missing row counts from zero.",
    variables: ({ table: { names } }) => ["IncrementVariables", wireName(names.increment)],
    data: written,
    encoder: (context) => {
      const { names } = context.table;
      const parameters = [
        ["key", ours(context, names.key)],
        ["by", ours(context, names.increment)],
      ] as const;
      return { run: "encodeIncrement", parameters, options: runtimeType(context.scope, ["EncodeIncrementOptions"]) };
    },
  },
  delete: {
    comment: "Deletes a row. Succeeds if it does not exist.",
    variables: (context) => {
      const key = wireName(context.table.names.key);
      return context.table.counts ? ["IncrementVariables", key] : ["DeleteVariables", key, conditionOf(context)];
    },
    data: written,
    encoder: (context) => {
      const { names, counts } = context.table;
      const parameters = [["key", ours(context, names.key)]] as const;
      const options: RuntimeType = counts
        ? ["EncodeIncrementOptions"]
        : ["EncodeDeleteOptions", ours(context, names.types)];
      return { run: "encodeDelete", parameters, options: runtimeType(context.scope, options) };
    },
  },
  deleteWhere: {
    comment: "Deletes rows of a partition at once, without reading them.",
    variables: ({ table: { names, counts } }) => [
      "DeleteWhereVariables",
      wireName(names.where),
      ...(counts ? [stringLiteral("consistency")] : []),
    ],
    data: written,
    encoder: (context) => {
      const { names, counts } = context.table;
      const options = counts ? "EncodeIncrementOptions" : "EncodeRepeatableOptions";
      const parameters = [["where", ours(context, names.where)]] as const;
      return { run: "encodeDeleteWhere", parameters, options: runtimeType(context.scope, [options]) };
    },
  },
  get: {
    comment: "Reads a row by its key: a page with one row, or none.",
    variables: ({ table: { names } }) => ["GetVariables", wireName(names.key)],
    data: rows,
    encoder: (context) => {
      const parameters = [["key", ours(context, context.table.names.key)]] as const;
      return { run: "encodeGet", parameters, options: runtimeType(context.scope, ["EncodeGetOptions"]) };
    },
  },
  find: {
    comment: "Finds rows by partition: a page, and where the next one begins.",
    variables: ({ table: { names, clusteringKey } }) => {
      const where = wireName(names.where);
      if (clusteringKey.length === 0) return ["FindVariables", where];
      const reversed = clusteringKey.map(({ apiName, descending }) =>
        stringLiteral(`${apiName}_${descending ? "ASC" : "DESC"}`),
      );
      return ["OrderedFindVariables", where, arrayLiteral(reversed)];
    },
    data: rows,
    encoder: (context) => {
      const { scope, table } = context;
      const { names } = table;
      if (table.clusteringKey.length === 0) {
        const options = runtimeType(scope, ["EncodeFindOptions"]);
        return { run: "encodeFind", parameters: [["where", ours(context, names.where)]], options };
      }
      return {
        run: "encodeFind",
        typeParameters: [["Order extends ", runtimeType(scope, ["Direction"]), " = never"]],
        parameters: [["where", runtimeType(scope, ["OrderedWhere", ours(context, names.types), "Order"])]],
        options: runtimeType(scope, ["EncodeOrderedFindOptions", "Order"]),
      };
    },
  },
  scan: {
    comment: "Reads all rows of the table, page by page: a full scan, for small tables and background jobs.",
    variables: () => ["ScanVariables"],
    data: rows,
    encoder: ({ scope }) => {
      return { run: "encodeScan", parameters: [], options: runtimeType(scope, ["EncodeScanOptions"]) };
    },
  },
  partitions: {
    comment: "Reads the key of each partition, page by page: a full scan.",
    variables: () => ["PartitionsVariables"],
    data: ({ table: { names, partitionKey }, scope }) => {
      const key = literalUnion(partitionKey.map(({ apiName }) => apiName));
      return ["PageDocument", genericType(scope.global("Pick"), [wireName(names.row), key])];
    },
    encoder: ({ scope }) => {
      return { run: "encodePartitions", parameters: [], options: runtimeType(scope, ["EncodePartitionsOptions"]) };
    },
  },
  count: {
    comment: "Counts rows of a partition, page by page. The database reads each of them.",
    variables: ({ table: { names } }) => ["CountVariables", wireName(names.where)],
    data: counted,
    encoder: (context) => {
      const parameters = [["where", ours(context, context.table.names.where)]] as const;
      return { run: "encodeCount", parameters, options: runtimeType(context.scope, ["EncodeFindOptions"]) };
    },
  },
  countAll: {
    comment: "Counts all rows of the table, page by page: a full scan.",
    variables: () => ["ScanVariables"],
    data: counted,
    encoder: ({ scope }) => {
      return { run: "encodeCountAll", parameters: [], options: runtimeType(scope, ["EncodePartitionsOptions"]) };
    },
  },
  findIndexed: {
    comment: "Finds rows by an index: a page, and where the next one begins.",
    variables: (context) => ["FindVariables", intersection(indexedRecords(context).map(wireName))],
    data: rows,
    encoder: (context) => {
      const where = intersection(indexedRecords(context).map((name) => ours(context, name)));
      const options = runtimeType(context.scope, ["EncodeFindOptions"]);
      return { run: "encodeIndexed", parameters: [["where", where]], options };
    },
  },
  nearest: {
    comment: "Finds the rows whose vectors are nearest, the nearest first: one page.",
    variables: (context) => ["NearestVariables", either(nearbyRecords(context).map(wireName))],
    data: ({ table: { names } }) => ["NeighborsDocument", wireName(names.row)],
    encoder: (context) => {
      const where = either(nearbyRecords(context).map((name) => ours(context, name)));
      const { plan } = context;
      return {
        run: "encodeNearest",
        given: plan.kind === "nearest" ? [stringLiteral(plan.neighbor.member.name)] : [],
        parameters: [["vector", "readonly number[]"]],
        options: runtimeType(context.scope, ["EncodeNearestOptions", where]),
        needsOptions: true,
      };
    },
  },
};

/** The records that the where of a finder is made of. */
function indexedRecords({ plan, table }: DocumentContext): readonly string[] {
  if (plan.kind !== "findIndexed") return [];
  const { index } = plan;
  return [
    index.where,
    ...(isWithin(table, index) ? [table.names.within] : []),
    ...(isTogether(table, index) ? [table.names.indexed] : []),
  ];
}

/** The records of what else a search for neighbors can be narrowed by. */
function nearbyRecords({ table }: DocumentContext): readonly string[] {
  return (["within", "indexed"] as const).filter((role) => hasRecord(table, role)).map((role) => table.names[role]);
}

function either(records: readonly string[]): Doc {
  return records.length > 0 ? intersection(records) : "never";
}
