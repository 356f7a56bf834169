/**
 * Emits the module of a table's validators: one for the row and one for each write. Only modules of validators import
 * zod.
 */
import type { Argument, CodecPlan, MemberPlan, Presence, RecordPlan, TablePlan } from "../plan/index.ts";
import { exportsOf, recordsOf, upperFirst } from "../plan/index.ts";
import { oncePerValue } from "./members.ts";
import { emitModule } from "./module.ts";
import type { EmittedModule } from "./module.ts";
import { runtimeZod } from "./runtime-entries.ts";
import { stemsOf } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { call, constDeclaration, constObject, genericType, localConstant, objectOf, property } from "./syntax.ts";
import { Constants, literal } from "./values.ts";

export function emitValidatorsModule(table: TablePlan, importExtension: string): EmittedModule {
  const frame = {
    name: `${table.fileName}.zod`,
    source: `the table definition \`${table.title}\``,
    exports: () => exportsOf(table).validators,
    stems: stemsOf(table.names),
    runtime: runtimeZod,
    importExtension,
  };
  return emitModule(frame, (scope) => {
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
  const imported = (name: string): string => scope.ownType(name, bindings);
  switch (record.kind) {
    case "values": {
      const { role, schema, members } = record;
      if (role === "key" || schema === undefined) return "";
      const [typeName, makeName] = role === "row" ? ["RowSchema", "rowSchema"] : ["WriteSchema", "writeSchema"];
      const type = scope.type(typeName, runtimeZod);
      const of = imported(record.name);
      const make = `/* @__PURE__ */ ${scope.value(makeName, runtimeZod)}<${of}>`;
      const object = objectOf(members, ({ member, presence }) =>
        property(member.name, constants.use(member, presence)),
      );
      return `\n${constObject(schema, [comments[role]], `${type}<${of}>`, make, object)}`;
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

/** The name of a value's validator, by presence: `text`, `nullableText`, `optionalText`, `absent`. */
function validatorName(presence: Presence, value: string): string {
  if (presence === "value") return value;
  return presence === "absent" ? presence : presence + upperFirst(value);
}

/** A column or a field. */
type Valued = Pick<MemberPlan, "value">;

/** A validator that the runtime exports. */
const readyValidator = oncePerValue(({ value }: Valued, presence: Presence, scope) =>
  scope.value(validatorName(presence, value.codec.name), runtimeZod),
);

/**
 * The names of the validators that a module uses. The runtime exports those of native types; the others become
 * constants of the module, one for each.
 */
export class ValidatorConstants extends Constants {
  use(member: Valued, presence: Presence): string {
    const { codec } = member.value;
    const isReady = codec.kind === "native" && presence !== "notEmpty";
    if (isReady || presence === "absent") return readyValidator(member, presence, this.scope);
    const name = validatorName(presence, codec.name);
    const value = this.#value(codec);
    if (presence === "value") return value;
    // Only the user's codec knows whether one of its values is empty.
    const byCodec = presence === "notEmpty" && codec.kind === "own";
    const own = byCodec ? [this.scope.value(codec.name, this.scope.path(codec.module))] : [];
    const by =
      presence === "changeable" ? `changeable${codec.kind === "made" ? upperFirst(codec.by) : "Fields"}` : presence;
    return this.#make(name, codec, by, [value, ...own]);
  }

  #value(codec: CodecPlan): string {
    switch (codec.kind) {
      case "native":
        return this.scope.value(codec.name, runtimeZod);
      case "ours":
        return this.scope.value(codec.validator, this.scope.path(codec.module, ".zod"));
      case "own": {
        const own = this.scope.value(codec.name, this.scope.path(codec.module));
        return this.#make(`${codec.name}Value`, codec, "validatorOf", [own]);
      }
      case "typed": {
        const type = this.scope.type(codec.type.name, this.scope.path(codec.type.module));
        return this.#make(`${codec.name}Value`, codec, "branded", [this.#value(codec.base)], `<${type}>`);
      }
      case "made": {
        const [whole] = codec.args;
        // Frozen and unfrozen collections have the same values.
        if (codec.by === "frozen" && whole && whole.kind !== "literal") return this.#value(whole);
        if (codec.by === "custom") return this.scope.value("custom", runtimeZod);
        const args = codec.args.map((arg) => this.#argument(arg));
        return this.#make(codec.name, codec, codec.by, args);
      }
    }
  }

  #argument(arg: Argument): string {
    return arg.kind === "literal" ? literal(arg.text) : this.#value(arg);
  }

  /** Adds a constant: the validator of a codec, created by a function of the runtime. */
  #make(wish: string, codec: CodecPlan, by: string, args: readonly string[], typeArguments = ""): string {
    return this.add(wish, `${by} ${JSON.stringify(codec)}`, (name) =>
      localConstant(name, this.scope.value(by, runtimeZod) + typeArguments, args),
    );
  }
}
