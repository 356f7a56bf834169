/** Where tokens come from, for services that ask and answer in another way than ours. */
import { describe, expect, it } from "vitest";
import { ConnectError, TokenRequestError } from "../../../src/runtime/errors/errors.ts";
import { serviceProfile } from "../../../src/runtime/profile/profile.ts";
import { creationFailure, tokenCreator } from "../../../src/runtime/token/token-request.ts";
import type { TokenSource } from "../../../src/runtime/token/token-request.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const context = { reason: "first", attempt: 1, signal: new AbortController().signal, deadline: 0 } as const;

/** Asks for a token once; the service answers 200 with this. @returns what it was sent, and what came of it */
async function ask(answer: unknown, profile: Partial<TokenSource["profile"]> = {}) {
  const bodies: unknown[] = [];
  const create = tokenCreator({
    credentials: { username: "ann", password: "pa55word" },
    clock: new VirtualClock(),
    url: "http://localhost",
    profile: { ...serviceProfile, ...profile },
    post: async ({ body }) => {
      bodies.push(body);
      const text = JSON.stringify(answer);
      return {
        reply: { status: 200, header: () => null, text: async () => text },
        text,
        json: answer,
        requestId: "1",
        show: (said) => said,
      };
    },
  });
  const token = await create(context, 1_000).catch((error: unknown) => error);
  return {
    bodies,
    token:
      typeof token === "object" && token && "reveal" in token ? (token as { reveal: () => string }).reveal() : token,
  };
}

describe("a token request", () => {
  it("sends the credentials as they are, and finds the token in authToken", async () => {
    expect(await ask({ authToken: "T1" })).toEqual({
      bodies: [{ username: "ann", password: "pa55word" }],
      token: "T1",
    });
  });

  it("sends and reads what the profile says", async () => {
    const asked = await ask(
      { token: { value: "T1" } },
      {
        authBody: ({ username, password }) => ({ login: [username, password] }),
        readToken: (json) => (json as { token?: { value?: unknown } }).token?.value,
      },
    );
    expect(asked).toEqual({ bodies: [{ login: ["ann", "pa55word"] }], token: "T1" });
  });

  it.each([null, 7, "a\nb", ""])("takes %j for no token", async (given) => {
    expect((await ask({}, { readToken: () => given })).token).toMatchObject({ code: "protocol", outcome: "not-sent" });
  });
});

describe("what a failed creation means", () => {
  it.each([
    [400, "refused", false],
    [404, "refused", false],
    [408, "transient", false],
    [429, "transient", true],
    [500, "transient", false],
    [503, "transient", true],
  ])("for HTTP %i is %s", (status, failure, throttled) => {
    const error = new TokenRequestError("no", { status, retryAfterMs: 7 });
    expect(creationFailure(error)).toEqual({ failure, throttled, retryAfterMs: 7 });
  });

  it("is transient for a connection that failed", () => {
    expect(creationFailure(new ConnectError("no"))).toMatchObject({ failure: "transient", throttled: false });
  });
});
