/** Creates, alters and drops keyspaces. */
import { CqlError, invalid } from "../cql-error.ts";
import type { Definition, Options } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { changed, unchanged } from "./context.ts";
import type { Context } from "./context.ts";
import { booleanProperty, checkNames, mapProperty } from "./properties.ts";
import { checkReplication, replicationWarnings } from "./replication.ts";

type Of<Kind extends Definition["kind"]> = Extract<Definition, { readonly kind: Kind }>;

const properties: ReadonlySet<string> = new Set(["replication", "durable_writes"]);
const longest = 48;

interface KeyspaceProperties {
  readonly replication: ReadonlyMap<string, string> | undefined;
  readonly durableWrites: boolean | undefined;
}

function readProperties(options: Options): KeyspaceProperties {
  checkNames(options, properties);
  return {
    replication: mapProperty(options, "replication"),
    durableWrites: booleanProperty(options, "durable_writes"),
  };
}

export async function createKeyspace(statement: Of<"create-keyspace">, { store }: Context): Promise<Answer> {
  const { keyspace: name, ifNotExists, options } = statement;
  const { replication, durableWrites } = readProperties(options);
  if (!replication) throw invalid("Missing mandatory option 'replication'");
  checkName(name);
  if (!(await store.keyspace(name))) {
    const checked = checkReplication(name, replication);
    const warnings = replicationWarnings(name, checked);
    if (await store.createKeyspace(name, checked, durableWrites))
      return warned(changed("CREATED", "KEYSPACE", name), warnings);
  }
  if (ifNotExists) return unchanged;
  throw new CqlError("already-exists", `Cannot add existing keyspace "${name}"`, {
    exists: { keyspace: name, table: "" },
  });
}

function checkName(name: string): void {
  if (!/^\w+$/.test(name)) {
    throw invalid(
      `Keyspace name must not be empty and must contain alphanumeric or underscore characters only (got "${name}")`,
    );
  }
  if (name.length > longest) {
    throw invalid(
      `Keyspace name must not be more than ${longest} characters long (got ${name.length} characters for "${name}")`,
    );
  }
}

export async function alterKeyspace(statement: Of<"alter-keyspace">, { store }: Context): Promise<Answer> {
  const { keyspace: name, ifExists, options } = statement;
  const { replication: given, durableWrites } = readProperties(options);
  const before = (await store.keyspace(name)) && store.details(name);
  if (!before) {
    if (ifExists) return unchanged;
    throw invalid(`Keyspace '${name}' doesn't exist`);
  }
  const replication = given && checkReplication(name, given, before.replication);
  await store.alterKeyspace(name, {
    ...(replication && { replication }),
    ...(durableWrites !== undefined && { durableWrites }),
  });
  const warnings = replication ? replicationWarnings(name, replication, before.replication) : [];
  return warned(changed("UPDATED", "KEYSPACE", name), warnings);
}

export async function dropKeyspace(statement: Of<"drop-keyspace">, { store }: Context): Promise<Answer> {
  const { keyspace: name, ifExists } = statement;
  if (await store.dropKeyspace(name)) return changed("DROPPED", "KEYSPACE", name);
  if (ifExists) return unchanged;
  throw invalid(`Keyspace '${name}' doesn't exist`);
}

function warned(answer: Answer, warnings: readonly string[]): Answer {
  return warnings.length === 0 ? answer : { ...answer, warnings };
}
