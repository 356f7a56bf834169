import { describe, expect, it } from "vitest";
import { createLogin } from "../../src/service/login.ts";
import { hashPassword } from "../../src/service/passwords.ts";
import { listUsers } from "../../src/service/users.ts";

const cost = { n: 2 ** 10, p: 1 };
const right = { username: "ann", password: "correct horse" };
const ann = {
  id: "1",
  name: right.username,
  passwordHash: await hashPassword(right.password, cost),
  readOnly: false,
};
const open = (clock = { ms: 0 }) => createLogin({ users: listUsers([ann]), now: () => clock.ms, cost });

describe("a login", () => {
  it("finds the user of a name and password, and no other", async () => {
    const login = open();
    expect(await login(right, undefined)).toBe(ann);
    expect(await login({ ...right, password: "" }, undefined)).toBeUndefined();
    expect(await login({ ...right, password: `${right.password} ` }, undefined)).toBeUndefined();
    expect(await login({ ...right, username: "bob" }, undefined)).toBeUndefined();
    expect(await login({ ...right, username: "Ann" }, undefined)).toBeUndefined();
  });

  it("is quick when it was right before, until the user changes", async () => {
    let user: typeof ann | undefined = ann;
    let hashes = 0;
    const counted = (): typeof ann | undefined =>
      user && Object.defineProperty({ ...user }, "passwordHash", { get: () => (hashes++, ann.passwordHash) });
    const login = createLogin({ users: { find: counted }, now: () => 0, cost });
    for (let count = 0; count < 3; count++) expect(await login(right, undefined)).toMatchObject({ id: "1" });
    expect(hashes).toBe(1);
    expect(await login({ ...right, password: "guess" }, undefined)).toBeUndefined();
    expect(hashes).toBe(2);
    user = { ...ann, id: "2" };
    expect(await login(right, undefined)).toMatchObject({ id: "2" });
    expect(hashes).toBe(3);
    user = undefined;
    expect(await login(right, undefined)).toBeUndefined();
  });

  it("is refused with a time to wait after ten failures, also with the right password", async () => {
    const clock = { ms: 0 };
    const login = open(clock);
    const at = "192.0.2.1";
    for (let count = 0; count < 13; count++) {
      await login({ ...right, username: `user${count}` }, at);
      clock.ms += 4000;
    }
    clock.ms -= 3500;
    await expect(login(right, at)).rejects.toMatchObject({ status: 429, headers: { "retry-after": "2" } });
    expect(await login(right, "192.0.2.2")).toBe(ann);
    clock.ms += 1500;
    expect(await login(right, at)).toBe(ann);
  });

  it("waits from the third at a time, and is refused from the nineteenth", async () => {
    const login = open();
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => login(right, undefined)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(18);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(6);
    for (const reason of refused) expect(reason).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(await login(right, undefined)).toBe(ann);
  });
});
