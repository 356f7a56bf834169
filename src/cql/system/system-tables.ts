/**
 * The system tables of Cassandra 5.0, as drivers and tools know them. Most have no rows here.
 *
 * `system_views`, which has the measurements of a node, contains only the tables that tools read.
 */
import { parseCqlType } from "../../model/index.ts";
import type { Column, ColumnKind, Table } from "../../model/index.ts";
import type { TableOptions } from "../../store/index.ts";

/** By keyspace; each line is a table: name | comment | partition key | clustering key | other columns. */
const lines = {
  system: `
    IndexInfo | built column indexes | table_name text | index_name text | value blob
    available_ranges | available keyspace/ranges during bootstrap/replace that are ready to be served | keyspace_name text |  | ranges set<blob>
    available_ranges_v2 | available keyspace/ranges during bootstrap/replace that are ready to be served | keyspace_name text |  | full_ranges set<blob>, transient_ranges set<blob>
    batches | batches awaiting replay | id timeuuid |  | mutations list<blob>, version int
    built_views | built views | keyspace_name text | view_name text | status_replicated boolean
    compaction_history | week-long compaction history | id timeuuid |  | bytes_in bigint, bytes_out bigint, columnfamily_name text, compacted_at timestamp, compaction_properties frozen<map<text, text>>, keyspace_name text, rows_merged map<int, bigint>
    local | information about the local node | key text |  | bootstrapped text, broadcast_address inet, broadcast_port int, cluster_name text, cql_version text, data_center text, gossip_generation int, host_id uuid, listen_address inet, listen_port int, native_protocol_version text, partitioner text, rack text, release_version text, rpc_address inet, rpc_port int, schema_version uuid, tokens set<text>, truncated_at map<uuid, blob>
    paxos | in-progress paxos proposals | row_key blob | cf_id uuid | in_progress_ballot timeuuid, in_progress_read_ballot timeuuid, most_recent_commit blob, most_recent_commit_at timeuuid, most_recent_commit_version int, proposal blob, proposal_ballot timeuuid, proposal_version int
    paxos_repair_history | paxos repair history | keyspace_name text | table_name text | points frozen<list<frozen<tuple<blob, timeuuid>>>>
    peer_events | events related to peers | peer inet |  | hints_dropped map<timeuuid, int>
    peer_events_v2 | events related to peers | peer inet | peer_port int | hints_dropped map<timeuuid, int>
    peers | information about known peers in the cluster | peer inet |  | data_center text, host_id uuid, preferred_ip inet, rack text, release_version text, rpc_address inet, schema_version uuid, tokens set<text>
    peers_v2 | information about known peers in the cluster | peer inet | peer_port int | data_center text, host_id uuid, native_address inet, native_port int, preferred_ip inet, preferred_port int, rack text, release_version text, schema_version uuid, tokens set<text>
    prepared_statements | prepared statements | prepared_id blob |  | logged_keyspace text, query_string text
    repairs | repairs | parent_id timeuuid |  | cfids set<uuid>, coordinator inet, coordinator_port int, last_update timestamp, participants set<inet>, participants_wp set<text>, ranges set<blob>, repaired_at timestamp, started_at timestamp, state int
    size_estimates | per-table primary range size estimates, table is deprecated in favor of table_estimates | keyspace_name text | table_name text, range_start text, range_end text | mean_partition_size bigint, partitions_count bigint
    sstable_activity | historic sstable read rates | keyspace_name text, columnfamily_name text, generation int |  | rate_120m double, rate_15m double
    sstable_activity_v2 | historic sstable read rates | keyspace_name text, table_name text, id text |  | rate_120m double, rate_15m double
    table_estimates | per-table range size estimates | keyspace_name text | table_name text, range_type text, range_start text, range_end text | mean_partition_size bigint, partitions_count bigint
    top_partitions | Stores the top partitions | keyspace_name text | table_name text, top_type text | last_update timestamp, top frozen<list<frozen<tuple<text, bigint>>>>
    transferred_ranges | record of transferred ranges for streaming operation | operation text, keyspace_name text | peer inet | ranges set<blob>
    transferred_ranges_v2 | record of transferred ranges for streaming operation | operation text, keyspace_name text | peer inet, peer_port int | ranges set<blob>
    view_builds_in_progress | views builds current progress | keyspace_name text | view_name text, start_token text, end_token text | keys_built bigint, last_token text
  `,
  system_schema: `
    aggregates | user defined aggregate definitions | keyspace_name text | aggregate_name text, argument_types frozen<list<text>> | final_func text, initcond text, return_type text, state_func text, state_type text
    column_masks | column dynamic data masks | keyspace_name text | table_name text, column_name text | function_argument_nulls frozen<list<boolean>>, function_argument_types frozen<list<text>>, function_argument_values frozen<list<text>>, function_keyspace text, function_name text
    columns | column definitions | keyspace_name text | table_name text, column_name text | clustering_order text, column_name_bytes blob, kind text, position int, type text
    dropped_columns | dropped column registry | keyspace_name text | table_name text, column_name text | dropped_time timestamp, kind text, type text
    functions | user defined function definitions | keyspace_name text | function_name text, argument_types frozen<list<text>> | argument_names frozen<list<text>>, body text, called_on_null_input boolean, language text, return_type text
    indexes | secondary index definitions | keyspace_name text | table_name text, index_name text | kind text, options frozen<map<text, text>>
    keyspaces | keyspace definitions | keyspace_name text |  | durable_writes boolean, replication frozen<map<text, text>>
    tables | table definitions | keyspace_name text | table_name text | additional_write_policy text, allow_auto_snapshot boolean, bloom_filter_fp_chance double, caching frozen<map<text, text>>, cdc boolean, comment text, compaction frozen<map<text, text>>, compression frozen<map<text, text>>, crc_check_chance double, dclocal_read_repair_chance double, default_time_to_live int, extensions frozen<map<text, blob>>, flags frozen<set<text>>, gc_grace_seconds int, id uuid, incremental_backups boolean, max_index_interval int, memtable text, memtable_flush_period_in_ms int, min_index_interval int, read_repair text, read_repair_chance double, speculative_retry text
    triggers | trigger definitions | keyspace_name text | table_name text, trigger_name text | options frozen<map<text, text>>
    types | user defined type definitions | keyspace_name text | type_name text | field_names frozen<list<text>>, field_types frozen<list<text>>
    views | view definitions | keyspace_name text | view_name text | additional_write_policy text, allow_auto_snapshot boolean, base_table_id uuid, base_table_name text, bloom_filter_fp_chance double, caching frozen<map<text, text>>, cdc boolean, comment text, compaction frozen<map<text, text>>, compression frozen<map<text, text>>, crc_check_chance double, dclocal_read_repair_chance double, default_time_to_live int, extensions frozen<map<text, blob>>, gc_grace_seconds int, id uuid, include_all_columns boolean, incremental_backups boolean, max_index_interval int, memtable text, memtable_flush_period_in_ms int, min_index_interval int, read_repair text, read_repair_chance double, speculative_retry text, where_clause text
  `,
  system_auth: `
    cidr_groups | cidr groups to cidrs mapping | cidr_group text |  | cidrs frozen<set<frozen<tuple<inet, smallint>>>>
    cidr_permissions | user cidr permissions | role text |  | cidr_groups frozen<set<text>>
    identity_to_role | mtls authorized identities lookup table | identity text |  | role text
    network_permissions | user network permissions | role text |  | dcs frozen<set<text>>
    resource_role_permissons_index | index of db roles with permissions granted on a resource | resource text | role text |
    role_members | role memberships lookup table | role text | member text |
    role_permissions | permissions granted to db roles | role text | resource text | permissions set<text>
    roles | role definitions | role text |  | can_login boolean, is_superuser boolean, member_of set<text>, salted_hash text
  `,
  system_distributed: `
    parent_repair_history | Repair history | parent_id timeuuid |  | columnfamily_names set<text>, exception_message text, exception_stacktrace text, finished_at timestamp, keyspace_name text, options map<text, text>, requested_ranges set<text>, started_at timestamp, successful_ranges set<text>
    partition_denylist | Partition keys which have been denied access | ks_name text, table_name text | key blob |
    repair_history | Repair history | keyspace_name text, columnfamily_name text | id timeuuid | coordinator inet, coordinator_port int, exception_message text, exception_stacktrace text, finished_at timestamp, parent_id timeuuid, participants set<inet>, participants_v2 set<text>, range_begin text, range_end text, started_at timestamp, status text
    view_build_status | Materialized View build status | keyspace_name text, view_name text | host_id uuid | status text
  `,
  system_traces: `
    events | tracing events | session_id uuid | event_id timeuuid | activity text, source inet, source_elapsed int, source_port int, thread text
    sessions | tracing sessions | session_id uuid |  | client inet, command text, coordinator inet, coordinator_port int, duration int, parameters map<text, text>, request text, started_at timestamp
  `,
  system_views: `
    batch_metrics | Metrics specific to batch statements | name text |  | max bigint, p50th double, p999th double, p99th double
    caches | system caches | name text |  | capacity_bytes bigint, entry_count int, hit_count bigint, hit_ratio double, recent_hit_rate_per_second bigint, recent_request_rate_per_second bigint, request_count bigint, size_bytes bigint
    clients | currently connected clients | address inet | port int | client_options frozen<map<text, text>>, connection_stage text, driver_name text, driver_version text, hostname text, keyspace_name text, protocol_version int, request_count bigint, ssl_cipher_suite text, ssl_enabled boolean, ssl_protocol text, username text
    coordinator_read_latency |  | keyspace_name text, table_name text |  | count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double
    coordinator_scan_latency |  | keyspace_name text, table_name text |  | count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double
    coordinator_write_latency |  | keyspace_name text, table_name text |  | count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double
    cql_metrics | Metrics specific to CQL prepared statement caching | name text |  | value double
    disk_usage |  | keyspace_name text, table_name text |  | mebibytes bigint
    local_read_latency |  | keyspace_name text, table_name text |  | count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double
    local_scan_latency |  | keyspace_name text, table_name text |  | count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double
    local_write_latency |  | keyspace_name text, table_name text |  | count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double
    max_partition_size |  | keyspace_name text, table_name text |  | mebibytes bigint
    queries | Lists currently running queries | thread_id text |  | queued_micros bigint, running_micros bigint, task text
    rows_per_read |  | keyspace_name text, table_name text |  | count bigint, max double, p50th double, p99th double
    sai_column_indexes | Storage-attached column index metadata | keyspace_name text | index_name text | analyzer text, column_name text, is_building boolean, is_queryable boolean, is_string boolean, table_name text
    sai_sstable_indexes | SSTable index metadata | keyspace_name text | index_name text, sstable_name text | cell_count bigint, column_name text, end_token text, format_version text, max_row_id bigint, min_row_id bigint, per_column_disk_size bigint, per_table_disk_size bigint, start_token text, table_name text
    settings | current settings | name text |  | value text
    snapshots | available snapshots | name text | keyspace_name text, table_name text | created_at timestamp, ephemeral boolean, expires_at timestamp, size_on_disk bigint, true_size bigint
    sstable_tasks | current sstable tasks | keyspace_name text | table_name text, task_id timeuuid | completion_ratio double, kind text, progress bigint, sstables int, target_directory text, total bigint, total_compressed bigint, unit text
    system_logs | Cassandra logs | timestamp timestamp | order_in_millisecond int | level text, logger text, message text
    system_properties | Cassandra relevant system properties | name text |  | value text
    thread_pools |  | name text |  | active_tasks int, active_tasks_limit int, blocked_tasks bigint, blocked_tasks_all_time bigint, completed_tasks bigint, pending_tasks int
    tombstones_per_read |  | keyspace_name text, table_name text |  | count bigint, max double, p50th double, p99th double
  `,
  system_virtual_schema: `
    columns | virtual column definitions | keyspace_name text | table_name text, column_name text | clustering_order text, column_name_bytes blob, kind text, position int, type text
    keyspaces | virtual keyspace definitions | keyspace_name text |  |
    tables | virtual table definitions | keyspace_name text | table_name text | comment text
  `,
} as const;

