/** Imports run one way: the rooms of `src/`, and which of the others each may look into. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix, resolve, sep } from "node:path";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";

const mayImport = {
  errors: [],
  cache: [],
  "find-process": ["errors"],
  "import-module": [],
  model: [],
  "runtime/protocol": [],
  runtime: ["runtime/protocol"],
  "runtime/node": ["runtime", "runtime/protocol"],
  // The language alone: definition files are read with it, and the console completes with it.
  "cql/grammar": ["model", "runtime/protocol"],
  cql: ["cql/grammar", "port", "store", "model", "runtime/protocol", "errors"],
  source: ["cql/grammar", "api", "model", "runtime", "runtime/protocol", "errors"],
  plan: ["model", "runtime/protocol", "errors", "cache"],
  api: ["model", "runtime/protocol"],
  emit: ["plan", "model", "api", "cache"],
  output: ["errors", "cache", "import-module"],
  // Of the plan, the types of settings alone.
  config: ["plan", "errors", "import-module"],
  generate: ["source", "plan", "emit", "output", "model", "config", "errors", "cache"],
  store: ["model", "runtime/protocol", "errors", "find-process"],
  port: ["errors", "find-process"],
  // Between an app's bindings and a store: needs the checks of the one and the interface of the other, which know nothing
  // of each other.
  "store-session": ["store", "model", "runtime", "runtime/protocol"],
  // The package `@colonnade/cassandra`: what it imports, an app ships.
  cassandra: ["store-session", "store", "runtime", "errors"],
  // Runs in a browser: of the model and the store it has what is pure.
  // The types of what the service answers, and the form of values in its JSON.
  console: ["cql/grammar", "service", "store", "model", "runtime", "runtime/protocol"],
  service: ["port", "store", "api", "model", "runtime/protocol", "errors"],
  testing: ["source", "service", "cql", "store", "model", "runtime", "runtime/protocol"],
  rename: ["errors"],
  unplugin: ["generate", "errors"],
  index: ["api", "config", "errors", "generate", "source", "service", "store", "store-session", "model"],
  cli: [
    ...["errors", "model", "runtime/protocol", "runtime", "source", "plan", "emit", "output", "config", "generate"],
    ...["api", "rename", "store", "service", "cql", "index", "import-module"],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Folders that may look into one room more than the rest of theirs. */
const folderMayImport: Readonly<Record<string, readonly Room[]>> = {
  // How the system tables of a cluster become a keyspace.
  "store/cassandra": ["source"],
};

/** The folders of the runtime, from the ground up; its entries, which stand beside them, may import every one. */
const runtimeFolders: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  clock: [],
  transport: ["clock"],
  errors: ["transport", "protocol"],
  table: ["errors", "protocol"],
  profile: ["table", "errors", "transport", "protocol"],
  operation: ["profile", "table", "errors", "transport", "clock", "protocol"],
  graphql: ["operation", "profile", "table", "errors", "protocol"],
  functions: ["graphql", "operation", "table", "errors", "protocol"],
  token: ["profile", "errors", "clock", "protocol"],
  session: ["operation", "token", "profile", "table", "errors", "transport", "clock", "protocol"],
  batch: ["session", "graphql", "operation", "profile", "table", "errors", "clock", "protocol"],
  definitions: ["operation", "profile", "table", "errors", "protocol"],
  documents: ["functions", "graphql", "operation", "profile", "table", "errors", "protocol"],
  node: ["session", "token", "errors", "transport", "clock"],
};

/**
 * The folders of the command line, from the ground up: what all commands need, then a folder for each command, which no other
 * one looks into. The files beside them choose the command, and may import every folder.
 */
const cliFolders: Readonly<Record<string, readonly string[]>> = {
  terminal: [],
  faults: ["terminal"],
  arguments: ["terminal"],
  targets: ["arguments", "terminal"],
  database: ["arguments", "terminal"],
  reports: ["faults", "terminal"],
  check: ["reports", "targets", "arguments", "faults", "terminal"],
  completion: ["targets", "arguments", "faults", "terminal"],
  diff: ["reports", "database", "targets", "arguments", "faults", "terminal"],
  export: ["database", "targets", "arguments", "faults", "terminal"],
  explain: ["targets", "arguments", "faults", "terminal"],
  generate: ["targets", "arguments", "faults", "terminal"],
  init: ["arguments", "faults", "terminal"],
  introspect: ["database", "targets", "arguments", "faults", "terminal"],
  push: ["database", "targets", "arguments", "faults", "terminal"],
  rename: ["targets", "arguments", "faults", "terminal"],
  serve: ["database", "targets", "arguments", "faults", "terminal"],
  users: ["arguments", "faults", "terminal"],
};

