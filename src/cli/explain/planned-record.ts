import { settleTableModule } from "../../emit/table-module.ts";
import { settleUserTypeValidators, settleUserTypesModule } from "../../emit/user-types-module.ts";
import { settleValidatorsModule } from "../../emit/validators-module.ts";
import type { Column, Field, Table, UserType } from "../../model/index.ts";
import type { FieldPlan, MemberPlan, Plan, TablePlan } from "../../plan/index.ts";
import { declarationsOf, fieldDeclarationsOf } from "./declarations.ts";
import type { Declaration, Validator } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";
import { fieldValidators, memberValidators } from "./validators.ts";

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
export function findPlanned(
  { keyspace, tables, userTypes, importExtension }: Plan,
  { kind, record }: Pick<Subject, "kind" | "record">,
): PlannedRecord | undefined {
  if (kind === "table") {
    const table = tables.find((candidate) => candidate.table.name === record.name);
    if (!table) return undefined;
    const declared = declarationsOf(table, settleTableModule(table, importExtension).scope);
    const { scope } = settleValidatorsModule(table, importExtension);
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
  const declared = fieldDeclarationsOf(userType, settleUserTypesModule(keyspace, userTypes, importExtension).scope);
  const { scope } = settleUserTypeValidators(keyspace, userTypes, importExtension);
  const members = userType.fields.map((field): PlannedMember => ({
    record,
    source: field.field,
    plan: field,
    declarations: () => declared(field),
    validators: () => fieldValidators(userType, field, scope),
  }));
  return { interface: userType.names.type, path: "user-types.ts", members, table: undefined };
}
