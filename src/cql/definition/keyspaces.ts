/** Creates, alters and drops keyspaces. */
import { CqlError, invalid } from "../cql-error.ts";
import type { Definition, Options } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { dataCenter } from "../system/index.ts";
import { changed, configError, unchanged, unchangedIf } from "./context.ts";
import type { Context } from "./context.ts";
import { checkNames, mapProperty, parseBoolean, textProperty } from "./properties.ts";

type Of<Kind extends Definition["kind"]> = Extract<Definition, { readonly kind: Kind }>;

const properties: ReadonlySet<string> = new Set(["replication", "durable_writes"]);
const longest = 48;

interface KeyspaceProperties {
  readonly replication: ReadonlyMap<string, string> | undefined;
  readonly durableWrites: boolean | undefined;
}

function readProperties(options: Options): KeyspaceProperties {
  checkNames(options, properties);
  const replication = mapProperty(options, "replication");
  const durable = textProperty(options, "durable_writes");
  return { replication, durableWrites: durable === undefined ? undefined : parseBoolean(durable, "durable_writes") };
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
      return changed("CREATED", "KEYSPACE", name, undefined, warnings);
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
    return unchangedIf(ifExists, `Keyspace '${name}' doesn't exist`);
  }
  const replication = given && checkReplication(name, given, before.replication);
  await store.alterKeyspace(name, {
    ...(replication && { replication }),
    ...(durableWrites !== undefined && { durableWrites }),
  });
  const warnings = replication ? replicationWarnings(name, replication, before.replication) : [];
  return changed("UPDATED", "KEYSPACE", name, undefined, warnings);
}

export async function dropKeyspace(statement: Of<"drop-keyspace">, { store }: Context): Promise<Answer> {
  const { keyspace: name, ifExists } = statement;
  if (await store.dropKeyspace(name)) return changed("DROPPED", "KEYSPACE", name);
  return unchangedIf(ifExists, `Keyspace '${name}' doesn't exist`);
}

type Replication = ReadonlyMap<string, string>;

const locator = "org.apache.cassandra.locator.";
const factor = "replication_factor";
const usualFactor = "1";

/**
 * With the full name of its class, and with a factor for each data center.
 *
 * @param before that of a keyspace which is altered: a general factor leaves those of its data centers
 * @throws {CqlError} `config`
 */
export function checkReplication(keyspace: string, given: Replication, before?: Replication): Replication {
  const name = given.get("class");
  if (name === undefined) throw configError("Missing replication strategy class");
  const strategy = name.includes(".") ? name : locator + name;
  const options = new Map([...given].filter(([option]) => option !== "class"));
  switch (strategy) {
    case `${locator}SimpleStrategy`:
      return new Map([["class", strategy], ...simple(keyspace, options)]);
    case `${locator}NetworkTopologyStrategy`:
      return new Map([["class", strategy], ...topology(keyspace, options, before)]);
    case `${locator}LocalStrategy`:
      throw invalid("Unable to use given strategy class: LocalStrategy is reserved for internal use.");
    default:
      throw configError(`Unable to find replication strategy class '${strategy}'`);
  }
}

function simple(keyspace: string, options: Replication): Replication {
  const other = [...options.keys()].find((option) => option !== factor);
  if (other !== undefined) throw unrecognized(other, "SimpleStrategy", keyspace);
  return new Map([[factor, checkFactor(options.get(factor) ?? usualFactor)]]);
}

function topology(keyspace: string, options: Replication, before: Replication = new Map()): Replication {
  const other = [...options.keys()].find((option) => option !== factor && option !== dataCenter);
  if (other !== undefined) throw unrecognized(other, "NetworkTopologyStrategy", keyspace);
  const general = options.get(factor);
  if (general !== undefined && !/^-?\d/.test(general)) throw noDataCenter();
  const copies = options.get(dataCenter) ?? (general === undefined ? undefined : before.get(dataCenter)) ?? general;
  const checked = checkFactor(copies ?? usualFactor);
  if (checked === "0") throw noDataCenter();
  return new Map([[dataCenter, checked]]);
}

function noDataCenter(): CqlError {
  return configError("Configuration for at least one datacenter must be present");
}

function unrecognized(option: string, strategy: string, keyspace: string): CqlError {
  return configError(`Unrecognized strategy option {${option}} passed to ${strategy} for keyspace ${keyspace}`);
}

function checkFactor(text: string): string {
  if (/^\d+\/\d+$/.test(text)) throw configError("Transient replication is not enabled on this node");
  if (!/^-?\d{1,9}$/.test(text)) throw configError(`For input string: "${text}"`);
  if (Number(text) < 0) throw configError(`Replication factor must be non-negative, found ${Number(text)}`);
  return String(Number(text));
}

/** The warnings of a database with one node. */
export function replicationWarnings(keyspace: string, replication: Replication, before?: Replication): string[] {
  const [of, where]: [string, string] = replication.has(dataCenter)
    ? [dataCenter, ` for datacenter ${dataCenter}`]
    : [factor, ""];
  const count = Number(replication.get(of) ?? 0);
  const warnings: string[] = [];
  if (count > 1) {
    warnings.push(
      `Your replication factor ${count} for keyspace ${keyspace} is higher than the number of nodes 1${where}`,
    );
  }
  const earlier = before && Number(before.get(of) ?? before.get(factor) ?? before.get(dataCenter) ?? 0);
  if (earlier !== undefined && count > earlier) {
    warnings.push("When increasing replication factor you need to run a full (-full) repair to distribute the data.");
  }
  return warnings;
}