type Room = keyof typeof mayImport;

/** Rooms that run in a browser, or that anybody must be able to call without a disk: nothing of Node. */
const platformFree: readonly Room[] = [
  "runtime",
  "runtime/protocol",
  "cql/grammar",
  "console",
  "model",
  "plan",
  "api",
  "emit",
  "errors",
  "cache",
];

/** The packages of rooms that are to have few; the others choose freely. */
const packages: Readonly<Partial<Record<Room, Readonly<Record<string, readonly string[]>>>>> = {
  // Types alone, which generated documents have in common with graphql.
  runtime: { "runtime/zod.ts": ["zod"], "runtime/documents/document-types.ts": ["graphql"] },
  "runtime/protocol": {},
  "runtime/node": {},
  model: {},
  plan: {},
  api: {},
  emit: {},
  errors: {},
};

interface Import {
  /** Within `src/`: `plan/plan.ts`. */
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/** Every import of a module: declarations, re-exports, `import()` of values and of types, and `require`. */
function parseImports(file: string, text: string): Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean): void => {
    if (!node || !ts.isStringLiteralLike(node)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file, line: line + 1, specifier: node.text, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isExternalModuleReference(node)) add(node.expression, false);
    else if (ts.isCallExpression(node)) {
      const { expression } = node;
      const imports = expression.kind === ts.SyntaxKind.ImportKeyword;
      if (imports || (ts.isIdentifier(expression) && expression.text === "require")) add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function roomOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  const within =
    (first === "runtime" && (second === "protocol" || second === "node")) || (first === "cql" && second === "grammar");
  return within ? `${first}/${second}` : first.replace(/\.ts$/, "");
}

/** The room that an import leads to; undefined for a package and for what is no module of `src/`. */
function roomOfTarget({ file, specifier }: Import): string | undefined {
  const entry = /^@colonnade\/(runtime\/(?:protocol|node))$/.exec(specifier);
  if (entry) return entry[1];
  if (/^@colonnade\/runtime(?:\/|$)/.test(specifier)) return "runtime";
  if (specifier === "colonnade") return "index";
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  return target.startsWith("..") ? undefined : roomOf(target);
}

function isRoom(name: string): name is Room {
  return Object.hasOwn(mayImport, name);
}

/** What is wrong with an import, or undefined. */
function offenseOf(found: Import): string | undefined {
  const { file, specifier, typeOnly } = found;
  const room = roomOf(file);
  if (!isRoom(room)) return "stands in a room that the table does not have";
  const target = roomOfTarget(found);
  if (target === undefined) return packageOffense(room, found);
  if (target === room) return undefined;
  const more = folderMayImport[posix.dirname(file)] ?? [];
  const allowed: readonly string[] = [...mayImport[room], ...more];
  if (!allowed.includes(target)) return `${room} may not import ${target}`;
  if (room === "index" && target === "model" && !typeOnly) return "index may import only types of model";
  if (/^runtime/.test(target) && !/^runtime/.test(room) && specifier.startsWith(".")) {
    return "the runtime is a package of its own: import it by its name";
  }
  return undefined;
}

function packageOffense(room: Room, { file, specifier }: Import): string | undefined {
  if (specifier.startsWith(".")) {
    return room === "cli" && specifier.endsWith("/package.json") ? undefined : "leads out of src";
  }
  if (specifier.startsWith("node:")) return platformFree.includes(room) ? `${room} has nothing of Node` : undefined;
  const allowed = packages[room];
  return !allowed || allowed[file]?.includes(specifier) ? undefined : `${room} has no such package here`;
}

/** `plan/plan.ts:12 "../emit/index.ts": plan may not import emit` for each offending import. */
function checkImports(imports: readonly Import[]): string[] {
  return imports.flatMap((found) => {
    const offense = offenseOf(found);
    return offense === undefined ? [] : [`${found.file}:${found.line} ${JSON.stringify(found.specifier)}: ${offense}`];
  });
}

/** A way from a room back to itself, or undefined. */
function findCircle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const follow = (room: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const next of edges.get(room) ?? []) {
      const circle = follow(next, [...way, room]);
      if (circle) return circle;
    }
    done.add(room);
    return undefined;
  };
  return [...edges.keys()].map((room) => follow(room, [])).find((circle) => circle !== undefined);
}

