/** Random programs that are run in two ways at once, and must get the same answers. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rows, ServiceError, Session } from "@colonnade/runtime";
import { openMemoryStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { describeOnCluster } from "../cluster/describe-on-cluster.ts";
import { long, runs } from "../support/long.ts";
import { openTimeoutMs } from "./in-every-session.ts";
import { openOnCluster } from "./open-store.ts";
import type { OpenStore } from "./open-store.ts";
import { clusterKinds, driverKind, sessionKinds, straightKind } from "./session-kinds.ts";
import type { OpenedSession, SessionKind } from "./session-kinds.ts";

/** One step of a program. */
export type Act = (session: Session) => Promise<unknown>;

/** An act as fast-check shows it when two answers differ. */
export function shown(name: string, args: unknown, act: Act): Act {
  return Object.assign(act, { [fc.toStringMethod]: () => `${name}(${fc.stringify(args)})` });
}

export function optional<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

/** The rows of each page, and of the first alone. */
export async function pagesOf(rows: Rows<object>): Promise<unknown> {
  const pages: object[][] = [];
  for await (const page of rows.pages()) pages.push(page.rows);
  return [pages.filter((page) => page.length > 0), (await rows.page()).rows, await rows.first()];
}

/** Also whether a further page follows the first, which a cluster says of every full one. */
export async function allOf(rows: Rows<object>): Promise<unknown> {
  return [await pagesOf(rows), (await rows.page()).pageState === null];
}

/** Of the embedded stores, which share it. */
export const clock = { ms: Date.UTC(2026, 10, 21) };

const openInMemory: OpenStore = async (...keyspaces) => {
  const store = await openMemoryStore({ now: () => clock.ms });
  for (const keyspace of keyspaces) await store.createKeyspace(keyspace);
  return { store, close: () => store.close() };
};

/** Goes by the time of the system, by which the driver stamps its writes. */
const openForDriver: OpenStore = async (...keyspaces) => {
  const store = await openMemoryStore();
  for (const keyspace of keyspaces) await store.createKeyspace(keyspace);
  return { store, close: () => store.close() };
};

/** What an act answers, or how it fails; without what tells a request from a call. */
async function answerOf(act: Act, session: Session): Promise<unknown> {
  try {
    return { answer: await act(session) };
  } catch (thrown) {
    const { name, code, outcome, message } = thrown as ServiceError;
    return { name, code, outcome, message: message.replace(/ \(request [^)]*\)$/, "") };
  }
}

/** What is run in two ways. */
export interface Programs {
  readonly keyspaces: readonly string[];
  readonly prepare: (session: Session, store: Store) => Promise<void>;
  /** Steps that the embedded store answers alike, however it is reached. */
  readonly acts: fc.Arbitrary<Act>;
  /** Those that a cluster answers like the embedded store. */
  readonly clusterActs: fc.Arbitrary<Act>;
  /** Tables of the shop that are emptied before each program, but on a cluster, which takes long for it. @default none */
  readonly emptied?: readonly string[];
  /** In the short form; the long one has fifty times as many. */
  readonly programs: number;
  /** What else both ways must do alike. @default nothing */
  readonly more?: (sessions: () => readonly Session[]) => void;
}

const kindCalled = (wanted: string): SessionKind => sessionKinds.find(({ name }) => name === wanted) as SessionKind;
const onService = kindCalled("a session on the service as a function");
const onStore = kindCalled("a session on a store");

export async function describeEqualAnswers(programs: Programs): Promise<void> {
  describe("a session on a store, and one over HTTP", () => {
    testEqualAnswers([onService, openInMemory], [onStore, openInMemory], programs, programs.acts);
  });

  describe("a session by the driver on an embedded store, and one on a store", () => {
    testEqualAnswers([onStore, openInMemory], [driverKind, openForDriver], programs, programs.clusterActs);
  });

  await describeOnCluster("on a real Cassandra", (cluster) => {
    const pairs = [
      { embedded: onService, kind: clusterKinds[0] as SessionKind },
      { embedded: onStore, kind: straightKind(cluster) },
    ];
    const openStore = openOnCluster(cluster);
    describe.each(pairs)("$kind.name, and $embedded.name in memory", ({ embedded, kind }) => {
      testEqualAnswers([embedded, openInMemory], [kind, openStore], programs, programs.clusterActs);
    });
  });
}

type Way = readonly [kind: SessionKind, openStore: OpenStore];

function testEqualAnswers(
  one: Way,
  other: Way,
  { keyspaces, prepare, emptied = [], programs, more }: Programs,
  act: fc.Arbitrary<Act>,
): void {
  let both: readonly (OpenedSession & { readonly empty: () => Promise<void> })[];
  const areInMemory = [one, other].every(([, openStore]) => [openInMemory, openForDriver].includes(openStore));

  beforeAll(async () => {
    both = await Promise.all(
      [one, other].map(async ([kind, openStore]) => {
        const stored = await openStore(...keyspaces);
        const { session, close } = await kind.open(stored.store);
        await prepare(session, stored.store);
        const empty = async (): Promise<void> => {
          for (const table of emptied) await stored.store.truncateTable("shop", table);
        };
        return { session, empty, close: async () => (await close(), stored.close()) };
      }),
    );
  }, openTimeoutMs);

  afterAll(async () => {
    for (const { close } of both) await close();
  });

  it("answer any program alike, errors included", { timeout: long ? 1_200_000 : 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
        if (areInMemory) for (const { empty } of both) await empty();
        for (const act of acts) {
          const [first, second] = [await answerOf(act, both[0]!.session), await answerOf(act, both[1]!.session)];
          expect(second).toEqual(first);
        }
      }),
      runs(programs, 50 * programs),
    );
  });

  more?.(() => both.map(({ session }) => session));
}
