import type {
  Explanation,
  GeneratedFunction,
  GeneratedPlace,
  MemberExplanation,
  MemberOutput,
  RecordExplanation,
  RecordOutput,
  Rule,
} from "./explanation.ts";
import { printPlace } from "../../errors.ts";
import { renderSheet } from "../terminal/render-sheet.ts";
import type { Fact, Section } from "../terminal/render-sheet.ts";

interface RenderOptions {
  /** The width of the terminal; Infinity for a pipe. */
  readonly width: number;
  /** The command that generates missing files. */
  readonly fix: string;
}

/** Renders an explanation as lines of text. */
export function renderExplanation(explanation: Explanation, { width, fix }: RenderOptions): readonly string[] {
  const { name, description, outputs } = explanation;
  const sections = "cql" in explanation ? memberSections(explanation, fix) : recordSections(explanation, fix);
  const none: Section[] = outputs.length > 0 ? [] : [{ title: "TypeScript", facts: [["", leftOut]] }];
  return renderSheet([name, ...(description ? ["", description] : [])], [...sections, ...none], width);
}

const leftOut = "nothing is generated: include and exclude leave this table out";

function memberSections(explanation: MemberExplanation, fix: string): readonly Section[] {
  const { cql, role, definition, graphql, outputs } = explanation;
  const { field, type, input, wire, restWire } = graphql;
  return [
    {
      title: "Database",
      facts: [
        ["CQL", cql],
        ["kind", role],
        ["defined in", printPlace(definition)],
      ],
    },
    ...outputs.flatMap((output) => memberOutputSections(output, outputs.length > 1, fix)),
    {
      title: "GraphQL and JSON",
      facts: [
        ["field", `${field}: ${type}`],
        ...factsIf(input !== type, ["argument", `${field}: ${input}`]),
        ["JSON", wire],
        ...factsIf(restWire !== wire, ["in REST", restWire]),
      ],
    },
  ];
}

function memberOutputSections(output: MemberOutput, several: boolean, fix: string): readonly Section[] {
  const { member, declarations, validators, rules, generated } = output;
  const place = several ? ` in ${output.output}` : "";
  return [
    {
      title: `TypeScript${place}`,
      facts: [
        ...declarations.map(({ in: name, optional, type }, index): Fact => [
          declarations[index - 1]?.in === name ? "" : name,
          `${member}${optional ? "?" : ""}: ${type}`,
        ]),
        ["generated in", renderGenerated(generated, fix)],
      ],
    },
    {
      title: `zod${place}`,
      facts: validators.map(({ in: name, name: validator, madeAs }) => [
        name,
        madeAs === undefined ? validator : `${validator} = ${madeAs}`,
      ]),
    },
    { title: `Rules${place}, the strongest last`, facts: rules.map(renderRule) },
  ];
}

function recordSections(explanation: RecordExplanation, fix: string): readonly Section[] {
  const { kind, definition, partitionKey, clusteringKey, defaultTimeToLive, indexes, graphql, outputs } = explanation;
  const order = clusteringKey.map(({ column, order }) => (order === "DESC" ? `${column} descending` : column));
  const { type, query = "", mutations } = graphql;
  return [
    {
      title: "Database",
      facts: [
        ["kind", kind],
        ...factsIf(partitionKey.length > 0, ["partition key", partitionKey.join(", ")]),
        ...factsIf(order.length > 0, ["clustering key", order.join(", ")]),
        ...factsIf(defaultTimeToLive > 0, ["time to live", `${defaultTimeToLive} seconds`]),
        ...factsIf(indexes.length > 0, ["indexes", ...indexes.map(renderIndex)]),
        ["defined in", printPlace(definition)],
      ],
    },
    ...outputs.flatMap((output) => recordOutputSections(output, kind, outputs.length > 1, fix)),
    {
      title: "GraphQL",
      facts: [
        ["type", type],
        ...factsIf(query !== "", ["query", query]),
        ...factsIf(mutations.length > 0, ["mutations", ...mutations]),
      ],
    },
  ];
}

function recordOutputSections(
  output: RecordOutput,
  kind: RecordExplanation["kind"],
  several: boolean,
  fix: string,
): readonly Section[] {
  const { interface: name, members, functions, missing, rules, generated } = output;
  const place = several ? ` in ${output.output}` : "";
  return [
    {
      title: `TypeScript${place}`,
      facts: [
        ["interface", name],
        ["generated in", renderGenerated(generated, fix)],
      ],
    },
    {
      title: `${kind === "table" ? "Columns" : "Fields"}${place}`,
      rows: members.map(({ name: source, cql, role, member, type }) => [
        source,
        cql,
        `${member}: ${type}`,
        shortRole(role),
      ]),
    },
    { title: `Functions${place}, with what each needs [and may add]`, facts: functions.map(renderFunction) },
    { title: `Functions that it lacks${place}`, facts: missing.map(({ name: lacked, reason }) => [lacked, reason]) },
    { title: `Rules${place}, the strongest last`, facts: rules.length > 1 ? rules.map(renderRule) : [] },
  ];
}

/** The kind of a column in a list, without its position: "clustering key". */
function shortRole(role: string): string {
  const [short = ""] = role.split(",");
  return short.endsWith("key") || short.startsWith("static") ? short : "";
}

function factsIf(condition: boolean, fact: Fact): readonly Fact[] {
  return condition ? [fact] : [];
}

/** `interests, its values (sai)` */
function renderIndex({ column, kind, using, options = {} }: RecordExplanation["indexes"][number]): string {
  const how = [...(using === undefined ? [] : [using]), ...Object.entries(options).map((option) => option.join(": "))];
  return `${column}${kind === "full" ? "" : `, its ${kind}`}${how.length === 0 ? "" : ` (${how.join(", ")})`}`;
}

/** `customerId [orderedAt [orderId]]`: each optional member requires those before it. */
function renderFunction({ name, needs, may, note }: GeneratedFunction): Fact {
  const optional = may.length === 0 ? "" : ` [${may.join(" [")}${"]".repeat(may.length)}`;
  const needed = needs.length === 0 ? "nothing" : needs.join(", ");
  return [name, `${needed}${optional}${note === undefined ? "" : `; ${note}`}`];
}

function renderRule({ rule, says, decides, file, line }: Rule): Fact {
  const decision = decides.length === 0 ? "" : ` (decides the ${decides.join(" and the ")})`;
  if (file === undefined) return [rule, says + decision];
  return [rule, says + decision, printPlace({ file, ...(line !== undefined && { line }) })];
}

function renderGenerated({ state, ...place }: GeneratedPlace, fix: string): string {
  if (state === "up to date") return printPlace(place);
  const what = state === "missing" ? "is not generated yet" : "is not up to date";
  return `${printPlace(place)} ${what}: run ${fix}`;
}
