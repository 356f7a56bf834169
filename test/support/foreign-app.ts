import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, vi } from "vitest";
import type { GenerateReport, Target } from "../../src/generate.ts";
import { writeTree } from "./temporary-folder.ts";
import { readEntries } from "./entries.ts";
import type { Entries } from "./entries.ts";
import type { Standing, Step } from "./foreign-steps.ts";
import type { Stop } from "./stopping-fs.ts";

/**
 * An app, and what its people and we do in it. After each run of ours it holds that what is not ours stands as it stood, that
 * nothing of ours is left over, and that `check` is content.
 */
export class ForeignApp {
  readonly cwd: string;
  readonly #stop: Stop;
  #settings: Partial<Target> = {};
  /** What people wrote into files that the manifest lists. */
  readonly #edited = new Set<string>();
  /** What a stopped run put into its place before the manifest could tell. */
  #begun: readonly string[] = [];
  #wasStopped = false;
  /** What a formatter was at since: a run that is finished late leaves it, as nothing tells that from an edit. */
  readonly #laidOut = new Set<string>();

  /** @param stop of the file system that our runs write to */
  constructor(cwd: string, entries: readonly Standing[], stop: Stop) {
    this.cwd = cwd;
    this.#stop = stop;
    writeTree(cwd, { "elsewhere/precious.ts": "precious", "elsewhere/folder/index.ts": "precious too" });
    mkdirSync(join(cwd, "definitions/shop"), { recursive: true });
    this.#define("products", "text");
    for (const { path, kind, content } of entries) this.#place(path, kind, content);
  }

  async take(step: Step): Promise<void> {
    if ("makesWay" in step) return this.#generate(step.makesWay);
    if ("settings" in step) this.#settings = step.settings;
    else if ("type" in step) this.#define(step.table, step.type);
    else if ("table" in step) this.#drop(step.table, step.edits);
    else if ("kind" in step) this.#place(step.path, step.kind, step.content);
    else if ("nth" in step) this.#touch(step.nth, step.does === "delete");
    else this.#format();
    if ("at" in step) await this.#generateStopped(step.at);
  }

  #drop(table: string, edits: boolean): void {
    if (table === "products") return;
    rmSync(this.#definition(table), { force: true });
    if (edits) this.#edit(`${table}.ts`);
  }

