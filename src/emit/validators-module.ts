/**
 * Emits the module of a table's validators: one for the row and one for each write. Only modules of validators import
 * zod.
 */
import type { RecordPlan, TablePlan } from "../plan/index.ts";
import { exportsOf, recordsOf } from "../plan/index.ts";
import { banner } from "./banner.ts";
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
    const constants = new ValidatorConstants(scope);
    const bindings = scope.beside(table.fileName);
    let declarations = "";
    for (const record of recordsOf(table)) declarations += declare(record, bindings, constants, scope);
    return constants.flush() + declarations;
  });
}

const comments: Readonly<Record<ValidatedRole, string>> = {
  row: "Validates a row.",
  insert: "Validates an insert.",
  update: "Validates an update.",
  rowUpdate: "Validates an update of a row.",
  staticUpdate: "Validates an update of the static columns.",
  increment: "Validates an increment of the counters.",
};
type ValidatedRole = "row" | "insert" | "update" | "rowUpdate" | "staticUpdate" | "increment";

/**
 * Empty for a record without a validator.
 * @param bindings the module of the types
 */
function declare(record: RecordPlan, bindings: string, constants: ValidatorConstants, scope: Scope): string {
  const imported = (name: string): string => scope.type(name, bindings);
  switch (record.kind) {
    case "values": {
      const { role, schema, members } = record;
      if (role === "key" || schema === undefined) return "";
      const [typeName, makeName] = role === "row" ? ["RowSchema", "rowSchema"] : ["WriteSchema", "writeSchema"];
      const type = scope.type(typeName, runtimeZod);
      const of = imported(record.name);
      const make = `/* @__PURE__ */ ${scope.value(makeName, runtimeZod)}<${of}>`;
      const properties = members.map(({ member, presence }) =>
        property(member.name, constants.use(member.value.codec, presence)),
      );
      return `\n${constObject(schema, [comments[role]], `${type}<${of}>`, make, objectLiteral(properties))}`;
    }
    case "same":
      return `\n${constDeclaration(record.schema, [comments[record.role]], `typeof ${record.as.schema}`, record.as.schema)}`;
    case "either": {
      const [row, statics] = record.of;
      const type = genericType(
        scope.type("EitherSchema", runtimeZod),
        [row.kind === "same" ? row.as : row, statics].map(({ name }) => imported(name)),
      );
      const make = scope.value("eitherSchema", runtimeZod);
      const value = call(`/* @__PURE__ */ ${make}`, [row.schema, statics.schema]);
      return `\n${constDeclaration(record.schema, [comments.update], type, value)}`;
    }
    default:
      return "";
  }
}

/** The barrel of a keyspace: exports everything from each of its modules. */
export function emitBarrel(keyspace: string, modules: readonly string[]): string {
  const lines = modules.map((path) => `export * from ${stringLiteral(path)};\n`);
  return `${banner(`the table definitions of \`${keyspace}\``)}\n${lines.join("") || "export {};\n"}`;
}
