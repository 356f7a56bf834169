import { addWrite } from "../batch/batch.ts";
import { EnumValue, countTokens, execute, graphqlPath, printField } from "../graphql/document.ts";
import type { Literal, Members, Result } from "../graphql/document.ts";
import { OutcomeUnknownError, ProtocolError, ServiceError, ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { isKey } from "../table/layout.ts";
import type { Layout, Member } from "../table/layout.ts";
import { outcomeOf } from "../errors/outcome-of.ts";
import { profileOf } from "../profile/profile-of.ts";
import type { Profile } from "../profile/profile.ts";
import type { Wire } from "../protocol/codec.ts";
import { keyOf } from "../protocol/key-of.ts";
import { problemOfRow } from "../table/record.ts";
import type { Session } from "../session/session-options.ts";
import { inTermsOfTables } from "../graphql/unknown-names.ts";
import { createVerify } from "./verify.ts";
import type { Written } from "./verify.ts";
import type { WriteOptions } from "./write-options.ts";

/** Twenty years of 365 days. @see service-facts 5.3 */
const maximumTtl = 630_720_000;
/** A time to live that is this many times as long as a call may take hardly changes when the call is made again. */
const longTtl = 10;

export interface Mutation extends Pick<Written, "about" | "action" | "kind"> {
  readonly args: Members & Pick<Written, "value">;
  readonly selected: readonly Member[];
}

/** Sends a mutation, together with others of the moment. @returns what stood in its way, or undefined when it was applied */
export async function mutate(
  session: Session,
  layout: Layout,
  { about, action, args, selected, kind }: Mutation,
  options: WriteOptions,
): Promise<Record<string, unknown> | undefined> {
  const { consistency, ttl, signal, contended = layout.contended } = options;
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= 0 && ttl <= maximumTtl)) {
    throw new ValidationError("in", ["ttl"], `ttl is a whole number of seconds from 0 to ${maximumTtl}`, about);
  }
  const { internals } = session;
  const settings = { consistency: consistency && new EnumValue(consistency), ttl };
  const all: Members = { ...args, options: consistency === undefined && ttl === undefined ? undefined : settings };
  const rows = selected.map((member) => member.selection).join(" ");
  const field = printField(action + layout.type, all, rows === "" ? "applied" : `applied value { ${rows} }`);
  const lifeMs = action === "delete" ? 0 : (ttl ?? layout.defaultTimeToLive) * 1000;
  const isSafe =
    kind === "absolute" && !contended && (lifeMs === 0 || lifeMs >= longTtl * (internals?.deadlineMs ?? Infinity));
  try {
    const result = await (internals?.lingerMs === undefined
      ? execute(session, layout, "mutation", about, field, signal, isSafe)
      : addWrite(internals, {
          ...{ about, signal, field, path: graphqlPath(session, layout) },
          safety: isSafe ? "safe" : "unsafe",
          key: rowKey(layout, args.value),
          tokens: countTokens(all) + 8 + 3 * selected.length,
        }).catch((error: unknown) => {
          throw inTermsOfTables(error, layout);
        }));
    const problem = isApplied(result, kind, profileOf(session)) ? undefined : problemOfRefused(result, kind, selected);
    if (problem !== undefined) throw new ProtocolError(problem, about);
    return result["applied"] === false ? ((result["value"] ?? {}) as Result) : undefined;
  } catch (thrown) {
    const isTold = thrown instanceof ServiceError || (signal?.aborted && thrown === signal.reason);
    const error = isTold || !internals ? thrown : broken(thrown, about);
    if (isSafe || outcomeOf(error) !== "unknown") throw error;
    const written = { about, action, value: args.value, kind, expires: lifeMs > 0 };
    throw new OutcomeUnknownError(error as ServiceError, createVerify(session, layout, written));
  }
}

/** Whether the answer says that the write was applied. */
function isApplied({ applied }: Result, kind: Mutation["kind"], { leavesAppliedNull }: Profile): boolean {
  return applied === true || (applied === null && kind !== "conditional" && leavesAppliedNull === true);
}

/** What is wrong with the answer to a write that was not applied, or undefined when it is what it should be. */
function problemOfRefused(
  { applied, value }: Result,
  kind: Mutation["kind"],
  selected: readonly Member[],
): string | undefined {
  if (kind !== "conditional") return "the answer does not say that the write was applied";
  if (applied !== false) return "the answer does not say whether the write was applied";
  // What stood in the way of an insert is a row, so it has a key; a condition on a row that is not there finds nothing.
  if (selected.length === 0 || (value === null && !selected.some(isKey))) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "the answer holds no row";
  return problemOfRow(selected, value as Result);
}

/** What a function that the session was given throws says nothing of what became of the write. */
function broken(cause: unknown, about: About): ServiceError {
  const reason = "a function that the session was given threw an error";
  return new ProtocolError(reason, { ...about, outcome: "unknown", cause });
}

/** Writes of one row have the same one; of one partition, where rows share static columns. */
function rowKey(layout: Layout, value: Readonly<Record<string, Literal>>): string {
  const isShared = layout.members.some(({ kind }) => kind === "static");
  const members = isShared ? layout.partitionKey : layout.primaryKey;
  return JSON.stringify([layout.title, ...members.map(({ apiName, codec }) => keyOf(codec, value[apiName] as Wire))]);
}
