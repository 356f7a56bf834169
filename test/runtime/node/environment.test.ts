import { describe, expect, it } from "vitest";
import { fromEnv } from "../../../src/runtime/node/environment.ts";

const user = { COLONNADE_USERNAME: "ann", COLONNADE_PASSWORD: "pa55" };

describe("access from the environment", () => {
  it("is a username and a password", () => {
    expect(fromEnv(user)).toEqual({ credentials: { username: "ann", password: "pa55" } });
  });

  it("is a token alone", () => {
    expect(fromEnv({ COLONNADE_TOKEN: "T1", COLONNADE_USERNAME: "" })).toEqual({ token: "T1" });
  });

  it("is a token as long as it lasts, and then the user's", async () => {
    const { credentials, tokenStore } = fromEnv({ ...user, COLONNADE_TOKEN: "T1" });
    expect(credentials).toEqual({ username: "ann", password: "pa55" });
    expect(await tokenStore?.store.get("any")).toMatchObject({ v: 1, token: "T1" });
  });

  it.each([
    [{}, "set COLONNADE_USERNAME and COLONNADE_PASSWORD"],
    [{ COLONNADE_USERNAME: "ann" }, "set COLONNADE_PASSWORD"],
    [{ COLONNADE_PASSWORD: "pa55", COLONNADE_TOKEN: "T1" }, "set COLONNADE_USERNAME"],
  ])("that lacks something says what: %j", (environment, message) => {
    expect(() => fromEnv(environment)).toThrow(message);
    expect(() => fromEnv(environment)).not.toThrow("pa55");
  });
});
