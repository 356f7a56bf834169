import { Kind } from "graphql";
import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from "graphql";
import type { TableApi } from "../../api/index.ts";

type Info = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;

/** The columns that a query selects within `values`, by their CQL names; those that a directive may skip too. */
export function selectedColumns({ columns }: TableApi, info: Info): readonly string[] {
  const rows = fieldsWithin(info.fieldNodes, info).filter(({ name }) => name.value === "values");
  const names = fieldsWithin(rows, info).flatMap(({ name }) => columns.get(name.value)?.name ?? []);
  return [...new Set(names)];
}

/** The members of the result that a query selects; those that a directive may skip too. */
export function selectedMembers(info: Info): ReadonlySet<string> {
  return new Set(fieldsWithin(info.fieldNodes, info).map(({ name }) => name.value));
}

/** The fields directly within others, those that fragments bring in included. */
function fieldsWithin(fields: readonly FieldNode[], { fragments }: Info): readonly FieldNode[] {
  const found: FieldNode[] = [];
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) found.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        collect(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const field of fields) collect(field.selectionSet);
  return found;
}
