import type { Session } from "@colonnade/runtime";
import { ColonnadeError } from "../../errors.ts";
import type { Keyspace } from "../../model/index.ts";
import type { IntrospectOptions, IntrospectedKeyspace } from "../../source/introspect-keyspace.ts";
import type { Asked } from "./plan-asked.ts";

/** Reads the definitions of a keyspace, and closes what it opened for that. @throws as `introspectKeyspace` does */
export async function askSources(
  keyspace: string,
  { access, cluster, file, from }: Asked,
  more: Pick<IntrospectOptions, "files" | "customTypes" | "mayLack" | "isExcluded" | "onProgress">,
  say: (what: string) => void = () => undefined,
): Promise<IntrospectedKeyspace> {
  const { openSession } = await import("./open-session.ts");
  const { introspectKeyspace } = await import("../../source/introspect-keyspace.ts");
  // Some services have a single path for GraphQL, where the session names the keyspace.
  const opened = access && openSession({ ...access, keyspace });
  const session = (): Session => {
    if (opened) return opened;
    throw new ColonnadeError("usage", "--url is missing", { next: "--url http://localhost:8080" });
  };
  // Only the session's form of the address may be shown: the given address may contain a password.
  say(
    `reading the tables of ${keyspace} from ${opened?.url ?? cluster?.contactPoints.join(", ") ?? file?.name ?? "nowhere"}`,
  );
  try {
    return await introspectKeyspace({
      keyspace,
      session,
      from,
      ...more,
      ...(cluster && { cluster: () => cluster }),
      ...(file && { file: () => file }),
    });
  } finally {
    await opened?.close();
  }
}

/** Whether a keyspace defines a table or user type of that name. */
export function isDefined(keyspace: Keyspace | undefined, name: string): boolean {
  const things = keyspace ? [...keyspace.tables, ...keyspace.userTypes] : [];
  return things.some((thing) => thing.name === name);
}
