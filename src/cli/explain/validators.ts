import type { Scope } from "../../emit/scope.ts";
import { ValidatorConstants } from "../../emit/validators.ts";
import { recordsOf } from "../../plan/index.ts";
import type { FieldPlan, MemberPlan, Presence, TablePlan, UserTypePlan, ValuePlan } from "../../plan/index.ts";
import type { Validator } from "./explanation.ts";

/** The validators of a column in its table's records. @param scope of the module that has them */
export function memberValidators(table: TablePlan, member: MemberPlan, scope: Scope): readonly Validator[] {
  return recordsOf(table).flatMap((record) => {
    const whole = record.kind === "same" ? record.as : record;
    if (whole.kind !== "values" || !("schema" in record) || record.schema === undefined) return [];
    const { schema } = record;
    const found = whole.members.filter((candidate) => candidate.member === member);
    return found.map(({ presence }) => named(schema, member.value, presence, scope));
  });
}

/** The validator of a field in its user type. @param scope of the module that has it */
export function fieldValidators({ names }: UserTypePlan, { value }: FieldPlan, scope: Scope): readonly Validator[] {
  return [named(names.validator, value, "nullable", scope)];
}

function named(name: string, { codec }: ValuePlan, presence: Presence, scope: Scope): Validator {
  const constants = new ValidatorConstants(scope);
  const validator = constants.use(codec, presence);
  const made = readConstants(constants.flush());
  return { in: name, name: validator, ...(made.has(validator) && { madeAs: expand(validator, made) }) };
}

/** `const nullableMoney = /* @__PURE__ *\/ nullable(moneyValue);` as its name and expression. */
function readConstants(text: string): ReadonlyMap<string, string> {
  const constants = text.matchAll(/^const (\S+) =\s+\/\* @__PURE__ \*\/ ([^;]*);$/gm);
  return new Map(Array.from(constants, ([, name = "", value = ""]) => [name, value.replace(/\s+/g, " ")]));
}

/** `nullableMoney` as `nullable(validatorOf(money))`. */
function expand(name: string, constants: ReadonlyMap<string, string>): string {
  const value = constants.get(name);
  if (value === undefined) return name;
  const args = value.replace(/\( /g, "(").replace(/,? \)/g, ")");
  return args.replace(/[\p{ID_Start}_$][\p{ID_Continue}$]*(?![\p{ID_Continue}$(])/gu, (part) =>
    expand(part, constants),
  );
}
