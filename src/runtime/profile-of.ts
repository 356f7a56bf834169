import { serviceProfile } from "./profile.ts";
import type { Profile } from "./profile.ts";
import type { Session } from "./session-options.ts";

/** The profile of a session; of one that is not ours, the default. */
export function profileOf(session: Session): Profile {
  return session.internals?.profile ?? serviceProfile;
}
