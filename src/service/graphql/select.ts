import type { FieldNode, GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";
import { pageRows } from "@colonnade/runtime/protocol";
import type { TableApi } from "../../api/index.ts";
import type { Order } from "../../model/index.ts";
import type { Consistency, Filter, Row } from "../../store/index.ts";
import { invalid, readEqualities, readFilters, refuseMissingVariables } from "./arguments.ts";
import type { FilterArgument, RecordArgument } from "./arguments.ts";
import type { Execution } from "./execution.ts";
import { countCopies, countLeaves } from "./limits.ts";
import { selectedColumns } from "./selected-columns.ts";

interface SelectArguments {
  readonly value?: RecordArgument | null;
  readonly filter?: FilterArgument | null;
  readonly orderBy?: readonly ({ readonly column: string; readonly order: Order } | null)[] | null;
  readonly options?: {
    readonly consistency?: Consistency | null;
    readonly limit?: number | null;
    readonly pageSize?: number | null;
    readonly pageState?: string | null;
  } | null;
}

/** What a document selects of each row. */
interface Selection {
  readonly columns: readonly string[];
  readonly leaves: number;
  /** How often the same value is printed. */
  readonly copies: number;
}

/** The result of a query. */
interface Selected {
  readonly values: readonly Row[];
  readonly pageState: string | undefined;
}

/** The query of a table: a page of the rows that are equal to `value` or pass `filter`. */
export function resolveSelect(api: TableApi): GraphQLFieldResolver<unknown, Execution, SelectArguments> {
  // A prepared document brings the same nodes each time.
  const selections = new WeakMap<readonly FieldNode[], Selection>();
  const selectionOf = (info: GraphQLResolveInfo): Selection => {
    const found = selections.get(info.fieldNodes) ?? {
      columns: selectedColumns(api, info),
      leaves: countLeaves(info),
      copies: countCopies(info),
    };
    selections.set(info.fieldNodes, found);
    return found;
  };
  return async (_source, args, { store, reads, mostValues, mostBytes }, info): Promise<Selected> => {
    const pause = reads.turns.next();
    if (pause) await pause;
    refuseMissingVariables(info, "value");
    refuseMissingVariables(info, "filter");
    const { consistency, limit, pageSize, pageState } = args.options ?? {};
    if (typeof limit === "number" && limit <= 0) throw invalid("LIMIT must be strictly positive");
    if (typeof pageSize === "number" && pageSize <= 0) throw invalid("pageSize must be strictly positive");
    const { columns, leaves, copies } = selectionOf(info);
    const { rows, pageState: next } = await store.select({
      keyspace: api.keyspace,
      table: api.table.name,
      filters: readSelection(api, args),
      columns,
      orderBy: (args.orderBy ?? []).flatMap((order) => order ?? []),
      // A page may have fewer rows than were asked for: a document that asks for too much gets shorter pages.
      pageSize: Math.min(pageSize ?? pageRows.default, pageRows.most, Math.max(1, Math.floor(mostValues / leaves))),
      pageBytes: mostBytes / copies,
      consistency: consistency ?? undefined,
      limit: limit ?? undefined,
      // An empty one is at the first row, as over REST.
      pageState: pageState || undefined,
      reads,
      copies,
    });
    return { values: rows, pageState: next };
  };
}

/** `filter` wins over `value`, as with real servers; but an explicit null does not come to mean every row. */
function readSelection(api: TableApi, { value, filter }: SelectArguments): readonly Filter[] {
  if (filter === null || value === null) {
    throw invalid(`${filter === null ? "filter" : "value"} is null: leave it out to read every row`);
  }
  return filter ? readFilters(api, filter) : readEqualities(api, value ?? {});
}
