/** Every type in every position: a definition is taken exactly where a real Cassandra took it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseTableDefinition, parseUserTypes } from "../../src/model/index.ts";

type Position = "regular" | "static" | "partition" | "clustering";

interface Recorded {
  readonly userTypes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Types of fields, and whether a user type may have such a field. */
  readonly fields: Readonly<Record<string, boolean>>;
  readonly types: readonly {
    readonly type: string;
    readonly in: readonly Position[];
    /** `values`, or `values sai` for a storage-attached one; of a type that a regular column may have. */
    readonly indexes?: readonly string[];
  }[];
}

const fixture = new URL("../fixtures/cql/type-positions.json", import.meta.url);
const recorded = JSON.parse(readFileSync(fixture, "utf8")) as Recorded;

const definitionsOf = (types: Recorded["userTypes"]) =>
  Object.entries(types).map(([name, fields]) => ({
    name,
    fields: Object.entries(fields).map(([field, typeDefinition]) => ({ name: field, typeDefinition })),
  }));
const { userTypes } = parseUserTypes(definitionsOf(recorded.userTypes));

/** Why a definition is refused, or nothing. */
function objections(type: string, position: Position, indexes: readonly object[] = []): readonly string[] {
  const definition = {
    name: "probe",
    columnDefinitions: [
      { name: "k", typeDefinition: position === "partition" ? type : "int" },
      { name: "c", typeDefinition: position === "clustering" ? type : "int" },
      { name: "s", typeDefinition: position === "static" ? type : "int", static: true },
      // A counter stands beside none but counters.
      { name: "v", typeDefinition: position === "regular" ? type : "int" },
    ].filter(
      ({ name }) =>
        type !== "counter" ||
        name === "k" ||
        name === "c" ||
        name === position[0] ||
        (position === "regular" && name === "v"),
    ),
    primaryKey: { partitionKey: ["k"], clusteringKey: ["c"] },
    indexes,
  };
  return parseTableDefinition(definition, { userTypes }).problems.map(({ message }) => message);
}

/** What Cassandra takes and we do not, on purpose. */
const refused: Readonly<Record<string, string>> = {
  "vector<counter, 2>": "no value of it can be written",
};

describe.each(recorded.types.filter(({ type }) => !(type in refused)))(
  "a $type",
  ({ type, in: positions, indexes }) => {
    it.each<Position>(["regular", "static", "partition", "clustering"])("as a %s column", (position) => {
      const found = objections(type, position);
      expect(found.length === 0, found.join()).toBe(positions.includes(position));
    });

    if (!indexes) return;
    it("with an index", () => {
      const taken = ["", "sai"].flatMap((using) =>
        ["full", "values", "keys", "entries"].flatMap((kind) => {
          const index = { column: "v", kind, ...(using && { using }) };
          return objections(type, "regular", [index]).length === 0 ? [using ? `${kind} ${using}` : kind] : [];
        }),
      );
      expect(taken).toEqual(indexes);
    });
  },
);

it.each(Object.entries(recorded.fields))("a field of a user type that is a %s is legal: %s", (type, isLegal) => {
  const { problems } = parseUserTypes([
    ...definitionsOf(recorded.userTypes),
    { name: "probe", fields: [{ name: "a", typeDefinition: type }] },
  ]);
  expect(problems.flat().length === 0).toBe(isLegal);
});
