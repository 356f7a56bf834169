import { bigint, counter, createSession, int, text } from "@colonnade/runtime";
import { callHooks } from "@colonnade/runtime/hooks";
import { batchWrites } from "@colonnade/runtime/batch";
import type { Condition, CredentialsOptions, OpenSession, Table } from "@colonnade/runtime";
import type { Hooks } from "@colonnade/runtime/hooks";
import type { LedgerService } from "./ledger-service.ts";

interface NotesRow {
  readonly id: number;
  readonly title: string | null;
  readonly size: bigint | null;
}

export interface NotesTypes {
  row: NotesRow;
  key: { id: number };
  where: { id: number };
  if: { title?: Condition<string>; size?: Condition<bigint> };
  insert: { id: number; title?: string | null; size?: bigint | null };
  update: { id: number; title?: string | null; size?: bigint | null };
}

/** A table for tests of the runtime: a key, a text, a number. */
export const notes: Table<NotesTypes> = {
  keyspace: "shop",
  name: "notes",
  apiName: "Notes",
  columns: { id: int, title: text, size: bigint },
  partitionKey: ["id"],
};

/** As `notes`, but its rows vanish after a minute. */
export const shortLived: typeof notes = { ...notes, name: "short_lived", apiName: "ShortLived", defaultTimeToLive: 60 };

interface ViewsTypes {
  row: { id: number; views: bigint | null };
  key: { id: number };
  where: { id: number };
  if: never;
  insert: { id: number };
  update: { views?: bigint };
}

/** A table of counters. */
export const views: Table<ViewsTypes> = {
  keyspace: "shop",
  name: "views",
  apiName: "Views",
  columns: { id: int, views: counter },
  partitionKey: ["id"],
};

/** The options of a session, with hooks as they are before `callHooks`. */
export type TestOptions = Omit<Partial<CredentialsOptions>, "hooks"> & {
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
};

/** A session with such a service; without chance, so that waits are as short as can be. */
export function openWith(
  service: Pick<LedgerService, "transport">,
  { hooks, ...options }: TestOptions = {},
): OpenSession {
  return createSession({
    url: "http://localhost:8080",
    credentials: { username: "founder", password: "right" },
    keyspace: "shop",
    transport: service.transport,
    random: () => 0,
    batch: batchWrites(),
    hooks: hooks && callHooks(...[hooks].flat()),
    ...options,
  });
}
