/** Any program of what bindings say beyond rows answers alike over HTTP and directly on a store, on both engines. */
import fc from "fast-check";
import { find, get, insert, readIndexed, remove, scan, update } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import {
  add,
  append,
  entryIs,
  fieldIs,
  itemIs,
  prepend,
  put,
  remove as removeItems,
  removeAt,
  removeKeys,
  setAt,
  setFields,
  updateParts,
} from "@colonnade/runtime/changes";
import { count, nearest, partitions, removeWhere } from "@colonnade/runtime/tables";
import { createTables, docs, messages, rooms } from "../support/beyond-tables.ts";
import { describeEqualAnswers, optional, shown } from "./equal-programs.ts";
import type { Act } from "./equal-programs.ts";

// Few of each, so that programs meet their own rows.
const word = fc.constantFrom("a", "b", "c", "");
const words = fc.array(word, { maxLength: 3 });
const roomKey = fc.record({ tenant: fc.constantFrom("acme", "other"), name: fc.constantFrom("hall", "loft", "yard") });
const place = fc.integer({ min: 0, max: 3 });
const small = fc.integer({ min: 0, max: 2 });
const messageKey = fc.record({ room: fc.constantFrom("a", "b", "c"), day: small, at: small });
const docKey = fc.record({ lang: fc.constantFrom("en", "de"), id: fc.integer({ min: 0, max: 5 }) });

/** Long past, so that what is written without a time comes later in every way. */
const timestamp = fc.integer({ min: 0, max: 4 }).map((micros) => 1_600_000_000_000_000n + BigInt(micros));
const timed = fc.record({ timestamp }, { requiredKeys: [] });

const several = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | Value[]> =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));
const roomChanges = fc.record(
  {
    title: fc.option(word),
    members: fc.option(fc.bigInt({ min: 0n, max: 3n })),
    moderators: fc.oneof(words, several(fc.oneof(words.map(add), words.map(removeItems)))),
    log: fc.oneof(
      words,
      several(
        fc.oneof(
          words.map(append),
          words.map(prepend),
          words.map(removeItems),
          fc.tuple(place, word).map(([at, item]) => setAt(at, item)),
          place.map(removeAt),
        ),
      ),
    ),
    settings: fc.oneof(
      fc.constant(new Map([["x", "y"]])),
      several(fc.oneof(fc.dictionary(word, word, { maxKeys: 2 }).map(put), words.map(removeKeys))),
    ),
    address: fc.oneof(
      fc.record({ city: fc.option(word), street: fc.option(word) }),
      fc.record({ city: fc.option(word), street: fc.option(word) }, { requiredKeys: [] }).map(setFields),
    ),
  },
  { requiredKeys: [] },
);
const roomTest = fc.record(
  {
    title: word,
    log: fc.tuple(place, fc.option(word)).map(([at, item]) => itemIs(at, item)),
    settings: fc.tuple(word, fc.option(word)).map(([key, value]) => entryIs(key, value)),
    address: fc.tuple(fc.constantFrom("city", "street"), word).map(([name, value]) => fieldIs(name as "city", value)),
  },
  { requiredKeys: [] },
);
const range = fc.oneof(
  small,
  fc.record({ gte: small }, { requiredKeys: [] }),
  fc.record({ gt: small, lte: small }),
  fc.record({ in: fc.array(small, { maxLength: 2 }) }),
);
const someMessages = fc.oneof(
  fc.record({ room: fc.constantFrom("a", "b") }),
  fc.record({ room: fc.constant({ in: ["a", "b"] }), day: range }),
  fc.record({ room: fc.constantFrom("a", "b"), day: small, at: range }),
);
const reading = fc.record(
  {
    perPartition: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 9 }),
    pageSize: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
);
const part = fc
  .integer({ min: 1, max: 3 })
  .chain((of) => fc.integer({ min: 1, max: of }).map((number) => ({ number, of })));
const writeTimes = fc.subarray(["title", "members"] as const, { minLength: 1 });

/** Times that a clock gave are not those of another one. */
function comparable(row: unknown): unknown {
  return JSON.parse(
    JSON.stringify(row ?? null, (_, value: unknown) => {
      if (value instanceof Map) return [...(value as Map<string, string>)];
      if (typeof value !== "bigint") return value;
      return value > 1_700_000_000_000_000n ? "by the clock" : `${value}`;
    }),
  );
}

