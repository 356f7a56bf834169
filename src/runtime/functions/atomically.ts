/** Writes of which all are applied or none, also to several tables. */
import { ConfigError } from "../errors/errors.ts";
import { requireSession } from "../operation/operation.ts";
import type { Session, WriteOperation } from "../operation/operation.ts";
import type { Written, NotApplied, WriteConsistency } from "../operation/write-options.ts";
import { sendAtomic } from "../graphql/send-atomic.ts";

export interface AtomicOptions {
  /** How many replicas must acknowledge it; the writes themselves have none. @default the service's, LOCAL_QUORUM */
  consistency?: WriteConsistency | undefined;
  signal?: AbortSignal | undefined;
}

/** The outcome of each write: if the condition of one is not met, none is applied. */
export type AtomicOutcomes<Writes extends readonly Promise<Written>[]> = {
  -readonly [Place in keyof Writes]: Awaited<Writes[Place]> | NotApplied<null>;
};

interface Collected {
  readonly operation: WriteOperation;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Applies all writes or none:
 *
 * `await atomically(session, (together) => [insertVideos(together, video), insertVideosByUser(together, entry)])`
 *
 * The function passes `together` to the writes, in place of the session, and returns their promises without waiting for
 * them. Conditions are for writes of one partition of one table; if one does not hold, nothing is applied. Counters cannot be
 * incremented together with other writes.
 *
 * @returns the outcome of each promise, in their order
 * @throws {ConfigError} before anything is sent: for a read in the function, and if the session cannot
 * @throws {OutcomeUnknownError} if the response was lost and a retry is not safe; `verifyAll(error)` reads the rows
 */
export async function atomically<const Writes extends readonly Promise<Written>[]>(
  session: Session,
  write: (together: Session) => Writes,
  { consistency, signal }: AtomicOptions = {},
): Promise<AtomicOutcomes<Writes>> {
  const { writeAll } = requireSession(session);
  if (!writeAll)
    throw new ConfigError("this session has no atomic writes: use createSession or createCassandraSession");
  const collected: Collected[] = [];
  const [together, end] = collect(collected);
  let promises: Writes;
  try {
    promises = write(together);
  } finally {
    end();
  }
  if (!Array.isArray(promises)) {
    throw new ConfigError(
      "the function of atomically must return the promises of its writes in an array, without await",
    );
  }
  const all = Promise.all(promises);
  all.catch(() => undefined);
  try {
    const writes = collected.map(({ operation }) => operation);
    const outcomes = writes.length > 0 ? await writeAll({ writes, consistency, signal, send: sendAtomic }) : [];
    for (const [place, { resolve }] of collected.entries()) resolve(outcomes[place]!);
  } catch (error) {
    for (const { reject } of collected) reject(error);
    throw error;
  }
  return (await all) as AtomicOutcomes<Writes>;
}

/** A session that notes writes until it is ended. */
function collect(collected: Collected[]): readonly [together: Session, end: () => void] {
  let isOver = false;
  const refuse = (what: string): Promise<never> => Promise.reject(new ConfigError(`${what}: use the session itself`));
  const together: Session = {
    write: (operation) => {
      if (isOver) return refuse("an atomic write was already sent when this one began");
      const written = new Promise<Written>((resolve, reject) => collected.push({ operation, resolve, reject }));
      // It may not be among those that the function returns.
      written.catch(() => undefined);
      return written;
    },
    page: () => refuse("an atomic write cannot read"),
    send: () => refuse("an atomic write sends nothing else"),
    close: () => undefined,
  };
  return [together, () => (isOver = true)];
}
