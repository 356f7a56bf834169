/** The module of a table's validators: one for a row, one for each write. The only kind of module that loads zod. */
import type { CqlType } from "../model/index.ts";
import type { Shape, ShapedMember, TablePlan } from "../plan/index.ts";
import { shapeOf } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { hardline, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { Imports } from "./imports.ts";
import { call, constDeclaration, constObject, genericType, objectLiteral, property, stringLiteral } from "./syntax.ts";
import { ValidatorConstants, runtimeZod } from "./validators.ts";

export function emitValidatorsModule(table: TablePlan, importExtension: string): string {
  const imports = new Imports(importExtension, runtimeZod);
  const emit = new ValidatorEmitter(table, imports);
  const declarations = [
    emit.record(table.names.rowSchema, table.names.row, "row", "Validates a row."),
    ...writes(table, emit),
  ];
  return printDoc([
    banner(`the table definition \`${table.title}\``),
    imports.print(),
    emit.constants.flush(),
    declarations.map((declaration) => [hardline, declaration]),
  ]);
}

function writes({ names, counts, statics }: TablePlan, emit: ValidatorEmitter): Doc[] {
  if (counts)
    return [
      emit.record(names.incrementSchema, names.increment, "increment", "Validates what is added to the counters."),
    ];
  const insert = emit.record(names.insertSchema, names.insert, "write", "Validates an insert.");
  if (statics.length === 0)
    return [insert, emit.record(names.updateSchema, names.update, "write", "Validates an update.")];
  return [
    insert,
    emit.record(names.rowUpdateSchema, names.rowUpdate, "write", "Validates an update of a row."),
    emit.record(
      names.staticUpdateSchema,
      names.staticUpdate,
      "staticWrite",
      "Validates an update of the static columns.",
    ),
    emit.either(
      names.updateSchema,
      [names.rowUpdate, names.rowUpdateSchema],
      [names.staticUpdate, names.staticUpdateSchema],
    ),
  ];
}

class ValidatorEmitter {
  readonly constants: ValidatorConstants;
  readonly #table: TablePlan;
  readonly #imports: Imports;
  readonly #shapes = new Map<Shape, Doc>();

  constructor(table: TablePlan, imports: Imports) {
    this.#table = table;
    this.#imports = imports;
    this.constants = new ValidatorConstants(imports);
  }

  /** `export const productsRowSchema: RowSchema<ProductsRow> = rowSchema<ProductsRow>({ … });` */
  record(name: string, record: string, shape: Shape, comment: string): Doc {
    const [type, create] = shape === "row" ? ["RowSchema", "rowSchema"] : ["WriteSchema", "writeSchema"];
    this.#imports.type(type, runtimeZod);
    this.#imports.value(create, runtimeZod);
    this.#imports.type(record, this.#imports.beside(this.#table.fileName));
    const make = `/* @__PURE__ */ ${create}<${record}>`;
    return constObject(name, [comment], `${type}<${record}>`, make, this.#shape(shape));
  }

  /** The object of a shape's validators: of most tables, insert and update have the same. */
  #shape(shape: Shape): Doc {
    const known = this.#shapes.get(shape);
    if (known !== undefined) return known;
    const members = shapeOf(this.#table, shape);
    const object = objectLiteral(members.map((shaped) => property(shaped.member.name, this.#validator(shaped))));
    this.#shapes.set(shape, object);
    return object;
  }

  either(name: string, [one, oneSchema]: [string, string], [other, otherSchema]: [string, string]): Doc {
    this.#imports.type("EitherSchema", runtimeZod);
    this.#imports.value("eitherSchema", runtimeZod);
    const value = call("/* @__PURE__ */ eitherSchema", [oneSchema, otherSchema]);
    return constDeclaration(name, ["Validates an update."], genericType("EitherSchema", [one, other]), value);
  }

  #validator({ member, presence }: ShapedMember): string {
    const { partitionKey } = this.#table;
    const isKey = partitionKey.length === 1 && partitionKey[0] === member;
    if (isKey && hasEmptyValue(member.column.type)) return this.constants.useNotEmpty(member.value.codec);
    return this.constants.use(member.value.codec, presence);
  }
}

/** The database takes no empty value of these for a whole partition key. */
function hasEmptyValue(type: CqlType): boolean {
  return type.kind === "native" && ["ascii", "text", "varchar", "blob"].includes(type.name);
}

/** The barrel of a keyspace: everything from each of its modules. */
export function emitBarrel(keyspace: string, modules: readonly string[]): string {
  const lines = modules.map((path): Doc => [`export * from ${stringLiteral(path)};`, hardline]);
  return printDoc([
    banner(`the table definitions of \`${keyspace}\``),
    hardline,
    lines.length > 0 ? lines : ["export {};", hardline],
  ]);
}
