import { ColonnadeError, suggest } from "../../errors.ts";
import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";

/** The line that installs the completions of a shell, and the file it is put into. */
const installs: Readonly<Record<string, readonly [file: string, line: string]>> = {
  bash: ["~/.bashrc", 'eval "$(colonnade completion bash)"'],
  zsh: ["~/.zshrc, after compinit", 'eval "$(colonnade completion zsh)"'],
  fish: ["~/.config/fish/config.fish", "colonnade completion fish | source"],
};
const shells = Object.keys(installs);

export const completionCommand: Command = {
  name: "completion",
  summary: "Print a script that completes command lines in a shell",
  describe:
    "Prints a script for bash, zsh or fish that completes commands, flags and their values, also after npx, pnpm exec, yarn and bunx. If only your project has Colonnade, append the script itself to the file: npx colonnade completion bash >> ~/.bashrc.",
  arguments: [{ name: "SHELL", describe: "the shell; the one in the variable SHELL by default", choices: shells }],
  flags: {},
  examples: Object.entries(installs).map(([shell, [file, line]]) => [`For ${shell}, in ${file}:`, line] as const),
  async run(flags, io, talk) {
    const shell = flags.argument ?? shells.find((name) => io.env["SHELL"]?.endsWith(name)) ?? "bash";
    const { completionScripts } = await import("./completion-scripts.ts");
    const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined;
    if (script === undefined) throw unknownShell(shell);
    if (talk.json) talk.document({ shell, script });
    else talk.data(script);
    const [file, line] = installs[shell] ?? [];
    // If the script goes to a terminal, nothing runs it.
    if (io.stdout.isTTY) talk.say(`to enable it in every ${shell}, add this to ${file}: ${line}`);
    return exitCodes.fine;
  },
};

function unknownShell(name: string): ColonnadeError {
  return new ColonnadeError("usage", `completions exist for ${shells.join(", ")}, not for ${JSON.stringify(name)}`, {
    next: suggest(name, shells, "colonnade completion --help lists all shells"),
  });
}
