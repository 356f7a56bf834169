import { resolve } from "node:path";
import { check } from "./check.ts";
import type { Flags } from "../arguments/command.ts";
import { describeError } from "../faults/fault.ts";
import type { Io } from "../terminal/io.ts";
import { maskFault } from "../faults/mask-secrets.ts";
import { fixCommand } from "../targets/fix-command.ts";
import { renderPath } from "../terminal/messages.ts";
import { renderFaultReport, renderReport } from "./reporters.ts";
import type { Reporter } from "./reporters.ts";
import type { Talk } from "../terminal/talk.ts";

/** The first differing line of the existing file; its hunk begins with unchanged lines. */
function lineOf(diff: string | undefined): number | undefined {
  const [, from, body = ""] = /^@@ -(\d+).*\n([^]*)/m.exec(diff ?? "") ?? [];
  const before = body.split("\n").findIndex((line) => !line.startsWith(" "));
  return from === undefined ? undefined : Math.max(1, Number(from) + Math.max(0, before));
}

/** Checks, and prints a report for a CI server: of the files, or of the fault that stopped the check. */
export async function checkAndReport(reporter: string, flags: Flags, io: Io, talk: Talk): Promise<number> {
  const print = (text: string): void => (text === "" ? undefined : talk.data(text));
  const next = fixCommand(flags, io.env);
  try {
    return await check(flags, io, talk, (files) => {
      // CI servers identify files by their paths in the repository.
      const root = io.env["GITHUB_WORKSPACE"] ?? io.env["CI_PROJECT_DIR"] ?? io.cwd;
      const reported = files.map(({ path, diff, ...file }) => {
        const shown = renderPath(resolve(io.cwd, path), root).replaceAll("\\", "/");
        return { ...file, file: shown, line: lineOf(diff), next };
      });
      print(renderReport(reporter as Reporter, reported));
    });
  } catch (error) {
    print(renderFaultReport(reporter as Reporter, maskFault(describeError(error), io.env), io.cwd));
    throw error;
  }
}
