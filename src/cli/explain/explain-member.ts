import { nameColumns } from "@colonnade/runtime/protocol";
import { apiOf, printTypeRef } from "../../api/index.ts";
import { printCqlType } from "../../model/index.ts";
import type { Column, Field, Keyspace, Table } from "../../model/index.ts";
import { renderPath } from "../terminal/messages.ts";
import type { RulePlaces } from "../targets/rule-places.ts";
import { definitionPlace } from "./definition-place.ts";
import type { GraphQLNames, MemberExplanation, MemberOutput } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";
import { generatedPlace } from "./generated-place.ts";
import { findPlanned } from "./planned-record.ts";
import { placeRules } from "./place-rules.ts";
import { rulesOfMember } from "./rules.ts";
import type { Source } from "./sources.ts";
import { wireExample } from "./wire-example.ts";

/** What an explanation needs besides its subject. */
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
  if (first >= 0) return `partition key${countOf(first, partitionKey.length)}`;
  const second = clusteringKey.findIndex((column) => column.name === name);
  if (second >= 0) {
    const order = clusteringKey[second]?.order === "DESC" ? "descending" : "ascending";
    return `clustering key${countOf(second, clusteringKey.length)}, ${order}`;
  }
  const column = columns.find((candidate) => candidate.name === name);
  if (column?.type.kind === "native" && column.type.name === "counter") return "counter";
  return column?.kind === "static" ? "static column" : "regular column";
}

function countOf(index: number, length: number): string {
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
