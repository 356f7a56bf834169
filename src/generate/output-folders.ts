import { join } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { isWithin } from "../output/index.ts";

/** An output with its folder, absolute. */
export interface PlacedOutput {
  readonly keyspace: string;
  readonly output: string;
}

interface Wording {
  /** Prints a folder in a message. @default as it is */
  readonly render?: (folder: string) => string;
  /** What to do about two outputs of one keyspace. */
  readonly next?: string;
}

/**
 * Refuses two outputs in one folder: they would remove each other's files.
 *
 * @throws {ColonnadeError} `same-folder`
 */
export function refuseSharedFolders(outputs: readonly PlacedOutput[], { render = asItIs, next }: Wording = {}): void {
  const owners = new Map<string, string>();
  for (const { keyspace, output } of outputs) {
    const other = owners.get(output);
    if (other === keyspace) {
      throw new ColonnadeError("same-folder", `${render(output)} would hold two outputs of ${keyspace}`, {
        next: next ?? "give each a folder of its own",
      });
    }
    if (other !== undefined) throw sameFolder(render(output), keyspace, `the files of ${other}`);
    owners.set(output, keyspace);
  }
}

/**
 * Refuses an output in the folder of its definitions, or inside it.
 *
 * @throws {ColonnadeError} `same-folder`
 */
export function refuseDefinitionsFolder(
  { keyspace, output }: PlacedOutput,
  definitions: string,
  { render = asItIs }: Wording = {},
): void {
  if (isWithin(definitions, output)) throw sameFolder(render(output), keyspace, `the definitions of ${keyspace}`);
}

function sameFolder(output: string, keyspace: string, other: string): ColonnadeError {
  return new ColonnadeError("same-folder", `${output} would hold the files of ${keyspace} and ${other}`, {
    next: `give ${keyspace} an output folder of its own, such as ${join("src", "db", keyspace)}`,
  });
}

function asItIs(folder: string): string {
  return folder;
}
