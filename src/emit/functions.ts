import type { IndexPlan, NeighborPlan, TablePlan } from "../plan/index.ts";
import { canChangeParts, exportsOf, hasRecord, isTogether, isWithin, rolesOf, timedColumns } from "../plan/index.ts";
import type { FunctionRole } from "../plan/index.ts";
import { afterOperator, group, indent, line } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtime, runtimeChanges, runtimeTables } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import {
  arrayLiteral,
  call,
  functionDeclaration,
  genericType,
  intersection,
  literalUnion,
  stringLiteral,
  unionType,
} from "./syntax.ts";

/** Emits the functions of a table, each as a declaration. */
export class FunctionEmitter {
  readonly #table: TablePlan;
  readonly #scope: Scope;

  constructor(table: TablePlan, scope: Scope) {
    this.#table = table;
    this.#scope = scope;
  }

  /** The functions without names of columns, in the order of their declarations. */
  common(): readonly string[] {
    return rolesOf(this.#table).flatMap((role) => this.#common[role]?.() ?? []);
  }

  readonly #common: Readonly<Partial<Record<FunctionRole, () => string>>> = {
    getFunction: () => this.#get(),
    findFunction: () => this.#find(),
    scanFunction: () => this.#scan(),
    partitionsFunction: () => this.#partitions(),
    countFunction: () => this.#count(),
    countAllFunction: () => this.#countAll(),
    insertFunction: () => this.#insert(),
    updateFunction: () => this.#update(),
    incrementFunction: () => this.#increment(),
    deleteFunction: () => this.#delete(),
    deleteWhereFunction: () => this.#deleteWhere(),
  };

