/** Answers of servers that nobody has heard of: whatever they are, an error says what is wrong with them, and it is ours. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { introspectKeyspace } from "../../src/source/introspect-keyspace.ts";
import type { SourceName } from "../../src/source/introspect-keyspace.ts";
import { runs } from "../support/long.ts";
import { recorded, recordedService } from "../support/recorded-service.ts";
import type { Answers } from "../support/recorded-service.ts";

function ask(answers: Answers, ...from: readonly SourceName[]): Promise<unknown> {
  const session = recordedService(answers);
  return introspectKeyspace({ keyspace: "shop", session: () => session, from });
}
const defined = (keyspace: unknown): Answers => ({
  definitions: () => ({ data: { keyspaces: [{ name: "shop" }], keyspace } }),
});

describe("a response of the definition endpoint", () => {
  test.each<[keyspace: unknown, message: string]>([
    [{}, "has no list of tables"],
    [{ tables: [7] }, "has no list of tables"],
    [{ tables: [{}] }, "has a table without a name"],
    [{ tables: [{ name: "a" }] }, "has no columns of a"],
    [{ tables: [{ name: "a", columns: [{}] }] }, "has no columns of a"],
    [{ tables: [], types: [{}] }, "has a user type without a name or fields"],
  ])("of %j is refused", async (keyspace, message) => {
    await expect(ask(defined(keyspace), "graphql")).rejects.toMatchObject({
      code: "bad-answer",
      kind: "service",
      message: `the definition endpoint's answer ${message} (request 11111111-2222-4333-8444-555555555555)`,
    });
  });

  it("with words that nobody knows leaves open what they are", async () => {
    const columns = [
      { name: "id", kind: "PARTITION", type: { basic: "INT", info: null } },
      { name: "a", kind: "COMPACT", type: { basic: "INT" } },
      { name: "b", kind: "REGULAR", type: { basic: "CUSTOM", info: { name: "x" } } },
      { name: "c", kind: "REGULAR", type: { basic: "MAP", info: { frozen: true, subTypes: [{ basic: "INT" }] } } },
      { name: "d", kind: "REGULAR" },
    ];
    await expect(ask(defined({ tables: [{ name: "t", columns }] }), "graphql")).rejects.toMatchObject({
      code: "unknown-definition",
      problems: [
        "t.b: its type",
        "t.c: what it holds",
        "t.d: its type",
        "t: its partition key and its clustering key",
      ].map((message) => ({ code: "unknown-definition", message })),
    });
  });

  it("of what the database would refuse is refused", async () => {
    const columns = [{ name: "id", kind: "PARTITION", type: { basic: "COUNTER" } }];
    await expect(ask(defined({ tables: [{ name: "t", columns }] }), "graphql")).rejects.toMatchObject({
      code: "bad-answer",
      problems: [{ code: "bad-key-type", message: "t: a counter cannot be in a primary key (column id)" }],
    });
  });
});

describe("an introspection", () => {
  test.each([
    [{}],
    [[]],
    ["x"],
    [{ data: null }],
    [{ data: { __schema: {} } }],
    [{ data: { __schema: { types: [] } } }],
  ])("of %j is none", async (introspection) => {
    await expect(ask({ introspection }, "graphql")).rejects.toMatchObject({
      code: "bad-answer",
      message: expect.stringContaining("the response is not an introspection of shop"),
      next: "use REST: --from rest; or define what is missing in a file, then try again",
    });
  });

  it("that is refused says why", async () => {
    const introspection = { errors: [{ message: "introspection is switched off" }] };
    await expect(ask({ introspection }, "graphql")).rejects.toMatchObject({
      message: expect.stringContaining("not an introspection of shop: introspection is switched off"),
    });
  });
});

describe("any answer", () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom("list<>", "frozen<", "map<text>", "__proto__", -1, [[]]),
  );

  /** A recorded answer in which something is another thing. */
  function broken(json: unknown): fc.Arbitrary<unknown> {
    const places: (readonly (string | number)[])[] = [];
    const visit = (value: unknown, path: readonly (string | number)[]): void => {
      places.push(path);
      if (typeof value !== "object" || value === null) return;
      for (const [name, member] of Object.entries(value))
        visit(member, [...path, Array.isArray(value) ? Number(name) : name]);
    };
    visit(json, []);
    return fc.tuple(fc.constantFrom(...places), odd).map(([path, value]) => {
      const copy = { root: structuredClone(json) };
      let at = copy as Record<string | number, unknown>;
      const steps = ["root", ...path];
      for (const step of steps.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
      at[steps.at(-1) ?? "root"] = value;
      return copy.root;
    });
  }

  const definitions = (recorded("graphql/definitions.json") as Record<string, { data: object }>)["stargateKinds"];
  const rest = recorded("rest/stargate.json") as Record<string, { list: string[]; tables: Record<string, unknown> }>;
  const list = rest["shop"]?.list.slice(0, 3) ?? [];

  test.each<[what: string, answers: fc.Arbitrary<Answers>, from: SourceName]>([
    [
      "of the definition endpoint",
      broken({ data: { ...definitions?.data, keyspaces: [{ name: "shop" }] } }).map((json) => ({
        definitions: () => json,
      })),
      "graphql",
    ],
    [
      "of an introspection",
      broken(recorded("graphql/stargate-shop.json")).map((introspection) => ({ introspection })),
      "graphql",
    ],
    [
      "of the Go server's",
      broken(recorded("graphql/go-shop.json")).map((introspection) => ({ introspection })),
      "graphql",
    ],
    [
      "of REST",
      broken({ "": list, ...Object.fromEntries(list.map((name) => [`/${name}`, rest["shop"]?.tables[name]])) }).map(
        (answer) => ({
          rest: answer as Record<string, unknown>,
        }),
      ),
      "rest",
    ],
  ])("%s is a keyspace, or an error of ours", async (_, answers, from) => {
    await fc.assert(
      fc.asyncProperty(answers, async (answers) => {
        const end = await ask(answers, from).catch((error: unknown) => error);
        if (end instanceof Error)
          expect([end.name, end.message]).toEqual([
            expect.stringMatching(/^(?:Colonnade|NotFound)Error$/),
            expect.any(String),
          ]);
      }),
      runs(60, 3_000),
    );
  });
});