export type SystemKeyspaceName = keyof typeof lines;

export interface SystemKeyspace {
  readonly name: SystemKeyspaceName;
  /** With their comments as descriptions. */
  readonly tables: readonly Table[];
}

export const systemKeyspaces: readonly SystemKeyspace[] = (Object.keys(lines) as SystemKeyspaceName[]).map((name) => ({
  name,
  tables: lines[name].trim().split("\n").map(parseLine),
}));

const names: ReadonlySet<string> = new Set(Object.keys(lines));

/** Whether the keyspace is the database's own: no user can create, change or drop it, or write to its tables. */
export function isSystemKeyspace(name: string): name is SystemKeyspaceName {
  return names.has(name);
}

/** Whether its tables are computed when they are read: they have no executable definition. */
export function isVirtualKeyspace(name: string): boolean {
  return name === "system_views" || name === "system_virtual_schema";
}

const locator = "org.apache.cassandra.locator.";
/** In seconds. */
const [hour, day] = [3600, 86_400];

/** The replication factor of keyspaces that a cluster replicates; the others are local to each node. */
const copies: Readonly<Record<string, string>> = { system_auth: "1", system_distributed: "3", system_traces: "2" };

export function systemReplication(name: SystemKeyspaceName): ReadonlyMap<string, string> {
  const factor = copies[name];
  return new Map(
    Object.entries(
      factor === undefined
        ? { class: `${locator}LocalStrategy` }
        : { class: `${locator}SimpleStrategy`, replication_factor: factor },
    ),
  );
}

