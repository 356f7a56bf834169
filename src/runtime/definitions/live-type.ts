/**
 * Normalizes the text of a CQL type: `frozen<map<varchar, int>>` is `map(text,int)`. Servers differ in blanks, call
 * `varchar` `text`, and freeze nested types.
 */
export function plainCqlType(cql: string): string {
  return rebuild(tidy(cql), (name, parts) => `${name}(${parts.join()})`);
}

/**
 * Whether a column of this CQL type can have that GraphQL type, on any server of the family: `map<text, int>` is
 * `[EntryStringKeyIntValue]` or `[KeyStringValueInt]`. Lists and sets look the same.
 */
export function isGraphQLTypeOf(cql: string, found: string): boolean {
  // The name of a user type is certain only if no server escapes it.
  const named = tidy(cql).replace(/["'][^<>,]*|\w+(?![\w<])/g, (name) =>
    /\W|x[\da-f]+_/.test(name) ? "\\w+Udt" : `${scalars.get(name) ?? name}(?:Udt)?`,
  );
  const expected = rebuild(named, (name, parts) => {
    if (name === "tuple") return `Tuple${parts.join("")}`;
    const [one, other] = parts;
    return `List${name === "map" ? `(?:Entry${one}Key${other}Value|Key${one}Value${other})` : one}`;
  });
  return new RegExp(`^${expected}$`, "i").test(found.replaceAll("[", "List").replaceAll("]", ""));
}

/** Scalars whose name differs from CQL by more than capitals. Some servers have one for all small integers. */
const scalars: ReadonlyMap<string, string> = new Map([
  ["double", "Float"],
  ["float", "Float32"],
  ["smallint", "(?:Small)?Int"],
  ["text", "String"],
  ["tinyint", "(?:Tiny)?Int"],
]);

function tidy(cql: string): string {
  return cql.replace(/\s/g, "").replace(/\bvarchar\b/g, "text");
}

/** Rewrites a type from the innermost part outwards, without `frozen`. */
function rebuild(type: string, build: (name: string, parts: readonly string[]) => string): string {
  const next = type.replace(/(\w+)<([^<>]*)>/g, (_, name: string, parts: string) =>
    name === "frozen" ? parts : build(name, parts.split(",")),
  );
  return next === type ? type : rebuild(next, build);
}
