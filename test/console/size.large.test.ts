/** What the package ships for the console. Needs the build. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it, test } from "vitest";
import { repository } from "../support/repository.ts";

const folder = join(repository, "dist/console");
const files = readdirSync(folder).sort();
const read = (file: string): string => readFileSync(join(folder, file), "utf8");

/**
 * GraphiQL alone is ten times as much. The GraphQL view with its editor is 178 kB of it; work on cells and rows added 12 kB,
 * the page for CQL with its grammar 17 kB.
 */
const most = 245_000;

it("is three files of at most 245 kB in gzip", () => {
  expect(files).toEqual(["console.css", "console.js", "index.html"]);
  const sizes = files.map((file) => gzipSync(read(file)).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(most);
});

it("has nothing inline and nothing from elsewhere", () => {
  const page = read("index.html");
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc="\/)/);
  for (const [, address = ""] of page.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/[a-z.]+$/);
  expect(read("console.css")).not.toMatch(/@import|url\(/);
});

test.each([
  ...["preact", "graphql", "cm6-graphql", "graphql-language-service", "style-mod", "w3c-keyname", "crelt"],
  ...["@codemirror/view", "@codemirror/state", "@codemirror/lint", "@lezer/lr", "@lezer/common"],
])("comes with the license of %s", (name) => {
  const licenses = readFileSync(join(repository, "dist/LICENSES.txt"), "utf8");
  expect(licenses).toMatch(new RegExp(`^${name} \\d`, "m"));
});
