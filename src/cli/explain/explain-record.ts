import { nameTables, upperCamel } from "@colonnade/runtime/protocol";
import { apiOf, mutationVerbs, printTypeRef } from "../../api/index.ts";
import { printCqlType } from "../../model/index.ts";
import { exportsOf } from "../../plan/index.ts";
import type { ExportedNames, MemberPlan, TablePlan, TableRule } from "../../plan/index.ts";
import { renderPath } from "../terminal/messages.ts";
import { roleOf } from "./explain-member.ts";
import type { ExplainContext } from "./explain-member.ts";
import type { GeneratedFunction, RecordExplanation, RecordOutput } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";
import { definitionPlace, generatedPlace, placeRules } from "./places.ts";
import { findPlanned } from "./planned-record.ts";
import { rulesOfHook, sayNames } from "./rules.ts";
import type { PlannedRule } from "./rules.ts";
import type { Source } from "./sources.ts";

/**
 * Explains a table or user type.
 * @throws {ColonnadeError} the errors of planning an output
 */
export async function explainRecord(subject: Subject, context: ExplainContext): Promise<RecordExplanation> {
  const { name, record, sources, kind } = subject;
  const { description } = record;
  const outputs = await Promise.all(sources.map((source) => explainOutput(subject, source, context)));
  const isTable = kind === "table";
  return {
    kind,
    name,
    ...(description !== undefined && { description }),
    definition: definitionPlace(subject, context.cwd),
    partitionKey: isTable ? record.partitionKey : [],
    clusteringKey: isTable ? record.clusteringKey.map(({ name: column, order }) => ({ column, order })) : [],
    defaultTimeToLive: isTable ? record.defaultTimeToLive : 0,
    indexes: isTable
      ? record.indexes.map(({ column, kind, using, options }) => ({
          ...{ column, kind },
          ...(using && { using }),
          ...(options && { options }),
        }))
      : [],
    graphql: graphqlOf(subject),
    outputs: outputs.filter((output) => output !== undefined),
  };
}

function graphqlOf({ kind, record, sources: [{ keyspace }] }: Subject): RecordExplanation["graphql"] {
  if (kind === "user type") {
    const type = apiOf(keyspace).values.output({ kind: "user", type: record, frozen: false });
    return { type: printTypeRef(type), mutations: [] };
  }
  const names = apiOf(keyspace).names.get(record.name);
  const type = names?.type ?? upperCamel(record.name);
  const isView = "viewOf" in record && record.viewOf !== undefined;
  const mutations = isView ? [] : mutationVerbs.map((verb) => `${verb}${type}`);
  return { type, ...(names && { query: names.query }), mutations };
}

/** Undefined if the output leaves the table out. */
async function explainOutput(
  subject: Subject,
  source: Source,
  { cwd, places }: ExplainContext,
): Promise<RecordOutput | undefined> {
  const planned = findPlanned(source.plan(), subject);
  if (!planned) return undefined;
  const { kind, record } = subject;
  return {
    output: renderPath(source.target.output, cwd),
    interface: planned.interface,
    members: planned.members.map(({ source: { name, type }, plan, declarations }) => ({
      name,
      cql: printCqlType(type),
      role: kind === "table" ? roleOf(record, name) : "field of a user type",
      member: plan.name,
      type: declarations()[0]?.type ?? "",
    })),
    functions: planned.table ? functionsOf(planned.table) : [],
    rules: await placeRules(rulesOfRecord(subject, source), source, places),
    generated: generatedPlace(source, cwd, planned.path, planned.interface),
  };
}

/** The names of a table or user type in the names of types, functions and validators. */
function rulesOfRecord({ kind, record }: Subject, { keyspace, settings, hooked }: Source): readonly PlannedRule[] {
  const isTable = kind === "table";
  const says = isTable
    ? (nameTables(keyspace.tables.map(({ name }) => name)).get(record.name)?.type ?? "")
    : upperCamel(record.name);
  const ruleKind = isTable ? "tables" : "userTypes";
  const rules = settings[ruleKind] ?? {};
  const rule: TableRule | undefined = Object.hasOwn(rules, record.name) ? rules[record.name] : undefined;
  const ofHook = rulesOfHook(hooked?.[ruleKind], record.name);
  const isNamed = [rule, hooked?.[ruleKind][record.name]].some((names) => names?.name !== undefined);
  const byDefault: PlannedRule = { rule: "default", says, decides: isNamed ? [] : ["name"] };
  if (!rule) return [byDefault, ...ofHook];
  const { name, row, plural } = rule;
  const names = { name, row, plural };
  return [
    byDefault,
    ...ofHook,
    {
      rule: `${ruleKind}: ${JSON.stringify(record.name)}`,
      says: sayNames(names),
      decides: Object.values(names).some((given) => given !== undefined) ? ["name"] : [],
      path: [ruleKind, record.name],
    },
  ];
}

interface Needs {
  readonly role: Extract<keyof ExportedNames, `${string}Function`>;
  readonly needs: (table: TablePlan) => readonly MemberPlan[];
  readonly may?: (table: TablePlan) => readonly MemberPlan[];
  readonly note?: (table: TablePlan) => string | undefined;
}

const wholeKey = ({ partitionKey, clusteringKey }: TablePlan): readonly MemberPlan[] => [
  ...partitionKey,
  ...clusteringKey,
];
const partition = ({ partitionKey }: TablePlan): readonly MemberPlan[] => partitionKey;
const statics = (text: string) => (table: TablePlan) => (table.statics.length > 0 ? text : undefined);

/**
 * What each function of a table requires, in the order in which they are generated; finders by indexes come after
 * `find`.
 */
const functions: readonly Needs[] = [
  { role: "getFunction", needs: wholeKey },
  { role: "getStaticFunction", needs: partition },
  { role: "findFunction", needs: partition, may: ({ clusteringKey }) => clusteringKey },
  { role: "scanFunction", needs: () => [], note: () => "reads every row" },
  { role: "incrementFunction", needs: wholeKey, note: () => "and at least one counter" },
  { role: "insertFunction", needs: wholeKey },
  {
    role: "updateFunction",
    needs: wholeKey,
    note: statics("or only the partition key, with static columns"),
  },
  { role: "deleteFunction", needs: wholeKey },
];

/** The functions of a table, each with the members that a call requires. */
export function functionsOf(table: TablePlan): readonly GeneratedFunction[] {
  const exported = new Set(exportsOf(table).bindings);
  return functions.flatMap(({ role, needs, may, note }) => {
    const name = table.names[role];
    if (!exported.has(name)) return [];
    const said = note?.(table);
    const found: GeneratedFunction = {
      name,
      needs: needs(table).map((member) => member.name),
      may: (may?.(table) ?? []).map((member) => member.name),
      ...(said !== undefined && { note: said }),
    };
    return role === "findFunction" ? [found, ...findersOf(table)] : [found];
  });
}

function findersOf({ indexes }: TablePlan): readonly GeneratedFunction[] {
  return indexes.map(({ functionName, member }) => ({ name: functionName, needs: [member.name], may: [] }));
}
