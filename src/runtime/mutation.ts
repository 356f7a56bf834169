import { EnumValue, execute } from "./document.ts";
import type { Literal } from "./document.ts";
import { ProtocolError, ValidationError } from "./errors.ts";
import type { Layout, Member } from "./layout.ts";
import type { Session } from "./session.ts";
import type { WriteOptions } from "./write-options.ts";

/** Twenty years of 365 days. @see service-facts 5.3 */
const maximumTtl = 630_720_000;

/** Sends a mutation. @returns what stood in its way, or undefined when it was applied */
export async function mutate(
  session: Session,
  layout: Layout,
  field: string,
  title: string,
  options: WriteOptions,
  { args, selected }: { args: Readonly<Record<string, Literal | undefined>>; selected: readonly Member[] },
): Promise<Record<string, unknown> | undefined> {
  const { consistency, ttl, signal } = options;
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= 0 && ttl <= maximumTtl)) {
    throw new ValidationError("in", ["ttl"], `ttl is a whole number of seconds from 0 to ${maximumTtl}`, {
      operation: title,
    });
  }
  const settings = { consistency: consistency && new EnumValue(consistency), ttl };
  const result = await execute(session, layout, {
    kind: "mutation",
    title,
    field,
    args: { ...args, options: consistency === undefined && ttl === undefined ? undefined : settings },
    selection:
      selected.length === 0 ? "applied" : `applied value { ${selected.map((member) => member.selection).join(" ")} }`,
    signal,
  });
  if (result["applied"] !== false) return undefined;
  const value = result["value"] ?? {};
  if (typeof value !== "object") throw new ProtocolError("the answer holds no row", { operation: title });
  return value as Record<string, unknown>;
}
