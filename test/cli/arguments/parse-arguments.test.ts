/** Two ways to read a command line, of which the quick one may never read it otherwise than yargs does. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseAnyArguments } from "../../../src/cli/arguments/parse-any-arguments.ts";
import { parseArguments, parsePlainArguments } from "../../../src/cli/arguments/parse-arguments.ts";
import type { Command, ParsedArguments } from "../../../src/cli/arguments/command.ts";
import { globalFlags } from "../../../src/cli/arguments/global-flags.ts";
import { runs } from "../../support/long.ts";

const make: Command = {
  name: "make",
  summary: "Makes",
  describe: "Makes.",
  flags: {
    output: { describe: "Where" },
    port: { describe: "Port", default: "8080" },
    from: { describe: "Whence", default: "rest", choices: ["rest", "cql"] },
    "dry-run": { describe: "Do nothing", kind: "switch" },
  },
  examples: [],
  run: () => Promise.resolve(0),
};
/** Takes a word beside the flags. */
const tell: Command = {
  ...make,
  name: "tell",
  argument: { name: "WHAT", describe: "what to tell" },
};
const ask: Command = { ...tell, name: "ask", argument: { name: "WHAT", describe: "what to ask", required: true } };
const commands = [make, tell, ask];
const about = { version: "1.2.3", width: 80 };

/** What a command would see of a line. */
function seen(parsed: ParsedArguments): unknown {
  if (parsed.kind === "text") return parsed;
  const { command, flags } = parsed;
  const names = Object.keys({ ...make.flags, ...globalFlags });
  return [command.name, flags.argument, names.map((name) => [name, flags.has(name), flags.text(name)])];
}

const plain = (...argv: string[]): unknown => {
  const parsed = parsePlainArguments(argv, commands, about);
  return parsed && seen(parsed);
};

describe("a plain line", () => {
  it("is a command with flags, each once", () => {
    const parsed = parsePlainArguments(["make", "--json", "--output=a=b", "--from", "cql"], commands, about);
    expect(parsed).toMatchObject({ kind: "command", command: make });
    if (parsed?.kind !== "command") return;
    const { flags } = parsed;
    expect([
      flags.has("json"),
      flags.has("quiet"),
      flags.text("output"),
      flags.text("from"),
      flags.text("port"),
    ]).toEqual([true, false, "a=b", "cql", "8080"]);
    expect(flags.text("config")).toBeUndefined();
  });

  it("may ask for the version", () => {
    expect(plain("--version")).toEqual({ kind: "text", text: "1.2.3", mistake: false });
  });

  test.each([
    [[]],
    [["--help"]],
    [["make", "--help"]],
    [["--json", "make"]],
    [["mkae"]],
    [["make", "it"]],
    [["make", "--outptu", "x"]],
    [["make", "--output"]],
    [["make", "--output="]],
    [["make", "--output", "--json"]],
    [["make", "--output", "a", "--output", "b"]],
    [["make", "--output", "'a'"]],
    [["make", "--json=true"]],
    [["make", "--json", "false"]],
    [["make", "--from", "graphql"]],
    [["make", "-x"]],
    [["make", "--", "--json"]],
    [["tell", "this", "that"]],
    [["tell", "--json", "true"]],
    [["tell", "'this'"]],
    [["tell", ""]],
    [["tell", "--", "this"]],
    [["ask"]],
    [["ask", "--json"]],
  ])("is not %j", (argv) => {
    expect(plain(...argv)).toBeUndefined();
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
    [["--json", "tell", "10"], "10", undefined],
    [["tell"], undefined, undefined],
  ])("stands anywhere after the command: %j", async (argv, word, output) => {
    expect(await told(...argv)).toEqual([word, output]);
  });

  test.each([
    [["ask"], "usage", "ask needs WHAT"],
    [["ask", ""], "usage", "ask needs WHAT"],
    [["ask", "this", "that"], "unknown-word", 'ask takes no "that" beside "this"'],
    [["make", "this"], "unknown-word", 'make takes no "this"'],
    [["ask", "--outptu=x", "this"], "unknown-flag", "ask has no flag --outptu"],
  ])("is missing or too much: %j", async (argv, code, message) => {
    await expect(told(...argv)).rejects.toMatchObject({ code, message });
  });

  it("is shown by help, in brackets where it may be left out", async () => {
    expect(await told("ask", "--help")).toMatch(/^colonnade ask WHAT\n\nMakes\.\n\nWHAT is what to ask\.\n/);
    expect(await told("tell", "--help")).toMatch(/^colonnade tell \[WHAT\]\n/);
  });
});

describe("any line", () => {
  const value = fc.oneof(
    fc.constantFrom(
      "rest",
      "cql",
      "0x10",
      "1e3",
      "a=b",
      "a b",
      "true",
      "",
      "-1",
      "'a'",
      "./x",
      "a.b",
      "null",
      "é",
      "\u00a0",
    ),
    fc.string({ maxLength: 4 }),
  );
  const name = fc.constantFrom(
    "output",
    "port",
    "from",
    "dry-run",
    "json",
    "quiet",
    "no-color",
    "config",
    "dryRun",
    "json.a",
  );
  const word = fc.oneof(
    { weight: 4, arbitrary: name.map((flag) => `--${flag}`) },
    { weight: 3, arbitrary: fc.tuple(name, value).map(([flag, text]) => `--${flag}=${text}`) },
    { weight: 3, arbitrary: value },
  );

  it("that is read the quick way is read as yargs reads it", async () => {
    let quick = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...commands), fc.array(word, { maxLength: 4 }), async ({ name }, words) => {
        const argv = [name, ...words];
        const parsed = parsePlainArguments(argv, commands, about);
        if (!parsed) return;
        quick++;
        expect(seen(parsed)).toEqual(seen(await parseAnyArguments(argv, commands, about)));
      }),
      runs(300, 10_000),
    );
    expect(quick).toBeGreaterThan(50);
  });

  it("goes to yargs when it is not plain", async () => {
    expect(await parseArguments(["--json", "make"], commands, about)).toMatchObject({ kind: "command", command: make });
    await expect(parseArguments(["make", "--outptu", "x"], commands, about)).rejects.toMatchObject({
      code: "unknown-flag",
    });
  });
});
