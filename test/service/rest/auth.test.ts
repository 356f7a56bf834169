import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import { openFixture, request, startMs, user } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const auth = "/api/rest/v1/auth";
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

describe("token creation", () => {
  it("answers 201 with a UUID, which is never cached", async () => {
    const { status, json, headers } = await request(fixture.service, "POST", auth, { ...user, extra: 1 });
    expect(status).toBe(201);
    expect(json).toEqual({ authToken: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  const incorrect = "Failed to create token: Provided username NAME and/or password are incorrect";
  test.each([
    ["a wrong password", { ...user, password: "wrong" }, 401, incorrect.replace("NAME", "ann")],
    ["an unknown user", { ...user, username: "bob" }, 401, incorrect.replace("NAME", "bob")],
    ["no username", { password: "x" }, 400, "Must provide username in request"],
    ["an empty username", { username: "", password: "x" }, 400, "Must provide username in request"],
    ["no password", { username: "x" }, 400, "Must provide password in request"],
    ["a null password", { username: "x", password: null }, 400, "Must provide password in request"],
    ["an object as username", { username: {}, password: "x" }, 400, "Unable to process JSON"],
    ["an empty body", "", 400, "Must provide a body to the request"],
    ["null", "null", 400, "Must provide a body to the request"],
    ["a list", "[]", 400, "Unable to process JSON"],
    ["broken JSON", '{"username":', 400, "Unable to process JSON"],
  ])("refuses %s", async (_what, body, status, description) => {
    const reply = await request(fixture.service, "POST", auth, body);
    expect(reply).toMatchObject({ status, json: { description, code: status } });
  });

  it("never repeats a password", async () => {
    const reply = await request(fixture.service, "POST", auth, { ...user, password: "canary-7f3a" });
    expect(JSON.stringify(reply.json)).not.toContain("canary");
  });
});

describe("the token", () => {
  const list = "/api/rest/v1/keyspaces";
  const withToken = (token: string, path = list) =>
    request(fixture.service, "GET", path, undefined, { "x-service-token": token });
  const refusal = (why: string) => ({
    status: 401,
    json: { description: `Role unauthorized for operation: ${why}`, code: 401 },
  });

  it("is needed", async () => {
    expect(await request(fixture.service, "GET", list)).toMatchObject(refusal("Missing token"));
    expect(await withToken(" ")).toMatchObject(refusal("Missing token"));
    expect(await withToken("rubbish")).toMatchObject(refusal("authorization failed - bad token"));
    expect(await withToken(crypto.randomUUID())).toMatchObject(refusal("authorization failed"));
    expect(await withToken(`${fixture.token}, ${fixture.token}`)).toMatchObject(
      refusal("authorization failed - bad token"),
    );
  });

  it("is needed before anything tells what exists", async () => {
    expect(await request(fixture.service, "GET", `${list}/nope/tables`)).toMatchObject(refusal("Missing token"));
    expect(await request(fixture.service, "POST", `${list}/shop/tables`, "{")).toMatchObject(refusal("Missing token"));
  });

  it("is refused in GraphQL's words at the GraphQL endpoint", async () => {
    const reply = await request(fixture.service, "POST", "/api/graphql", { query: "{ __typename }" });
    const message = "Role unauthorized for operation: Missing token";
    expect(reply).toMatchObject({
      status: 401,
      json: { errors: [{ message, extensions: { code: "unauthorized" } }] },
    });
  });

  it("works in any letter case, with blanks around it", async () => {
    expect((await withToken(` ${fixture.token.toUpperCase()} `)).status).toBe(200);
  });

  it("lives for 30 minutes after the last call that it was used in, and not a millisecond longer", async () => {
    const { json } = await request(fixture.service, "POST", auth, user);
    const token = (json as { authToken: string }).authToken;
    fixture.clock.ms += tokenIdleMs - 1;
    expect((await withToken(token)).status).toBe(200);
    fixture.clock.ms += tokenIdleMs - 1;
    // A call that fails for another reason is a use of the token too.
    expect((await withToken(token, `${list}/nope/tables`)).status).toBe(404);
    fixture.clock.ms += tokenIdleMs - 1;
    expect((await withToken(token)).status).toBe(200);
    fixture.clock.ms += tokenIdleMs;
    expect(await withToken(token)).toMatchObject(refusal("authorization failed"));
    // What is dead stays dead, whatever the clock says.
    fixture.clock.ms = startMs;
    expect(await withToken(token)).toMatchObject(refusal("authorization failed"));
  });
});
