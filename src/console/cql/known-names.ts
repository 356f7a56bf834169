/** Names that are the same in every database. Tests compare them with those that statements may use. */

/** The conversions to blobs and back are left out: there are 50 of them. */
export const functionNames: readonly string[] = (
  "abs avg collection_avg collection_count collection_max collection_min collection_sum count current_date current_time " +
  "current_timestamp current_timeuuid exp floor from_json log log10 map_keys map_values mask_default mask_hash mask_inner " +
  "mask_null mask_outer mask_replace max max_timeuuid min min_timeuuid now round similarity_cosine similarity_dot_product " +
  "similarity_euclidean sum to_date to_json to_timestamp to_unix_timestamp token uuid"
).split(" ");

/** The options of tables. */
export const optionNames: readonly string[] = (
  "additional_write_policy bloom_filter_fp_chance caching cdc comment compaction compression crc_check_chance " +
  "default_time_to_live gc_grace_seconds max_index_interval memtable memtable_flush_period_in_ms min_index_interval " +
  "read_repair speculative_retry"
).split(" ");