const writes: fc.Arbitrary<Act> = fc.oneof(
  fc
    .tuple(roomKey, roomChanges, timed)
    .map(([key, changes, options]) =>
      shown("update room", [key, changes, options], (session) =>
        updateParts(session, rooms, { ...key, ...changes } as never, options),
      ),
    ),
  fc
    .tuple(messageKey, optional(word), timed)
    .map(([key, body, options]) =>
      shown("insert message", [key, body, options], (session) =>
        insert(session, messages, { ...key, body } as never, options),
      ),
    ),
  fc
    .tuple(docKey, optional(word), optional(word))
    .map(([key, title, kind]) =>
      shown("insert doc", [key, title, kind], (session) => insert(session, docs, { ...key, title, kind } as never)),
    ),
  fc
    .tuple(roomKey, fc.record({ title: word, members: fc.bigInt({ min: 0n, max: 3n }) }, { requiredKeys: [] }), timed)
    .map(([key, values, options]) =>
      shown("insert room", [key, values, options], (session) =>
        insert(session, rooms, { ...key, ...values } as never, options),
      ),
    ),
  fc
    .tuple(someMessages, timed)
    .map(([where, options]) =>
      shown("delete messages", [where, options], (session) => removeWhere(session, messages, where as never, options)),
    ),
  fc
    .tuple(roomKey, timed)
    .map(([key, options]) => shown("delete room", [key, options], (session) => remove(session, rooms, key, options))),
);

const conditional: fc.Arbitrary<Act> = fc.oneof(
  fc
    .tuple(roomKey, roomChanges, roomTest)
    .map(([key, changes, test]) =>
      shown("update room if", [key, changes, test], (session) =>
        updateParts(session, rooms, { ...key, ...changes } as never, { if: test as never }),
      ),
    ),
  fc
    .tuple(roomKey, roomTest)
    .map(([key, test]) =>
      shown("delete room if", [key, test], async (session) =>
        comparable(await remove(session, rooms, key, { if: test as never })),
      ),
    ),
  fc
    .tuple(messageKey, messageKey, word)
    .map(([one, other, body]) =>
      shown("both or none", [one, other, body], (session) =>
        atomically(session, (together) => [
          insert(together, messages, { ...one, body: "new" }),
          update(together, messages, { ...other, body: "newer" }, { if: { body } }),
        ]),
      ),
    ),
);

const together: fc.Arbitrary<Act> = fc
  .array(writes, { minLength: 1, maxLength: 4 })
  .map((acts) =>
    shown("together", acts, (session) =>
      atomically(session, (together) => acts.map((act) => act(together) as Promise<never>)),
    ),
  );

const reads: fc.Arbitrary<Act> = fc.oneof(
  roomKey.map((key) => shown("get room", key, async (session) => comparable(await get(session, rooms, key)))),
  fc
    .tuple(roomKey, writeTimes)
    .map(([key, writeTimes]) =>
      shown("write times", [key, writeTimes], async (session) =>
        comparable(await get(session, rooms, key, { select: ["title"], writeTimes })),
      ),
    ),
  fc
    .tuple(fc.constantFrom({ in: ["acme", "other"] }, "acme"), reading)
    .map(([tenant, reading]) =>
      shown("find rooms", [tenant, reading], async (session) =>
        comparable(await find(session, rooms, { tenant }, reading).toArray()),
      ),
    ),
  fc
    .tuple(reading, optional(part))
    .map(([reading, part]) =>
      shown("scan messages", [reading, part], (session) => scan(session, messages, { ...reading, part }).toArray()),
    ),
  fc
    .tuple(optional(someMessages), optional(part))
    .map(([where, part]) =>
      shown("count", [where, part], (session) =>
        count(session, messages, where as never, where === undefined && part ? { part } : {}),
      ),
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), optional(part))
    .map(([pageSize, part]) =>
      shown("partitions", [pageSize, part], (session) => partitions(session, rooms, { pageSize, part }).toArray()),
    ),
  fc
    .record({ kind: word, title: word, lang: fc.constantFrom("en", "de"), id: small }, { requiredKeys: ["kind"] })
    .map((where) =>
      shown("find by index", where, async (session) => {
        const found = await readIndexed(session, docs, where).toArray();
        return found.map(({ lang, id, title }) => `${lang} ${id} ${title}`).sort();
      }),
    ),
);

/** On a cluster the graph of an index may leave out some vectors of the many that are added and deleted here. */
const near: fc.Arbitrary<Act> = fc.oneof(
  fc
    .tuple(docKey, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }), word)
    .map(([key, embedding, kind]) =>
      shown("insert vector", [key, embedding, kind], (session: Session) =>
        insert(session, docs, { ...key, embedding, kind }),
      ),
    ),
  fc.tuple(fc.integer({ min: 1, max: 4 }), optional(word)).map(([limit, kind]) =>
    shown("nearest", [limit, kind], (session: Session) =>
      nearest(session, docs, "embedding", [1, 2, 3], {
        limit,
        select: ["id"],
        ...(kind !== undefined && { where: { kind } }),
      }),
    ),
  ),
);

const acts = fc.oneof(
  { weight: 5, arbitrary: writes },
  { weight: 2, arbitrary: conditional },
  { weight: 1, arbitrary: together },
  { weight: 4, arbitrary: reads },
);

await describeEqualAnswers({
  keyspaces: ["shop"],
  prepare: (_, store) => createTables(store),
  acts: fc.oneof({ weight: 6, arbitrary: acts }, near),
  clusterActs: acts,
  emptied: ["rooms", "messages", "docs"],
  programs: 60,
});
