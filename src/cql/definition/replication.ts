/** What `WITH replication = {…}` may say. The store keeps one copy of the data, whatever it says. */
import { CqlError, invalid } from "../cql-error.ts";
import { dataCenter } from "../system/index.ts";
import { configError } from "./context.ts";

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

/** What the database warns of, which has as many nodes as there are here: one. */
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
