/**
 * Finds the rules that match a column or field, and what each of them decided.
 *
 * Runs the plan's own functions for this one column with a part of the rules, so that no decision is implemented twice.
 */
import type { ConfigPath } from "../../config/index.ts";
import { runtime } from "../../emit/runtime-entries.ts";
import { Scope } from "../../emit/scope.ts";
import { printCqlType } from "../../model/index.ts";
import type { CqlType, Keyspace } from "../../model/index.ts";
import { Overrides, nameUserTypes, planFields, planMembers, planValue } from "../../plan/index.ts";
import type {
  DecidedColumn,
  DecidedValue,
  FieldPlan,
  MemberContext,
  MemberPlan,
  NamedRule,
  PlanSettings,
  ValueRule,
} from "../../plan/index.ts";
import { printType } from "./planned-record.ts";
import type { Decision, Rule } from "./explanation.ts";
import type { PlannedMember } from "./planned-record.ts";
import type { Source } from "./sources.ts";

/** A rule without its place. */
export interface PlannedRule extends Pick<Rule, "rule" | "says" | "decides"> {
  /** Its path within the keyspace in the config; undefined for the default. */
  readonly path?: ConfigPath;
}

/** The decision of the name hook, as a rule weaker than the others of the config; none if it kept the names. */
export function rulesOfHook(names: Readonly<Record<string, object>> | undefined, key: string): readonly PlannedRule[] {
  const rule = names && Object.hasOwn(names, key) ? names[key] : undefined;
  if (!rule) return [];
  return [{ rule: "the name hook", says: sayNames(rule), decides: ["name"], path: ["name"] }];
}

/** `name Product, plural Products` */
export function sayNames(names: object): string {
  const given = Object.entries(names).filter(([, name]) => name !== undefined);
  return given.length === 0 ? "nothing" : given.map((words) => words.join(" ")).join(", ");
}

/** The matching rules, the strongest last; the default comes first. */
export function rulesOfMember(
  { keyspace, settings, hooked }: Pick<Source, "keyspace" | "settings" | "hooked">,
  member: PlannedMember,
): readonly PlannedRule[] {
  const { record, source, plan } = member;
  const ofHook = rulesOfHook(hooked?.columns, `${record.name}.${source.name}`);
  const columns = new Overrides(settings).rulesOf(record.name, source.name);
  const types = typesOfUse(keyspace, settings, source.type);
  const isId = holdsId(plan);
  const strongest = (fact: keyof DecidedColumn): NamedRule | undefined =>
    columns.find(({ rule }) => rule[fact] !== undefined);
  const decided: Readonly<Record<Decision, NamedRule | undefined>> = {
    name: strongest("name"),
    value: isId ? undefined : strongest("value"),
    id: "column" in plan ? strongest("idOf") : undefined,
  };
  // Without the stronger rules, so that the weaker ones decide.
  const open: Readonly<Record<Decision, boolean>> = {
    name: !decided.name && ofHook.length === 0,
    value: !isId && !decided.value,
    id: isId && !decided.id,
  };
  const isVerbatim = settings.naming === "verbatim";
  return [
    {
      rule: "default",
      says: defaultOf(keyspace, member),
      decides: decisions({ name: open.name && !isVerbatim, value: open.value && types.length === 0 }),
    },
    ...(isVerbatim ? [{ ...verbatim, decides: decisions({ name: open.name }) }] : []),
    ...(open.id ? [{ ...brandedIds, decides: decisions({ id: true }) }] : []),
    ...types.map(([cql, rule]): PlannedRule => ({
      rule: `types: ${JSON.stringify(cql)}`,
      says: sayValue(rule) + (cql === printCqlType(source.type) ? "" : ", of what it holds"),
      decides: decisions({ value: open.value }),
      path: ["types", cql],
    })),
    ...ofHook,
    ...[...columns].reverse().map((named): PlannedRule => ({
      rule: `columns: ${JSON.stringify(named.text)}`,
      says: sayColumn(named),
      decides: decisions({ name: decided.name === named, value: decided.value === named, id: decided.id === named }),
      path: ["columns", named.text],
    })),
  ];
}

const verbatim = { rule: 'naming: "verbatim"', says: "the name in the database", path: ["naming"] };
const brandedIds = {
  rule: "brandedIds: true",
  says: "a single key column has an ID type of its own",
  path: ["brandedIds"],
};

function decisions(decided: Readonly<Partial<Record<Decision, boolean>>>): readonly Decision[] {
  return (["name", "value", "id"] as const).filter((decision) => decided[decision]);
}

function holdsId({ value: { codec } }: MemberPlan | FieldPlan): boolean {
  return codec.kind === "ours" && codec.module === "ids";
}

/** The type rules that apply to a value of the type: those of the type itself, or of its parts. */
function typesOfUse(keyspace: Keyspace, settings: PlanSettings, type: CqlType): readonly [string, ValueRule][] {
  const overrides = new Overrides({ types: settings.types });
  planValue(type, contextOf(keyspace, overrides));
  const used = new Set(overrides.used("types"));
  return Object.entries(settings.types ?? {}).filter(([cql]) => used.has(cql));
}

/** The member as it would be without any rule: `price: string`. */
function defaultOf(keyspace: Keyspace, { record, source: { name } }: PlannedMember): string {
  const context = contextOf(keyspace, new Overrides({}));
  const members: readonly (MemberPlan | FieldPlan)[] =
    "columns" in record ? planMembers(record, "camel", context, new Map()) : planFields(record, "camel", context);
  const plan = members.find((member) => ("column" in member ? member.column : member.field).name === name);
  return plan ? `${plan.name}: ${printType(plan.value.type, plainScope())}` : "";
}

function contextOf(keyspace: Keyspace, overrides: Overrides): MemberContext {
  return { title: "", problems: [], overrides, userTypes: nameUserTypes(keyspace.userTypes, overrides) };
}

/** The scope of a module without name collisions. */
function plainScope(): Scope {
  return new Scope({ name: "", exports: () => [], runtime, importExtension: "" });
}

function sayColumn({ rule: { name, value, idOf } }: NamedRule): string {
  const parts = [
    name === undefined ? [] : [`name ${name}`],
    value === undefined ? [] : [`value ${sayValue(value)}`],
    idOf === undefined ? [] : [`id of ${idOf}`],
  ].flat();
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

function sayValue(value: DecidedValue): string {
  if (value === "unknown") return value;
  if ("oneOf" in value) return `one of ${value.oneOf.map((one) => JSON.stringify(one)).join(", ")}`;
  const by = value.codec === undefined ? "" : ` by the codec ${value.codec}`;
  return `${value.type}${by} of ${value.from}`;
}