/** The options of a keyspace's tables that differ from the defaults. */
export function systemOptions(name: SystemKeyspaceName): TableOptions {
  const ofKeyspace: Partial<Record<SystemKeyspaceName, Readonly<Record<string, number>>>> = {
    system: { gc_grace_seconds: 0, memtable_flush_period_in_ms: hour * 1000 },
    system_schema: { gc_grace_seconds: 7 * day, memtable_flush_period_in_ms: hour * 1000 },
    system_auth: { gc_grace_seconds: 90 * day },
    system_traces: { gc_grace_seconds: 0 },
  };
  return new Map(Object.entries(ofKeyspace[name] ?? {}).map(([option, value]) => [option, String(value)]));
}

function parseLine(line: string): Table {
  const [name = "", description = "", partition, clustering, others] = line.split("|").map((part) => part.trim());
  const partitionKey = parseColumns(partition, "partition");
  const clusteringKey = parseColumns(clustering, "clustering");
  return {
    name,
    description,
    columns: [...partitionKey, ...clusteringKey, ...parseColumns(others, "regular")],
    partitionKey: partitionKey.map((column) => column.name),
    clusteringKey: clusteringKey.map((column) => ({ name: column.name, order: "ASC" })),
    defaultTimeToLive: 0,
    indexes: [],
  };
}

/** Parses columns separated by commas; types may have commas within brackets. */
function parseColumns(text = "", kind: ColumnKind): readonly Column[] {
  if (text === "") return [];
  return text.split(/, (?![^<]*>)/).map((column) => {
    const at = column.indexOf(" ");
    const parsed = parseCqlType(column.slice(at + 1));
    if (!("type" in parsed)) throw new TypeError(parsed.message);
    return { name: column.slice(0, at), type: parsed.type, kind };
  });
}
