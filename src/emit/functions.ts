import type { IndexPlan, TablePlan } from "../plan/index.ts";
import { afterOperator, group, indent, line } from "./doc.ts";
import type { Doc } from "./doc.ts";
import type { Imports } from "./imports.ts";
import {
  arrayLiteral,
  call,
  functionDeclaration,
  genericType,
  literalUnion,
  stringLiteral,
  unionType,
} from "./syntax.ts";

export const runtime = "@colonnade/runtime";

/** The functions of a table: each hands its descriptor to the function of the runtime. */
export function tableFunctions(table: TablePlan, imports: Imports): Doc[] {
  const emit = new FunctionEmitter(table, imports);
  const statics = table.statics.length > 0;
  return [
    emit.get(),
    ...(statics ? [emit.getStatic()] : []),
    emit.find(),
    ...table.indexes.map((index) => emit.findIndexed(index)),
    emit.scan(),
    ...(table.counts ? [emit.increment()] : [emit.insert(), emit.update()]),
    emit.delete(),
  ];
}

const session = "session: Session";

class FunctionEmitter {
  readonly #table: TablePlan;
  readonly #imports: Imports;

  constructor(table: TablePlan, imports: Imports) {
    this.#table = table;
    this.#imports = imports;
    imports.type("Session", runtime);
  }

  get(): Doc {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.getFunction,
      comment: ["Reads the row of a key; undefined when there is none."],
      typeParameters: [this.#columnParameter()],
      parameters: [session, `key: ${names.key}`, ["options?: ", this.#type("ReadOptions", "Column")]],
      returns: genericType("Promise", [unionType([this.#type("Selected", names.row, "Column"), "undefined"])]),
      body: this.#body("get", "key"),
    });
  }

  getStatic(): Doc {
    const { names, partitionKey, statics } = this.#table;
    const columns = [...partitionKey, ...statics].map((member) => member.name);
    const key = genericType("Pick", [names.key, literalUnion(partitionKey.map((member) => member.name))]);
    return functionDeclaration({
      name: names.getStaticFunction,
      comment: ["Reads the static columns of a partition; undefined when there is no such partition."],
      typeParameters: [],
      parameters: [session, ["key: ", key], ["options?: ", this.#type("StaticOptions")]],
      returns: genericType("Promise", [
        unionType([genericType("Pick", [names.row, literalUnion(columns)]), "undefined"]),
      ]),
      body: this.#body("readStatic", "key", arrayLiteral(columns.map(stringLiteral))),
    });
  }

  find(): Doc {
    const { names, clusteringKey } = this.#table;
    const options = clusteringKey.length > 0 ? "OrderedFindOptions" : "FindOptions";
    return functionDeclaration({
      name: names.findFunction,
      comment: ["Finds rows by their partition; nothing is sent before the result is read."],
      typeParameters: [this.#columnParameter()],
      parameters: [session, `where: ${names.where}`, ["options?: ", this.#type(options, "Column")]],
      returns: this.#type("Rows", this.#type("Selected", names.row, "Column")),
      body: this.#body("find", "where"),
    });
  }

  findIndexed({ functionName, where, member }: IndexPlan): Doc {
    const { names } = this.#table;
    return functionDeclaration({
      name: functionName,
      comment: [`Finds rows by the index on \`${member.name}\`; nothing is sent before the result is read.`],
      typeParameters: [this.#columnParameter()],
      parameters: [session, `where: ${where}`, ["options?: ", this.#type("FindOptions", "Column")]],
      returns: this.#type("Rows", this.#type("Selected", names.row, "Column")),
      body: this.#body("readIndexed", "where"),
    });
  }

  scan(): Doc {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.scanFunction,
      comment: ["Reads every row of the table: a full scan, for small tables and for jobs."],
      typeParameters: [this.#columnParameter()],
      parameters: [session, ["options?: ", this.#type("FindOptions", "Column")]],
      returns: this.#type("Rows", this.#type("Selected", names.row, "Column")),
      body: this.#body("scan"),
    });
  }

  insert(): Doc {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.insertFunction,
      comment: ["Writes a row; one that is there is overwritten, unless `ifNotExists` is set."],
      typeParameters: [`If extends ${this.#name("Flag")} = false`],
      parameters: [session, `value: ${names.insert}`, ["options?: ", this.#type("InsertOptions", "If")]],
      returns: genericType("Promise", [this.#type("Inserted", names.types, "If")]),
      body: this.#body("insert", "value"),
    });
  }

  update(): Doc {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.updateFunction,
      comment: ["Changes columns of a row; one that is not there comes to be, unless a condition is set."],
      typeParameters: this.#conditionParameters(),
      parameters: [
        session,
        `value: ${names.update}`,
        ["options?: ", this.#type("UpdateOptions", names.types, "If", "Exists")],
      ],
      returns: genericType("Promise", [this.#type("Updated", names.types, "If", "Exists")]),
      body: this.#body("update", "value"),
    });
  }

  delete(): Doc {
    const { names, counts } = this.#table;
    const comment = ["Deletes a row; one that is not there is no error."];
    if (counts) {
      // The database knows no conditions on counters. @see service-facts 5.7
      return functionDeclaration({
        name: names.deleteFunction,
        comment,
        typeParameters: [],
        parameters: [session, `key: ${names.key}`, ["options?: ", this.#type("IncrementOptions")]],
        returns: genericType("Promise", [this.#name("Applied")]),
        body: this.#body("remove", "key"),
      });
    }
    return functionDeclaration({
      name: names.deleteFunction,
      comment,
      typeParameters: this.#conditionParameters(),
      parameters: [
        session,
        `key: ${names.key}`,
        ["options?: ", this.#type("RemoveOptions", names.types, "If", "Exists")],
      ],
      returns: genericType("Promise", [this.#type("Updated", names.types, "If", "Exists")]),
      body: this.#body("remove", "key"),
    });
  }

  increment(): Doc {
    const { names } = this.#table;
    return functionDeclaration({
      name: names.incrementFunction,
      comment: ["Adds to counters; a row that is not there counts from zero."],
      typeParameters: [],
      parameters: [
        session,
        `key: ${names.key}`,
        `by: ${names.increment}`,
        ["options?: ", this.#type("IncrementOptions")],
      ],
      returns: genericType("Promise", [this.#name("Applied")]),
      body: this.#body("increment", "key", "by"),
    });
  }

  /** `Column extends keyof ProductsRow = keyof ProductsRow` */
  #columnParameter(): Doc {
    const row = this.#table.names.row;
    return [`Column extends`, group(indent(line)), `keyof ${row} =`, afterOperator(`keyof ${row}`)];
  }

  #conditionParameters(): readonly Doc[] {
    const changeable = this.#type("Changeable", this.#table.names.types);
    return [
      ["If extends", group(indent(line)), changeable, " =", afterOperator("never")],
      `Exists extends ${this.#name("Flag")} = false`,
    ];
  }

  #body(name: string, ...args: readonly Doc[]): Doc {
    this.#imports.value(name, runtime);
    return ["return ", call(name, ["session", this.#table.names.table, ...args, "options"]), ";"];
  }

  #name(name: string): string {
    this.#imports.type(name, runtime);
    return name;
  }

  #type(name: string, ...args: readonly Doc[]): Doc {
    this.#imports.type(name, runtime);
    return args.length === 0 ? name : genericType(name, args);
  }
}
