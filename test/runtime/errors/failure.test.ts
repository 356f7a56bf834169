/** What people get to see of what a service says, and that the secrets of a session change nothing but that. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { get, increment, insert, scan, update } from "@colonnade/runtime";
import { stargateProfile } from "@colonnade/runtime/profiles";
import type { Reply, ServiceError, Transport } from "@colonnade/runtime";
import { redact } from "../../../src/runtime/errors/failure.ts";
import { runs } from "../../support/long.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith, views } from "../notes-table.ts";

describe("a text for people", () => {
  test.each([
    ["a secret of eight characters and more, wherever it stands", "long-one", "xlong-onex", "x[redacted]x"],
    [
      "a short secret that stands by itself",
      "test",
      'the token "test", (test) or test.',
      'the token "[redacted]", ([redacted]) or [redacted].',
    ],
    ["a short secret at both ends", "t", "t is t", "[redacted] is [redacted]"],
  ])("is without %s", (_, secret, text, expected) => {
    expect(redact(text, [secret])).toBe(expected);
  });

  test.each([
    ["t", "timed out at that point"],
    ["test", "latest tests, test_table, a-test"],
    ["1", "11 of 21"],
    ["tt", "ttt"],
    ["é", "né"],
  ])("has a short secret (%s) within its words: %s", (secret, text) => {
    expect(redact(text, [secret])).toBe(text);
  });
});

describe("what a service says of a call", () => {
  /** Answers every document with what `quote` makes of it. */
  const openQuoting = (quote: (query: string) => object) => {
    const transport: Transport = async ({ url, body }) => {
      const json = url.endsWith("/auth")
        ? { authToken: "a-token" }
        : quote((JSON.parse(body!) as { query: string }).query);
      return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
    };
    return openWith({ transport }, { batch: undefined });
  };
  const refusing = (message: string) =>
    openQuoting(() => ({ data: { result: null }, errors: [{ message, path: ["result"] }] }));
  const said = async (work: Promise<unknown>): Promise<string> =>
    ((await work.catch((error: unknown) => error)) as Error).message;

  it("is without written text of eight characters and more, escaped or not", async () => {
    for (const title of ["Ada Lovelace", 'a "quoted"\nline', "$&(.*grüße 🐘", "x".repeat(400)]) {
      for (const quoted of [title, JSON.stringify(title), JSON.stringify(JSON.stringify(title))]) {
        const message = await said(insert(refusing(`Value ${quoted} is refused`), notes, { id: 1, title }));
        expect(message).toContain("[redacted]");
        expect(message).toContain(" is refused");
        expect(message).not.toContain(title.slice(0, 8));
      }
    }
  });

  it("is without the whole document, in a rejection too", async () => {
    const session = openQuoting((query) => ({ errors: [{ message: `cannot execute ${query}` }] }));
    const message = await said(
      update(session, notes, { id: 1, title: "a secret title" }, { if: { title: "the old title" } }),
    );
    expect(message).toContain("cannot execute mutation");
    expect(message).not.toMatch(/secret title|old title/);
  });

  it("keeps shorter values, other words, and its meaning", async () => {
    expect(await said(insert(refusing("abc is refused"), notes, { id: 1, title: "abc" }))).toContain("abc is refused");
    const timedOut = refusing("Operation timed out - received only 1 responses");
    const lost = insert(timedOut, notes, { id: 1, title: "Operation timed out" }, { ifNotExists: true });
    await expect(lost).rejects.toMatchObject({ code: "outcome-unknown" });
  });
});

const row = { id: 1, title: "data test", size: "1" };
const dead = { message: "authorization failed", path: ["result"] };
const bodies: readonly [number, unknown][] = [
  [200, { data: { result: { applied: true, values: [row], pageState: null } } }],
  [200, { data: { result: { applied: false, value: row, values: [], pageState: "p" } } }],
  [
    200,
    {
      data: { result: null },
      errors: [{ message: "Operation timed out - received only 1 responses.", path: ["result"] }],
    },
  ],
  [
    200,
    {
      data: { result: null },
      errors: [{ message: "User t has no SELECT permission on <table shop.notes>", path: ["result"] }],
    },
  ],
  [200, { data: { result: null }, errors: [{ message: "Database is overloaded", path: ["result"] }] }],
  [
    200,
    {
      data: { result: null },
      errors: [{ message: "it is refused", path: ["result"], extensions: { code: "unavailable" } }],
    },
  ],
  [200, { data: { result: null }, errors: [dead] }],
  [
    200,
    {
      errors: [
        { message: 'Cannot query field "insertNotes" on type "Mutation".', locations: [{ line: 1, column: 1 }] },
      ],
    },
  ],
  [400, { errors: [{ message: "Bad request" }] }],
  [401, { description: "Role unauthorized for operation: User p has no MODIFY permission on <keyspace data>" }],
  [404, { description: "Resource not found: table 'data'" }],
  [500, "<html>test</html>"],
];

const calls = [
  (session: ReturnType<typeof openWith>) => get(session, notes, { id: 1 }),
  (session: ReturnType<typeof openWith>) => scan(session, notes, { limit: 1 }).toArray(),
  (session: ReturnType<typeof openWith>) => insert(session, notes, { id: 1 }),
  (session: ReturnType<typeof openWith>) => insert(session, notes, { id: 1 }, { ifNotExists: true }),
  (session: ReturnType<typeof openWith>) =>
    update(session, notes, { id: 1, title: "t" }, { if: { title: { eq: "p" } } }),
  (session: ReturnType<typeof openWith>) => increment(session, views, { id: 1 }, { views: 1n }),
];

/** What a call gives, or how it fails, without the words: these may show less. */
async function outcome(
  { token, password, profile }: { token: string; password: string; profile: "service" | "stargate" },
  [status, body]: readonly [number, unknown],
  call: (typeof calls)[number],
): Promise<unknown> {
  const reply = (status: number, body: unknown): Reply => ({
    status,
    header: () => null,
    text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
  });
  const transport: Transport = async ({ url }) =>
    url.endsWith("/auth") ? reply(201, { authToken: token }) : reply(status, body);
  const clock = new VirtualClock();
  const session = openWith(
    { transport },
    {
      clock,
      credentials: { username: "founder", password },
      ...(profile === "stargate" && { profile: stargateProfile() }),
    },
  );
  const settled = call(session).then(
    (value) => ({ value }),
    (error: ServiceError) => {
      const { name, code, outcome, status, attempts, retriesExhaustedBy } = error;
      return {
        name,
        code,
        outcome,
        status,
        attempts,
        retriesExhaustedBy,
        cause: (error.cause as Error | undefined)?.name,
      };
    },
  );
  await clock.advance(60_000);
  return settled;
}

describe("a token and a password of any length", () => {
  const short = fc.constantFrom(
    "t",
    "p",
    "test",
    "data",
    "1",
    "result",
    "errors",
    "path",
    "message",
    "w0",
    "code",
    "Operation timed out",
  );
  const profile = fc.constantFrom("service" as const, "stargate" as const);

  it("change neither what a call gives nor how it fails", async () => {
    await fc.assert(
      fc.asyncProperty(
        short,
        short,
        profile,
        fc.constantFrom(...bodies),
        fc.constantFrom(...calls),
        async (token, password, profile, body, call) => {
          const long = { token: "a-token-of-more-letters", password: "a-password-of-more-letters", profile };
          expect(await outcome({ token, password, profile }, body, call)).toEqual(await outcome(long, body, call));
        },
      ),
      runs(300, 5_000),
    );
  });
});
