/** What a version of Cassandra needs of the machine that it runs on. */
export interface CassandraVersion {
  readonly version: string;
  /** Versions of Java that it runs on, the best one first. */
  readonly java: readonly string[];
  /** Whether it has vectors and storage-attached indexes. */
  readonly hasVectors: boolean;
  /** Of `pom.xml`, for jars that others do not need. */
  readonly profile?: "thrift";
  /** Whether its settings have the names and units of before 4.1, and its certificates must be in a keystore. */
  readonly hasOldSettings?: true;
}

/** Newer ones than Java 17 lack the security manager that Cassandra installs. */
export const newest: CassandraVersion = { version: "5.0.9", java: ["17", "11"], hasVectors: true };

export const olderVersions: readonly CassandraVersion[] = [
  { version: "4.1.10", java: ["11", "8"], hasVectors: false },
  // It is made for Java 8; on 11 it cannot give back the memory of mapped files, which a test does not notice.
  { version: "3.11.19", java: ["8", "11"], hasVectors: false, profile: "thrift", hasOldSettings: true },
];

/** The version that `COLONNADE_CASSANDRA` names, or the newest. */
export function wantedVersion(env: NodeJS.ProcessEnv = process.env): CassandraVersion {
  const { COLONNADE_CASSANDRA: wanted = newest.version } = env;
  const known = [newest, ...olderVersions];
  const found = known.find(({ version }) => version === wanted);
  if (found) return found;
  throw new Error(`COLONNADE_CASSANDRA is ${wanted}: known are ${known.map(({ version }) => version).join(", ")}`);
}
