import type { Term } from "../grammar/tree.ts";

/** A term as the database writes it in its messages and in the names of results. */
export function termText(term: Term): string {
  switch (term.kind) {
    case "constant":
      return term.type === "text" ? `'${term.text}'` : term.text;
    case "null":
      return "NULL";
    case "marker":
      return "?";
    case "list":
      return `[${join(term.items)}]`;
    case "set":
      return `{${join(term.items)}}`;
    case "tuple":
      return `(${join(term.items)})`;
    case "map":
      return `{${term.entries.map(([key, value]) => `${termText(key)}: ${termText(value)}`).join(", ")}}`;
    case "record":
      return `{${term.fields.map(([name, value]) => `${name}: ${termText(value)}`).join(", ")}}`;
    case "call":
      return `${term.keyspace === undefined ? "" : `${term.keyspace}.`}${term.name}(${join(term.arguments)})`;
    case "star":
      return "*";
    case "cast":
      return `cast(${termText(term.of)} as ${term.type.toLowerCase()})`;
    case "hint":
      return `(${term.type})${termText(term.of)}`;
    case "operation":
      return `${termText(term.left)} ${term.operator} ${termText(term.right)}`;
    case "negation":
      return `-${termText(term.of)}`;
    case "column":
      return term.name;
    case "element":
      return `${termText(term.of)}[${termText(term.at)}]`;
    case "slice":
      return `${termText(term.of)}[${term.from ? termText(term.from) : ""}..${term.to ? termText(term.to) : ""}]`;
    case "field":
      return `${termText(term.of)}.${term.field}`;
  }
}

function join(terms: readonly Term[]): string {
  return terms.map(termText).join(", ");
}
