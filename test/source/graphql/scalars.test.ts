/** The service's GraphQL scalar of a native type is read as that type: by introspection, and where an app asserts its definitions. */
import { expect, test } from "vitest";
import { scalarOf } from "../../../src/api/index.ts";
import { nativeTypes } from "../../../src/model/index.ts";
import { isGraphQLTypeOf } from "../../../src/runtime/definitions/compare-table.ts";
import { allConventions } from "../../../src/source/graphql/conventions.ts";

const [ours] = allConventions;

test.each(nativeTypes)("%s", (type) => {
  const scalar = scalarOf({ kind: "native", name: type }).name;
  expect(ours.scalars.get(scalar)).toContain(type);
  expect(isGraphQLTypeOf(type, scalar)).toBe(true);
});
