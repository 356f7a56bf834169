/** The module of a table's validators: one for a row, one for each write. The only kind of module that loads zod. */
import type { Shape, ShapedMember, TablePlan } from "../plan/index.ts";
import { shapeOf } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { hardline, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import {
  call,
  callWithObject,
  constDeclaration,
  genericType,
  importDeclaration,
  objectLiteral,
  property,
  stringLiteral,
} from "./syntax.ts";

const runtimeZod = "@colonnade/runtime/zod";

/** The validator's name of a codec, per presence: `text`, `nullableText`, `optionalText`. */
const validatorNames: Readonly<Record<ShapedMember["presence"], (codec: string) => string>> = {
  value: (codec) => codec,
  nullable: (codec) => `nullable${capital(codec)}`,
  optional: (codec) => `optional${capital(codec)}`,
  amount: (codec) => `amount${capital(codec)}`,
  absent: () => "absent",
};

export function emitValidatorsModule(table: TablePlan, importExtension: string): string {
  const emit = new ValidatorEmitter(table);
  const declarations = [
    emit.record(table.names.rowSchema, table.names.row, "row", "Validates a row."),
    ...writes(table, emit),
  ];
  const head: Doc = [
    banner(`the table definition \`${table.title}\``),
    importDeclaration("type", emit.types, runtimeZod),
    importDeclaration("value", emit.values, runtimeZod),
    importDeclaration("type", emit.records, `./${table.fileName}${importExtension}`),
  ];
  return printDoc([head, declarations.map((declaration) => [hardline, declaration])]);
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
  readonly types = new Set<string>();
  readonly values = new Set<string>();
  /** Interfaces of the table's module. */
  readonly records = new Set<string>();
  readonly #table: TablePlan;

  constructor(table: TablePlan) {
    this.#table = table;
  }

  /** `export const productsRowSchema: RowSchema<ProductsRow> = rowSchema<ProductsRow>({ … });` */
  record(name: string, record: string, shape: Shape, comment: string): Doc {
    const [type, create] = shape === "row" ? ["RowSchema", "rowSchema"] : ["WriteSchema", "writeSchema"];
    this.types.add(type);
    this.values.add(create);
    this.records.add(record);
    const members = shapeOf(this.#table, shape);
    const properties = members.map((shaped) => property(shaped.member.name, this.#validator(shaped)));
    const value = callWithObject(`/* @__PURE__ */ ${create}<${record}>`, objectLiteral(properties));
    return constDeclaration(name, [comment], genericType(type, [record]), value);
  }

  either(name: string, [one, oneSchema]: [string, string], [other, otherSchema]: [string, string]): Doc {
    this.types.add("EitherSchema");
    this.values.add("eitherSchema");
    const value = call("/* @__PURE__ */ eitherSchema", [oneSchema, otherSchema]);
    return constDeclaration(name, ["Validates an update."], genericType("EitherSchema", [one, other]), value);
  }

  #validator({ member, presence }: ShapedMember): string {
    const name = validatorNames[presence](member.codec);
    this.values.add(name);
    return name;
  }
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
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
