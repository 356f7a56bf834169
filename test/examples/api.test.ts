/**
 * `docs/api` has every export of the packages. `npm run api -- --check` compares whole pages, which takes a compiler and
 * packages that the suite does not install.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { repository } from "../support/repository.ts";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const { compilerOptions } = JSON.parse(read("tsconfig.json")) as {
  compilerOptions: { paths: Record<string, readonly [string]> };
};

/** The names that a module exports: in its own text, and those of the modules that it exports as a whole. */
function namesOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reexported(statement, file);
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport);
    return isExported && isNamed(statement) && statement.name ? [statement.name.text] : [];
  });
}

function reexported({ exportClause, moduleSpecifier }: ts.ExportDeclaration, file: string): readonly string[] {
  if (exportClause) return ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [];
  const { text } = moduleSpecifier as ts.StringLiteral;
  return namesOf(compilerOptions.paths[text]?.[0] ?? join(dirname(file), text));
}

const isExport = ({ kind }: ts.Modifier): boolean => kind === ts.SyntaxKind.ExportKeyword;

/** Functions and variables are always exported by name. */
const isNamed = (statement: ts.Statement): statement is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);

const headingsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...read(page).matchAll(/^### (?:abstract |~~)?([\w$\\]+)/gm)].map(([, name = ""]) => name.replaceAll("\\", "")),
  );

/** The page of an entry, by the index that `npm run api` writes. */
const pages = new Map(
  [...read("docs/api/README.md").matchAll(/^- \[([^\]]+)\]\(([^)]+)\)$/gm)].map(([, name = "", page = ""]) => [
    name,
    page,
  ]),
);

describe("the API reference", () => {
  const entries = Object.entries(compilerOptions.paths);

  it.each(entries)("of %s has its exports; else run `npm run api`", (entry, [file]) => {
    const page = pages.get(entry.replace("@colonnade/", ""));
    expect(page).toBeDefined();
    const headings = headingsOf(`docs/api/${page}`);
    expect(namesOf(file).filter((name) => !headings.has(name))).toEqual([]);
  });

  it("is found by names, in every form of an export", () => {
    expect(namesOf("src/runtime/index.ts")).toEqual(expect.arrayContaining(["createSession", "Batch", "WriteInput"]));
    expect(headingsOf("docs/api/runtime.md")).toContain("createSession");
  });
});
