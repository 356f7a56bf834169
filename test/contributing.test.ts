/** `docs/contributing.md` names files that exist; `architecture.test.ts` holds its tables of rooms. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "./support/repository.ts";

const page = readFileSync(join(repository, "docs/contributing.md"), "utf8");

/** Paths in backticks and in commands; `src/cli/NAME` stands for one that is still to be written. */
function findPaths(text: string): string[] {
  const paths = text.match(/(?<![\w/.])(?:src|test|docs|schemas|examples|\.ci)\/[\w./-]*[\w/]/g) ?? [];
  return [...new Set(paths)].filter((path) => !path.includes("/NAME"));
}

it("finds paths in backticks and in commands", () => {
  const text = "`src/a.ts`, builds dist/ and src/b/: `npx vitest run test/c.test.ts` for `src/cli/NAME/x.ts`.";
  expect(findPaths(text)).toEqual(["src/a.ts", "src/b/", "test/c.test.ts"]);
});

it("every file and folder that the page names exists", () => {
  const paths = findPaths(page).filter((path) => !/(?:^|\/)dist\//.test(path));
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

it("every npm script that the page names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { scripts: object };
  const named = [...page.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
