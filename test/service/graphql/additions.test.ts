/** What the API has beyond that of other servers takes nothing away from their clients. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  buildASTSchema,
  buildSchema,
  findBreakingChanges,
  graphqlSync,
  parse,
  printSchema,
  validate,
  validateSchema,
  visit,
} from "graphql";
import type { ASTNode, GraphQLSchema } from "graphql";
import { describe, expect, it, test } from "vitest";
import { apiOf, printSdl } from "../../../src/api/index.ts";
import { wholeTypesOf } from "../../support/whole-types.ts";
import { introspectionQuery, parseIntrospection } from "../../../src/source/graphql/parse-introspection.ts";
import { additionsKeyspace } from "./additions-keyspace.ts";

const before = buildSchema(readFileSync(resolve("test/fixtures/graphql/before-additions.graphql"), "utf8"));
const after = wholeTypesOf(additionsKeyspace);

/** The types without descriptions, which the file does not have. */
function withoutDescriptions(types: GraphQLSchema): GraphQLSchema {
  const strip = (node: ASTNode): ASTNode | undefined =>
    "description" in node && node.description ? { ...node, description: undefined as never } : undefined;
  return buildASTSchema(visit(parse(printSchema(types)), { enter: strip }));
}

describe("the additions", () => {
  it("break no client that was made of the types before", () => {
    expect(findBreakingChanges(before, after)).toEqual([]);
    expect(validateSchema(buildSchema(printSdl(apiOf(additionsKeyspace).whole())))).toEqual([]);
  });

  it("are not seen by a client that reads tables from introspection", () => {
    const read = (types: GraphQLSchema): unknown => {
      const { data } = graphqlSync({ schema: types, source: introspectionQuery });
      return parseIntrospection(data as never, "shop", additionsKeyspace.tables)?.keyspace.tables.map(
        ({ name, columns }) => ({
          name,
          columns: columns?.map((column) => ({ name: column.name, type: column.type })),
        }),
      );
    };
    expect(read(before)).toHaveLength(additionsKeyspace.tables.length);
    expect(read(withoutDescriptions(after))).toEqual(read(before));
  });

  test.each([
    `mutation ($v: MessagesInput!, $if: MessagesFilterInput, $o: MutationOptions) {
      deleteMessages(value: $v, ifCondition: $if, options: $o) { applied value { sentAt } }
    }`,
    `mutation ($v: RoomsInput!) { updateRooms(value: $v, ifExists: true, options: {ttl: 5}) { applied } }`,
    `query ($f: RoomsFilterInput, $by: [RoomsOrder], $o: QueryOptions) {
      rooms(filter: $f, orderBy: $by, options: $o) { values { settings { key value } home { city } } pageState }
    }`,
    `query ($v: RoomsChangesInput, $set: StringSetInput) {
      roomsChanges(value: $v) { pageState } stringSet(value: $set) { pageState }
    }`,
  ])("leave valid: %s", (text) => {
    expect(validate(before, parse(text))).toEqual([]);
    expect(validate(after, parse(text))).toEqual([]);
  });
});

describe("the page of differences", () => {
  const page = readFileSync(resolve("docs/compatibility.md"), "utf8");
  const [, additions = ""] = page.split("## Additions to GraphQL");

  it("lists every argument, option and member of a result that was added", () => {
    const added = new Set<string>();
    for (const [name, type] of Object.entries(after.getTypeMap())) {
      const known = before.getType(name);
      if (!known || !("getFields" in known) || !("getFields" in type)) continue;
      for (const [field, { args = [] }] of Object.entries(
        type.getFields() as Record<string, { args?: { name: string }[] }>,
      )) {
        const old = (known.getFields() as Record<string, { args?: readonly { name: string }[] }>)[field];
        if (!old) added.add(field);
        for (const arg of args) if (old && !old.args?.some((one) => one.name === arg.name)) added.add(arg.name);
      }
    }
    expect([...added].sort()).toEqual(
      [
        ...["at", "fields", "changes", "filter", "nearest", "similarities", "count", "writeTimes"],
        ...["part", "perPartitionLimit", "distinct", "timestamp"],
      ].sort(),
    );
    for (const name of added) expect(additions, name).toContain(`\`${name}`);
  });
});
