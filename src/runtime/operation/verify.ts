import type { Verified } from "../errors/errors.ts";
import type { Codec, Wire } from "../protocol/codec.ts";
import type { Member } from "../table/bound-table.ts";
import type { CheckedSelection } from "./checked-selection.ts";
import type { CheckedWrite } from "./checked-write.ts";
import { firstRows } from "./first-rows.ts";
import type { Page } from "./rows.ts";
import { testsOfKey } from "./where.ts";

/**
 * Returns a function that reads the row to find out whether a write was applied.
 * @param read reads one page
 * @see runtime 2.7
 */
export function createVerify(
  { table, kind, about, cells, effect, options }: CheckedWrite,
  read: (selection: CheckedSelection) => Promise<Page<object>>,
): () => Promise<Verified> {
  const isGiven = ({ index }: Member): boolean => cells[index] !== undefined;
  const changed = table.others.filter(isGiven);
  // A write of only static columns has no clustering key, and neither does the row with them.
  const key = table.primaryKey.filter(isGiven);
  const expires = kind !== "delete" && (options.ttl ?? table.defaultTimeToLive) > 0;
  return async () => {
    const reading = { ...about, operation: `verify ${about.operation}` };
    const selection: CheckedSelection = {
      table,
      about: reading,
      tests: testsOfKey(key, cells),
      selected: table.members,
      reversed: false,
      marker: undefined,
      kind: key.length < table.primaryKey.length ? "static" : "get",
      ...{ consistency: undefined, pageSize: 1, pageState: undefined, signal: undefined },
    };
    const [current] = (await firstRows(reading, (pageState) => read({ ...selection, pageState }))) as Readonly<
      Record<string, unknown>
    >[];
    if (effect === "relative") return { applied: undefined, current };
    const isAsWritten =
      kind === "delete"
        ? !current
        : current
          ? changed.every(({ name, codec, index }) => isEqual(codec, current[name], cells[index]))
          : kind === "update" && changed.every(({ index }) => isEmpty(cells[index]));
    return { applied: isAsWritten ? "maybe-self" : expires ? undefined : false, current };
  };
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
