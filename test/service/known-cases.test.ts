/** Checks that `known-cases.md` names only what exists: files, tests in them, and lines of `docs/compatibility.md`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "../support/repository.ts";

const page = "docs/compatibility.md";
const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const rows = read("test/service/known-cases.md")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, first = ""]) => first !== "case" && !first.startsWith("---"));

/** A name is the first argument of a call, after the table of an `each` too. */
function hasTest(file: string, name: string): boolean {
  const text = read(join("test", file));
  return [`"${name}"`, `\`${name}\``, `'${name}'`].some((literal) =>
    text.split(literal).some((before, index, parts) => index < parts.length - 1 && /\(\s*$/.test(before)),
  );
}

/** The texts of a cell that are in backticks. */
const quoted = (cell: string): readonly string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text]) => text ?? "");

const differences = read(page)
  .split("\n")
  .map((line) => line.replaceAll("`", ""));

function isThere(file: string, name: string): boolean {
  return file === page ? differences.some((line) => line.includes(`| ${name} |`)) : hasTest(file, name);
}

it("every known case has a test, or a line that says why there is none", () => {
  expect(rows.length).toBeGreaterThan(150);
  const wrong = rows.flatMap(([, what, file = "", cell = ""]) => {
    const [path, [name, ...parts]] = [quoted(file)[0], quoted(cell)] as const;
    const isWhole = path !== undefined && name !== undefined && isThere(path, name);
    return isWhole && parts.every((part) => read(join("test", path)).includes(part))
      ? []
      : [`${what}: ${file} ${cell}`];
  });
  expect(wrong).toEqual([]);
});
