import { ColonnadeError } from "../errors.ts";
import type { FlagDefinition, Flags } from "./command.ts";

/** The flags of the commands that work from definitions to an output folder. */
export const targetFlags: Readonly<Record<string, FlagDefinition>> = {
  definitions: { describe: "A keyspace's folder, or a folder of such folders", without: "from the config file" },
  output: {
    describe: "The folder of generated files; with several keyspaces, each gets a folder in it",
    without: "from the config file",
  },
  keyspace: { describe: "Only these keyspaces: shop,crm", without: "all there are" },
  asserts: {
    kind: "switch",
    describe: "Also write asserts.ts, which proves that validators, types and the runtime agree",
  },
};

/**
 * The words of a flag that takes several: `--keyspace shop,crm`. Undefined when it was not given.
 *
 * @throws {ColonnadeError} `usage` when it has none
 */
export function parseList(flags: Flags, name: string): readonly string[] | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const words = text.split(",").map((word) => word.trim());
  if (words.every((word) => word !== "")) return words;
  throw new ColonnadeError("usage", `--${name} is a list with commas between its words, not ${JSON.stringify(text)}`);
}