  #touch(nth: number, deletes: boolean): void {
    const files = [...this.#entries()].filter(([path, held]) => !held.startsWith("->") && !aside.test(path));
    const path = files[nth % Math.max(files.length, 1)]?.[0];
    if (path === undefined) return;
    // A journal brings the manifest back.
    if (path === manifest && [...this.#entries().keys()].some((path) => path.endsWith("/journal.json")))
      this.#begun = [...this.#begun, ...this.#listed()];
    if (deletes) rmSync(this.#at(path));
    else if (path !== manifest) this.#edit(path);
  }

  #edit(path: string): void {
    if (this.#canEdit(path)) this.#put(path, `${readFileSync(this.#at(path), "latin1")}export const edited = true;\n`);
  }

  /** Whether there is a file, and one that can be written. */
  #canEdit(path: string): boolean {
    return /^6/.test(this.#entries().get(path) ?? "");
  }

  /** As formatters with tabs and without semicolons do. */
  #format(): void {
    for (const path of this.#listed()) {
      if (path === manifest || this.#edited.has(path) || !this.#canEdit(path)) continue;
      if (this.#wasStopped) this.#laidOut.add(path);
      const text = readFileSync(this.#at(path), "utf8");
      if (text.startsWith("// @generated from"))
        writeFileSync(this.#at(path), text.replace(/^ {2}/gm, "\t").replace(/;$/gm, ""));
    }
  }

  async #generate(makesWay: boolean): Promise<void> {
    const before = this.#everything();
    const listed = this.#listed();
    const result = await this.#run();
    const after = this.#everything();
    if ("code" in result) {
      expect(["not-ours", "bad-manifest"]).toContain(result.code);
      // A run that was stopped is finished first, whatever comes then.
      this.#expectKept(before, after, new Set([...listed, ...this.#begun]));
      if (!this.#wasStopped) expect(after).toEqual(before);
      this.#forget();
      if (makesWay) {
        const inTheWay = result.code === "bad-manifest" ? [this.#at(manifest)] : result.files;
        for (const file of inTheWay) renameSync(file, join(dirname(file), `moved-${basename(file)}-${before.size}`));
        return this.#generate(false);
      }
      return;
    }
    const { written, unchanged, kept } = result.report;
    const needed = new Set([...written, ...unchanged]);
    this.#expectKept(before, after, new Set([...listed, ...this.#begun, ...created(written, before)]));
    for (const path of [...listed, ...this.#begun]) {
      if (needed.has(path)) continue;
      if (this.#edited.has(path)) expect(after.get(`db/${path}`)).toBe(before.get(`db/${path}`));
      else if (!this.#laidOut.has(path)) expect([...after.keys()], `${path} is left over`).not.toContain(`db/${path}`);
    }
    for (const path of kept) expect([...this.#edited, ...this.#laidOut]).toContain(path);
    expect([...after.keys()].filter((path) => aside.test(path))).toEqual([]);
    this.#edited.clear();
    this.#forget();
    const { compare } = await import("../../src/generate.ts");
    expect((await compare(this.#target(), { generator: "1.0.0" })).report).toMatchObject({ upToDate: true });
    expect(this.#everything()).toEqual(after);
  }

  /** A run that is killed on its way, wherever that is. */
  async #generateStopped(at: number): Promise<void> {
    const dry = await this.#run({ dryRun: true });
    if ("code" in dry) return;
    const before = this.#everything();
    const listed = this.#listed();
    this.#stop.left = at;
    const result = await this.#run();
    this.#stop.left = Infinity;
    const after = this.#everything();
    const { written } = dry.report;
    this.#expectKept(before, after, new Set([...listed, ...this.#begun, ...created(written, before)]));
    // The manifest comes last: it lists nothing that is yet to come.
    const tells = after.get(`db/${manifest}`) !== before.get(`db/${manifest}`);
    if (tells && !this.#wasStopped) expect([...after.keys()].filter((path) => path.endsWith(".next"))).toEqual([]);
    if ("report" in result) {
      this.#edited.clear();
      this.#forget();
    } else {
      this.#wasStopped = true;
      // What was decided to be written over is as good as gone.
      const decided = [...after.keys()].some((path) => path.endsWith("/journal.json"));
      for (const path of written) {
        if (decided || after.get(`db/${path}`) !== before.get(`db/${path}`)) this.#edited.delete(path);
      }
      this.#begun = [...this.#begun, ...written.filter((path) => after.has(`db/${path}`))];
    }
    // A process that is gone remembers nothing.
    vi.resetModules();
  }

  /** What stood before stands still, but for what was ours. */
  #expectKept(before: Entries, after: Entries, ours: ReadonlySet<string>): void {
    for (const [path, held] of before) {
      const isOurs = aside.test(path) || (path.startsWith("db/") && ours.has(path.slice("db/".length)));
      if (!isOurs) expect(after.get(path), path).toBe(held);
    }
  }

  async #run({ dryRun = false } = {}): Promise<GenerateReport | Refusal> {
    const { generate } = await import("../../src/generate.ts");
    try {
      return await generate(this.#target(), { generator: "1.0.0", dryRun });
    } catch (error) {
      const { code, problems = [] } = error as { code: string; problems?: readonly { file: string }[] };
      if (code === undefined) throw error;
      return { code, files: problems.map(({ file }) => file) };
    }
  }

  #target(): Target {
    const [definitions, output] = [join(this.cwd, "definitions/shop"), join(this.cwd, "db")];
    return { keyspace: "shop", definitions, output, ...this.#settings };
  }

  #definition(table: string): string {
    return join(this.cwd, "definitions/shop", `${table}.json`);
  }

  #define(table: string, type: string): void {
    const columnDefinitions = [
      { name: "id", typeDefinition: "uuid" },
      { name: "some_value", typeDefinition: type },
    ];
    const definition = { name: table, columnDefinitions, primaryKey: { partitionKey: ["id"] } };
    writeFileSync(this.#definition(table), JSON.stringify(definition));
  }

  #at(path: string): string {
    return join(this.cwd, "db", path);
  }

  /** What the manifest lists, and itself. */
  #listed(): readonly string[] {
    try {
      const { format, files } = JSON.parse(readFileSync(this.#at(manifest), "utf8")) as {
        format?: number;
        files: object;
      };
      return format === 3 ? [manifest, ...Object.keys(files)] : [];
    } catch {
      return [];
    }
  }

  #put(path: string, text: string): void {
    this.#claim(path);
    writeFileSync(this.#at(path), text, "latin1");
  }

  /** What is no more what we wrote. */
  #claim(path: string): void {
    if ([...this.#listed(), ...this.#begun].includes(path)) this.#edited.add(path);
  }

  /** The next run finishes what a stopped one began. */
  #forget(): void {
    this.#wasStopped = false;
    this.#laidOut.clear();
    this.#begun = [];
  }

  /** What somebody else puts there, unless something is there. */
  #place(path: string, kind: string, content: string): void {
    const place = this.#at(path);
    if (this.#everything().has(`db/${path}`) || existsSync(place)) return;
    try {
      mkdirSync(dirname(place), { recursive: true });
    } catch {
      return;
    }
    this.#claim(path);
    if (kind === "folder") writeTree(place, { "within.txt": content });
    else if (kind === "link to a file") symlinkSync(join(this.cwd, "elsewhere/precious.ts"), place);
    else if (kind === "link to a folder") symlinkSync(join(this.cwd, "elsewhere/folder"), place);
    else if (kind === "link to nothing") symlinkSync(join(this.cwd, "nowhere"), place);
    else this.#put(path, content);
    if (kind === "read-only file") chmodSync(place, 0o444);
  }

  #entries(): Entries {
    return existsSync(join(this.cwd, "db")) ? readEntries(join(this.cwd, "db")) : new Map();
  }

  #everything(): Entries {
    return readEntries(this.cwd);
  }
}

interface Refusal {
  readonly code: string;
  /** Those that stand in the way. */
  readonly files: readonly string[];
}

const manifest = ".colonnade.json";

/** What a run writes aside; people leave it alone. */
const aside = /(?:^|\/)\.colonnade-next-\d/;

/** Of the paths that a run writes, those at which nothing was. */
function created(paths: readonly string[], before: Entries): readonly string[] {
  return paths.filter((path) => !before.has(`db/${path}`));
}
