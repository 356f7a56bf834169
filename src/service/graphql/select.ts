/** The query of a table: reads its arguments, and returns a page of rows, or their number. */
import type { FieldNode, GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";
import { mostParts, pageRows, tokensOfPart } from "@colonnade/runtime/protocol";
import { mostRows } from "../../api/index.ts";
import type { TableApi } from "../../api/index.ts";
import type { Order } from "../../model/index.ts";
import type { Consistency, Filter, Page, Row, Selection } from "../../store/index.ts";
import { countCopies, countLeaves, selectedColumns, selectedMembers } from "./document-fields.ts";
import type { Execution } from "./execution.ts";
import { listOf, readEqualities, readFilters, refuseMissingVariables } from "./filters.ts";
import type { FilterArgument } from "./filters.ts";
import { invalid } from "./problem.ts";
import { checkedValue, columnOf } from "./values.ts";
import type { RecordArgument } from "./values.ts";

interface SelectArguments {
  readonly value?: RecordArgument | null;
  readonly filter?: FilterArgument | null;
  readonly orderBy?: readonly ({ readonly column: string; readonly order: Order } | null)[] | null;
  readonly options?: SelectOptions | null;
  readonly nearest?: NearestArgument | null;
}

/** The fields that a document selects of each row. */
interface SelectedFields {
  readonly columns: readonly string[];
  readonly leaves: number;
  /** How often the same value is printed. */
  readonly copies: number;
  /** Whether it selects the number of rows, and nothing of them. */
  readonly counts: boolean;
  readonly hasWriteTimes: boolean;
}

/** The result of a query. */
interface QueryResult {
  readonly values: readonly Row[];
  readonly pageState: string | undefined;
  readonly count: number;
  readonly writeTimes: readonly (readonly (bigint | null)[])[] | undefined;
  readonly similarities: readonly number[] | undefined;
}

/** The query of a table: a page of the rows that are equal to `value` or pass `filter`, or the number of these rows. */
export function resolveSelect(api: TableApi): GraphQLFieldResolver<unknown, Execution, SelectArguments> {
  // A prepared document brings the same nodes each time.
  const selections = new WeakMap<readonly FieldNode[], SelectedFields>();
  const fieldsOf = (info: GraphQLResolveInfo): SelectedFields => {
    const found = selections.get(info.fieldNodes) ?? describeFields(api, info);
    selections.set(info.fieldNodes, found);
    return found;
  };
  return async (_source, args, { store, reads, mostValues, mostBytes }, info): Promise<QueryResult> => {
    const pause = reads.timeSlice.yieldIfOver();
    if (pause) await pause;
    for (const name of ["value", "filter", "nearest"] as const) refuseMissingVariables(info, name);
    const { columns, leaves, copies, counts, hasWriteTimes } = fieldsOf(info);
    const options = args.options ?? {};
    const rowOptions = readRowOptions(options);
    const writeTimes = readWriteTimes(api, options);
    const shownTimes = hasWriteTimes ? writeTimes : undefined;
    const nearest = args.nearest ? readNearest(api, args.nearest, rowOptions) : undefined;
    const isCount = counts && !nearest;
    // A row that is counted is worth a value.
    const mostInPage = Math.max(1, Math.floor(mostValues / (isCount ? 1 : leaves + (shownTimes?.length ?? 0))));
    if (nearest && nearest.limit > mostInPage) {
      throw invalid(`nearest has one page, of at most ${mostInPage} rows with these fields: ask for fewer of either`);
    }
    const { consistency, limit, pageState, perPartitionLimit, distinct, tokens } = rowOptions;
    const page = await store.select({
      keyspace: api.keyspace,
      table: api.table.name,
      filters: readSelected(api, args),
      // Each partition once is asked for by its key.
      columns: distinct && columns.length === 0 ? api.table.partitionKey : columns,
      orderBy: (args.orderBy ?? []).flatMap((order) => order ?? []),
      // A page may have fewer rows than were asked for: a document that asks for too much gets shorter pages.
      pageSize: nearest?.limit ?? Math.min(readPageSize(options, isCount), mostInPage),
      pageBytes: nearest || isCount ? undefined : mostBytes / copies,
      consistency,
      limit,
      pageState,
      perPartitionLimit,
      distinct,
      tokens,
      nearest: nearest?.to,
      countsOnly: isCount || undefined,
      writeTimes: shownTimes,
      reads,
      copies,
    });
    return resultOf(page, shownTimes);
  };
}

function describeFields(api: TableApi, info: GraphQLResolveInfo): SelectedFields {
  const members = selectedMembers(info);
  const ofRows = ["values", "writeTimes", "similarities"].filter((name) => members.has(name));
  return {
    columns: selectedColumns(api, info),
    leaves: countLeaves(info),
    copies: countCopies(info),
    counts: members.has("count") && ofRows.length === 0,
    hasWriteTimes: members.has("writeTimes"),
  };
}

function resultOf(
  { rows, pageState, count, similarities }: Page,
  writeTimes: readonly string[] | undefined,
): QueryResult {
  return {
    values: rows,
    pageState,
    count: count ?? rows.length,
    writeTimes: writeTimes && rows.map((row) => writeTimes.map((column) => row.writeTime?.(column) ?? null)),
    similarities,
  };
}

/** `filter` wins over `value`, as with real servers; but an explicit null does not come to mean every row. */
function readSelected(api: TableApi, { value, filter, nearest }: SelectArguments): readonly Filter[] {
  if (filter === null || value === null || nearest === null) {
    const name = filter === null ? "filter" : value === null ? "value" : "nearest";
    throw invalid(`${name} is null: leave it out to read every row`);
  }
  return filter ? readFilters(api, filter) : readEqualities(api, value ?? {});
}

interface SelectOptions {
  readonly consistency?: Consistency | null;
  readonly limit?: number | null;
  /** An object if it is the default. */
  readonly pageSize?: number | null;
  readonly pageState?: string | null;
  readonly part?: { readonly number: number; readonly of: number } | null;
  readonly perPartitionLimit?: number | null;
  readonly distinct?: boolean | null;
  readonly writeTimes?: readonly string[] | null;
}

/** Which rows are read, apart from filters. */
type RowOptions = Pick<Selection, "consistency" | "limit" | "pageState" | "perPartitionLimit" | "distinct" | "tokens">;

/** Absent options stay absent. */
function readRowOptions(options: SelectOptions): RowOptions {
  const { consistency, limit, pageState, part, perPartitionLimit, distinct } = options;
  if (typeof limit === "number" && limit <= 0) throw invalid("LIMIT must be strictly positive");
  if (typeof perPartitionLimit === "number" && perPartitionLimit <= 0) {
    throw invalid("perPartitionLimit must be strictly positive");
  }
  return {
    consistency: consistency ?? undefined,
    limit: limit ?? undefined,
    // An empty one is at the first row, as over REST.
    pageState: pageState || undefined,
    tokens: part ? readPart(part) : undefined,
    perPartitionLimit: perPartitionLimit ?? undefined,
    distinct: distinct || undefined,
  };
}

function readPart({ number, of }: NonNullable<SelectOptions["part"]>): Selection["tokens"] {
  if (number < 1 || number > of || of > mostParts) {
    throw invalid(`There is no part ${number} of ${of}: parts are numbered from 1, and at most ${mostParts}`);
  }
  return tokensOfPart(number, of);
}

/** The most rows of a page: as many as the client wants, and as may be. */
function readPageSize({ pageSize }: SelectOptions, counts: boolean): number {
  const isGiven = typeof pageSize === "number";
  if (isGiven && pageSize <= 0) throw invalid("pageSize must be strictly positive");
  if (counts) return Math.min(isGiven ? pageSize : mostRows.counted, mostRows.counted);
  return Math.min(isGiven ? pageSize : pageRows.default, pageRows.most);
}

/** The columns whose write times are returned, by their CQL names, in the order of the option. */
function readWriteTimes(api: TableApi, { writeTimes }: SelectOptions): readonly string[] | undefined {
  const fields = writeTimes ?? undefined;
  return fields && listOf("writeTimes", api.query, fields).map((field) => columnOf(api, field as string).name);
}

/** Field → vector. */
type NearestArgument = Readonly<Record<string, readonly number[] | null>>;

interface Nearest {
  readonly to: NonNullable<Selection["nearest"]>;
  /** Rows, in one page. */
  readonly limit: number;
}

/** The rows are the nearest of all, in one page. */
function readNearest(api: TableApi, nearest: NearestArgument, { limit, pageState }: RowOptions): Nearest {
  const given = Object.entries(nearest).filter(([, vector]) => vector !== null);
  const [first, ...others] = given;
  if (!first || others.length > 0) throw invalid(`nearest needs exactly one vector, not ${given.length}`);
  if (limit === undefined || limit > mostRows.nearest) {
    throw invalid(`nearest needs options.limit, which is at most ${mostRows.nearest}`);
  }
  if (pageState !== undefined) throw invalid("nearest has one page, and no pageState");
  const [field, vector] = first;
  const { name, type } = columnOf(api, field);
  return { to: { column: name, to: checkedValue(type, field, vector) as readonly number[] }, limit };
}