function edgesOf(imports: readonly Import[]): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const found of imports) {
    const [from, to] = [roomOf(found.file), roomOfTarget(found)];
    if (to !== undefined && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  return edges;
}

const folder = resolve(import.meta.dirname, "../src");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) =>
    posix.join(
      ...join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(/[\\/]/),
    ),
  )
  .filter((file) => !/(?:^|\/)(?:dist|node_modules)\//.test(file))
  .sort();
const everyImport = files.flatMap((file) => parseImports(file, readFileSync(join(folder, file), "utf8")));

describe("imports of src", () => {
  it("are read from every room", () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(mayImport).sort());
    expect(everyImport.length).toBeGreaterThan(300);
  });

  it("lead only where the table lets them, types included", () => {
    expect(checkImports(everyImport)).toEqual([]);
  });

  it("have no circle among the rooms", () => {
    expect(findCircle(edgesOf(everyImport))).toBeUndefined();
  });

  it("have no circle among the files", () => {
    const edges = new Map<string, Set<string>>();
    for (const { file, specifier } of everyImport.filter((found) => found.specifier.startsWith("."))) {
      const target = posix.join(posix.dirname(file), specifier);
      edges.set(file, (edges.get(file) ?? new Set()).add(target));
    }
    expect(findCircle(edges)).toBeUndefined();
  });

  it("never lead to the command line", () => {
    expect(everyImport.filter((found) => roomOfTarget(found) === "cli" && roomOf(found.file) !== "cli")).toEqual([]);
  });
});

