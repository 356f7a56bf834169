import { find, readIndexed, scan } from "@colonnade/runtime";
import type { FindOptions, OpenSession, Rows } from "@colonnade/runtime";
import type { Row, TableDescriptor } from "./describe-table.ts";
import type { Query } from "./query.ts";

export function readQuery(
  session: OpenSession,
  descriptor: TableDescriptor,
  { kind, where }: Query,
  options: FindOptions<string>,
): Rows<Row> {
  if (kind === "scan") return scan(session, descriptor, options);
  return (kind === "find" ? find : readIndexed)(session, descriptor, where, options);
}
