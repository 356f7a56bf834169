import { nameTables, upperCamel } from "@colonnade/runtime/protocol";
import { apiOf, mutationVerbs, printTypeRef } from "../../api/index.ts";
import { printCqlType } from "../../model/index.ts";
import {
  canChangeParts,
  changeOf,
  functionRoles,
  isTogether,
  isWithin,
  nearestName,
  reasonToLack,
  recordsOf,
  rolesOf,
} from "../../plan/index.ts";
import type { FunctionRole, MemberPlan, TablePlan, TableRule } from "../../plan/index.ts";
import { renderPath } from "../terminal/talk.ts";
import { roleOf } from "./explain-member.ts";
import type { ExplainContext } from "./explain-member.ts";
import type { GeneratedFunction, MissingFunction, RecordExplanation, RecordOutput } from "./explanation.ts";
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
    missing: planned.table ? missingOf(planned.table) : [],
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

type Members = (table: TablePlan) => readonly MemberPlan[];

/** The members that a function requires and accepts. */
interface Needs {
  readonly needs: Members;
  readonly may?: Members;
  readonly note?: (table: TablePlan) => string | undefined;
}

const wholeKey: Members = ({ partitionKey, clusteringKey }) => [...partitionKey, ...clusteringKey];
const partition: Members = ({ partitionKey }) => partitionKey;
const clustering: Members = ({ clusteringKey }) => clusteringKey;
const nothing: Members = () => [];
const readsAll = (): string => "reads every row";

const needsOf: Readonly<Record<FunctionRole, Needs>> = {
  getFunction: { needs: wholeKey },
  getStaticFunction: { needs: partition },
  findFunction: { needs: partition, may: clustering },
  scanFunction: { needs: nothing, note: readsAll },
  partitionsFunction: { needs: nothing, note: () => "reads every partition's key" },
  countFunction: { needs: partition, may: clustering, note: () => "reads the rows that it counts" },
  countAllFunction: { needs: nothing, note: readsAll },
  incrementFunction: { needs: wholeKey, note: () => "and at least one counter" },
  insertFunction: { needs: wholeKey },
  updateFunction: { needs: wholeKey, note: noteOfUpdate },
  deleteFunction: { needs: wholeKey },
  deleteWhereFunction: { needs: partition, may: clustering },
};

function noteOfUpdate(table: TablePlan): string | undefined {
  const { statics, members } = table;
  const notes = [
    ...(statics.length > 0 ? ["or only the partition key, with static columns"] : []),
    ...(canChangeParts(table) ? [`changes parts of ${namesOf(members.filter(changeOf)).join(", ")}`] : []),
  ];
  return notes.length === 0 ? undefined : notes.join("; ");
}

const namesOf = (members: readonly MemberPlan[]): string[] => members.map(({ name }) => name);

/** The functions of a table in the order of their declarations, each with the members that a call requires. */
export function functionsOf(table: TablePlan): readonly GeneratedFunction[] {
  return rolesOf(table).flatMap((role) => {
    const { needs, may = nothing, note } = needsOf[role];
    const text = note?.(table);
    const found: GeneratedFunction = {
      name: table.names[role],
      needs: namesOf(needs(table)),
      may: namesOf(may(table)),
      ...(text !== undefined && { note: text }),
    };
    return role === "findFunction" ? [found, ...findersOf(table), ...searchesOf(table)] : [found];
  });
}

function findersOf(table: TablePlan): readonly GeneratedFunction[] {
  return table.indexes.map((index) => {
    const { functionName, member } = index;
    const others = isTogether(table, index) ? othersOf(table, member) : [];
    const isClustering = member.column.kind === "clustering";
    return {
      name: functionName,
      needs: [member.name],
      may: isWithin(table, index) ? namesOf(wholeKey(table)) : isClustering ? namesOf(partition(table)) : [],
      ...(others.length > 0 && { note: `also by ${others.join(", ")}` }),
    };
  });
}

function searchesOf(table: TablePlan): readonly GeneratedFunction[] {
  return table.neighbors.map(({ functionName, member }) => {
    const others = othersOf(table, member);
    const also = others.length > 0 ? `; also by ${others.join(", ")}` : "";
    const may = table.clusteringKey.length > 0 ? namesOf(wholeKey(table)) : [];
    return { name: functionName, needs: [], may, note: `a vector and a limit${also}` };
  });
}

/** The columns by which a finder can restrict its rows besides its own and those of the key. */
function othersOf(table: TablePlan, own: MemberPlan): readonly string[] {
  const members = recordsOf(table).flatMap((record) => (record.role === "indexed" ? record.members : []));
  return namesOf(members.map(({ member }) => member).filter((member) => member !== own));
}

/** The functions that a table does not have, each with the reason. */
function missingOf(table: TablePlan): readonly MissingFunction[] {
  const { names, indexes, neighbors } = table;
  const missing = functionRoles.flatMap((role): MissingFunction[] => {
    const reason = reasonToLack(table, role);
    return reason === undefined ? [] : [{ name: names[role], reason }];
  });
  return [
    ...missing,
    ...(indexes.length > 0 ? [] : [{ name: `${names.findFunction}With…`, reason: "no column has an index" }]),
    ...(neighbors.length > 0
      ? []
      : [{ name: nearestName(names, "…"), reason: 'no column of vectors has an index with "using": "sai"' }]),
    ...(table.counts || canChangeParts(table)
      ? []
      : [
          {
            name: `changes in ${names.updateFunction}`,
            reason: "every collection and user type is frozen, or there is none",
          },
        ]),
  ];
}
