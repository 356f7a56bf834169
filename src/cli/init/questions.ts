/** The questions of init as data. Each has a flag, a proposed answer and a check. */
import { basename, posix, resolve } from "node:path";
import { isKeyspaceName } from "../../model/index.ts";
import { objectToFolder } from "../../output/validate-folder.ts";
import { hasOldZod, prefersModule, proposeDefinitions, proposeKeyspace, proposeOutput } from "./existing.ts";
import type { Draft, Existing, QuestionFlag } from "./existing.ts";
import { findHolder } from "./project.ts";
import { relativePath } from "./text-files.ts";

export interface Question {
  readonly flag: QuestionFlag;
  readonly message: string;
  readonly propose: (existing: Existing, draft: Draft) => string;
  readonly rule?: Rule;
  /** The only valid answers, with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Whether the question is asked, given the answers so far. @default always */
  readonly applies?: (existing: Existing, draft: Draft) => boolean;
}

/** Which answers are valid. */
interface Rule {
  /** Why an answer is not valid, as a clause. */
  readonly object: (value: string, existing: Existing, draft: Draft) => string | undefined;
  /** The code of the error for an invalid answer. */
  readonly code: string;
  readonly next: string;
}

/** An existing keyspace keeps its settings. */
const isNew = ({ config }: Existing, { keyspace = "" }: Draft): boolean => config?.has(keyspace) !== true;

export const questions: readonly Question[] = [
  {
    flag: "keyspace",
    message: "Name of the keyspace?",
    propose: proposeKeyspace,
    rule: {
      object: (value) => (isKeyspaceName(value) ? undefined : "a name has 1 to 48 letters, digits and underscores"),
      code: "usage",
      next: "choose another name: --keyspace NAME",
    },
  },
  {
    flag: "definitions",
    message: "Folder of the table definitions? Each keyspace gets a subfolder.",
    propose: proposeDefinitions,
    rule: { object: objectToDefinitions, code: "usage", next: "choose another folder: --definitions FOLDER" },
    applies: isNew,
  },
  {
    flag: "output",
    message: "Folder for generated files? It must not hold other files.",
    propose: proposeOutput,
    rule: {
      object: objectToOutput,
      code: "bad-output",
      next: "choose a folder for generated files only, such as --output src/db",
    },
    applies: isNew,
  },
  {
    flag: "format",
    message: "Format of the config file?",
    choices: { ts: "TypeScript", json: "JSON" },
    propose: ({ project }) => (prefersModule(project) ? "ts" : "json"),
    applies: ({ config, named }) => config === undefined && named === undefined,
  },
  {
    flag: "validators",
    message: "Generate zod validators?",
    choices: { yes: "yes", no: "no" },
    propose: ({ project }) => (hasOldZod(project) ? "no" : "yes"),
    applies: isNew,
  },
];

/** The keyspace's own folder: the named folder if it has definitions or the keyspace's name, otherwise a subfolder. */
export function definitionsOf({ project }: Existing, { definitions = "", keyspace = "" }: Draft): string {
  const folder = relativePath(project.folder, resolve(project.folder, definitions));
  const holdsFiles = folder !== "." && project.entriesOf(folder).some((name) => name.endsWith(".json"));
  return holdsFiles || basename(folder) === keyspace ? folder : posix.join(folder, keyspace);
}

/** Neither the folder nor a parent of it can be a file. */
function objectToDefinitions(value: string, { project }: Existing): string | undefined {
  const parts = relativePath(project.folder, resolve(project.folder, value)).split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const file = paths.find((path) => project.read(path).kind === "text");
  return file === undefined ? undefined : `${file} is a file, not a folder`;
}

/** `generate` removes other files from the output folder. */
function objectToOutput(value: string, existing: Existing, draft: Draft): string | undefined {
  const { project, config } = existing;
  const output = relativePath(project.folder, resolve(project.folder, value));
  if (/^\.\.?(?:\/\.\.)*$/.test(output)) return "it contains the working folder";
  const others = config?.entries ?? [];
  const holder = others.find(({ outputs }) => outputs.includes(output))?.keyspace ?? findHolder(project, output);
  if (holder !== undefined && holder !== draft.keyspace) return `it contains the generated files of ${holder}`;
  const own = { keyspace: draft.keyspace ?? "", definitions: definitionsOf(existing, draft) };
  for (const { keyspace, definitions } of [own, ...others]) {
    if (`${definitions}/`.startsWith(`${output}/`)) return `it contains the definitions of ${keyspace}`;
    if (output.startsWith(`${definitions}/`)) return `it is in the definitions of ${keyspace}`;
  }
  const reason = objectToFolder(resolve(project.folder, value));
  return reason === undefined ? undefined : `it is ${reason}`;
}
