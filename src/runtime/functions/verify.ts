/** Finds out whether a write with an unknown outcome was applied, by the row that it left. */
import type { OutcomeUnknownError, Verified } from "../errors/errors.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import { firstRows } from "../operation/first-rows.ts";
import type { LostWrite } from "../operation/operation.ts";
import { testsOfKey } from "../operation/where.ts";
import type { Codec, Wire } from "../protocol/codec.ts";
import { sendSelection } from "../graphql/send-selection.ts";
import { isGiven } from "../table/bound-table.ts";

/**
 * Reads the row and compares it with what was written: `(await verify(error)).applied`.
 *
 * @throws {ServiceError} if it cannot be read
 */
export function verify({ lost }: Pick<OutcomeUnknownError, "lost">): Promise<Verified> {
  return verifyWrite(lost() as LostWrite);
}

async function verifyWrite({ write, page }: LostWrite): Promise<Verified> {
  const { table, kind, cells, effect, options, filters, holds } = write;
  const about = { ...write.about, operation: `verify ${write.about.operation}` };
  const changed = table.others.filter(isGiven(cells));
  // A write of only static columns has no clustering key, and neither does the row with them.
  const key = table.primaryKey.filter(isGiven(cells));
  const request = {
    table: table.descriptor,
    where: undefined,
    kind: key.length < table.primaryKey.length && !filters ? "static" : "get",
    options: {},
    pageSize: 1,
    signal: undefined,
    waited: { ms: 0 },
  } as const;
  const found = await firstRows(about, (pageState) => {
    const checked: CheckedSelection = {
      ...{ ...request, table, about, pageState, selected: table.members },
      ...{ findsNothing: false, reversed: false, consistency: undefined, more: {} },
      tests: filters ?? testsOfKey(key, cells),
      marker: filters && table.hasStatics ? table.clusteringKey[0] : undefined,
    };
    return page({ ...request, pageState, check: () => checked, send: sendSelection });
  });
  const current = found[0] as Readonly<Record<string, unknown>> | undefined;
  const inside = holds ? holds(current) : true;
  if (effect === "relative" || inside === undefined) return { applied: undefined, current };
  const isAsWritten =
    kind === "delete"
      ? !current
      : current
        ? changed.every(({ name, codec, index }) => isEqual(codec, current[name], cells[index]))
        : kind === "update" && changed.every(({ index }) => isEmpty(cells[index]));
  const expires = kind !== "delete" && (options.ttl ?? table.defaultTimeToLive) > 0;
  return { applied: isAsWritten && inside ? "maybe-self" : expires ? undefined : false, current };
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
}

/** Whether a value of a row equals the sent one, however the service spells it. */
function isEqual(codec: Codec<unknown>, found: unknown, sent: Wire | undefined): boolean {
  const form = (wire: Wire): string => {
    const isUnordered = /\b(?:set|map)</.test(codec.cql);
    return isEmpty(wire) ? "" : JSON.stringify(isUnordered ? unordered(wire) : wire);
  };
  const wanted = isEmpty(sent) ? null : codec.encode(codec.decode(sent as Wire));
  return form(found === null ? null : codec.encode(found)) === form(wanted);
}

/** The database orders the items of sets and maps, and stores each once. */
function unordered(wire: unknown): unknown {
  if (Array.isArray(wire)) return [...new Set(wire.map((item) => JSON.stringify(unordered(item))))].sort();
  return wire;
}

/**
 * Reads the rows of an atomic write with an unknown outcome, in the order of its writes, and compares each with what was
 * written. Since all were applied or none, one row that shows it shows it for all.
 *
 * @throws {ServiceError} if a row cannot be read
 */
export function verifyAll({ lost }: Pick<OutcomeUnknownError, "lost">): Promise<readonly Verified[]> {
  const { write, writes = [write], page } = lost() as LostWrite;
  return Promise.all(writes.map((one) => verifyWrite({ write: one, page })));
}
