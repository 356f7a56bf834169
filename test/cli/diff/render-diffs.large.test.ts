/** Names come from a database that others may write to: what is printed of them can be pasted into a page or a shell. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { findClassifiedChanges } from "../../../src/cli/diff/classify.ts";
import type { KeyspaceDiff } from "../../../src/cli/diff/keyspace-diff.ts";
import { diffsJson, renderMarkdown, renderRemedies } from "../../../src/cli/diff/render-diffs.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

const odd = ["<img src=x>", "@all", "a: `b`", "$(id)", "it's `id`"];

function shopWith(id: string, ...names: readonly string[]): Keyspace {
  const columnDefinitions = [
    { name: id, typeDefinition: "uuid" },
    ...names.map((name) => ({ name, typeDefinition: "text" })),
  ];
  return keyspaceOf("shop", [{ name: "products", columnDefinitions, primaryKey: { partitionKey: [id] } }]);
}

function compare(before: Keyspace, after: Keyspace): KeyspaceDiff {
  const changes = findClassifiedChanges({ before: { keyspace: before }, after: { keyspace: after } });
  return {
    ...{ keyspace: "shop", definitions: "definitions/shop", changes },
    migration: () => [],
    unknown: [],
    warnings: [],
  };
}

it.each(odd)("%s is code wherever it is in Markdown", (name) => {
  const directions = { before: "main", after: "definitions/shop" };
  const renamed = renderMarkdown([compare(shopWith(name), shopWith(`${name} 2`))], directions);
  const dropped = renderMarkdown([compare(shopWith("id", name, "b"), shopWith("id", "b", `${name} 2`))], directions);
  for (const text of [renamed, dropped]) {
    expect(text).toContain(name);
    expect(text.replace(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, "")).not.toContain(name);
  }
});

it.each(odd)("%s is one word of a command to copy", (name) => {
  const diff = compare(shopWith(name), shopWith(`${name} 2`));
  const json = diffsJson([diff], { before: "main", after: "" }, false) as {
    keyspaces: { changes: { command?: string }[] }[];
  };
  const command = json.keyspaces[0]?.changes.find((change) => change.command !== undefined)?.command ?? "";
  const words = command.replace(/^colonnade rename/, "printf '%s\\n'");
  expect(execFileSync("sh", ["-c", words], { encoding: "utf8" }).split("\n").slice(0, 2)).toEqual([
    `shop.products.${name}`,
    `${name} 2`,
  ]);
  expect(renderRemedies([diff]).join("\n")).toContain(command);
});
