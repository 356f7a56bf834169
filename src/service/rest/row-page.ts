/** Reads one page of rows for REST, and answers it as `{count, pageState, rows}`. */
import { pageRows } from "@colonnade/runtime/protocol";
import type { Table } from "../../model/index.ts";
import type { Filter, Page, Reads, Selection, Store } from "../../store/index.ts";
import { columnOf, printRow } from "../column-value.ts";
import type { RoutedRequest } from "../endpoint.ts";
import { badRequest } from "../http-refusal.ts";
import { queryOf, jsonResponse } from "../http.ts";
import type { HttpResponse } from "../http.ts";
import { limits } from "../limits.ts";

/** Where a page begins, and its most rows. */
export type PagePlace = Pick<Selection, "pageSize" | "pageState">;

interface PageRequest {
  readonly keyspace: string;
  readonly table: Table;
  readonly filters: readonly Filter[];
  /** @default every column */
  readonly columns?: readonly string[];
  readonly orderBy?: Selection["orderBy"];
  readonly place: PagePlace;
}

export async function answerPage(store: Store, reads: Reads, request: PageRequest): Promise<HttpResponse> {
  const { keyspace, table, filters, orderBy, place } = request;
  const columns = request.columns?.map((name) => columnOf(table, name)) ?? table.columns;
  const names = columns.map(({ name }) => name);
  const pageBytes = limits.bytes;
  const target = { keyspace, table: table.name, filters, columns: names, orderBy, reads, pageBytes };
  // A page may have fewer rows than were asked for: one of wide rows would keep the service busy for others.
  const most = Math.max(1, Math.min(place.pageSize, pageRows.most, Math.floor(limits.values / columns.length)));
  let { pageState } = place;
  let page: Page;
  // A store's page may be empty, and not the last one. Clients take an empty one for the end.
  do {
    page = await store.select({ ...target, pageSize: most, ...(pageState && { pageState }) });
    ({ pageState } = page);
  } while (pageState !== undefined && page.rows.length === 0);
  const rows: ReturnType<typeof printRow>[] = [];
  for (const row of page.rows) {
    rows.push(printRow(columns, row));
    const pause = reads.timeSlice.yieldIfOver();
    if (pause) await pause;
  }
  return jsonResponse(200, { count: rows.length, pageState, rows });
}

/** The parameters `pageSize` and `pageState` after the `?` of an address. @throws {HttpRefusal} 400 */
export function readPlace(request: RoutedRequest, defaultSize: number = pageRows.default): PagePlace {
  const query = queryOf(request.incoming);
  const [size, state] = ["pageSize", "pageState"].map((name) => {
    const [value, ...others] = query.getAll(name);
    if (others.length > 0) throw badRequest(`${name} must not be given twice`);
    return value;
  });
  if (size !== undefined && !/^[+-]?\d+$/.test(size)) throw badRequest("pageSize must be a whole number");
  return placeOf(Number(size ?? 0), state, defaultSize);
}

/** As real servers: a size of 0 or less is the default one. No state is at the first row, and so is an empty one. */
export function placeOf(
  size: number | null | undefined,
  state: string | null | undefined,
  defaultSize: number = pageRows.default,
): PagePlace {
  const pageSize = size && size > 0 ? size : defaultSize;
  return state ? { pageSize, pageState: state } : { pageSize };
}
