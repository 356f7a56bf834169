/**
 * The definitions of a cluster, changed by CQL: one statement after the other, each awaited until all nodes have it.
 *
 * The cluster checks the definitions, and its reasons become `StoreError`s `invalid`. What exists is decided by the
 * catalog, which is brought up to date before a change resolves.
 */
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import {
  printAddColumn,
  printAddField,
  printCreateIndex,
  printCreateKeyspace,
  printCreateTable,
  printCreateUserType,
  printDropColumn,
  printDropIndex,
  printDropKeyspace,
  printDropTable,
  printDropUserType,
  printRenameColumn,
  printRenameField,
  printSetComment,
  printSetOptions,
  printSetTimeToLive,
  printTruncate,
  refusingExisting,
} from "../../model/print-cql.ts";
import type { Replication } from "../../model/print-cql.ts";
import { isSystemKeyspace } from "../../source/cql/introspect-cql.ts";
import { StoreError, closedStore } from "../store-error.ts";
import type { ChangedDefinitions, DefinitionStore, TableChange, UserTypeChange } from "../store.ts";
import type { Catalog } from "./catalog.ts";

export interface DefinitionOptions {
  readonly catalog: Catalog;
  /** Executes a statement that changes definitions. @throws {StoreError} */
  readonly execute: (cql: string) => Promise<void>;
  /** The replication of a new keyspace. */
  readonly replication: (wanted?: Replication) => Replication;
}

/** How often a table that cannot be served is looked at again, before it is taken for one. */
const mostLooks = 3;

export class Definitions implements DefinitionStore {
  readonly #catalog: Catalog;
  readonly #execute: DefinitionOptions["execute"];
  readonly #replication: DefinitionOptions["replication"];
  #last: Promise<unknown> = Promise.resolve();
  #isEnded = false;

  constructor({ catalog, execute, replication }: DefinitionOptions) {
    this.#catalog = catalog;
    this.#execute = execute;
    this.#replication = replication;
  }

  async createKeyspace(name: string, replication?: Replication): Promise<boolean> {
    refuseSystem(name);
    return this.#create(this.#hasKeyspace(name), () => printCreateKeyspace(name, this.#replication(replication)));
  }

  createUserType(keyspace: string, type: UserType): Promise<boolean> {
    return this.#create(this.#has("userTypes", keyspace, type.name), () => printCreateUserType(keyspace, type));
  }

