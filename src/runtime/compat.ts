/**
 * The main entry as it was before some of its exports became entries of their own. Only for the change to the new names:
 * the next release is without it.
 */
import { createSession as create } from "@colonnade/runtime";
import type { CredentialsOptions, OpenSession, TokenOptions } from "@colonnade/runtime";
import { callHooks } from "@colonnade/runtime/hooks";
import type { Hooks } from "@colonnade/runtime/hooks";

// Imported by their names: each entry stays a file of its own.
export * from "@colonnade/runtime";
export * from "@colonnade/runtime/batch";
export * from "@colonnade/runtime/bulk";
export * from "@colonnade/runtime/composites";
export * from "@colonnade/runtime/definitions";
export * from "@colonnade/runtime/hedging";
export * from "@colonnade/runtime/hooks";
export * from "@colonnade/runtime/profiles";
export * from "@colonnade/runtime/token-stores";
export * from "@colonnade/runtime/verify";

type WithHooks<Options> = Omit<Options, "hooks"> & { readonly hooks?: Hooks | readonly Hooks[] | undefined };
export type SessionOptions = WithHooks<TokenOptions> | WithHooks<CredentialsOptions>;

/** `createSession` of the main entry, with hooks as objects. @deprecated pass `callHooks(yourHooks)` to that */
export function createSession({ hooks, ...options }: SessionOptions): OpenSession {
  return create({ ...options, hooks: hooks && callHooks(...([hooks].flat() as Hooks[])) });
}
