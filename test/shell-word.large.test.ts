import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellWord } from "../src/errors.ts";

describe("a word of a command", () => {
  it("is quoted where a shell would read something else, with double quotes if they work in every shell", () => {
    expect(["shop.products", "type:shop.address", "src/db", "a@b-c"].map(shellWord)).toEqual([
      "shop.products",
      "type:shop.address",
      "src/db",
      "a@b-c",
    ]);
    expect(["", "my db.json", "C:\\db\\x.json", "naïve"].map(shellWord)).toEqual([
      '""',
      '"my db.json"',
      '"C:\\db\\x.json"',
      '"naïve"',
    ]);
    expect(["$HOME", "it's $5", "a`b`", 'say "x"', "a\\"].map(shellWord)).toEqual([
      "'$HOME'",
      "'it'\\''s $5'",
      "'a`b`'",
      `'say "x"'`,
      "'a\\'",
    ]);
  });

  it.skipIf(process.platform === "win32")("is read by a POSIX shell as it is", () => {
    const words = ["", "a b", "it's", "$HOME `id` \\", '"x"', "a\\\\b", "a\\b", "!!", "*", "~", "a;b", "-n"];
    const script = `printf '%s|' ${words.map(shellWord).join(" ")}`;
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(words.map((word) => `${word}|`).join(""));
  });
});
