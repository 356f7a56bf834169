/**
 * An app in which every use of a name that may change is marked: `row.«price»` becomes `row.cost`, `«price|cost: price»` says
 * what becomes of it, `«!price»` must be listed for a person, and `«k:…»` is a mark of another rename.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listDocumentFiles } from "../../src/emit/documents.ts";
import type { DocumentsFilePlan } from "../../src/emit/documents.ts";
import { listFiles } from "../../src/emit/index.ts";
import { renderDocuments } from "../../src/generate/render-documents.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import type { Bindings } from "../../src/rename/index.ts";
import { loadDefinitionFiles } from "../../src/source/folder.ts";
import { parseKeyspace } from "../../src/source/parse-keyspace.ts";
import { repository } from "../support/repository.ts";

const template = join(repository, "test/fixtures/rename/shop-app");
const ending = ".marked";

interface MarkedLine {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly marks: number;
  readonly isForPerson: boolean;
}

/** The lines of the app, as the marks of the kind want them before and after. */
export function markedLines(kind: string): readonly MarkedLine[] {
  return readdirSync(template, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .flatMap((path) =>
      readFileSync(join(template, path), "utf8")
        .split("\n")
        .map((text, index) => ({
          file: path.slice(0, -ending.length),
          line: index + 1,
          before: read(text, () => false),
          after: read(text, (own, isForPerson) => own === kind && !isForPerson),
          marks: marksOf(text).filter(([own, isForPerson]) => own === kind && !isForPerson).length,
          isForPerson: marksOf(text).some(([own, isForPerson]) => own === kind && isForPerson),
        })),
    );
}

const mark = /«(?:([a-z]):)?(!?)(.*?)»/g;

function marksOf(text: string): readonly (readonly [kind: string, isForPerson: boolean])[] {
  return Array.from(text.matchAll(mark), ([, kind = "c", bang]) => [kind, bang === "!"] as const);
}

function read(text: string, isRenamed: (kind: string, isForPerson: boolean) => boolean): string {
  return text.replace(mark, (_, kind: string | undefined, bang: string, body: string) => {
    const [old = "", now = "cost"] = body.split("|");
    return isRenamed(kind ?? "c", bang === "!") ? now : old;
  });
}

/** Writes the app before the rename to a folder, with the packages of this repository. */
export function writeMarkedApp(folder: string): void {
  cpSync(join(template, "definitions"), join(folder, "definitions"), { recursive: true });
  cpSync(join(template, "tsconfig.json"), join(folder, "tsconfig.json"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  const texts = new Map<string, string[]>();
  for (const { file, before } of markedLines("")) texts.set(file, [...(texts.get(file) ?? []), before]);
  for (const [file, lines] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.join("\n"));
  }
}

/** The app's bindings with the settings, as its config would make them. */
export async function bindingsOf(folder: string, settings: PlanSettings): Promise<Bindings> {
  const { keyspace } = parseKeyspace(loadDefinitionFiles(join(folder, "definitions/shop")), "shop");
  const plan = planKeyspace(keyspace, { documents: true, asserts: true, ...settings });
  const modules = new Map<string, string>();
  const files: readonly DocumentsFilePlan[] = [...listFiles(plan), ...listDocumentFiles(plan, keyspace)];
  for (const { path, emit, graphql: given } of files) {
    const graphql = given?.();
    modules.set(path, graphql ? await renderDocuments({ path, render: emit, ...graphql }) : emit());
  }
  return { folder: join(folder, "src/db"), modules };
}
