import { nameColumns } from "@colonnade/runtime/protocol";
import { apiOf, printTypeRef } from "../../api/index.ts";
import { printCqlType } from "../../model/index.ts";
import type { Column, CqlType, Field, Keyspace, NativeType, Table } from "../../model/index.ts";
import { printJsonValue } from "../../service/json-value.ts";
import { codecOf } from "../../store/index.ts";
import type { Value } from "../../store/index.ts";
import type { RulePlaces } from "../targets/rule-places.ts";
import { renderPath } from "../terminal/talk.ts";
import type { GraphQLNames, MemberExplanation, MemberOutput } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";
import { definitionPlace, generatedPlace, placeRules } from "./places.ts";
import { findPlanned } from "./planned-record.ts";
import { rulesOfMember } from "./rules.ts";
import type { Source } from "./sources.ts";

/** The circumstances of an explanation, besides its subject. */
export interface ExplainContext {
  /** Absolute. */
  readonly cwd: string;
  readonly places: RulePlaces;
}

/**
 * Explains a column or field.
 * @throws {ColonnadeError} the errors of planning an output
 */
export async function explainMember(
  subject: Subject,
  member: Column | Field,
  context: ExplainContext,
): Promise<MemberExplanation> {
  const { record, sources, name, kind } = subject;
  const { description, type } = member;
  const outputs = await Promise.all(sources.map((source) => explainOutput(subject, member, source, context)));
  return {
    kind: kind === "table" ? "column" : "field",
    name,
    ...(description !== undefined && { description }),
    definition: definitionPlace(subject, context.cwd, member.name),
    cql: printCqlType(type),
    role: kind === "table" ? roleOf(record, member.name) : "field of a user type",
    graphql: graphqlNames(sources[0].keyspace, "columns" in record ? record.columns : record.fields, member),
    outputs: outputs.filter((output) => output !== undefined),
  };
}

/** "partition key", "clustering key, 1 of 2, descending", "static column", "counter", "regular column" */
export function roleOf({ partitionKey, clusteringKey, columns }: Table, name: string): string {
  const first = partitionKey.indexOf(name);
  if (first >= 0) return `partition key${positionOf(first, partitionKey.length)}`;
  const second = clusteringKey.findIndex((column) => column.name === name);
  if (second >= 0) {
    const order = clusteringKey[second]?.order === "DESC" ? "descending" : "ascending";
    return `clustering key${positionOf(second, clusteringKey.length)}, ${order}`;
  }
  const column = columns.find((candidate) => candidate.name === name);
  if (column?.type.kind === "native" && column.type.name === "counter") return "counter";
  return column?.kind === "static" ? "static column" : "regular column";
}

function positionOf(index: number, length: number): string {
  return length === 1 ? "" : `, ${index + 1} of ${length}`;
}

/** A column or field in the API. @param members of the same table or user type: their names are decided together */
export function graphqlNames(keyspace: Keyspace, members: readonly Field[], { name, type }: Field): GraphQLNames {
  const types = apiOf(keyspace).values;
  return {
    field: nameColumns(members.map((member) => member.name)).get(name) ?? name,
    type: printTypeRef(types.output(type)),
    input: printTypeRef(types.input(type)),
    ...wireExample(type),
  };
}

/** Undefined if the output leaves the table out. */
async function explainOutput(
  subject: Subject,
  { name }: Field,
  source: Source,
  { cwd, places }: ExplainContext,
): Promise<MemberOutput | undefined> {
  const plan = source.plan();
  const planned = findPlanned(plan, subject);
  const member = planned?.members.find((candidate) => candidate.source.name === name);
  if (!planned || !member) return undefined;
  return {
    output: renderPath(source.target.output, cwd),
    member: member.plan.name,
    declarations: member.declarations(),
    validators: plan.validators ? member.validators() : [],
    rules: await placeRules(rulesOfMember(source, member), source, places),
    generated: generatedPlace(source, cwd, planned.path, planned.interface, member.plan.name),
  };
}

/** A typical value of each native type. */
const examples: Readonly<Record<NativeType, Value>> = {
  ascii: "abc",
  bigint: 9007199254740993n,
  blob: Uint8Array.of(1, 2, 3),
  boolean: true,
  counter: 42n,
  date: "2026-11-21",
  decimal: "9.99",
  double: 0.25,
  duration: "1h30m",
  float: 0.5,
  inet: "192.0.2.1",
  int: 42,
  smallint: 42,
  text: "abc",
  time: "18:25:43.511",
  timestamp: new Date("2026-11-21T18:25:43.511Z"),
  timeuuid: "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
  tinyint: 42,
  uuid: "0c7e6a42-5a0d-4d9e-9f5e-3b1f2f6f8a11",
  varchar: "abc",
  varint: 42n,
};

/** For unknown types. */
const anyJson: Value = { any: "JSON" };

/** User types can be nested to any depth. */
const deepest = 2;
/** Long vectors are shortened. */
const mostItems = 3;

/**
 * An example value of the type as JSON: a map of text to int is `[{ "key": "abc", "value": 42 }]` in GraphQL and `{
 * "abc": 42 }` in REST. Long values end in `…`.
 */
export function wireExample(type: CqlType): Pick<GraphQLNames, "wire" | "restWire"> {
  const value = exampleOf(type, 0);
  return { wire: printJson(codecOf(type).encode(value)), restWire: printJson(printJsonValue(type, value)) };
}

function exampleOf(type: CqlType, depth: number): Value {
  switch (type.kind) {
    case "native":
      return examples[type.name];
    case "custom":
      return anyJson;
    case "list":
    case "set":
      return [exampleOf(type.item, depth)];
    case "vector":
      return Array.from({ length: type.dimensions }, () => exampleOf(type.item, depth));
    case "map":
      return new Map([[exampleOf(type.key, depth), exampleOf(type.value, depth)]]);
    case "tuple":
      return type.items.map((item) => exampleOf(item, depth));
    case "user":
      return Object.fromEntries(
        type.type.fields.map((field) => [field.name, depth < deepest ? exampleOf(field.type, depth + 1) : null]),
      );
  }
}

function printJson(json: unknown): string {
  if (Array.isArray(json)) {
    const items = json.slice(0, mostItems).map(printJson);
    return `[${[...items, ...(json.length > mostItems ? ["…"] : [])].join(", ")}]`;
  }
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const members = Object.entries(json).map(([name, value]) => `${JSON.stringify(name)}: ${printJson(value)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
