import { flatText } from "../../emit/doc.ts";
import { declaredMembers, declaredValue } from "../../emit/members.ts";
import type { Scope } from "../../emit/scope.ts";
import type { MemberSignature } from "../../emit/syntax.ts";
import { emitTableModule } from "../../emit/table-module.ts";
import { emitUserTypesModule, emitUserTypeValidators } from "../../emit/user-types-module.ts";
import { ValidatorConstants, emitValidatorsModule } from "../../emit/validators.ts";
import { typeDoc } from "../../emit/values.ts";
import type { Column, Field, Table, UserType } from "../../model/index.ts";
import { recordsOf } from "../../plan/index.ts";
import type {
  FieldPlan,
  MemberPlan,
  Plan,
  Presence,
  TablePlan,
  TypeExpression,
  UserTypePlan,
  ValuePlan,
} from "../../plan/index.ts";
import type { Declaration, Validator } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";

/** A table or user type as it is generated. */
export interface PlannedRecord {
  /** The type of its rows or values: `ProductsRow`, `Address`. */
  readonly interface: string;
  /** Path of the module that declares it, within the output folder. */
  readonly path: string;
  readonly members: readonly PlannedMember[];
  /** Undefined for a user type. */
  readonly table: TablePlan | undefined;
}

export interface PlannedMember {
  readonly record: Table | UserType;
  readonly source: Column | Field;
  readonly plan: MemberPlan | FieldPlan;
  readonly declarations: () => readonly Declaration[];
  readonly validators: () => readonly Validator[];
}

/** Finds the explained record in an output; undefined if the output leaves the table out. */
export function findPlanned(plan: Plan, { kind, record }: Pick<Subject, "kind" | "record">): PlannedRecord | undefined {
  const { tables, userTypes, importExtension } = plan;
  if (kind === "table") {
    const table = tables.find((candidate) => candidate.table.name === record.name)?.whole();
    if (!table) return undefined;
    const declared = declarationsOf(table, emitTableModule(table, importExtension).scope);
    const { scope } = emitValidatorsModule(table, importExtension);
    const members = table.members.map((member): PlannedMember => ({
      record,
      source: member.column,
      plan: member,
      declarations: () => declared(member),
      validators: () => memberValidators(table, member, scope),
    }));
    return { interface: table.names.row, path: `${table.fileName}.ts`, members, table };
  }
  const userType = userTypes.find(({ type }) => type.name === record.name);
  if (!userType) return undefined;
  const declared = fieldDeclarationsOf(userType, emitUserTypesModule(plan).scope);
  const { scope } = emitUserTypeValidators(plan);
  const members = userType.fields.map((field): PlannedMember => ({
    record,
    source: field.field,
    plan: field,
    declarations: () => declared(field),
    validators: () => fieldValidators(userType, field, scope),
  }));
  return { interface: userType.names.type, path: "user-types.ts", members, table: undefined };
}

/**
 * Finds the declarations of each column of a table, in the order of its module: that of the row first. Identical
 * declarations of several prefixes of the clustering key count once.
 * @param scope of the table's module
 */
function declarationsOf(table: TablePlan, scope: Scope): (member: MemberPlan) => readonly Declaration[] {
  const printed = recordsOf(table).map((record) =>
    declaredMembers(record.kind === "same" ? record.as : record, scope).map((members) =>
      printAll(record.name, members),
    ),
  );
  return ({ name }) =>
    printed.flatMap((types) => {
      const found = types.flatMap((members) => members.get(name) ?? []);
      return found.filter(({ type }, index) => found.findIndex((other) => other.type === type) === index);
    });
}

/** Finds the only declaration of each field. @param scope of the module of user types */
function fieldDeclarationsOf(
  { names, fields }: UserTypePlan,
  scope: Scope,
): (field: FieldPlan) => readonly Declaration[] {
  const declared = printAll(
    names.type,
    fields.map(({ name, value }) => ({ name, ...declaredValue("nullable", value.type, scope) })),
  );
  return ({ name }) => [declared.get(name) ?? []].flat();
}

/** The members of an interface, by their names. */
function printAll(name: string, signatures: readonly MemberSignature[]): ReadonlyMap<string, Declaration> {
  return new Map(
    signatures.map(({ name: member, optional = false, type }) => [
      member,
      { in: name, optional, type: flatText(type, Infinity) ?? "" },
    ]),
  );
}

/** Prints a type on one line. */
export function printType(type: TypeExpression, scope: Scope): string {
  return flatText(typeDoc(type, scope), Infinity) ?? "";
}

/** The validators of a column in its table's records. @param scope of the module that has them */
function memberValidators(table: TablePlan, member: MemberPlan, scope: Scope): readonly Validator[] {
  return recordsOf(table).flatMap((record) => {
    const whole = record.kind === "same" ? record.as : record;
    if (whole.kind !== "values" || !("schema" in record) || record.schema === undefined) return [];
    const { schema } = record;
    const found = whole.members.filter((candidate) => candidate.member === member);
    return found.map(({ presence }) => named(schema, member.value, presence, scope));
  });
}

/** The validator of a field in its user type. @param scope of the module that has it */
function fieldValidators({ names }: UserTypePlan, { value }: FieldPlan, scope: Scope): readonly Validator[] {
  return [named(names.validator, value, "nullable", scope)];
}

function named(name: string, value: ValuePlan, presence: Presence, scope: Scope): Validator {
  const constants = new ValidatorConstants(scope);
  const validator = constants.use({ value }, presence);
  const expressions = readConstants(constants.flush());
  return { in: name, name: validator, ...(expressions.has(validator) && { madeAs: expand(validator, expressions) }) };
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