  #get(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.getFunction,
      comment: ["Reads a row by its key. Returns undefined if it does not exist."],
      typeParameters: this.#readParameters(),
      parameters: [this.#session, `key: ${names.key}`, ["options?: ", this.#readOptions("ReadOptions")]],
      returns: this.#global("Promise", [unionType([this.#readRow(), "undefined"])]),
      body: this.#body("get", "key"),
    });
  }

  getStatic(): string {
    const { names, partitionKey, statics } = this.#table;
    const columns = [...partitionKey, ...statics].map((member) => member.name);
    const key = this.#global("Pick", [names.key, literalUnion(partitionKey.map((member) => member.name))]);
    return functionDeclaration({
      name: names.getStaticFunction,
      comment: ["Reads the static columns of a partition. Returns undefined if the partition does not exist."],
      typeParameters: [],
      parameters: [this.#session, ["key: ", key], ["options?: ", this.#type("StaticOptions")]],
      returns: this.#global("Promise", [
        unionType([this.#global("Pick", [names.row, literalUnion(columns)]), "undefined"]),
      ]),
      body: this.#body("readStatic", "key", arrayLiteral(columns.map(stringLiteral))),
    });
  }

  #find(): string {
    const { names, clusteringKey } = this.#table;
    const isOrdered = clusteringKey.length > 0;
    return functionDeclaration({
      name: names.findFunction,
      comment: ["Finds rows by partition. Sends nothing until the result is read."],
      typeParameters: this.#readParameters(
        ...(isOrdered ? [`${this.#order} extends ${this.#name("Direction")} = never`] : []),
      ),
      parameters: isOrdered
        ? [
            this.#session,
            ["where: ", this.#type("OrderedWhere", names.types, this.#order)],
            ["options?: ", this.#readOptions("OrderedFindOptions", this.#order)],
          ]
        : [this.#session, `where: ${names.where}`, ["options?: ", this.#readOptions("FindOptions")]],
      returns: this.#type("Rows", this.#readRow()),
      body: this.#body("find", "where"),
    });
  }

  findIndexed(index: IndexPlan): string {
    const { functionName, member, where } = index;
    const { names } = this.#table;
    const others = [
      ...(isWithin(this.#table, index) ? [names.within] : []),
      ...(isTogether(this.#table, index) ? [names.indexed] : []),
    ];
    return functionDeclaration({
      name: functionName,
      comment: [`Finds rows by the index on \`${member.name}\`. Sends nothing until the result is read.`],
      typeParameters: this.#readParameters(),
      parameters: [
        this.#session,
        ["where: ", intersection([where, ...others])],
        ["options?: ", this.#readOptions("FindOptions")],
      ],
      returns: this.#type("Rows", this.#readRow()),
      body: this.#body("readIndexed", "where"),
    });
  }

  nearest({ functionName, member }: NeighborPlan): string {
    const { names } = this.#table;
    const others = (["within", "indexed"] as const).filter((role) => hasRecord(this.#table, role));
    const where = others.length > 0 ? intersection(others.map((role) => names[role])) : "never";
    return functionDeclaration({
      name: functionName,
      comment: [`Finds the rows whose \`${member.name}\` is nearest to a vector, by its index; the nearest first.`],
      typeParameters: [this.#columnParameter()],
      parameters: [
        this.#session,
        "vector: readonly number[]",
        ["options: ", this.#tablesType("NearestOptions", this.#column, where)],
      ],
      returns: this.#global("Promise", [["readonly ", this.#tablesType("Neighbor", names.row, this.#column), "[]"]]),
      body: this.#bodyFrom(runtimeTables, "nearest", stringLiteral(member.name), "vector"),
    });
  }

  #scan(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.scanFunction,
      comment: ["Reads all rows of the table: a full scan, for small tables and background jobs."],
      typeParameters: this.#readParameters(),
      parameters: [this.#session, ["options?: ", this.#readOptions("ScanOptions")]],
      returns: this.#type("Rows", this.#readRow()),
      body: this.#body("scan"),
    });
  }

  #partitions(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.partitionsFunction,
      comment: ["Reads the key of each partition: a full scan."],
      typeParameters: [],
      parameters: [this.#session, ["options?: ", this.#tablesType("PartitionsOptions")]],
      returns: this.#type("Rows", this.#tablesType("PartitionOf", names.types)),
      body: this.#bodyFrom(runtimeTables, "partitions"),
    });
  }

  #count(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.countFunction,
      comment: ["Counts rows of a partition. The database reads each of them."],
      typeParameters: [],
      parameters: [this.#session, `where: ${names.where}`, ["options?: ", this.#tablesType("CountOptions")]],
      returns: this.#global("Promise", ["bigint"]),
      body: this.#bodyFrom(runtimeTables, "count", "where"),
    });
  }

  #countAll(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.countAllFunction,
      comment: ["Counts all rows of the table: a full scan."],
      typeParameters: [],
      parameters: [this.#session, ["options?: ", this.#tablesType("CountAllOptions")]],
      returns: this.#global("Promise", ["bigint"]),
      body: this.#bodyFrom(runtimeTables, "countAll"),
    });
  }

  #insert(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.insertFunction,
      comment: ["Inserts a row. Overwrites an existing one unless `ifNotExists` is set."],
      typeParameters: [`${this.#if} extends ${this.#name("Flag")} = false`],
      parameters: [this.#session, `value: ${names.insert}`, ["options?: ", this.#type("InsertOptions", this.#if)]],
      returns: this.#global("Promise", [this.#type("Inserted", names.types, this.#if)]),
      body: this.#body("insert", "value"),
    });
  }

  #update(): string {
    const { names, statics } = this.#table;
    return functionDeclaration({
      name: names.updateFunction,
      comment: [
        `Updates columns of a row${canChangeParts(this.#table) ? ", whole or by changes of parts" : ""}. Creates a missing row unless a condition is set.`,
      ],
      typeParameters: this.#conditionParameters(),
      parameters: [
        this.#session,
        statics.length > 0
          ? ["value: ", this.#type("UpdateValue", names.types, this.#columns)]
          : `value: ${names.update}`,
        ["options?: ", this.#type("UpdateOptions", names.types, this.#columns, this.#exists)],
      ],
      returns: this.#global("Promise", [this.#type("Updated", names.types, this.#columns, this.#exists)]),
      body: canChangeParts(this.#table)
        ? this.#bodyFrom(runtimeChanges, "updateParts", "value")
        : this.#body("update", "value"),
    });
  }

  #delete(): string {
    const { names, counts } = this.#table;
    const comment = ["Deletes a row. Succeeds if it does not exist."];
    if (counts) {
      // The database does not support conditions on counters.
      return functionDeclaration({
        name: names.deleteFunction,
        comment,
        typeParameters: [],
        parameters: [this.#session, `key: ${names.key}`, ["options?: ", this.#type("IncrementOptions")]],
        returns: this.#global("Promise", [this.#name("Applied")]),
        body: this.#body("remove", "key"),
      });
    }
    return functionDeclaration({
      name: names.deleteFunction,
      comment,
      typeParameters: this.#conditionParameters(),
      parameters: [
        this.#session,
        `key: ${names.key}`,
        ["options?: ", this.#type("RemoveOptions", names.types, this.#columns, this.#exists)],
      ],
      returns: this.#global("Promise", [this.#type("Updated", names.types, this.#columns, this.#exists)]),
      body: this.#body("remove", "key"),
    });
  }

  #deleteWhere(): string {
    const { names, counts } = this.#table;
    return functionDeclaration({
      name: names.deleteWhereFunction,
      comment: ["Deletes rows of a partition at once, without reading them."],
      typeParameters: [],
      parameters: [
        this.#session,
        `where: ${names.where}`,
        ["options?: ", counts ? this.#type("IncrementOptions") : this.#tablesType("RemoveWhereOptions")],
      ],
      returns: this.#global("Promise", [this.#name("Applied")]),
      body: this.#bodyFrom(runtimeTables, "removeWhere", "where"),
    });
  }

  #increment(): string {
    const { names, statics } = this.#table;
    const counted: readonly [Doc, Doc] =
      statics.length > 0
        ? [
            ["key: ", this.#type("IncrementKey", names.types, this.#counter)],
            ["by: ", this.#type("IncrementBy", names.types, this.#counter)],
          ]
        : [`key: ${names.key}`, `by: ${names.increment}`];
    return functionDeclaration({
      name: names.incrementFunction,
      comment: ["Adds to counters. A missing row counts from zero."],
      typeParameters: statics.length > 0 ? [`${this.#counter} extends keyof ${names.increment} = never`] : [],
      parameters: [this.#session, ...counted, ["options?: ", this.#type("IncrementOptions")]],
      returns: this.#global("Promise", [this.#name("Applied")]),
      body: this.#body("increment", "key", "by"),
    });
  }

  get #session(): string {
    return `session: ${this.#name("Session")}`;
  }

  get #column(): string {
    return this.#free("Column");
  }

  get #timed(): string {
    return this.#free("Timed");
  }

  get #order(): string {
    return this.#free("Order");
  }

  get #if(): string {
    return this.#free("If");
  }

  get #exists(): string {
    return this.#free("Exists");
  }

  get #counter(): string {
    return this.#free("Counter");
  }

  /** A type parameter. It gives way to the names of the table, which a function could not use otherwise. */
  #free(name: string): string {
    return exportsOf(this.#table).bindings.includes(name) ? this.#free(`${name}_`) : name;
  }

  /** `Column extends keyof ProductsRow = keyof ProductsRow` */
  #columnParameter(): Doc {
    const columns = `keyof ${this.#table.names.row}`;
    return columnsOr(this.#column, columns, columns);
  }

  /** The columns to read, what a function adds, and those of which to read the time of writing. */
  #readParameters(...others: readonly Doc[]): readonly Doc[] {
    const timed = timedColumns(this.#table);
    if (timed === "none") return [this.#columnParameter(), ...others];
    const { names } = this.#table;
    const columns = timed === "conditional" ? `keyof ${names.if}` : `${names.types}["timed"]`;
    return [this.#columnParameter(), ...others, columnsOr(this.#timed, columns, "never")];
  }

  #readOptions(name: string, ...others: readonly Doc[]): Doc {
    const timed = timedColumns(this.#table) === "none" ? [] : [this.#timed];
    return this.#type(name, this.#column, ...others, ...timed);
  }

  #readRow(): Doc {
    const { row } = this.#table.names;
    const isTimed = timedColumns(this.#table) !== "none";
    return isTimed ? this.#type("Read", row, this.#column, this.#timed) : this.#type("Selected", row, this.#column);
  }

  #conditionParameters(): readonly Doc[] {
    const exists = `${this.#exists} extends ${this.#name("Flag")} = false`;
    if (!this.#isConditional) return [exists];
    return [columnsOr(this.#if, `keyof ${this.#table.names.if}`, "never"), exists];
  }

  /** The columns of a condition. */
  get #columns(): string {
    return this.#isConditional ? this.#if : "never";
  }

  get #isConditional(): boolean {
    return hasRecord(this.#table, "if");
  }

  #body(name: string, ...args: readonly Doc[]): Doc {
    return this.#bodyFrom(runtime, name, ...args);
  }

  /** @param entry of the runtime, which exports the function */
  #bodyFrom(entry: string, name: string, ...args: readonly Doc[]): Doc {
    const run = this.#scope.value(name, entry);
    return ["return ", call(run, ["session", this.#table.names.table, ...args, "options"]), ";"];
  }

  #name(name: string): string {
    return this.#scope.type(name, runtime);
  }

  #type(name: string, ...args: readonly Doc[]): Doc {
    return args.length === 0 ? this.#name(name) : genericType(this.#name(name), args);
  }

  /** A type of the entry for functions beyond rows. */
  #tablesType(name: string, ...args: readonly Doc[]): Doc {
    const type = this.#scope.type(name, runtimeTables);
    return args.length === 0 ? type : genericType(type, args);
  }

  #global(name: string, args: readonly Doc[]): Doc {
    return genericType(this.#scope.global(name), args);
  }
}

/** A type parameter for columns: `Column extends keyof ProductsRow = keyof ProductsRow`. */
function columnsOr(name: string, columns: string, byDefault: string): Doc {
  return [`${name} extends`, group(indent(line)), `${columns} =`, afterOperator(byDefault)];
}
