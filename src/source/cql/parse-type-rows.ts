import { parseUserTypes } from "../../model/index.ts";
import type { DefinitionProblem, KnownTypes, UserType } from "../../model/index.ts";
import { sortedBy, textIn, textsIn } from "./system-rows.ts";
import type { SystemRow } from "./system-rows.ts";

export interface ParsedTypes {
  readonly userTypes: ReadonlyMap<string, UserType>;
  /** The problems of those that a definition cannot express, by name. */
  readonly refused: ReadonlyMap<string, readonly DefinitionProblem[]>;
}

/** Parses the rows of `system_schema.types`; the types are keyed by name. */
export function parseTypeRows(rows: readonly SystemRow[], known: Pick<KnownTypes, "customTypes">): ParsedTypes {
  const definitions = sortedBy(rows, "type_name").map((row) => {
    const types = textsIn(row, "field_types");
    const fields = textsIn(row, "field_names").map((name, at) => ({ name, typeDefinition: types[at] ?? "" }));
    return { name: textIn(row, "type_name") ?? "", fields };
  });
  const { userTypes, problems } = parseUserTypes(definitions, known);
  const found = definitions.map(({ name }, at) => [name, problems[at] ?? []] as const);
  return { userTypes, refused: new Map(found.filter(([, { length }]) => length > 0)) };
}
