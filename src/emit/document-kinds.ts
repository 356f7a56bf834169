/**
 * What is declared for each kind of document, as texts: the types of its variables and data, and how its encoder is called. In
 * a type, `row` or `where` is the type of the table with that role; see `type-text.ts`.
 */
import { canChangeParts, changesName, hasRecord, isTogether, isWithin } from "../plan/index.ts";
import type { DocumentKind, DocumentPlan, TablePlan } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { arrayLiteral, literalUnion, stringLiteral } from "./syntax.ts";

interface DocumentTypes {
  readonly comment: string;
  readonly variables: string;
  /** The type of the document: `$field` is the name of its field. */
  readonly data: string;
  /** The function of the runtime that encodes the variables. */
  readonly encode: string;
  /** What that function takes between the table and the caller's values. */
  readonly before?: readonly string[];
  /** Type parameters: `Order extends Direction = never`. */
  readonly generics?: readonly string[];
  /** Values of the caller's. */
  readonly parameters?: readonly string[];
  readonly options: string;
  /** The parts of the types that begin with `$`. */
  readonly given?: Readonly<Record<string, Doc>>;
}

const writes = "WriteDocument<$field, $variables>";
const rows = "PageDocument<$field, row, $variables>";
const counts = "CountDocument<$field, $variables>";

export const documentTypes: Readonly<Record<DocumentKind, (table: TablePlan, plan: DocumentPlan) => DocumentTypes>> = {
  insert: () => ({
    comment: "Inserts a row. Overwrites an existing one unless `ifNotExists` is set.",
    variables: "InsertVariables<insert>",
    data: writes,
    encode: "encodeInsert",
    parameters: ["value: insert"],
    options: "options?: EncodeInsertOptions",
  }),
  update: (table) => ({
    comment: "Updates columns of a row. Creates a missing row unless a condition is set.",
    variables: canChangeParts(table)
      ? `UpdatePartsVariables<update, $changes, ${conditionOf(table)}>`
      : `UpdateVariables<update, ${conditionOf(table)}>`,
    data: writes,
    encode: canChangeParts(table) ? "encodeUpdateParts" : "encodeUpdate",
    parameters: ["value: update"],
    options: "options?: EncodeUpdateOptions<types>",
    given: { $changes: changesName(table) },
  }),
  increment: () => ({
    comment: "Adds to counters. A missing row counts from zero.",
    variables: "IncrementVariables<increment>",
    data: writes,
    encode: "encodeIncrement",
    parameters: ["key: key", "by: increment"],
    options: "options?: EncodeIncrementOptions",
  }),
  delete: (table) => ({
    comment: "Deletes a row. Succeeds if it does not exist.",
    variables: table.counts ? "IncrementVariables<key>" : `DeleteVariables<key, ${conditionOf(table)}>`,
    data: writes,
    encode: "encodeDelete",
    parameters: ["key: key"],
    options: `options?: ${table.counts ? "EncodeIncrementOptions" : "EncodeDeleteOptions<types>"}`,
  }),
  deleteWhere: (table) => ({
    comment: "Deletes rows of a partition at once, without reading them.",
    variables: `DeleteWhereVariables<where${table.counts ? ", $only" : ""}>`,
    data: writes,
    encode: "encodeDeleteWhere",
    parameters: ["where: where"],
    options: `options?: ${table.counts ? "EncodeIncrementOptions" : "EncodeRepeatableOptions"}`,
    given: { $only: stringLiteral("consistency") },
  }),
  get: () => ({
    comment: "Reads a row by its key: a page with one row, or none.",
    variables: "GetVariables<key>",
    data: rows,
    encode: "encodeGet",
    parameters: ["key: key"],
    options: "options?: EncodeGetOptions",
  }),
  find: ({ clusteringKey }) => {
    const found = { comment: "Finds rows by partition: a page, and where the next one begins.", data: rows };
    const encode = "encodeFind";
    if (clusteringKey.length === 0) {
      const options = "options?: EncodeFindOptions";
      return { ...found, encode, variables: "FindVariables<where>", parameters: ["where: where"], options };
    }
    const reversed = clusteringKey.map(({ apiName, descending }) => `${apiName}_${descending ? "ASC" : "DESC"}`);
    return {
      ...found,
      encode,
      variables: "OrderedFindVariables<where, $reversed>",
      generics: ["Order extends Direction = never"],
      parameters: ["where: OrderedWhere<types, Order>"],
      options: "options?: EncodeOrderedFindOptions<Order>",
      given: { $reversed: arrayLiteral(reversed.map(stringLiteral)) },
    };
  },
  scan: () => ({
    comment: "Reads all rows of the table, page by page: a full scan, for small tables and background jobs.",
    variables: "ScanVariables",
    data: rows,
    encode: "encodeScan",
    options: "options?: EncodeScanOptions",
  }),
  partitions: ({ partitionKey }) => ({
    comment: "Reads the key of each partition, page by page: a full scan.",
    variables: "PartitionsVariables",
    data: "PageDocument<$field, Pick<row, $key>, $variables>",
    encode: "encodePartitions",
    options: "options?: EncodePartitionsOptions",
    given: { $key: literalUnion(partitionKey.map(({ apiName }) => apiName)) },
  }),
  count: () => ({
    comment: "Counts rows of a partition, page by page. The database reads each of them.",
    variables: "CountVariables<where>",
    data: counts,
    encode: "encodeCount",
    parameters: ["where: where"],
    options: "options?: EncodeFindOptions",
  }),
  countAll: () => ({
    comment: "Counts all rows of the table, page by page: a full scan.",
    variables: "ScanVariables",
    data: counts,
    encode: "encodeCountAll",
    options: "options?: EncodePartitionsOptions",
  }),
  findIndexed: (table, plan) => {
    const { index } = plan as Extract<DocumentPlan, { readonly kind: "findIndexed" }>;
    const others = [...(isWithin(table, index) ? ["within"] : []), ...(isTogether(table, index) ? ["indexed"] : [])];
    const where = ["index", ...others].join(" & ");
    return {
      comment: "Finds rows by an index: a page, and where the next one begins.",
      variables: `FindVariables<${where}>`,
      data: rows,
      encode: "encodeIndexed",
      parameters: [`where: ${where}`],
      options: "options?: EncodeFindOptions",
    };
  },
  nearest: (table, plan) => {
    const { neighbor } = plan as Extract<DocumentPlan, { readonly kind: "nearest" }>;
    const where = (["within", "indexed"] as const).filter((role) => hasRecord(table, role)).join(" & ") || "never";
    return {
      comment: "Finds the rows whose vectors are nearest, the nearest first: one page.",
      variables: `NearestVariables<${where}>`,
      data: "NeighborsDocument<$field, row, $variables>",
      encode: "encodeNearest",
      before: [stringLiteral(neighbor.member.name)],
      parameters: ["vector: readonly number[]"],
      options: `options: EncodeNearestOptions<${where}>`,
    };
  },
};

function conditionOf(table: TablePlan): string {
  return hasRecord(table, "if") ? "if" : "never";
}
