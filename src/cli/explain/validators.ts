import { printDoc } from "../../emit/doc.ts";
import type { Scope } from "../../emit/scope.ts";
import { ValidatorConstants } from "../../emit/validators.ts";
import { shapeOf } from "../../plan/index.ts";
import type {
  FieldPlan,
  MemberPlan,
  ShapedMember,
  Shape,
  TablePlan,
  UserTypePlan,
  ValuePlan,
} from "../../plan/index.ts";
import type { Validator } from "./explanation.ts";

/** The validators of a column, in those of its table's records. @param scope of the module that has them */
export function memberValidators(table: TablePlan, member: MemberPlan, scope: Scope): readonly Validator[] {
  return records(table).flatMap(([name, shape]) => {
    const shaped = shapeOf(table, shape).find((candidate) => candidate.member === member);
    return shaped ? [named(name, member.value, shaped.presence, scope)] : [];
  });
}

/** The validator of a field, in that of its user type. @param scope of the module that has it */
export function fieldValidators({ names }: UserTypePlan, { value }: FieldPlan, scope: Scope): readonly Validator[] {
  return [named(names.validator, value, "nullable", scope)];
}

function records({ names, counts, statics }: TablePlan): readonly [string, Shape][] {
  const row: [string, Shape] = [names.rowSchema, "row"];
  if (counts) return [row, [names.incrementSchema, "increment"]];
  if (statics.length === 0) return [row, [names.insertSchema, "write"], [names.updateSchema, "write"]];
  return [
    row,
    [names.insertSchema, "write"],
    [names.rowUpdateSchema, "write"],
    [names.staticUpdateSchema, "staticWrite"],
  ];
}

function named(name: string, { codec }: ValuePlan, presence: ShapedMember["presence"], scope: Scope): Validator {
  const constants = new ValidatorConstants(scope);
  const validator = constants.use(codec, presence);
  const made = readConstants(printDoc(constants.flush()));
  return { in: name, name: validator, ...(made.has(validator) && { madeAs: expand(validator, made) }) };
}

/** `const nullableMoney = /* @__PURE__ *\/ nullable(moneyValue);` as its name and what it is. */
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
