import type { ClusteringColumn, Column, Index, Table } from "./keyspace.ts";

/**
 * A table of which only the name is read. Its definition is parsed when more is needed.
 *
 * For definitions that an earlier run found valid: parsing them cannot fail.
 */
export class UnreadTable implements Table {
  readonly name: string;
  readonly #parse: () => Table;
  #parsed: Table | undefined;

  constructor(name: string, parse: () => Table) {
    this.name = name;
    this.#parse = parse;
  }

  get description(): string | undefined {
    return this.#table.description;
  }

  get columns(): readonly Column[] {
    return this.#table.columns;
  }

  get partitionKey(): readonly string[] {
    return this.#table.partitionKey;
  }

  get clusteringKey(): readonly ClusteringColumn[] {
    return this.#table.clusteringKey;
  }

  get defaultTimeToLive(): number {
    return this.#table.defaultTimeToLive;
  }

  get indexes(): readonly Index[] {
    return this.#table.indexes;
  }

  get #table(): Table {
    return (this.#parsed ??= this.#parse());
  }
}
