import type { IndexPlan, NeighborPlan } from "../plan/index.ts";
import { hasRecord, isTogether, isWithin, timedColumns } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { FunctionFrame, columnsOr } from "./function-frame.ts";
import { runtimeTables } from "./runtime-entries.ts";
import { arrayLiteral, functionDeclaration, intersection, literalUnion, stringLiteral, unionType } from "./syntax.ts";

/** Emits the functions that read a table, each as a declaration. */
export class ReadFunctions extends FunctionFrame {
  get(): string {
    const { names } = this.table;
    return functionDeclaration({
      name: names.getFunction,
      comment: ["Reads a row by its key. Returns undefined if it does not exist."],
      typeParameters: this.#readParameters(),
      parameters: [this.session, `key: ${names.key}`, ["options?: ", this.#readOptions("ReadOptions")]],
      returns: this.global("Promise", [unionType([this.#readRow(), "undefined"])]),
      body: this.body("get", "key"),
    });
  }

  getStatic(): string {
    const { names, partitionKey, statics } = this.table;
    const columns = [...partitionKey, ...statics].map((member) => member.name);
    const key = this.global("Pick", [names.key, literalUnion(partitionKey.map((member) => member.name))]);
    return functionDeclaration({
      name: names.getStaticFunction,
      comment: ["Reads the static columns of a partition. Returns undefined if the partition does not exist."],
      typeParameters: [],
      parameters: [this.session, ["key: ", key], ["options?: ", this.type("StaticOptions")]],
      returns: this.global("Promise", [
        unionType([this.global("Pick", [names.row, literalUnion(columns)]), "undefined"]),
      ]),
      body: this.body("readStatic", "key", arrayLiteral(columns.map(stringLiteral))),
    });
  }

  find(): string {
    const { names, clusteringKey } = this.table;
    const isOrdered = clusteringKey.length > 0;
    return functionDeclaration({
      name: names.findFunction,
      comment: ["Finds rows by partition. Sends nothing until the result is read."],
      typeParameters: this.#readParameters(
        ...(isOrdered ? [`${this.#order} extends ${this.name("Direction")} = never`] : []),
      ),
      parameters: isOrdered
        ? [
            this.session,
            ["where: ", this.type("OrderedWhere", names.types, this.#order)],
            ["options?: ", this.#readOptions("OrderedFindOptions", this.#order)],
          ]
        : [this.session, `where: ${names.where}`, ["options?: ", this.#readOptions("FindOptions")]],
      returns: this.type("Rows", this.#readRow()),
      body: this.body("find", "where"),
    });
  }

  findIndexed(index: IndexPlan): string {
    const { functionName, member, where } = index;
    const { names } = this.table;
    const others = [
      ...(isWithin(this.table, index) ? [names.within] : []),
      ...(isTogether(this.table, index) ? [names.indexed] : []),
    ];
    return functionDeclaration({
      name: functionName,
      comment: [`Finds rows by the index on \`${member.name}\`. Sends nothing until the result is read.`],
      typeParameters: this.#readParameters(),
      parameters: [
        this.session,
        ["where: ", intersection([where, ...others])],
        ["options?: ", this.#readOptions("FindOptions")],
      ],
      returns: this.type("Rows", this.#readRow()),
      body: this.body("readIndexed", "where"),
    });
  }

  nearest({ functionName, member }: NeighborPlan): string {
    const { names } = this.table;
    const others = (["within", "indexed"] as const).filter((role) => hasRecord(this.table, role));
    const where = others.length > 0 ? intersection(others.map((role) => names[role])) : "never";
    return functionDeclaration({
      name: functionName,
      comment: [`Finds the rows whose \`${member.name}\` is nearest to a vector, by its index; the nearest first.`],
      typeParameters: [this.#columnParameter()],
      parameters: [
        this.session,
        "vector: readonly number[]",
        ["options: ", this.tablesType("NearestOptions", this.#column, where)],
      ],
      returns: this.global("Promise", [["readonly ", this.tablesType("Neighbor", names.row, this.#column), "[]"]]),
      body: this.bodyFrom(runtimeTables, "nearest", stringLiteral(member.name), "vector"),
    });
  }

  scan(): string {
    const { names } = this.table;
    return functionDeclaration({
      name: names.scanFunction,
      comment: ["Reads all rows of the table: a full scan, for small tables and background jobs."],
      typeParameters: this.#readParameters(),
      parameters: [this.session, ["options?: ", this.#readOptions("ScanOptions")]],
      returns: this.type("Rows", this.#readRow()),
      body: this.body("scan"),
    });
  }

  partitions(): string {
    const { names } = this.table;
    return functionDeclaration({
      name: names.partitionsFunction,
      comment: ["Reads the key of each partition: a full scan."],
      typeParameters: [],
      parameters: [this.session, ["options?: ", this.tablesType("PartitionsOptions")]],
      returns: this.type("Rows", this.tablesType("PartitionOf", names.types)),
      body: this.bodyFrom(runtimeTables, "partitions"),
    });
  }

  count(): string {
    const { names } = this.table;
    return functionDeclaration({
      name: names.countFunction,
      comment: ["Counts rows of a partition. The database reads each of them."],
      typeParameters: [],
      parameters: [this.session, `where: ${names.where}`, ["options?: ", this.tablesType("CountOptions")]],
      returns: this.global("Promise", ["bigint"]),
      body: this.bodyFrom(runtimeTables, "count", "where"),
    });
  }

  countAll(): string {
    const { names } = this.table;
    return functionDeclaration({
      name: names.countAllFunction,
      comment: ["Counts all rows of the table: a full scan."],
      typeParameters: [],
      parameters: [this.session, ["options?: ", this.tablesType("CountAllOptions")]],
      returns: this.global("Promise", ["bigint"]),
      body: this.bodyFrom(runtimeTables, "countAll"),
    });
  }

  get #column(): string {
    return this.free("Column");
  }

  get #timed(): string {
    return this.free("Timed");
  }

  get #order(): string {
    return this.free("Order");
  }

  /** `Column extends keyof ProductsRow = keyof ProductsRow` */
  #columnParameter(): Doc {
    const columns = `keyof ${this.table.names.row}`;
    return columnsOr(this.#column, columns, columns);
  }

  /** The columns to read, what a function adds, and those of which to read the time of writing. */
  #readParameters(...others: readonly Doc[]): readonly Doc[] {
    const timed = timedColumns(this.table);
    if (timed === "none") return [this.#columnParameter(), ...others];
    const { names } = this.table;
    const columns = timed === "conditional" ? `keyof ${names.if}` : `${names.types}["timed"]`;
    return [this.#columnParameter(), ...others, columnsOr(this.#timed, columns, "never")];
  }

  #readOptions(name: string, ...others: readonly Doc[]): Doc {
    const timed = timedColumns(this.table) === "none" ? [] : [this.#timed];
    return this.type(name, this.#column, ...others, ...timed);
  }

  #readRow(): Doc {
    const { row } = this.table.names;
    const isTimed = timedColumns(this.table) !== "none";
    return isTimed ? this.type("Read", row, this.#column, this.#timed) : this.type("Selected", row, this.#column);
  }
}
