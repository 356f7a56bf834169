import { ConfigError } from "../errors/errors.ts";
import { serviceProfile } from "./profile.ts";
import type { Profile } from "./profile.ts";
import type { Session } from "../session/session-options.ts";

/**
 * The profile of a session; of one that is not ours, the default.
 *
 * @throws {ConfigError} when it is not a session, such as a variable that is not set yet
 */
export function profileOf(session: Session): Profile {
  if (typeof (session as Partial<Session> | undefined)?.send !== "function") {
    const kind = Object.prototype.toString.call(session).slice("[object ".length, -1).toLowerCase();
    throw new ConfigError(`the first argument is not a session, as createSession returns it: it is of type ${kind}`);
  }
  return session.internals?.profile ?? serviceProfile;
}
