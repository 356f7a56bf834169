/** The forms in which a difference is taken away from a recorded response of GraphQL. */
import type { Reply } from "../service-fixture.ts";
import { isGraphQLBody } from "./graphql-verdict.ts";
import type { GraphQLBody } from "./graphql-verdict.ts";
import type { Difference, Exchange, Recorded } from "./replay.ts";

export type Without = Difference["without"];

/** The difference accounts for the whole response. */
export const whole =
  (fits: (exchange: Exchange, reply: Reply, theirs: Recorded) => boolean): Without =>
  (recorded, exchange, reply) =>
    fits(exchange, reply, recorded) ? { status: reply.status, body: reply.json } : undefined;

/** Our service refuses the document with this message. */
export const refused = (message: RegExp): Without => whole((_exchange, reply) => message.test(messageOf(reply.json)));
export const named = (...names: readonly string[]): Without => whole(({ name }) => names.includes(name));
export const called = (form: RegExp): Without => whole(({ name }) => form.test(name));

export const changed =
  (change: (body: GraphQLBody) => GraphQLBody): Without =>
  (recorded) =>
    isGraphQLBody(recorded.body) ? { ...recorded, body: change(recorded.body) } : undefined;

/** Values within the data that are ours in another form. */
export const values =
  (isSame: (theirs: unknown, ours: unknown, name: string) => boolean): Without =>
  (recorded, _exchange, reply) => {
    if (!isGraphQLBody(recorded.body) || !isGraphQLBody(reply.json) || !recorded.body.data) return undefined;
    return { ...recorded, body: { ...recorded.body, data: adapted(recorded.body.data, reply.json.data, isSame) } };
  };

function adapted(
  theirs: unknown,
  ours: unknown,
  isSame: (theirs: unknown, ours: unknown, name: string) => boolean,
  name = "",
): unknown {
  if (isSame(theirs, ours, name)) return ours;
  if (Array.isArray(theirs)) {
    return theirs.map((item, index) => adapted(item, Array.isArray(ours) ? ours[index] : undefined, isSame, name));
  }
  if (typeof theirs !== "object" || theirs === null) return theirs;
  const own = (ours ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(theirs).map(([member, value]) => [member, adapted(value, own[member], isSame, member)]),
  );
}

/** Of the first error; empty if there is none. */
export function messageOf(body: unknown): string {
  return isGraphQLBody(body) ? (body.errors?.[0]?.message ?? "") : "";
}

export function documentOf({ request: { body } }: Exchange): string {
  return String((body as { readonly query?: unknown } | undefined)?.query ?? "");
}
