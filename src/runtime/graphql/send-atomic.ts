/** Executes writes over GraphQL as one `@atomic` document: all of them are applied, or none. */
import { ConfigError, DocumentRejectedError, OutcomeUnknownError } from "../errors/errors.ts";
import type { ServiceError } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import { isSafe } from "../operation/checked-write.ts";
import { aboutAll, writesOf } from "../operation/operation.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { AtomicOperation, ServiceLink } from "../operation/operation.ts";
import type { Written } from "../operation/write-options.ts";
import { adviceOnPath, bodyOf, documentPath, readFields } from "./document.ts";
import type { Result } from "./document.ts";
import { failedWrite, readWritten } from "./send-write.ts";

interface Field {
  readonly checked: CheckedWrite;
  readonly text: string;
}

const applied: Written = { applied: true };

export async function sendAtomic(link: ServiceLink, operation: AtomicOperation): Promise<readonly Written[]> {
  const fields: Field[] = [];
  const noting: ServiceLink = {
    ...link,
    isAtomic: true,
    addToBatch: (checked, text) => {
      fields.push({ checked, text });
      return Promise.resolve(applied);
    },
  };
  // Writes without a field change nothing.
  const places = await Promise.all(
    writesOf(operation).map(async (write) => {
      const place = fields.length;
      await write.send(noting, write);
      return place < fields.length ? place : undefined;
    }),
  );
  const outcomes = fields.length > 0 ? await sendFields(link, fields, operation.signal) : [];
  return places.map((place) => (place === undefined ? applied : outcomes[place]!));
}

async function sendFields(
  link: ServiceLink,
  fields: readonly Field[],
  signal: AbortSignal | undefined,
): Promise<readonly Written[]> {
  const writes = fields.map(({ checked }) => checked);
  const about = aboutAll(writes);
  const [keyspace = "", ...others] = new Set(writes.map(({ table }) => table.keyspace));
  if (others.length > 0) {
    const reason = `a service writes atomically only to tables of one keyspace, not of ${keyspace} and ${others.join(" and ")}`;
    throw new ConfigError(`${reason}: use createCassandraSession, or one call for each keyspace`, about);
  }
  const names = fields.map((_, place) => `w${place}`);
  const path = documentPath(link, keyspace);
  const safe = writes.every((write) => isSafe(write, link));
  try {
    return await link.call<readonly Written[]>({
      about,
      method: "POST",
      path,
      body: bodyOf(`mutation @atomic {${fields.map(({ text }, place) => `\n${names[place]}: ${text}`).join("")} }`),
      signal,
      safety: safe ? "safe" : "unsafe",
      operations: fields.length,
      advice: (status) => adviceOnPath(status, link, keyspace, path),
      accept: (answer) => {
        const found = readFields(answer, names, link.profile);
        if (isFailure(found)) return found;
        const failure = found.find(isFailure);
        return failure ?? found.map((field, place) => readAtomic(writes[place]!, field as Result, link));
      },
    });
  } catch (thrown) {
    const error = failedWrite(link, writes.find(isNamedBy(thrown)) ?? writes[0]!, safe, thrown);
    if (!(error instanceof OutcomeUnknownError)) throw error;
    throw new OutcomeUnknownError(error.cause as ServiceError, () => ({ ...error.lost(), writes }));
  }
}

/** Nothing is said of the row of a write that another one's condition stopped. */
function readAtomic(write: CheckedWrite, result: Result, { profile }: ServiceLink): Written {
  const isRefused = result["applied"] === false && (result["value"] ?? null) === null && !write.conditions;
  return isRefused ? { applied: false, current: null } : readWritten(write, result, profile);
}

/** Whether the service names something of a write's table that it does not have. */
function isNamedBy(thrown: unknown): (write: CheckedWrite) => boolean {
  const names = thrown instanceof DocumentRejectedError ? thrown.unknownNames : [];
  return ({ table }) => names.some(({ name, type = "" }) => name.endsWith(table.type) || type.startsWith(table.type));
}
