/** Publishes what a session does on `node:diagnostics_channel`, for monitoring tools. */
import { channel } from "node:diagnostics_channel";
import type { Hooks } from "../session/hooks.ts";

/** The channel of each hook. */
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
 *     createSession({ url, credentials, hooks: callHooks(diagnosticsHooks(), mine) })
 *
 * No events are created without a subscriber, who may subscribe at any time. Pass the object itself: a copy would not
 * notice subscribers. A subscriber that throws ends the process, as on all of these channels.
 */
export function diagnosticsHooks(): Hooks {
  const hooks: Hooks = {};
  for (const [hook, name] of Object.entries(channels)) {
    const to = channel(name);
    const publish = (event: unknown): void => to.publish(event);
    // Checked for every event.
    Object.defineProperty(hooks, hook, { get: () => (to.hasSubscribers ? publish : undefined) });
  }
  return hooks;
}
