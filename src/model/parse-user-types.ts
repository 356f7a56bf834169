/**
 * Parses the user types of a keyspace, all at once since one may name another. Returns the valid types, and the mistakes
 * of the others with their paths.
 *
 * Never throws for an invalid definition and never reads a file.
 */
import { contains, printCqlType, quote, userTypesIn } from "./cql-type.ts";
import type { CqlType, Field, UserType } from "./cql-type.ts";
import { JsonReader } from "./json-reader.ts";
import type { DefinitionProblem, Path } from "./json-reader.ts";
import { parseCqlType, typeNamesIn } from "./parse-cql-type.ts";
import type { TypeRules } from "./parse-cql-type.ts";
import type { DefinitionRules } from "./parse-definition.ts";

export interface ParsedUserTypes {
  /** The valid user types by their names; also the types within them are valid. */
  readonly userTypes: ReadonlyMap<string, UserType>;
  /** Why each of the others cannot be used, by its name: its mistakes, or that it contains a type with mistakes. */
  readonly refused: ReadonlyMap<string, readonly DefinitionProblem[]>;
  /** The mistakes of each definition, in the given order. */
  readonly problems: readonly (readonly DefinitionProblem[])[];
}

const members = {
  type: ["$schema", "name", "description", "fields"],
  field: ["name", "description", "typeDefinition"],
};

/**
 * Parses the user types of a keyspace.
 *
 * A type may contain others, in any order. One that contains itself is a mistake, since the database needs the parts of
 * a type before the type.
 */
export function parseUserTypes(
  definitions: readonly unknown[],
  { customTypes, wasAccepted = false }: Pick<DefinitionRules, "customTypes" | "wasAccepted"> = {},
): ParsedUserTypes {
  const drafts = definitions.map((json) => readDraft(json, wasAccepted));
  const byName = new Map<string, Draft>();
  for (const draft of drafts) {
    if (draft.name === undefined) continue;
    if (byName.has(draft.name)) {
      draft.reader.add("duplicate-type", ["name"], `the user type ${draft.name} is defined twice`);
    } else byName.set(draft.name, draft);
  }
  const userTypes = new Map<string, UserType>();
  const refused = new Map<string, readonly DefinitionProblem[]>();
  // A type with a mistake still counts as existing, so that its uses are not reported too.
  const declared = new Map(Array.from(byName.keys(), (name): [string, UserType] => [name, { name, fields: [] }]));
  const under: string[] = [];
  const resolve = (draft: Draft): void => {
    if (draft.name === undefined || draft.done) return;
    under.push(draft.name);
    const fields = draft.fields.map(({ path, text, ...field }): Field => {
      for (const name of typeNamesIn(text)) {
        const other = byName.get(name);
        if (other && under.includes(name)) {
          const circle = [...under.slice(under.indexOf(name)), name].join(" → ");
          const message = `the user type ${name} contains itself (${circle}), which the database cannot store: keep a key instead, and the rest in a table`;
          draft.reader.add("recursive-type", path, message);
        } else if (other) resolve(other);
      }
      return {
        ...field,
        type: fieldType(draft.reader, path, text, { userTypes: declared, customTypes, impliesFrozen: wasAccepted }),
      };
    });
    under.pop();
    draft.done = true;
    const { name, description, reader } = draft;
    if (byName.get(name) !== draft) return;
    const unusable = fields.flatMap(({ type }) => userTypesIn(type)).find((part) => !userTypes.has(part.name))?.name;
    if (reader.problems.length > 0) refused.set(name, reader.problems);
    else if (unusable !== undefined) {
      const message = `${quote(unusable)} is not a CQL type`;
      refused.set(name, [{ code: "unknown-type", path: [], message, found: unusable }]);
    } else {
      const type = { name, ...(description !== undefined && { description }), fields };
      declared.set(name, type);
      userTypes.set(name, type);
    }
  };
  for (const draft of drafts) resolve(draft);
  return { userTypes, refused, problems: drafts.map((draft) => draft.reader.problems) };
}

interface Draft {
  readonly reader: JsonReader;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly fields: readonly DraftField[];
  done: boolean;
}

interface DraftField {
  readonly name: string;
  readonly description?: string;
  readonly text: string;
  readonly path: Path;
}

function readDraft(json: unknown, wasAccepted: boolean): Draft {
  const reader = new JsonReader("refuse", wasAccepted);
  const definition = reader.object(json, [], "a user type", members.type);
  if (!definition) return { reader, name: undefined, description: undefined, fields: [], done: true };
  const name = reader.string(definition, [], "name");
  if (name === "") reader.add("bad-name", ["name"], "a type's name cannot be empty");
  const description = reader.optionalString(definition, [], "description");
  const list = reader.array(definition["fields"], ["fields"], "a list of fields");
  if (list?.length === 0) reader.add("no-fields", ["fields"], "a user type has at least one field");
  const fields: DraftField[] = [];
  for (const [index, item] of (list ?? []).entries()) {
    const path = ["fields", index];
    const field = reader.object(item, path, "a field", members.field);
    if (!field) continue;
    const fieldName = reader.string(field, path, "name");
    const text = reader.string(field, path, "typeDefinition");
    const about = reader.optionalString(field, path, "description");
    if (fieldName === "") reader.add("bad-name", [...path, "name"], "a field's name cannot be empty");
    if (fields.some((other) => other.name === fieldName)) {
      reader.add("duplicate-field", [...path, "name"], `the field ${fieldName} is defined twice`);
    } else if (fieldName !== undefined && text !== undefined) {
      const typePath = [...path, "typeDefinition"];
      fields.push({ name: fieldName, text, path: typePath, ...(about !== undefined && { description: about }) });
    }
  }
  return { reader, name, description, fields, done: false };
}

const textType: CqlType = { kind: "native", name: "text" };

function fieldType(reader: JsonReader, path: Path, typeText: string, rules: TypeRules): CqlType {
  const parsed = parseCqlType(typeText, rules);
  if ("code" in parsed) {
    const { code, message, ...more } = parsed;
    reader.add(code, path, message, more);
    return textType;
  }
  const { type } = parsed;
  if (contains(type, "counter")) {
    reader.add("bad-type", path, `${quote(typeText)} cannot be in a user type: it contains a counter`);
  }
  if (type.kind === "user" && !type.frozen) {
    const print = printCqlType(type);
    reader.refuse("bad-type", path, `a user type within a user type must be frozen: frozen<${print}>`);
    return { ...type, frozen: true };
  }
  return type;
}
