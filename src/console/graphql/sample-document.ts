import { getNamedType, isLeafType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";

/** A query of the first table, to begin with. */
export function sampleDocument(schema: GraphQLSchema): string {
  const [query] = Object.values(schema.getQueryType()?.getFields() ?? {});
  const page = query && getNamedType(query.type);
  const rows = isObjectType(page) ? getNamedType(page.getFields()["values"]?.type) : undefined;
  if (!query || !isObjectType(rows)) return "query {\n  __typename\n}\n";
  const columns = Object.values(rows.getFields()).filter(({ type }) => isLeafType(getNamedType(type)));
  const fields = columns.map(({ name }) => `      ${name}\n`).join("");
  return `query {\n  ${query.name}(options: { pageSize: 10 }) {\n    values {\n${fields}    }\n    pageState\n  }\n}\n`;
}
