import { describe, expect, it } from "vitest";
import { createPasswordCheck } from "../../src/service/passwords.ts";
import { user } from "./service-fixture.ts";

describe("the check of a password", () => {
  const check = createPasswordCheck(user, 2 ** 10);

  it("accepts the user's own credentials and no other", async () => {
    expect(await check({ ...user })).toBe(true);
    expect(await check({ ...user, password: "" })).toBe(false);
    expect(await check({ ...user, password: `${user.password} ` })).toBe(false);
    expect(await check({ ...user, username: "bob" })).toBe(false);
    expect(await check({ ...user, username: "Ann" })).toBe(false);
  });

  it("makes the third wait, and refuses those beyond the eighteenth", async () => {
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => check({ ...user, password: "x" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(18);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(6);
    for (const reason of refused) expect(reason).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(await check(user)).toBe(true);
  });
});
