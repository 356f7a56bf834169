/**
 * A walk of random edits: after each, a run leaves in an old folder what it writes to a new one, byte for byte, with the
 * same warnings or the same mistakes. By itself and in the rounds of a watch, where most tables are not read again.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isColonnadeError } from "../../src/errors.ts";
import { compare, generate } from "../../src/generate.ts";
import type { Target } from "../../src/generate.ts";
import { RunCache } from "../../src/generate/run-cache.ts";
import { runs } from "../support/long.ts";
import { repository } from "../support/repository.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";

/** Names that meet: as types of the API, as exports, as finders, as files, and with a user type. */
const names = [
  ...["users", "Users", "users_with_email", "users_row", "insert_users", "user_type", "address", "t", "t_with_email"],
  ...["t_input", "index", "Index", "zod", "ids", "find_orders", "orders", "orders_id", "constructor"],
];
const types = ["text", "int", "decimal", "list<text>", "frozen<address>", "uuid"];

const table = fc.record({
  name: fc.constantFrom(...names),
  key: fc.constantFrom("uuid", "int"),
  columns: fc.uniqueArray(
    fc.tuple(fc.constantFrom("email", "note", "to_string", "user_id"), fc.constantFrom(...types)),
    {
      selector: ([name]) => name,
    },
  ),
  index: fc.option(fc.constant("email"), { freq: 2 }),
  clustered: fc.boolean(),
  isView: fc.boolean(),
});

const rules = fc.record(
  {
    validators: fc.boolean(),
    naming: fc.constantFrom<"camel" | "verbatim">("camel", "verbatim"),
    brandedIds: fc.boolean(),
    asserts: fc.boolean(),
    exclude: fc.constantFrom([], ["users_*"]),
    types: fc.constantFrom({}, { decimal: "unknown" as const }),
    columns: fc.constantFrom<NonNullable<Target["columns"]>>(
      ...[{}, { email: { name: "mail" } }, { "users.email": { name: "note" } }, { user_id: { idOf: "users" } }],
      { "orders.note": { oneOf: ["a", "b"] } },
    ),
    tables: fc.constantFrom<NonNullable<Target["tables"]>>(
      ...[{}, { users: { row: "User" } }, { t: { name: "Orders" } }, { gone: { name: "Gone" } }],
    ),
  },
  { requiredKeys: [] },
);

const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: table, file: fc.constantFrom("own", "other") }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ break: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ field: fc.constantFrom("text", "int", undefined) }) },
  { weight: 1, arbitrary: fc.record({ editOutput: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ deleteOutput: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ settings: rules }) },
  { weight: 1, arbitrary: fc.record({ hook: fc.constantFrom(undefined, "Own") }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function printTable({
  name,
  key,
  columns,
  index,
  clustered,
  isView,
}: typeof table extends fc.Arbitrary<infer T> ? T : never) {
  const clustering =
    clustered && columns.some(([column, type]) => column === "note" && type === "text") ? ["note"] : [];
  return JSON.stringify({
    name,
    ...(isView && { viewOf: "users" }),
    columnDefinitions: [["id", key], ...columns].map(([name, typeDefinition]) => ({ name, typeDefinition })),
    primaryKey: { partitionKey: ["id"], clusteringKey: clustering },
    ...(columns.some(([column, type]) => column === index && type === "text") && { indexes: [{ column: index }] }),
  });
}

/** A project on disk, with the settings of its config. */
class Project {
  readonly folder = createTemporaryFolder();
  readonly definitions = join(this.folder, "definitions/shop");
  readonly old = join(this.folder, "old");
  settings: Omit<Target, "keyspace" | "definitions" | "output"> = {};
  #count = 0;

  constructor() {
    writeTree(this.definitions, {
      "users.json": printTable({
        name: "users",
        key: "uuid",
        columns: [["email", "text"]],
        index: "email",
        clustered: false,
        isView: false,
      }),
    });
    this.#setField("text");
  }

  newFolder(): string {
    return join(this.folder, `new-${this.#count++}`);
  }

  /** @returns the definition files that changed */
  apply(edit: Edit, outputs: readonly string[]): readonly string[] {
    const files = readdirSync(this.definitions).filter((name) => name.endsWith(".json"));
    const pick = (at: number, from: readonly string[]): string => from[at % from.length] ?? "users.json";
    if ("put" in edit) {
      return this.#write(
        edit.file === "own" ? edit.put.name : `other_${edit.put.name.toLowerCase()}`,
        printTable(edit.put),
      );
    }
    if ("break" in edit) return this.#write(pick(edit.break, files).slice(0, -".json".length), "{");
    if ("remove" in edit) {
      const place = join(this.definitions, pick(edit.remove, files));
      rmSync(place, { force: true });
      return [place];
    }
    if ("field" in edit) return this.#setField(edit.field);
    if ("settings" in edit) this.settings = edit.settings;
    else if ("hook" in edit) {
      const { name: _, ...settings } = this.settings;
      const prefix = edit.hook;
      this.settings = {
        ...settings,
        ...(prefix && { name: (kind, { name }) => (kind === "table" ? prefix + name : undefined) }),
      };
    } else {
      for (const output of outputs) {
        const written = existsSync(output)
          ? readdirSync(output)
              .filter((name) => name.endsWith(".ts"))
              .sort()
          : [];
        const file = written[("editOutput" in edit ? edit.editOutput : edit.deleteOutput) % written.length];
        if (file === undefined) continue;
        if ("editOutput" in edit) writeFileSync(join(output, file), "export const mine = 1;\n", { flag: "a" });
        else rmSync(join(output, file));
      }
    }
    return [];
  }

  #setField(type: string | undefined): readonly string[] {
    const fields = [
      { name: "street", typeDefinition: type },
      { name: "no", typeDefinition: "int" },
    ];
    return this.#write(
      "types/address",
      JSON.stringify({ name: "address", fields: type === undefined ? [fields[1]] : fields }),
    );
  }

  #write(name: string, text: string): readonly string[] {
    writeTree(this.definitions, { [`${name}.json`]: text });
    return [join(this.definitions, `${name}.json`)];
  }
}

