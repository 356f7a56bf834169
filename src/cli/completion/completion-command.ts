import type { Command } from "../arguments/command.ts";

/** The shells with completions: the file that enables them, and the line to add to it. */
export const shells = {
  bash: { file: "~/.bashrc", line: 'eval "$(colonnade completion bash)"' },
  zsh: { file: "~/.zshrc, after compinit", line: 'eval "$(colonnade completion zsh)"' },
  fish: { file: "~/.config/fish/config.fish", line: "colonnade completion fish | source" },
} as const;

export const completionCommand: Command = {
  name: "completion",
  summary: "Print a script that completes command lines in a shell",
  describe:
    "Prints a script for bash, zsh or fish that completes commands, flags and their values, also after npx, pnpm exec, yarn and bunx. If only your project has Colonnade, append the script itself to the file: npx colonnade completion bash >> ~/.bashrc.",
  arguments: [
    {
      name: "SHELL",
      describe: "the shell; the one in the variable SHELL by default",
      choices: Object.keys(shells),
    },
  ],
  flags: {},
  examples: [
    [`For bash, in ${shells.bash.file}:`, shells.bash.line],
    [`For zsh, in ${shells.zsh.file}:`, shells.zsh.line],
    [`For fish, in ${shells.fish.file}:`, shells.fish.line],
  ],
};
