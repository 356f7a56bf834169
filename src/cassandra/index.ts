/** Runs generated functions directly on Apache Cassandra: no service, no GraphQL, no token. */
export { createCassandraSession } from "./create-cassandra-session.ts";
export type { CassandraSession, CassandraSessionOptions } from "./create-cassandra-session.ts";
export type { CassandraOptions, ClientGiven, ClusterOptions } from "../store/index.ts";
