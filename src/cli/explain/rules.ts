/**
 * Which rules speak of a column or field, and what each of them decided.
 *
 * The plan's own parts are asked again, for this one column and with some of the rules, so that nothing is decided twice.
 */
import type { ConfigPath } from "../../config/index.ts";
import { printCqlType } from "../../model/index.ts";
import type { CqlType, Keyspace } from "../../model/index.ts";
import { LocalNames } from "../../plan/local-names.ts";
import { Overrides, nameUserTypes, planFields, planMembers, planValue } from "../../plan/index.ts";
import type { FieldPlan, MemberPlan, NamedRule, PlanSettings, ValueContext, ValueRule } from "../../plan/index.ts";
import { printType } from "./declarations.ts";
import type { Decision, Rule } from "./explanation.ts";
import type { PlannedMember } from "./planned-record.ts";

/** A rule before it has its place. */
export interface PlannedRule extends Pick<Rule, "rule" | "says" | "decides"> {
  /** Within the keyspace in the config; undefined for the default. */
  readonly path?: ConfigPath;
}

/** The rules that fit, the strongest last; the default comes first. */
export function rulesOfMember(
  keyspace: Keyspace,
  settings: PlanSettings,
  member: PlannedMember,
): readonly PlannedRule[] {
  const { record, plan } = member;
  const { name, type } = member.source;
  const columns = new Overrides(settings).rulesOf(record.name, name);
  const types = typesOfUse(keyspace, settings, type);
  const verbatim = settings.naming === "verbatim";
  const deciding = {
    name: columns.find(({ rule }) => rule.name !== undefined),
    value: columns.find(({ rule }) => rule.value !== undefined),
    id: "column" in plan ? columns.find(({ rule }) => rule.idOf !== undefined) : undefined,
  };
  const isId = holdsId(plan);
  const byType = !isId && !deciding.value;
  const decided: Readonly<Record<Decision, NamedRule | undefined>> = {
    ...deciding,
    value: isId ? undefined : deciding.value,
  };
  const decisionsOf = (rule: NamedRule): readonly Decision[] =>
    decisions.filter((decision) => decided[decision] === rule);
  const isNamed = deciding.name !== undefined;
  const rules: PlannedRule[] = [
    {
      rule: "default",
      says: defaultOf(keyspace, member),
      decides: [
        ...(isNamed || verbatim ? [] : ["name" as const]),
        ...(byType && types.length === 0 ? ["value" as const] : []),
      ],
    },
  ];
  if (verbatim) {
    const says = "as the database calls the column";
    rules.push({ rule: 'naming: "verbatim"', says, decides: isNamed ? [] : ["name"], path: ["naming"] });
  }
  if (isId && !decided.id) {
    const says = "the only key column of a table has a type of its own";
    rules.push({ rule: "brandedIds: true", says, decides: ["id"], path: ["brandedIds"] });
  }
  for (const [cql, rule] of types) {
    const whole = cql === printCqlType(type);
    const says = whole ? sayValue(rule) : `${sayValue(rule)}, of what it holds`;
    rules.push({ rule: `types: ${JSON.stringify(cql)}`, says, decides: byType ? ["value"] : [], path: ["types", cql] });
  }
  for (const named of [...columns].reverse()) {
    const rule = `columns: ${JSON.stringify(named.text)}`;
    rules.push({ rule, says: sayColumn(named), decides: decisionsOf(named), path: ["columns", named.text] });
  }
  return rules;
}

const decisions: readonly Decision[] = ["name", "value", "id"];

function holdsId({ value: { codec } }: MemberPlan | FieldPlan): boolean {
  return codec.kind === "ours" && codec.module === "ids";
}

/** The rules for types that a value of the type would ask for: for the type itself, or for what it is made of. */
function typesOfUse(keyspace: Keyspace, settings: PlanSettings, type: CqlType): readonly [string, ValueRule][] {
  const overrides = new Overrides({ types: settings.types });
  planValue(type, contextOf(keyspace, overrides));
  const used = new Set(overrides.used("types"));
  return Object.entries(settings.types ?? {}).filter(([cql]) => used.has(cql));
}

/** What the member would be without any rule: `price: string`. */
function defaultOf(keyspace: Keyspace, { record, source: { name } }: PlannedMember): string {
  const context = contextOf(keyspace, new Overrides({}));
  const members: readonly (MemberPlan | FieldPlan)[] =
    "columns" in record ? planMembers(record, "camel", context, new Map()) : planFields(record, "camel", context);
  const plan = members.find((member) => ("column" in member ? member.column : member.field).name === name);
  return plan ? `${plan.name}: ${printType(plan.value.type)}` : "";
}

function contextOf(keyspace: Keyspace, overrides: Overrides): ValueContext {
  return { overrides, userTypes: nameUserTypes(keyspace.userTypes), names: new LocalNames(() => []) };
}

function sayColumn({ rule: { name, value, idOf } }: NamedRule): string {
  const said = [
    name === undefined ? [] : [`name ${name}`],
    value === undefined ? [] : [`value ${sayValue(value)}`],
    idOf === undefined ? [] : [`id of ${idOf}`],
  ].flat();
  return said.length === 0 ? "nothing" : said.join(", ");
}

function sayValue(value: ValueRule): string {
  return value === "unknown" ? "unknown" : `${value.type} by the codec ${value.codec} of ${value.from}`;
}
