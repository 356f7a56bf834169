import { join } from "node:path";
import type { Command, Flags } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderNext, renderPath, renderWarning } from "../render-fault.ts";
import { targetFlags } from "../target-flags.ts";

export const checkCommand: Command = {
  name: "check",
  summary: "Compare the bindings with the definitions",
  describe:
    "Says which generated files are not what the definitions ask for, and exits with 1 if there are any. Writes nothing and opens no connection.",
  flags: targetFlags,
  examples: [
    ["All keyspaces of the config file, say in CI:", "colonnade check"],
    ["Without a config file:", "colonnade check --definitions definitions/shop \\\n--output src/db"],
  ],
  async run(flags, io, talk) {
    const { compare } = await import("../../generate.ts");
    const { selectTargets } = await import("../targets.ts");
    const targets = await selectTargets(flags, io);
    const compared = await Promise.all(
      targets.map(async (target) => {
        const { tables, report, warnings } = await compare(target);
        return { keyspace: target.keyspace, output: renderPath(target.output, io.cwd), tables, ...report, warnings };
      }),
    );
    const different = compared.flatMap(({ output, files }) =>
      files
        .filter(({ state }) => state !== "up to date")
        .map(({ path, state }) => ({ path: join(output, path), state })),
    );
    for (const { warnings } of compared) for (const problem of warnings) talk.say(renderWarning(problem, talk.paint));
    if (talk.json) talk.document({ upToDate: different.length === 0, keyspaces: compared });
    else for (const { path, state } of different) talk.data(`${state.padEnd("left over".length)}  ${path}`);
    if (different.length === 0) {
      talk.say(`${compared.reduce((sum, { files }) => sum + files.length, 0)} files are up to date`);
      return exitCodes.fine;
    }
    const { paint } = talk;
    const what = different.length === 1 ? "1 file is" : `${different.length} files are`;
    talk.say(`${paint("red", "✖")} ${what} not what the definitions ask for ${paint("dim", "[stale]")}`);
    talk.say(renderNext(mendingCommand(flags), paint));
    return exitCodes.stale;
  },
};

/** `generate` with the flags that led here. */
function mendingCommand(flags: Flags): string {
  const given = ["config", "definitions", "output"].flatMap((name) => {
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name} ${/^[\w./\\:@-]+$/.test(value) ? value : JSON.stringify(value)}`];
  });
  return ["colonnade generate", ...given].join(" ");
}
