/** How a command line is read: one parser for every line, and one table of the flags that it may have. */
import { describe, expect, it, test } from "vitest";
import { parseArguments } from "../../../src/cli/arguments/parse-arguments.ts";
import type { Command, Flags } from "../../../src/cli/arguments/command.ts";
import { globalFlags } from "../../../src/cli/arguments/shared-flags.ts";
import { commands as ours } from "../../../src/cli/run.ts";

const make: Command = {
  name: "make",
  summary: "Makes",
  describe: "Makes.",
  flags: {
    output: { describe: "Where" },
    port: { describe: "Port", default: "8080" },
    from: { describe: "Whence", default: "rest", choices: ["rest", "cql"] },
    "dry-run": { describe: "Do nothing", kind: "switch" },
    extra: { describe: "Do more", kind: "switch" },
    tag: { describe: "Tags", kind: "list" },
  },
  examples: [],
};
/** Takes a word beside the flags. */
const tell: Command = {
  ...make,
  name: "tell",
  flags: { output: { describe: "Where" } },
  arguments: [{ name: "WHAT", describe: "what to tell" }],
};
const ask: Command = { ...tell, name: "ask", arguments: [{ name: "WHAT", describe: "what to ask", required: true }] };
const commands = [make, tell, ask];
const about = { version: "1.2.3", width: 80, findValues: async () => [] };

async function read(...argv: string[]): Promise<readonly [string, Flags]> {
  const parsed = await parseArguments(argv, commands, about);
  return parsed.kind === "command" ? [parsed.command.name, parsed.flags] : expect.unreachable(parsed.text);
}

describe("a line", () => {
  it("is a command with flags, in any order", async () => {
    for (const line of ["make --json --output=a=b --from cql", "--json --output a=b make --from=cql"]) {
      const [name, flags] = await read(...line.split(" "));
      expect([name, flags.has("json"), flags.has("quiet")]).toEqual(["make", true, false]);
      expect(["output", "from", "port", "config"].map((flag) => flags.text(flag))).toEqual([
        ...["a=b", "cql", "8080", undefined],
      ]);
    }
  });

  test.each([
    ["--dry-run make", "dry-run", true],
    ["make --dry-run --dry-run", "dry-run", true],
    ["make --dry-run=false", "dry-run", false],
    ["make --dry-run --dry-run=false", "dry-run", false],
    ["make --output 0x10", "output", "0x10"],
    ["make --output 1e3", "output", "1e3"],
    ["make --output true", "output", "true"],
    ["make --output -1", "output", "-1"],
    ["make --output a.b=c", "output", "a.b=c"],
    ["make --output=--json", "output", "--json"],
  ])("gives a switch or a text, which is never a number: %s", async (line, name, value) => {
    const [, flags] = await read(...line.split(" "));
    expect(typeof value === "boolean" ? flags.has(name) : flags.text(name)).toBe(value);
  });

  test.each([
    ["make --output", "usage", "--output needs a value"],
    ["make --output --json", "usage", "--output needs a value"],
    ["make --output=", "usage", "--output is empty"],
    ["make --output a --output b", "usage", "--output is given 2 times"],
    ["make --from graphql", "usage", '--from must be one of "rest", "cql", not "graphql"'],
    ["make --from=", "usage", "--from is empty"],
    ["make --dry-run=1", "usage", '--dry-run must be true or false, not "1"'],
    ["make --dry-run=", "usage", '--dry-run must be true or false, not ""'],
    ["make --dry-run=no --dry-run", "usage", '--dry-run must be true or false, not "no"'],
    ["make --json=yes", "usage", '--json must be true or false, not "yes"'],
    ["make --dryRun", "unknown-flag", "make has no flag --dryRun"],
    ["make --json.a", "unknown-flag", "make has no flag --json.a"],
    ["make --no-json", "unknown-flag", "make has no flag --no-json"],
    ["make -x", "unknown-flag", "make has no flag -x"],
    ["tell --extra", "unknown-flag", "tell has no flag --extra"],
    ["--extra tell", "unknown-flag", "tell has no flag --extra"],
    ["mkae --json", "unknown-command", 'unknown command "mkae"'],
    ["mkae help", "unknown-command", 'unknown command "mkae"'],
    ["help mkae", "unknown-command", 'unknown command "mkae"'],
    ["--output db", "unknown-flag", "unknown flag --output"],
    ["--output", "unknown-flag", "unknown flag --output"],
  ])("is refused where something in it is a mistake: %s", async (line, code, message) => {
    await expect(read(...line.split(" "))).rejects.toMatchObject({ code, message });
  });

  it("with several mistakes is refused for all of them", async () => {
    await expect(read("make", "this", "--outptu=x", "--from", "graphql", "--port")).rejects.toMatchObject({
      code: "usage",
      problems: [
        { message: "make has no flag --outptu", next: "did you mean --output?" },
        { message: '--from must be one of "rest", "cql", not "graphql"' },
        { message: "--port needs a value" },
        { message: 'make does not take "this"' },
      ],
    });
  });
});