/** What a run says, without the names of its folders; the mistakes of one that fails. */
async function outcomeOf(output: string, work: () => Promise<unknown>): Promise<{ ok: boolean; said: string }> {
  const print = (value: unknown): string =>
    JSON.stringify(value).replaceAll(JSON.stringify(output).slice(1, -1), "OUTPUT");
  try {
    return { ok: true, said: print(await work()) };
  } catch (error) {
    if (!isColonnadeError(error)) throw error;
    const { code, message, problems } = error;
    return { ok: false, said: print({ code, message, problems }) };
  }
}

const options = { generator: "1.0.0" };

describe("a run after an edit", () => {
  it("leaves in an old folder what it writes to a new one, by itself and in a watch", async () => {
    const walk = async (edits: readonly Edit[]): Promise<void> => {
      const project = new Project();
      const watched = join(project.folder, "watched");
      let cache = new RunCache();
      let isFine = true;
      for (const edit of edits) {
        // An edit beside broken definitions could meet a file that is no longer needed, which then stays.
        if (("editOutput" in edit || "deleteOutput" in edit) && !isFine) continue;
        // A watch ends with its settings, and does not see edits of its output.
        if (!("put" in edit || "break" in edit || "remove" in edit)) cache = new RunCache();
        for (const place of project.apply(edit, [project.old, watched])) cache.noteChange(place);
        const { definitions, old, settings } = project;
        const target = (output: string): Target => ({ keyspace: "shop", definitions, output, ...settings });
        const run = (output: string, cache?: RunCache) =>
          outcomeOf(
            output,
            async () => (await generate(target(output), { ...options, ...(cache && { cache }) })).warnings,
          );
        const fresh = project.newFolder();
        const wanted = await run(fresh);
        expect(await run(old)).toEqual(wanted);
        expect(await run(watched, cache)).toEqual(wanted);
        isFine = wanted.ok;
        if (!isFine) continue;
        expect(readTree(old)).toEqual(readTree(fresh));
        expect(readTree(watched)).toEqual(readTree(fresh));
        expect((await compare(target(old), options)).report.upToDate).toBe(true);
      }
      rmSync(project.folder, { recursive: true, force: true });
    };
    const edits = fc.array(edit, { minLength: 5, maxLength: 30 });
    await fc.assert(fc.asyncProperty(edits, walk), runs(25, 1000));
  }, 600_000);

  it("does so by the built command", async () => {
    const program = join(repository, "dist/colonnade.cjs");
    const walk = async (edits: readonly Edit[]): Promise<void> => {
      const project = new Project();
      let isFine = true;
      const run = (command: string, output: string): { ok: boolean; said: string } => {
        const { naming, ...settings } = project.settings;
        const outputs = { definitions: project.definitions, output, ...settings, ...(naming && { naming }) };
        const config = join(project.folder, "colonnade.config.json");
        writeFileSync(config, JSON.stringify({ keyspaces: { shop: outputs } }));
        const argv = [program, command, "--config", config, "--json"];
        const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: project.folder, encoding: "utf8" });
        return { ok: status === 0, said: status === 0 ? "" : (stdout + stderr).replaceAll(output, "OUTPUT") };
      };
      for (const edit of edits) {
        if ("hook" in edit || (!isFine && !("put" in edit || "remove" in edit))) continue;
        project.apply(edit, [project.old]);
        const fresh = project.newFolder();
        const wanted = run("generate", fresh);
        expect(run("generate", project.old)).toEqual(wanted);
        isFine = wanted.ok;
        if (!isFine) continue;
        expect(readTree(project.old)).toEqual(readTree(fresh));
        expect(run("check", project.old).ok).toBe(true);
      }
      rmSync(project.folder, { recursive: true, force: true });
    };
    const edits = fc.array(edit, { minLength: 12, maxLength: 12 });
    await fc.assert(fc.asyncProperty(edits, walk), runs(1, 40));
  }, 600_000);
});
