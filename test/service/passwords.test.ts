import { describe, expect, it, test } from "vitest";
import { hashPassword, isPasswordHash, unusableHash, verifyPassword } from "../../src/service/passwords.ts";

const cost = { n: 2 ** 4, p: 2 };

describe("the hash of a password", () => {
  it("fits this password and no other", async () => {
    const hash = await hashPassword("correct horse", cost);
    expect(await verifyPassword("correct horse", hash)).toBe(true);
    for (const other of ["", "correct horse ", "Correct horse"]) expect(await verifyPassword(other, hash)).toBe(false);
  });

  it("has its cost and a salt of its own in it, and not the password", async () => {
    const [one, other] = [await hashPassword("canary", cost), await hashPassword("canary", cost)];
    expect(one).toMatch(/^scrypt\$16\$8\$2\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain("canary");
    expect(isPasswordHash(one)).toBe(true);
  });

  it("can be one that no password has", async () => {
    expect(isPasswordHash(unusableHash(cost))).toBe(true);
    expect(await verifyPassword("", unusableHash(cost))).toBe(false);
  });

  const [salt, key] = ["A".repeat(22), "A".repeat(43)];
  test.each([
    "",
    "correct horse",
    `scrypt$16$8$2$${salt}`,
    `scrypt$17$8$2$${salt}$${key}`,
    `scrypt$1$8$2$${salt}$${key}`,
    // 2 GB of memory.
    `scrypt$2097152$8$1$${salt}$${key}`,
    `scrypt$16$8$17$${salt}$${key}`,
    `scrypt$16$8$0$${salt}$${key}`,
    `scrypt$16$9$1$${salt}$${key}`,
  ])("is not %j", async (text) => {
    expect(isPasswordHash(text)).toBe(false);
    await expect(verifyPassword("", text)).rejects.toThrow("not a hash");
  });
});