describe("a list", () => {
  test.each([
    ["make --tag a", ["a"]],
    ["make --tag a,b", ["a", "b"]],
    ["make --tag a --extra --tag b,c", ["a", "b", "c"]],
    ["make", undefined],
  ])("of %s is %j", async (line, expected) => {
    const [, flags] = await read(...line.split(" "));
    expect(flags.list("tag")).toEqual(expected);
  });

  it("has no empty values", async () => {
    const [, flags] = await read("make", "--tag", "a", "--tag", "b,,c");
    expect(() => flags.list("tag")).toThrow('--tag takes a comma-separated list, not "b,,c"');
    await expect(read("make", "--tag", "")).rejects.toThrow("--tag is empty");
  });
});

describe("help and the version", () => {
  const textOf = async (line: string): Promise<unknown> => {
    const parsed = await parseArguments(line === "" ? [] : line.split(" "), commands, about);
    return parsed.kind === "text" ? [parsed.mistake, parsed.text.split("\n")[0]] : undefined;
  };

  test.each([
    ["--help", "colonnade <command>"],
    ["help", "colonnade <command>"],
    ["help help", "colonnade <command>"],
    ["-h", "colonnade <command>"],
    ["mkae --help", "colonnade <command>"],
    ["make --help", "colonnade make"],
    ["make -h --outptu x --port", "colonnade make"],
    ["--help make", "colonnade make"],
    ["help make", "colonnade make"],
    ["make --help=1", "colonnade make"],
    ["make help", "colonnade make"],
    ["ask this help", "colonnade ask WHAT"],
    ["--version", "1.2.3"],
    ["make --version", "1.2.3"],
  ])("are shown for %s", async (line, first) => {
    expect(await textOf(line)).toEqual([false, first]);
  });

  it("help is shown for nothing at all, and that is a mistake", async () => {
    expect(await textOf("")).toEqual([true, "colonnade <command>"]);
    expect(await textOf("--json")).toEqual([true, "colonnade <command>"]);
  });

  it("help as the word that a command takes is that word", async () => {
    expect((await read("tell", "help"))[1].argument).toBe("help");
  });
});

describe("the table of flags", () => {
  it("has a flag as a switch in every command, or in none, but for one: a line is read before the command is known", () => {
    const kinds = new Map<string, Set<string>>();
    for (const flags of [globalFlags, ...ours.map((command) => command.flags)]) {
      for (const [name, { kind = "text" }] of Object.entries(flags)) {
        kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
      }
    }
    expect(kinds.size).toBeGreaterThan(20);
    expect([...kinds].flatMap(([name, own]) => (own.size > 1 ? name : []))).toEqual(["cql"]);
  });

  it("reads a flag as the command in the line has it, where commands differ", async () => {
    const read = async (...argv: string[]): Promise<unknown> => {
      const parsed = await parseArguments(argv, ours, about);
      return parsed.kind === "command"
        ? [parsed.command.name, parsed.flags.text("cql"), parsed.flags.has("cql")]
        : parsed;
    };
    expect(await read("serve", "--cql", "19042")).toEqual(["serve", "19042", false]);
    expect(await read("--cql", "19042", "serve")).toEqual(["serve", "19042", false]);
    expect(await read("serve", "--cql", "--memory")).toEqual(["serve", "9042", false]);
    expect(await read("serve", "--cql=", "--memory")).toEqual(["serve", "9042", false]);
    expect(await read("serve")).toEqual(["serve", undefined, false]);
    expect(await read("export", "--cql")).toEqual(["export", undefined, true]);
    await expect(read("serve", "--cql", "1", "--cql", "2")).rejects.toThrow("--cql is given 2 times");
  });
});

describe("the word beside the flags", () => {
  const told = async (...argv: string[]): Promise<unknown> => {
    const parsed = await parseArguments(argv, commands, about);
    return parsed.kind === "text" ? parsed.text : [parsed.flags.argument, parsed.flags.text("output")];
  };

  test.each([
    [["tell", "this"], "this", undefined],
    [["tell", "--output", "db", "this"], "this", "db"],
    [["tell", "this", "--output", "db"], "this", "db"],
    [["tell", "--json", "a.b"], "a.b", undefined],
    [["tell", "0x10"], "0x10", undefined],
    [["tell", "--", "-1"], "-1", undefined],
    [["tell", "--", "--json=1"], "--json=1", undefined],
    [["--json", "tell", "10"], "10", undefined],
    [["tell"], undefined, undefined],
  ])("stands anywhere after the command: %j", async (argv, word, output) => {
    expect(await told(...argv)).toEqual([word, output]);
  });

  test.each([
    [["ask"], "usage", "ask needs WHAT"],
    [["ask", ""], "usage", "ask needs WHAT"],
    [["ask", "this", "that"], "unknown-word", 'ask does not take "that" beside "this"'],
    [["make", "this"], "unknown-word", 'make does not take "this"'],
    [["ask", "--outptu=x", "this"], "unknown-flag", "ask has no flag --outptu"],
  ])("is missing or too much: %j", async (argv, code, message) => {
    await expect(told(...argv)).rejects.toMatchObject({ code, message });
  });

  it("is shown by help, in brackets where it may be left out", async () => {
    expect(await told("ask", "--help")).toMatch(/^colonnade ask WHAT\n\nMakes\.\n\nWHAT is what to ask\.\n/);
    expect(await told("tell", "--help")).toMatch(/^colonnade tell \[WHAT\]\n/);
  });
});
