import { check } from "./check.ts";
import type { Flags } from "./command.ts";
import { describeError } from "./fault.ts";
import type { Io } from "./io.ts";
import { maskFault } from "./mask-secrets.ts";
import { mendingCommand } from "./mending-command.ts";
import { renderFaultReport, renderReport } from "./reporters.ts";
import type { Reporter } from "./reporters.ts";
import type { Talk } from "./talk.ts";

/** Checks, and prints a report for a CI server: of the files, or of the fault that kept them from being looked at. */
export async function checkAndReport(reporter: string, flags: Flags, io: Io, talk: Talk): Promise<number> {
  const print = (text: string): void => (text === "" ? undefined : talk.data(text));
  const next = mendingCommand(flags);
  try {
    return await check(flags, io, talk, (files) => {
      const reported = files.map(({ path, ...file }) => ({ ...file, file: path.replaceAll("\\", "/"), next }));
      print(renderReport(reporter as Reporter, reported));
    });
  } catch (error) {
    print(renderFaultReport(reporter as Reporter, maskFault(describeError(error), io.env), io.cwd));
    throw error;
  }
}