describe.each([
  ["runtime", runtimeFolders],
  ["cli", cliFolders],
])("imports within %s", (room, folders) => {
  const folderOf = (file: string): string => {
    const [first, second = "", ...below] = file.split("/");
    return first === room && below.length > 0 && second !== "dist" ? second : "";
  };
  const edges = new Map<string, Set<string>>();
  for (const { file, specifier } of everyImport.filter((found) => found.specifier.startsWith("."))) {
    const [from, to] = [folderOf(file), folderOf(posix.join(posix.dirname(file), specifier))];
    if (from !== "" && to !== "" && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }

  it("are read from every folder", () => {
    const names = new Set(files.map(folderOf).filter((name) => name !== ""));
    expect([...names].sort()).toEqual(Object.keys(folders).sort());
  });

  it("lead only where the table of its folders lets them, types included, and none is allowed in vain", () => {
    const sorted = (found: Iterable<string>): string[] => [...found].sort();
    const found = Object.keys(folders).map((name) => [name, sorted(edges.get(name) ?? [])]);
    expect(found).toEqual(Object.entries(folders).map(([name, allowed]) => [name, sorted(allowed)]));
  });

  it("have no circle among the folders", () => {
    expect(findCircle(edges)).toBeUndefined();
  });
});

describe("the table of rooms", () => {
  it("has no circle itself", () => {
    const edges = Object.entries(mayImport).map(([room, rooms]): [string, Set<string>] => [room, new Set(rooms)]);
    expect(findCircle(new Map(edges))).toBeUndefined();
  });
});

describe("docs/contributing.md", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../docs/contributing.md"), "utf8");
  /** The rows of a section's table: what is named first, and what it may import. */
  const rowsOf = (title: string): Record<string, readonly string[]> => {
    const [, section = ""] = page.split(`${title}\n`);
    const [own = ""] = section.split(/^#/m);
    const rows = own.matchAll(/^\| `(?:src\/)?([\w/-]+)(?:\.ts)?` \|.*\| ([^|]+) \|$/gm);
    return Object.fromEntries(
      [...rows].map(([, name = "", cell = ""]) => [name, cell === "–" ? [] : cell.split(", ")]),
    );
  };

  test.each([
    ["## The rooms of src", mayImport],
    ["### Folders of src/runtime", runtimeFolders],
    ["### Folders of src/cli", cliFolders],
  ])("has under “%s” the table that holds", (title, table) => {
    expect(rowsOf(title)).toEqual(table);
  });

  test.each(Object.entries(folderMayImport))("says what %s may import besides", (folder, rooms) => {
    expect(page).toContain(`\`src/${folder}\` alone of its room may also import ${rooms.join(", ")}`);
  });
});

describe("the check", () => {
  const check = (file: string, text: string): string[] => checkImports(parseImports(file, text));

  test.each([
    ["model/wrong.ts", 'import { session } from "@colonnade/runtime";', "model may not import runtime"],
    ["plan/wrong.ts", 'import type { Artifact } from "../emit/index.ts";', "plan may not import emit"],
    ["plan/wrong.ts", 'export type { Artifact } from "../emit/index.ts";', "plan may not import emit"],
    ["emit/wrong.ts", 'export * from "../output/index.ts";', "emit may not import output"],
    ["store/embedded/wrong.ts", 'type A = import("../../service/index.ts").A;', "store may not import service"],
    [
      "store/embedded/wrong.ts",
      'import { introspectCql } from "../../source/index.ts";',
      "store may not import source",
    ],
    ["service/rest/wrong.ts", 'await import("../../cli/terminal/io.ts");', "service may not import cli"],
    ["source/wrong.ts", 'import { isDate } from "../runtime/protocol/date.ts";', "by its name"],
    ["emit/wrong.ts", 'import { natives } from "@colonnade/runtime/protocol";', "may not import runtime/protocol"],
    ["runtime/protocol/wrong.ts", 'import type { Session } from "../session.ts";', "may not import runtime"],
    ["runtime/wrong.ts", 'import { readFile } from "node:fs/promises";', "runtime has nothing of Node"],
    ["runtime/wrong.ts", 'export * from "./node/index.ts";', "runtime may not import runtime/node"],
    ["runtime/wrong.ts", 'import { z } from "zod";', "runtime has no such package here"],
    ["plan/wrong.ts", 'import prettier = require("prettier");', "plan has no such package here"],
    ["index.ts", 'export { parseTableDefinition } from "./model/index.ts";', "only types of model"],
    ["helpers/wrong.ts", 'import "node:fs";', "a room that the table does not have"],
    ["model/wrong.ts", 'import data from "../../package.json";', "leads out of src"],
  ])("refuses in %s the line %s", (file, line, reason) => {
    const [offense = "none", ...others] = check(file, `// A comment.\n\n${line}\n`);
    expect(others).toEqual([]);
    expect(offense).toMatch(new RegExp(`^${file.replaceAll("/", "\\/")}:3 "`));
    expect(offense).toContain(reason);
  });

  test.each([
    ["plan/fine.ts", 'import { nameTables } from "@colonnade/runtime/protocol";'],
    ["runtime/zod.ts", 'import * as z from "zod";'],
    ["runtime/node/fine.ts", 'import { request } from "node:http";'],
    ["index.ts", 'export type { Table } from "./model/index.ts";'],
    ["output/fine.ts", '// import "../cli/run.ts"\nconst text = "import \'../cli/run.ts\'";'],
  ])("lets %s have %s", (file, text) => {
    expect(check(file, text)).toEqual([]);
  });

  it("finds a circle", () => {
    const imports = [
      ...parseImports("emit/a.ts", 'import "../plan/b.ts";'),
      ...parseImports("plan/b.ts", 'import "../model/c.ts";'),
      ...parseImports("model/c.ts", 'import type { A } from "../emit/a.ts";'),
    ];
    expect(findCircle(edgesOf(imports))).toEqual(["emit", "plan", "model", "emit"]);
  });
});

describe("the folders of tests", () => {
  /** What is tested there is no folder of `src`, but the work of many or what stands beside it. */
  const others = ["cluster", "conformance", "examples", "package", "schemas"];
  const tests = import.meta.dirname;
  /** Without its ending, as `service/rest/rows`. */
  const written = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .map((path) => path.split(sep).join("/").slice(0, -".test.ts".length));

  it("are those of src, so that one knows where to look", () => {
    const mirrored = [...new Set(written.map(posix.dirname))].filter((name) => !others.includes(name));
    expect(mirrored).toContain("service/graphql");
    expect(mirrored.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  test.each([
    [
      "isolated if they replace a module, or load modules again, which all files of a worker share",
      /vi\.(?:mock|doMock|resetModules)\(/,
      /\.isolated$/,
    ],
    [
      "large or isolated if they start a process or a compiler, or ask a cluster",
      /from "(?:node:child_process|rolldown|[./]+\/support\/(?:compile|compile-natively|program-of)\.ts|[./]+\/describe-on-cluster\.ts)"/,
      /\.(?:large|isolated)$/,
    ],
  ])("are %s", (_, marks, ending) => {
    const wrong = written.filter((name) => {
      return !ending.test(name) && marks.test(readFileSync(join(tests, `${name}.test.ts`), "utf8"));
    });
    expect(wrong).toEqual([]);
  });

  it("share helpers without hooks of their own, which would run in the first file of a worker only", () => {
    const helpers = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !/node_modules|^bench|^matrix/.test(path),
    );
    const hook = /^(?:before|after)(?:Each|All)\(/m;
    expect(helpers.filter((path) => hook.test(readFileSync(join(tests, path), "utf8")))).toEqual([]);
  });
});
