import type { Session } from "@colonnade/runtime";
import { profileOf } from "../profile-of.ts";

/** The path of the definition endpoint, beside those of the keyspaces: `/api/graphql/shop` and `/api/graphql-schema`. */
export function definitionPath(session: Session, keyspace: string): string {
  return profileOf(session)
    .graphqlPath(keyspace, keyspace)
    .replace(/\/[^/]*$/, "-schema");
}
