/** The module of a table's validators: one for a row, one for each write. The only kind of module that loads zod. */
import type { Shape, ShapedMember, TablePlan } from "../plan/index.ts";
import { exportsOf, shapeOf } from "../plan/index.ts";
import { banner } from "./banner.ts";
import { hardline, printDoc } from "./doc.ts";
import type { Doc } from "./doc.ts";
import { runtimeZod } from "./runtime-entries.ts";
import { settleModule } from "./scope.ts";
import type { Scope, SettledModule } from "./scope.ts";
import { call, constDeclaration, constObject, genericType, objectLiteral, property, stringLiteral } from "./syntax.ts";
import { ValidatorConstants } from "./validators.ts";

export function settleValidatorsModule(table: TablePlan, importExtension: string): SettledModule {
  const frame = {
    name: `${table.fileName}.zod`,
    source: `the table definition \`${table.title}\``,
    exports: exportsOf(table).validators,
    runtime: runtimeZod,
    importExtension,
  };
  return settleModule(frame, (scope) => {
    const emit = new ValidatorEmitter(table, scope);
    const declarations = [
      emit.record(table.names.rowSchema, table.names.row, "row", "Validates a row."),
      ...writes(table, emit),
    ];
    return [emit.constants.flush(), declarations.map((declaration) => [hardline, declaration])];
  });
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
  readonly #scope: Scope;
  readonly #shapes = new Map<Shape, Doc>();

  constructor(table: TablePlan, scope: Scope) {
    this.#table = table;
    this.#scope = scope;
    this.constants = new ValidatorConstants(scope);
  }

  /** `export const productsRowSchema: RowSchema<ProductsRow> = rowSchema<ProductsRow>({ … });` */
  record(name: string, record: string, shape: Shape, comment: string): Doc {
    const [typeName, makeName] = shape === "row" ? ["RowSchema", "rowSchema"] : ["WriteSchema", "writeSchema"];
    const type = this.#scope.type(typeName, runtimeZod);
    const of = this.#record(record);
    const make = `/* @__PURE__ */ ${this.#scope.value(makeName, runtimeZod)}<${of}>`;
    return constObject(name, [comment], `${type}<${of}>`, make, this.#shape(shape));
  }

  /** An interface of the table. */
  #record(name: string): string {
    return this.#scope.type(name, this.#scope.beside(this.#table.fileName));
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
    const records = [one, other].map((record) => this.#record(record));
    const type = genericType(this.#scope.type("EitherSchema", runtimeZod), records);
    const make = this.#scope.value("eitherSchema", runtimeZod);
    const value = call(`/* @__PURE__ */ ${make}`, [oneSchema, otherSchema]);
    return constDeclaration(name, ["Validates an update."], type, value);
  }

  #validator({ member, presence }: ShapedMember): string {
    return this.constants.use(member.value.codec, presence);
  }
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
