/** Where a definition is answered differently from Cassandra 5.0.9, and why: the answer here, undefined for one that is accepted. */
const groups: readonly (readonly [why: string, answers: Readonly<Record<string, string | undefined>>])[] = [
  [
    "Classes of the server are native types here, or unknown.",
    {
      "CREATE TABLE k1.x3 (a int PRIMARY KEY, b 'org.apache.cassandra.db.marshal.LexicalUUIDType')":
        "0x2000 Error setting type org.apache.cassandra.db.marshal.LexicalUUIDType: Unable to find abstract-type class 'org.apache.cassandra.db.marshal.LexicalUUIDType'",
      "CREATE TABLE k1.x4 (a int PRIMARY KEY, b 'DynamicCompositeType(a=>LongType)')":
        "0x2000 Error setting type DynamicCompositeType(a=>LongType): Unable to find abstract-type class 'DynamicCompositeType(a=>LongType)'",
      "CREATE KEYSPACE k27 WITH replication = {'class': 'org.apache.cassandra.locator.SimpleSnitch', 'datacenter1': 1}":
        "0x2300 Unable to find replication strategy class 'org.apache.cassandra.locator.SimpleSnitch'",
      "CREATE TABLE k1.p (a int PRIMARY KEY) WITH compaction = {'class': 'org.apache.cassandra.db.compaction.CompactionManager'}":
        "0x2300 Unable to find compaction strategy class 'org.apache.cassandra.db.compaction.CompactionManager'",
      "CREATE TABLE k1.p (a int PRIMARY KEY) WITH compaction = {'class': 'java.lang.String'}":
        "0x2300 Unable to find compaction strategy class 'java.lang.String'",
    },
  ],
  [
    "A table of COMPACT STORAGE is one like any other.",
    {
      "ALTER TABLE k1.cs2 ADD d int": undefined,
      "ALTER TABLE k1.cs3 ADD c int": undefined,
      "CREATE INDEX ON k1.cs3 (b)": undefined,
    },
  ],
  [
    "The store gives a table its id.",
    {
      "CREATE TABLE k1.p11 (a int PRIMARY KEY) WITH id = 5a1c395e-b41f-11e5-9f22-ba0be0483c18": undefined,
    },
  ],
  [
    "The database fails in its own way.",
    {
      "CREATE TABLE k1.p (a int PRIMARY KEY) WITH compression = {'class': 'LZ4Compressor', 'min_compress_ratio': 'x'}":
        "0x2300 Invalid value for min_compress_ratio: x",
    },
  ],
  [
    "The parser says less of what follows.",
    {
      "ALTER TABLE k1.t1 ADD f int, g text":
        "0x2000 line 1:27 mismatched input ',' expecting EOF (... k1.t1 ADD f int[,]...)",
      "ALTER TABLE k1.t1 WITH CLUSTERING ORDER BY (a DESC)":
        "0x2000 line 1:34 mismatched input 'ORDER' expecting '=' (...TABLE k1.t1 WITH CLUSTERING [ORDER]...)",
    },
  ],
  [
    "A column takes back its own type alone.",
    {
      "ALTER TABLE k1.t1 ADD b blob":
        "0x2200 Cannot add a column 'b' of type blob, incompatible with previously dropped column 'b' of type text",
      "ALTER TABLE k1.t1 ADD b ascii":
        "0x2200 Cannot add a column 'b' of type ascii, incompatible with previously dropped column 'b' of type text",
      "ALTER TABLE k1.t2 ADD f frozen<addr>": undefined,
    },
  ],
  [
    "A table whose counters are dropped is a table of keys.",
    {
      "CREATE INDEX ON k1.cnt (c)": "0x2200 Undefined column name c in table k1.cnt",
      "CREATE CUSTOM INDEX ic19 ON k1.cnt (c) USING 'sai'": "0x2200 Undefined column name c in table k1.cnt",
    },
  ],
  [
    "A column has one index of a kind.",
    {
      "CREATE CUSTOM INDEX ON k1.i (v) USING 'sai'": "0x2200 Index i_v_idx_1 is a duplicate of existing index i_v_idx",
      "CREATE CUSTOM INDEX ON k1.i (v) USING 'StorageAttachedIndex' WITH OPTIONS = {'similarity_function': 'cosine'}":
        "0x2200 Index i_v_idx_1 is a duplicate of existing index i_v_idx",
      "CREATE CUSTOM INDEX iv2 ON k1.i (v) USING 'StorageAttachedIndex' WITH OPTIONS = {'similarity_function': 'cosine'}":
        "0x2200 Index iv2 is a duplicate of existing index i_v_idx",
      "CREATE CUSTOM INDEX ic ON k1.i (c) USING 'org.apache.cassandra.index.sai.StorageAttachedIndex'":
        "0x2200 Index ic is a duplicate of existing index i_c_idx",
      "CREATE CUSTOM INDEX ic2 ON k1.i (c) USING 'sai'": "0x2200 Index ic2 is a duplicate of existing index i_c_idx",
      "CREATE INDEX ic3 ON k1.i (c) USING 'sai'": "0x2200 Index ic3 is a duplicate of existing index i_c_idx",
      "CREATE CUSTOM INDEX ic11 ON k1.i (d) USING 'sai' WITH OPTIONS = {'case_sensitive': 'false', 'normalize': 'true', 'ascii': 'true'}":
        "0x2200 Index ic11 is a duplicate of existing index i_d_idx",
      "CREATE CUSTOM INDEX ic14 ON k1.i (t) USING 'sai'": "0x2200 Index ic14 is a duplicate of existing index i_t_idx",
      "CREATE CUSTOM INDEX ic15 ON k1.i (u) USING 'sai'": "0x2200 Index ic15 is a duplicate of existing index i_u_idx",
      "CREATE CUSTOM INDEX ic16 ON k1.i (keys(m)) USING 'sai'":
        "0x2200 Index ic16 is a duplicate of existing index i_m_idx",
      "CREATE CUSTOM INDEX ic17 ON k1.i (entries(m)) USING 'sai'":
        "0x2200 Index ic17 is a duplicate of existing index i_m_idx_2",
      "CREATE CUSTOM INDEX ic18 ON k1.i (a) USING 'sai'": "0x2200 Index ic18 is a duplicate of existing index i_a_idx",
      "CREATE CUSTOM INDEX ic24 ON k1.i (v) USING 'sai' WITH OPTIONS = {'similarity_function': 'nope'}":
        "0x2200 Similarity function NOPE was not recognized for index null. Valid values are: EUCLIDEAN, DOT_PRODUCT, COSINE",
      "CREATE CUSTOM INDEX ic28 ON k1.i (full(fl)) USING 'sai'":
        "0x2200 Index ic28 is a duplicate of existing index i_fl_idx",
      "CREATE INDEX ON k1.i (dl)": "0x2200 Index i_dl_idx is a duplicate of existing index sai7",
      "CREATE INDEX ON k1.i (keys(m))": "0x2200 Index i_m_idx_3 is a duplicate of existing index i_m_idx_2",
      "CREATE INDEX d2i ON k1.i (d)": "0x2200 Index d2i is a duplicate of existing index sai12",
      "DROP INDEX k1.d2i": "0x2200 Index 'k1.d2i' doesn't exist'",
    },
  ],
  [
    "The model has no counters in vectors.",
    {
      "CREATE TABLE k1.x1 (a int PRIMARY KEY, b vector<counter, 3>)":
        '0x2200 "vector<counter, 3>" is not a CQL type: a counter cannot be in a vector',
    },
  ],
  [
    "The place of a clustering key would change.",
    {
      "ALTER TYPE k1.fz ADD city text":
        "0x2200 Cannot add new field city of type text to user type k1.fz as the type is being used in clustering key by the following tables: k1.t2",
    },
  ],
  [
    "A name is renamed once.",
    {
      "ALTER TYPE k1.durt RENAME a TO b AND a TO c": "0x2200 Unkown field a in user type k1.durt",
      "ALTER TABLE k1.t2 RENAME a TO x AND a TO y": "0x2200 Undefined column name a in table k1.t2",
    },
  ],
  [
    "The type is named without its keyspace.",
    {
      "ALTER TYPE k1.addr ADD p frozen<person>":
        "0x2200 Cannot add new field p of type frozen<person> to user type k1.addr as it would create a circular reference",
    },
  ],
];

export const differences = new Map(
  groups.flatMap(([why, answers]) => Object.entries(answers).map(([cql, answer]) => [cql, { answer, why }] as const)),
);
