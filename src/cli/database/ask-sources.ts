import type { Session } from "@colonnade/runtime";
import { ColonnadeError } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { IntrospectOptions, IntrospectedKeyspace } from "../../source/introspect-keyspace.ts";
import type { Asked } from "./plan-asked.ts";

/** Asks for the definitions of a keyspace, and closes what it opened for that. @throws as `introspectKeyspace` does */
export async function askSources(
  keyspace: string,
  { access, cluster, from }: Asked,
  more: Pick<IntrospectOptions, "files" | "customTypes" | "mayLack" | "isExcluded" | "onProgress">,
  say: (what: string) => void = () => undefined,
): Promise<IntrospectedKeyspace> {
  const { openSession } = await import("./open-session.ts");
  const { introspectKeyspace } = await import("../../source/introspect-keyspace.ts");
  // At the one path for GraphQL that some services have, the session says which keyspace it means.
  const opened = access && openSession({ ...access, keyspace });
  const session = (): Session => {
    if (opened) return opened;
    throw new ColonnadeError("usage", "--url is missing", { next: "--url http://localhost:8080" });
  };
  // Only what the session made of the address may be shown: the address itself may hold a password.
  say(`asking ${opened?.url ?? cluster?.contactPoints.join(", ") ?? "nobody"} for the tables of ${keyspace}`);
  try {
    return await introspectKeyspace({ keyspace, session, from, ...more, ...(cluster && { cluster: () => cluster }) });
  } finally {
    await opened?.close();
  }
}

/** Whether a keyspace has a table or user type of that name. */
export function isDefined(keyspace: Keyspace | undefined, name: string): boolean {
  const things = keyspace ? [...keyspace.tables, ...keyspace.userTypes] : [];
  return things.some((thing) => thing.name === name);
}