  createTable(keyspace: string, table: Table): Promise<boolean> {
    if (table.viewOf !== undefined) {
      return Promise.reject(new StoreError("invalid", `${table.name} is a materialized view: create it with CQL`));
    }
    const exists = async (): Promise<boolean> => {
      const existing = (await this.#keyspace(keyspace)).tables.find(({ name }) => name === table.name);
      if (existing?.viewOf === undefined) return existing !== undefined;
      throw new StoreError("invalid", `${table.name} exists already, and is a materialized view`);
    };
    const isLeftOut = (): boolean => this.#catalog.leftOut(keyspace).includes(table.name);
    return this.#inTurn(async () => {
      if (await exists()) return false;
      // What was read while another client made the table may lack its columns.
      for (let looks = 0; isLeftOut() && looks < mostLooks; looks++) {
        await this.#catalog.refresh();
        if (await exists()) return false;
      }
      // With the name of a view, Cassandra would say no, and then have both.
      if (isLeftOut()) {
        throw new StoreError("invalid", `${table.name} exists already, and is not a table that can be served`);
      }
      if (!(await this.#createUnless(exists, printCreateTable(keyspace, table)))) return false;
      try {
        for (const index of table.indexes) await this.#run(printCreateIndex(keyspace, table, index));
      } catch (error) {
        // All or nothing, as far as the cluster can be reached.
        await this.#run(printDropTable(keyspace, table.name)).catch(() => undefined);
        throw error;
      }
      return true;
    });
  }

  alterUserType(keyspace: string, type: string, change: UserTypeChange): Promise<void> {
    return this.#inTurn(async () => {
      const exists = this.#has("userTypes", keyspace, type);
      if (!(await exists())) throw new StoreError("invalid", `Unknown type ${keyspace}.${type}`);
      await this.#run(
        change.kind === "add-field"
          ? printAddField(keyspace, type, change.field)
          : printRenameField(keyspace, type, change.field, change.to),
      );
    });
  }

  alterTable(keyspace: string, table: string, change: TableChange): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#catalog.find({ keyspace, table });
      await this.#run(printChange(keyspace, found, change));
    });
  }

  /** All nodes must be up for it. */
  truncateTable(keyspace: string, table: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#catalog.find({ keyspace, table });
      await this.#execute(printTruncate(keyspace, table));
    });
  }

  dropTable(keyspace: string, table: string): Promise<boolean> {
    return this.#drop(this.#has("tables", keyspace, table), printDropTable(keyspace, table));
  }

  dropUserType(keyspace: string, type: string): Promise<boolean> {
    return this.#drop(this.#has("userTypes", keyspace, type), printDropUserType(keyspace, type));
  }

  async dropKeyspace(name: string): Promise<boolean> {
    refuseSystem(name);
    return this.#drop(this.#hasKeyspace(name), printDropKeyspace(name));
  }

  onChange(listener: (changed: ChangedDefinitions) => void): () => void {
    return this.#catalog.onChange(listener);
  }

  /** Refuses later changes. Resolves when none is in flight. */
  async endChanges(): Promise<void> {
    this.#isEnded = true;
    await this.#last;
  }

  /** Whether the cluster has a keyspace, whenever it is asked. */
  #hasKeyspace(name: string): () => Promise<boolean> {
    return async () => (await this.#catalog.keyspaces()).includes(name);
  }

  #has(kind: "tables" | "userTypes", keyspace: string, name: string): () => Promise<boolean> {
    return async () => (await this.#keyspace(keyspace))[kind].some((one) => one.name === name);
  }

  #create(exists: () => Promise<boolean>, print: () => string): Promise<boolean> {
    return this.#inTurn(async () => !(await exists()) && this.#createUnless(exists, print()));
  }

  /** Someone else may create the same meanwhile. */
  async #createUnless(exists: () => Promise<boolean>, statement: string): Promise<boolean> {
    return this.#unless(exists, refusingExisting(statement));
  }

  #drop(exists: () => Promise<boolean>, statement: string): Promise<boolean> {
    const isGone = async (): Promise<boolean> => !(await exists());
    return this.#inTurn(async () => !(await isGone()) && this.#unless(isGone, statement));
  }

  /** @returns false if the statement is refused because another client did the same first */
  async #unless(isDone: () => Promise<boolean>, statement: string): Promise<boolean> {
    try {
      await this.#run(statement);
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.code === "invalid" && (await isDone())) return false;
      throw error;
    }
  }

  /** Up to date also after a statement that failed: it may have changed something. */
  async #run(statement: string): Promise<void> {
    try {
      await this.#execute(statement);
    } catch (error) {
      await this.#catalog.refresh().catch(() => undefined);
      throw error;
    }
    await this.#catalog.refresh().catch((error: unknown) => {
      throw new StoreError("unavailable", "the changed definitions cannot be read", error, "unknown");
    });
  }

  /** @throws {StoreError} `unknown-keyspace` */
  async #keyspace(name: string): Promise<Keyspace> {
    await this.#catalog.refresh();
    const keyspace = await this.#catalog.keyspace(name);
    if (keyspace) return keyspace;
    throw new StoreError("unknown-keyspace", `keyspace ${name} does not exist`);
  }

  /** Nodes that change definitions at the same time could disagree for good. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isEnded) return Promise.reject(closedStore());
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function printChange(keyspace: string, table: Table, change: TableChange): string {
  switch (change.kind) {
    case "add-column":
      return printAddColumn(keyspace, table.name, change.column);
    case "rename-column":
      return printRenameColumn(keyspace, table.name, change.column, change.to);
    case "drop-column":
      return printDropColumn(keyspace, table.name, change.column);
    case "create-index":
      return refusingExisting(printCreateIndex(keyspace, table, change.index));
    case "drop-index":
      return printDropIndex(keyspace, change.index);
    case "time-to-live":
      return printSetTimeToLive(keyspace, table.name, change.seconds);
    case "comment":
      return printSetComment(keyspace, table.name, change.text);
    case "options":
      return printSetOptions(keyspace, table.name, change.options);
  }
}

/** @throws {StoreError} `invalid` */
function refuseSystem(keyspace: string): void {
  if (isSystemKeyspace(keyspace)) {
    throw new StoreError("invalid", `System keyspace '${keyspace}' is not user-modifiable`);
  }
}
