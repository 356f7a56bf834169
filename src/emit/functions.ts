import type { IndexPlan, TablePlan } from "../plan/index.ts";
import { exportsOf, hasRecord } from "../plan/index.ts";
import { afterOperator, group, indent, line } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtime } from "./runtime-entries.ts";
import type { Scope } from "./scope.ts";
import {
  arrayLiteral,
  call,
  functionDeclaration,
  genericType,
  literalUnion,
  stringLiteral,
  unionType,
} from "./syntax.ts";

/** Emits the functions of a table, each as a declaration. */
export class FunctionEmitter {
  readonly #table: TablePlan;
  readonly #scope: Scope;
  readonly #session: string;
  /** The type parameters. They give way to the names of the table, which a function could not use otherwise. */
  readonly #column: string;
  readonly #order: string;
  readonly #if: string;
  readonly #exists: string;
  readonly #counter: string;

  constructor(table: TablePlan, scope: Scope) {
    this.#table = table;
    this.#scope = scope;
    this.#session = `session: ${this.#name("Session")}`;
    const taken = new Set(exportsOf(table).bindings);
    const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
    this.#column = free("Column");
    this.#order = free("Order");
    this.#if = free("If");
    this.#exists = free("Exists");
    this.#counter = free("Counter");
  }

  /** The functions without names of columns: `get`, `find`, and the others. */
  common(): readonly string[] {
    const reads = [this.#get(), this.#find(), this.#scan()];
    if (this.#table.isView) return reads;
    return [...reads, ...(this.#table.counts ? [this.#increment()] : [this.#insert(), this.#update()]), this.#delete()];
  }

  #get(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.getFunction,
      comment: ["Reads a row by its key. Returns undefined if it does not exist."],
      typeParameters: [this.#columnParameter()],
      parameters: [this.#session, `key: ${names.key}`, ["options?: ", this.#type("ReadOptions", this.#column)]],
      returns: this.#global("Promise", [unionType([this.#type("Selected", names.row, this.#column), "undefined"])]),
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
      typeParameters: [
        this.#columnParameter(),
        ...(isOrdered ? [`${this.#order} extends ${this.#name("Direction")} = never`] : []),
      ],
      parameters: isOrdered
        ? [
            this.#session,
            ["where: ", this.#type("OrderedWhere", names.types, this.#order)],
            ["options?: ", this.#type("OrderedFindOptions", this.#column, this.#order)],
          ]
        : [this.#session, `where: ${names.where}`, ["options?: ", this.#type("FindOptions", this.#column)]],
      returns: this.#type("Rows", this.#type("Selected", names.row, this.#column)),
      body: this.#body("find", "where"),
    });
  }

  findIndexed({ functionName, where, member }: IndexPlan): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: functionName,
      comment: [`Finds rows by the index on \`${member.name}\`. Sends nothing until the result is read.`],
      typeParameters: [this.#columnParameter()],
      parameters: [this.#session, `where: ${where}`, ["options?: ", this.#type("FindOptions", this.#column)]],
      returns: this.#type("Rows", this.#type("Selected", names.row, this.#column)),
      body: this.#body("readIndexed", "where"),
    });
  }

  #scan(): string {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.scanFunction,
      comment: ["Reads all rows of the table: a full scan, for small tables and background jobs."],
      typeParameters: [this.#columnParameter()],
      parameters: [this.#session, ["options?: ", this.#type("FindOptions", this.#column)]],
      returns: this.#type("Rows", this.#type("Selected", names.row, this.#column)),
      body: this.#body("scan"),
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
      comment: ["Updates columns of a row. Creates a missing row unless a condition is set."],
      typeParameters: this.#conditionParameters(),
      parameters: [
        this.#session,
        statics.length > 0
          ? ["value: ", this.#type("UpdateValue", names.types, this.#columns)]
          : `value: ${names.update}`,
        ["options?: ", this.#type("UpdateOptions", names.types, this.#columns, this.#exists)],
      ],
      returns: this.#global("Promise", [this.#type("Updated", names.types, this.#columns, this.#exists)]),
      body: this.#body("update", "value"),
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

  /** `Column extends keyof ProductsRow = keyof ProductsRow` */
  #columnParameter(): Doc {
    const row = this.#table.names.row;
    return [`${this.#column} extends`, group(indent(line)), `keyof ${row} =`, afterOperator(`keyof ${row}`)];
  }

  #conditionParameters(): readonly Doc[] {
    const exists = `${this.#exists} extends ${this.#name("Flag")} = false`;
    if (!this.#isConditional) return [exists];
    return [
      [`${this.#if} extends`, group(indent(line)), `keyof ${this.#table.names.if} =`, afterOperator("never")],
      exists,
    ];
  }

  /** The columns of a condition. */
  get #columns(): string {
    return this.#isConditional ? this.#if : "never";
  }

  get #isConditional(): boolean {
    return hasRecord(this.#table, "if");
  }

  #body(name: string, ...args: readonly Doc[]): Doc {
    const run = this.#scope.value(name, runtime);
    return ["return ", call(run, ["session", this.#table.names.table, ...args, "options"]), ";"];
  }

  #name(name: string): string {
    return this.#scope.type(name, runtime);
  }

  #type(name: string, ...args: readonly Doc[]): Doc {
    return args.length === 0 ? this.#name(name) : genericType(this.#name(name), args);
  }

  #global(name: string, args: readonly Doc[]): Doc {
    return genericType(this.#scope.global(name), args);
  }
}
