import { find, readIndexed, scan } from "@colonnade/runtime";
import type { FindOptions, OpenSession, Page, Rows } from "@colonnade/runtime";
import { useState } from "preact/hooks";
import { useLoad } from "../use-load.ts";
import type { Loaded } from "../use-load.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";
import type { Query } from "./query.ts";

export interface Pages {
  readonly page: Loaded<Page<Row>>;
  readonly pageSize: number;
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly first: () => void;
  readonly setPageSize: (size: number) => void;
}

/** The rows of a query, page by page. */
export function usePages(session: OpenSession, descriptor: TableDescriptor, query: Query): Pages {
  const [pageSize, setPageSize] = useState(50);
  /** The page states that led to this page; an API without a way back leaves that to its clients. */
  const [states, setStates] = useState<readonly (string | null)[]>([null]);
  const page = useLoad(
    (signal) => readQuery(session, descriptor, query, { pageSize, pageState: states.at(-1), signal }).page(),
    [descriptor, query, pageSize, states, session],
  );
  const next = page.value?.pageState ?? null;
  const first = (): void => setStates([null]);
  return {
    page,
    pageSize,
    number: states.length,
    isLast: next === null,
    next: () => setStates([...states, next]),
    previous: () => setStates(states.slice(0, -1)),
    first,
    setPageSize: (size) => {
      setPageSize(size);
      first();
    },
  };
}

export function readQuery(
  session: OpenSession,
  descriptor: TableDescriptor,
  { kind, where }: Query,
  options: FindOptions<string>,
): Rows<Row> {
  if (kind === "scan") return scan(session, descriptor, options);
  return (kind === "find" ? find : readIndexed)(session, descriptor, where, options);
}
