/** For the option `hooks` of a session: functions that observe it, for logs, metrics and traces. */
export { callHooks } from "./session/hooks.ts";
export type {
  BatchEvent,
  CallHooks,
  ErrorEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./session/hooks.ts";
