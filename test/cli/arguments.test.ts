/** Two ways to read a command line, of which the quick one may never read it otherwise than yargs does. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseAnyArguments } from "../../src/cli/any-arguments.ts";
import { parseArguments, parsePlainArguments } from "../../src/cli/arguments.ts";
import type { Command, ParsedArguments } from "../../src/cli/command.ts";
import { globalFlags } from "../../src/cli/global-flags.ts";
import { runs } from "../support/long.ts";

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
const about = { version: "1.2.3", width: 80 };

/** What a command would see of a line. */
function seen(parsed: ParsedArguments): unknown {
  if (parsed.kind === "text") return parsed;
  const { command, flags } = parsed;
  const names = Object.keys({ ...make.flags, ...globalFlags });
  return [command.name, names.map((name) => [name, flags.has(name), flags.text(name)])];
}

const plain = (...argv: string[]): unknown => {
  const parsed = parsePlainArguments(argv, [make], about);
  return parsed && seen(parsed);
};

describe("a plain line", () => {
  it("is a command with flags, each once", () => {
    const parsed = parsePlainArguments(["make", "--json", "--output=a=b", "--from", "cql"], [make], about);
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
  ])("is not %j", (argv) => {
    expect(plain(...argv)).toBeUndefined();
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
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (words) => {
        const argv = ["make", ...words];
        const parsed = parsePlainArguments(argv, [make], about);
        if (!parsed) return;
        quick++;
        expect(seen(parsed)).toEqual(seen(await parseAnyArguments(argv, [make], about)));
      }),
      runs(300, 10_000),
    );
    expect(quick).toBeGreaterThan(50);
  });

  it("goes to yargs when it is not plain", async () => {
    expect(await parseArguments(["--json", "make"], [make], about)).toMatchObject({ kind: "command", command: make });
    await expect(parseArguments(["make", "--outptu", "x"], [make], about)).rejects.toMatchObject({
      code: "unknown-flag",
    });
  });
});
