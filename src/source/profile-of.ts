import { serviceProfile } from "@colonnade/runtime";
import type { Profile, Session } from "@colonnade/runtime";

/** Where a session's service has things; a session of somebody's own is for the service of the document. */
export function profileOf(session: Session): Profile {
  return session.profile ?? serviceProfile;
}

export function isStargate(session: Session): boolean {
  return profileOf(session).tokenHeader === "x-cassandra-token";
}
