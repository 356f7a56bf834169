import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import type { TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import type { ServiceOptions } from "../../../src/service/index.ts";
import type { Delete, Insert, WriteResult, Page, Selection, Store, Update, Write } from "../../../src/store/index.ts";
import { Encoded } from "../../../src/store/index.ts";
import { openFixture } from "../service-fixture.ts";

/** A statement as it was handed to the store, without what every one has. */
export type Statement = Partial<Insert & Update & Delete & Selection> & { readonly kind: string };

export interface RecordedFixture {
  /** Runs a document on a store that notes its statements and executes none of them. */
  readonly graphql: (query: string, variables?: Record<string, unknown>) => Promise<GraphQLAnswer>;
  /** The statements of a document. Fails the test if it has errors. */
  readonly statements: (query: string, variables?: Record<string, unknown>) => Promise<readonly Statement[]>;
  /** The message of a document's only error. Fails the test if a statement came to the store. */
  readonly refusal: (query: string, variables?: Record<string, unknown>) => Promise<string | undefined>;
  /** What reads and writes give from now on. */
  page: Page;
  outcome: WriteResult;
  readonly close: () => Promise<void>;
}

export async function openRecorded(
  tables: readonly TableDefinition[],
  userTypes: readonly UserTypeDefinition[] = [],
  options: Partial<ServiceOptions> = {},
): Promise<RecordedFixture> {
  const plain = await openFixture(tables, {}, userTypes);
  let calls: Statement[] = [];
  const note = (kind: string, statement: object): void => {
    const {
      keyspace: _,
      table: __,
      reads: ___,
      ...own
    } = statement as { keyspace: string; table: string; reads?: unknown };
    const given = Object.entries(own).filter(([, value]) => value !== undefined && value !== false);
    calls.push({ kind, ...(decoded(Object.fromEntries(given)) as object) });
  };
  const write =
    (kind: string) =>
    (statement: object): Promise<WriteResult> => {
      note(kind, statement);
      return Promise.resolve(recorded.outcome);
    };
  const store: Store = Object.assign(Object.create(plain.store) as Store, {
    keyspace: (name: string) => plain.store.keyspace(name),
    keyspaces: () => plain.store.keyspaces(),
    insert: write("insert"),
    update: write("update"),
    delete: write("delete"),
    batch: (writes: readonly Write[]) => {
      for (const { kind, ...statement } of writes) note(`batch ${kind}`, statement);
      return Promise.resolve(writes.map(() => recorded.outcome));
    },
    select: (selection: Selection) => {
      note("select", selection);
      return Promise.resolve(recorded.page);
    },
  });
  const fixture = await openFixture([], { store, ...options });
  const run = async (query: string, variables?: Record<string, unknown>): Promise<GraphQLAnswer> => {
    calls = [];
    return fixture.graphql(query, variables);
  };
  const recorded: RecordedFixture = {
    graphql: run,
    page: { rows: [] },
    outcome: { applied: true },
    statements: async (query, variables) => {
      const { errors } = await run(query, variables);
      if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
      return calls;
    },
    refusal: async (query, variables) => {
      const { errors } = await run(query, variables);
      if (calls.length > 0) throw new Error(`the store got ${calls.map(({ kind }) => kind).join()}`);
      return errors?.[0]?.message;
    },
    close: async () => {
      await fixture.close();
      await plain.close();
    },
  };
  return recorded;
}

/** The same with plain values in place of encoded ones. */
function decoded(part: unknown): unknown {
  if (part instanceof Encoded) return part.value;
  if (part instanceof Map) return new Map(Array.from(part, ([name, value]) => [name, decoded(value)] as const));
  if (Array.isArray(part)) return part.map(decoded);
  if (typeof part !== "object" || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, decoded(value)]));
}
