import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";

export const initCommand: Command = {
  name: "init",
  summary: "Set up an app: config, a first definition, scripts",
  describe:
    "Writes a config file, a definition to begin with, scripts and entries for git, and says what to do next. " +
    "To a config file that is there it adds a keyspace. Keeps all that is there already.",
  flags: {
    keyspace: { describe: "The keyspace", without: "the package's name" },
    definitions: {
      describe: "The folder of definitions; the keyspace gets a folder in it",
      without: "definitions",
    },
    output: { describe: "The folder of generated files", without: "src/db, or db without src" },
    format: {
      describe: "The kind of config file",
      choices: ["ts", "json"],
      without: "ts beside a tsconfig.json that would not compile it into the app",
    },
    validators: { describe: "Whether to write validators for zod", choices: ["yes", "no"], without: "yes" },
    "import-extension": {
      describe: "What relative imports end in",
      choices: [".js", ".ts", "none"],
      without: "from tsconfig.json, or from Node where there is none",
    },
    yes: { describe: "Ask nothing, and take the defaults", kind: "switch" },
    "dry-run": { describe: "Write nothing, and list what would be written", kind: "switch" },
  },
  examples: [
    ["Asks what it cannot see:", "colonnade init"],
    ["Asks nothing:", "colonnade init --yes --keyspace shop"],
    ["Another keyspace in the config that is there:", "colonnade init --yes --keyspace library"],
  ],
  async run(flags, io, talk) {
    const { decide } = await import("./decide.ts");
    const decision = await decide(flags, io);
    if (!decision) {
      talk.insist("nothing was written");
      return exitCodes.interrupted;
    }
    const { planFiles } = await import("./plan-files.ts");
    const { readTemplate } = await import("./template.ts");
    const { project, answers } = decision;
    const files = await planFiles({ ...decision, example: readTemplate("definitions/shop/products.json") });
    const dryRun = flags.has("dry-run");
    if (!dryRun) {
      const { layOutFiles } = await import("./lay-out-files.ts");
      const { writeFiles } = await import("./write-files.ts");
      writeFiles(project.folder, await layOutFiles(project.folder, files));
    }
    const { findWarnings } = await import("./warnings.ts");
    const { listNextCommands } = await import("./next-commands.ts");
    const { showResult } = await import("./show-result.ts");
    const next = listNextCommands(project, answers, flags.text("config"));
    // In a pipe nothing is broken: a line is a file.
    const width = io.stderr.columns ?? (Number(io.env["COLUMNS"]) || Infinity);
    showResult({ ...decision, dryRun, files, warnings: findWarnings(decision), next }, talk, width);
    return files.some(({ action }) => action === "left") ? exitCodes.input : exitCodes.fine;
  },
};
