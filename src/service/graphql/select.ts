import type { FieldNode, GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";
import type { TableApi } from "../../api/index.ts";
import type { Order } from "../../model/index.ts";
import type { Filter, Page, Row } from "../../store/index.ts";
import { invalid, readEqualities, readFilters, refuseMissingVariables } from "./arguments.ts";
import type { FilterArgument, RecordArgument } from "./arguments.ts";
import type { Execution } from "./execution.ts";
import { countCopies, countLeaves, selectedColumns, selectedMembers } from "./document-fields.ts";
import { readNearest, readPageSize, readRowOptions, readWriteTimes } from "./select-options.ts";
import type { NearestArgument, SelectOptions } from "./select-options.ts";

interface SelectArguments {
  readonly value?: RecordArgument | null;
  readonly filter?: FilterArgument | null;
  readonly orderBy?: readonly ({ readonly column: string; readonly order: Order } | null)[] | null;
  readonly options?: SelectOptions | null;
  readonly nearest?: NearestArgument | null;
}

/** What a document selects of each row. */
interface Selection {
  readonly columns: readonly string[];
  readonly leaves: number;
  /** How often the same value is printed. */
  readonly copies: number;
  /** Whether it selects the number of rows, and nothing of them. */
  readonly counts: boolean;
  readonly hasWriteTimes: boolean;
}

/** The result of a query. */
interface Selected {
  readonly values: readonly Row[];
  readonly pageState: string | undefined;
  readonly count: number;
  readonly writeTimes: readonly (readonly (bigint | null)[])[] | undefined;
  readonly similarities: readonly number[] | undefined;
}

/** The query of a table: a page of the rows that are equal to `value` or pass `filter`, or the number of these rows. */
export function resolveSelect(api: TableApi): GraphQLFieldResolver<unknown, Execution, SelectArguments> {
  // A prepared document brings the same nodes each time.
  const selections = new WeakMap<readonly FieldNode[], Selection>();
  const selectionOf = (info: GraphQLResolveInfo): Selection => {
    const found = selections.get(info.fieldNodes) ?? describeSelection(api, info);
    selections.set(info.fieldNodes, found);
    return found;
  };
  return async (_source, args, { store, reads, mostValues, mostBytes }, info): Promise<Selected> => {
    const pause = reads.turns.next();
    if (pause) await pause;
    for (const name of ["value", "filter", "nearest"] as const) refuseMissingVariables(info, name);
    const { columns, leaves, copies, counts, hasWriteTimes } = selectionOf(info);
    const rowOptions = readRowOptions(args.options);
    const writeTimes = readWriteTimes(api, args.options);
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
      filters: readSelection(api, args),
      // Each partition once is asked for by its key.
      columns: distinct && columns.length === 0 ? api.table.partitionKey : columns,
      orderBy: (args.orderBy ?? []).flatMap((order) => order ?? []),
      // A page may have fewer rows than were asked for: a document that asks for too much gets shorter pages.
      pageSize: nearest?.limit ?? Math.min(readPageSize(args.options, isCount), mostInPage),
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

function describeSelection(api: TableApi, info: GraphQLResolveInfo): Selection {
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

function resultOf({ rows, pageState, count, similarities }: Page, writeTimes: readonly string[] | undefined): Selected {
  return {
    values: rows,
    pageState,
    count: count ?? rows.length,
    writeTimes: writeTimes && rows.map((row) => writeTimes.map((column) => row.writeTime?.(column) ?? null)),
    similarities,
  };
}

/** `filter` wins over `value`, as with real servers; but an explicit null does not come to mean every row. */
function readSelection(api: TableApi, { value, filter, nearest }: SelectArguments): readonly Filter[] {
  if (filter === null || value === null || nearest === null) {
    const name = filter === null ? "filter" : value === null ? "value" : "nearest";
    throw invalid(`${name} is null: leave it out to read every row`);
  }
  return filter ? readFilters(api, filter) : readEqualities(api, value ?? {});
}
