/** Whoever meets a code finds its section: docs/errors.md has one for every code in the sources, and no other. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { exitCodes } from "../../../src/cli/faults/exit-codes.ts";
import { findErrorDocs, sectionOf } from "../../../src/cli/faults/show-fault.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { findCodes, parseCodes } from "./find-codes.ts";
import { repository } from "../../support/repository.ts";

const text = readFileSync(join(repository, "docs/errors.md"), "utf8");
const [, head = "", ...rest] = text.split(/^## /m);
const sections = rest.map((section) => {
  const [title = "", ...lines] = section.trimEnd().split("\n");
  return { title, lines: lines.filter((line) => line !== "") };
});
const titles = sections.map(({ title }) => title);

/** What `check` says of files, and what the operating system says. */
const noCodes = ["errors-of-the-machine", "stale"];
/** In GraphQL answers of the service, where an error of the runtime carries them on. */
const answers = ["internal"];
/** Of issues that a validator of zod reports. */
const ofZod = ["custom"];

describe("docs/errors.md", () => {
  it("has a section for every code, and for nothing else", () => {
    const codes = [...findCodes(join(repository, "src")).keys()].filter(
      (code) => ![...answers, ...ofZod].includes(code),
    );
    expect(codes.length).toBeGreaterThan(80);
    expect([...titles].sort()).toEqual([...codes, ...noCodes].sort());
  });

  it("is sorted, begins with the exit codes, and says something of each code, in few lines", () => {
    expect(head.startsWith("Exit codes\n")).toBe(true);
    expect(titles).toEqual([...titles].sort());
    expect(sections.filter(({ lines }) => lines.length < 1 || lines.length > 6)).toEqual([]);
  });

  it("has every exit code, and no other", () => {
    const codes = [...head.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(exitCodes));
  });

  it("links to sections that are there", () => {
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !titles.includes(link))).toEqual([]);
  });
});

describe("codes", () => {
  test.each([
    ['new ColonnadeError("a-b", m)', ["a-b"]],
    ['new StoreError(late ? "a" : "b", m)', ["a", "b"]],
    ['machineError("a", m, e)', ["a"]],
    ['reader.add("a", path, m)', ["a"]],
    ['problems.push({ code: "a", message })', ["a"]],
    ['const code = "a";', ["a"]],
    ['class E extends S { constructor() { super("a", m); } }', ["a"]],
    ['interface P { readonly code: "a" | "b" }', ["a", "b"]],
    ['type SomeErrorCode = "a" | "b";', ["a", "b"]],
    ['set.add("a"); other("a", 1); ({ kind: "a" })', []],
  ])("are found in %s", (source, codes) => {
    expect(parseCodes("x.ts", source).map(({ code }) => code)).toEqual(codes);
  });

  it("are given as text, or as a code that was text where it was made", () => {
    const odd: string[] = [];
    for (const name of readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || name.includes("dist")) continue;
      const source = ts.createSourceFile(
        name,
        readFileSync(join(repository, "src", name), "utf8"),
        ts.ScriptTarget.Latest,
        true,
      );
      const visit = (node: ts.Node): void => {
        if (ts.isNewExpression(node) && /^(?:Colonnade|Store)Error$/.test(node.expression.getText())) {
          const given = node.arguments?.[0]?.getText() ?? "";
          if (!/^"|^(?:\w+\.)?code$/.test(given)) odd.push(`${name}: ${given}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(odd).toEqual([]);
  });

  it("of the machine share a section", () => {
    expect([sectionOf("EACCES"), sectionOf("ERR_INVALID_URL"), sectionOf("no-config")]).toEqual([
      "errors-of-the-machine",
      "errors-of-the-machine",
      "no-config",
    ]);
  });
});

describe("an error names its section", () => {
  const fault = { code: "bad-definitions", problems: [] };
  const problem = (code: string): { code: string; message: string } => ({ code, message: "" });

  it("in the package that the app has installed", () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "node_modules/colonnade/docs/errors.md": "" });
    expect(findErrorDocs(fault, cwd)).toBe("node_modules/colonnade/docs/errors.md#bad-definitions");
  });

  it("or in the one that runs", () => {
    const page = join(repository, "docs/errors.md").replaceAll("\\", "/");
    expect(findErrorDocs(fault, createTemporaryFolder())).toBe(`${page}#bad-definitions`);
    expect(findErrorDocs(fault, repository)).toBe("docs/errors.md#bad-definitions");
  });

  it("and that of its mistakes, where they are of one kind", () => {
    const docs = (...codes: string[]): string | undefined =>
      findErrorDocs({ ...fault, problems: codes.map(problem) }, repository);
    expect(docs("unknown-type", "unknown-type")).toBe("docs/errors.md#unknown-type");
    expect(docs("unknown-type", "bad-name")).toBe("docs/errors.md#bad-definitions");
  });
});
