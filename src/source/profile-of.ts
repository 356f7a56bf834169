import { serviceProfile } from "@colonnade/runtime";
import type { Profile, Session } from "@colonnade/runtime";

/** The profile of a session's service; for a custom session, that of the service document. */
export function profileOf(session: Session): Profile {
  return session.profile ?? serviceProfile;
}

export function isStargate(session: Session): boolean {
  return profileOf(session).tokenHeader === "x-cassandra-token";
}
