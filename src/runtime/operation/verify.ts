import { execute, printField } from "../graphql/document.ts";
import type { About, Verified } from "../errors/errors.ts";
import { isKey } from "../table/layout.ts";
import type { Layout, Member } from "../table/layout.ts";
import type { Wire } from "../protocol/codec.ts";
import { decodeRow, requireKey, rowsOf } from "../table/record.ts";
import type { WireRow } from "../table/record.ts";
import { profileOf } from "../profile/profile-of.ts";
import type { Session } from "../session/session-options.ts";

/** What a write was to do. */
export interface Written {
  readonly about: About & { readonly operation: string };
  readonly action: "insert" | "update" | "delete";
  /** What it leaves behind, and whether it depends on what was there. */
  readonly kind: "absolute" | "conditional" | "relative";
  readonly value: Readonly<Record<string, Wire>>;
  /** Whether its values vanish after a while. */
  readonly expires?: boolean;
}

/** How to find out whether a write was done: by the row that it was to leave behind. @see runtime 2.7 */
export function createVerify(session: Session, layout: Layout, written: Written): () => Promise<Verified> {
  const { action, kind, value, expires } = written;
  const about = { ...written.about, operation: `verify ${written.about.operation}` };
  const has = (member: Member): boolean => member.apiName in value;
  const changed = layout.members.filter((member) => has(member) && !isKey(member));
  // A write to static columns alone has no clustering key, and neither has the row that shows them.
  const key = layout.primaryKey.filter(has);
  const filter = Object.fromEntries(key.map(({ apiName }) => [apiName, { eq: value[apiName] ?? null }]));
  return async () => {
    const { rows } = profileOf(session).paging;
    const selection = `${rows} { ${layout.members.map((member) => member.selection).join(" ")} }`;
    const field = printField(layout.query, { filter }, selection);
    const result = await execute(session, layout, "query", about, field, undefined);
    const [row] = rowsOf(result[rows], about);
    if (row) requireKey(key, row, about);
    const current = row && decodeRow(layout.members, row, about);
    if (kind === "relative") return { applied: undefined, current };
    const nothing = changed.every(({ apiName }) => isEmpty(value[apiName]));
    const isAsWritten =
      action === "delete"
        ? !row
        : row
          ? changed.every((member) => isEqual(member, row, value))
          : action === "update" && nothing;
    return { applied: isAsWritten ? "maybe-self" : expires ? undefined : false, current };
  };
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
}

/** Whether a cell holds what was sent, however the service writes it. */
function isEqual({ codec, apiName }: Member, row: WireRow, sent: Readonly<Record<string, Wire>>): boolean {
  const [found, wanted] = [row[apiName], sent[apiName]].map((cell) => {
    if (isEmpty(cell)) return "";
    const wire = codec.encode(codec.decode(cell as Wire));
    return JSON.stringify(/\b(?:set|map)</.test(codec.cql) ? unordered(wire) : wire);
  });
  return found === wanted;
}

/** The items of sets and maps have an order of their own in the database, and each is there once. */
function unordered(wire: unknown): unknown {
  if (Array.isArray(wire)) return [...new Set(wire.map((item) => JSON.stringify(unordered(item))))].sort();
  return wire;
}
