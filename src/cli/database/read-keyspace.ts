import type { Session } from "@colonnade/runtime";
import { ColonnadeError } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { IntrospectedKeyspace, IntrospectOptions } from "../../source/introspect-keyspace.ts";
import type { ReachableSources } from "./choose-database.ts";
import { openSession } from "./open-session.ts";

/** Reads the definitions of a keyspace in a session of its own. @throws the errors of `introspectKeyspace` */
export async function readKeyspace(
  keyspace: string,
  { access, cluster, file, from }: ReachableSources,
  more: Pick<IntrospectOptions, "files" | "customTypes" | "mayLack" | "isExcluded" | "onProgress">,
  say: (what: string) => void = () => undefined,
): Promise<IntrospectedKeyspace> {
  const { introspectKeyspace } = await import("../../source/introspect-keyspace.ts");
  // Some services have a single path for GraphQL, where the session names the keyspace.
  const opened = access && openSession({ ...access, keyspace });
  const session = (): Session => {
    if (opened) return opened;
    throw new ColonnadeError("usage", "--url is missing", { next: "--url http://localhost:8080" });
  };
  // Shows the session's form of the address: the given one may contain a password.
  say(
    `reading the tables of ${keyspace} from ${opened?.url ?? cluster?.contactPoints.join(", ") ?? file?.name ?? "nowhere"}`,
  );
  try {
    return await introspectKeyspace({ keyspace, session, from, cluster, file, ...more });
  } finally {
    await opened?.close();
  }
}

/** Whether a keyspace defines a table or user type of that name. */
export function isDefined(keyspace: Keyspace | undefined, name: string): boolean {
  const things = keyspace ? [...keyspace.tables, ...keyspace.userTypes] : [];
  return things.some((thing) => thing.name === name);
}
