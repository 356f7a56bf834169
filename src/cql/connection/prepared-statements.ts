/**
 * The prepared statements of all clients, by the ID that PREPARE answers: a client prepares on one connection and executes
 * on another one.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { CqlError } from "../cql-error.ts";
import type { ColumnSpec } from "../protocol/message.ts";
import type { Caller, Database, Prepared, Language } from "../statement/prepared.ts";

interface Entry {
  readonly text: string;
  readonly keyspace: string | undefined;
  /** By whether the user may only read: what such a user may not do is refused when it is prepared. */
  readonly compiled: Map<boolean, Prepared>;
  /** Its tables changed, and clients have to prepare it again. */
  isOutdated: boolean;
  /** Clients may have prepared it before its tables changed, and not since. */
  hasChanged: boolean;
}

/** A statement that a client has prepared before. */
export interface Found {
  readonly prepared: Prepared;
  /** Whether the client may know other columns, so that the response has to have them. */
  readonly hasChanged: boolean;
}

/** The most statements of all clients, and the most characters of their texts. */
const defaultLimits = { statements: 10_000, characters: 32 * 1024 * 1024 };

export class PreparedStatements {
  readonly #language: Language;
  readonly #database: Database;
  readonly #limits: typeof defaultLimits;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(language: Language, database: Database, limits = defaultLimits) {
    this.#language = language;
    this.#database = database;
    this.#limits = limits;
  }

  async prepare(text: string, caller: Caller): Promise<{ readonly id: Buffer; readonly prepared: Prepared }> {
    const id = idOf(text, caller.keyspace);
    const key = id.toString("latin1");
    const cached = this.#entries.get(key)?.compiled.get(caller.readOnly);
    const isCurrent = cached && (await cached.isCurrent());
    const prepared = isCurrent ? cached : await this.#compile(text, caller);
    if (!isCurrent) await prepared.check?.();
    // Looked up again, because another client may have prepared it meanwhile.
    const entry = this.#entries.get(key) ?? {
      text,
      keyspace: caller.keyspace,
      compiled: new Map<boolean, Prepared>(),
      isOutdated: false,
      hasChanged: false,
    };
    entry.compiled.set(caller.readOnly, prepared);
    entry.isOutdated = false;
    this.#keep(key, entry);
    return { id, prepared };
  }

  /**
   * A statement that a client has prepared, compiled for its tables of now.
   *
   * @param version of the protocol: before 5, a client cannot learn of other columns unless it prepares again
   * @throws {CqlError} `unprepared` if it was evicted, or differs from what the client knows
   */
  async find(id: Buffer, caller: Omit<Caller, "keyspace">, version: number): Promise<Found> {
    const { readOnly } = caller;
    const key = id.toString("latin1");
    const entry = this.#entries.get(key);
    if (!entry || entry.isOutdated) throw unprepared(id);
    this.#keep(key, entry);
    const cached = entry.compiled.get(readOnly);
    const isCurrent = cached?.isCurrent();
    if (cached && (isCurrent === true || (await isCurrent))) return { prepared: cached, hasChanged: entry.hasChanged };
    const prepared = await this.#compile(entry.text, { ...caller, keyspace: entry.keyspace });
    const [before] = entry.compiled.values();
    entry.compiled.set(readOnly, prepared);
    if (before && !isSame(before, prepared, version)) {
      entry.isOutdated = true;
      entry.hasChanged = true;
      throw unprepared(id);
    }
    return { prepared, hasChanged: entry.hasChanged };
  }

  /** Undefined if it was evicted. */
  textOf(id: Buffer): string | undefined {
    return this.#entries.get(id.toString("latin1"))?.text;
  }

  #compile(text: string, caller: Caller): Promise<Prepared> {
    return this.#language.prepare(text, this.#database, caller);
  }

  #keep(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#characters -= entry.text.length;
    this.#entries.set(key, entry);
    this.#characters += entry.text.length;
    for (const oldest of this.#entries.keys()) {
      const { statements, characters } = this.#limits;
      if (this.#entries.size <= statements && this.#characters <= characters) break;
      this.#characters -= this.#entries.get(oldest)?.text.length ?? 0;
      this.#entries.delete(oldest);
    }
  }
}

/** The same as the database's; drivers rely on it being the same each time. */
function idOf(text: string, keyspace = ""): Buffer {
  return createHash("md5").update(`${keyspace}${text}`).digest();
}

function isSame(before: Prepared, after: Prepared, version: number): boolean {
  if (!isDeepStrictEqual(before.variables, after.variables)) return false;
  return version >= 5 || isDeepStrictEqual(before.columns, after.columns);
}

function unprepared(id: Buffer): CqlError {
  const message =
    `Prepared query with ID ${id.toString("hex")} not found (either the query was not prepared on this host (maybe the` +
    " host has been restarted?) or you have prepared too many queries and it has been evicted from the internal cache)";
  return new CqlError("unprepared", message, { id });
}

const metadataIds = new WeakMap<readonly ColumnSpec[], Buffer>();

/** Lets clients of v5 recognize that the columns of a result have changed. */
export function metadataIdOf(columns: readonly ColumnSpec[] = noColumns): Buffer {
  let id = metadataIds.get(columns);
  if (!id) metadataIds.set(columns, (id = createHash("md5").update(JSON.stringify(columns)).digest()));
  return id;
}

const noColumns: readonly ColumnSpec[] = [];
