/** What a session does, on `node:diagnostics_channel`: for tools that watch a process without its knowledge. */
import { channel } from "node:diagnostics_channel";
import type { Hooks } from "../session/hooks.ts";

/** Hook → the channel that has its events. */
const channels = {
  onRequest: "colonnade:request",
  onResponse: "colonnade:response",
  onRetry: "colonnade:retry",
  onToken: "colonnade:token",
  onBatch: "colonnade:batch",
  onError: "colonnade:error",
} as const satisfies Partial<Record<keyof Hooks, string>>;

/**
 * Hooks that publish each event on a channel: `colonnade:request`, `colonnade:response`, `colonnade:retry`,
 * `colonnade:token`, `colonnade:batch`, `colonnade:error`.
 *
 *     createSession({ url, credentials, hooks: [diagnosticsHooks(), mine] })
 *
 * Without a subscriber no event is made, and one may come at any time: give the object as it is, since a copy of it would
 * not notice. A subscriber that throws ends the process, as everywhere on these channels.
 */
export function diagnosticsHooks(): Hooks {
  const hooks: Hooks = {};
  for (const [hook, name] of Object.entries(channels)) {
    const to = channel(name);
    const publish = (event: unknown): void => to.publish(event);
    // Looked at anew for every event.
    Object.defineProperty(hooks, hook, { get: () => (to.hasSubscribers ? publish : undefined) });
  }
  return hooks;
}
