/**
 * What `init` has to know and may ask, as data: each question has a flag of its own, an answer that is proposed, and a rule
 * for what will do. Nothing here talks to anybody.
 */
import { basename, posix, resolve } from "node:path";
import { isColonnadeError } from "../../errors.ts";
import { isKeyspaceName } from "../../model/index.ts";
import { validateFolder } from "../../output/folder.ts";
import { relativePath } from "./found-config.ts";
import type { Draft, Known, QuestionFlag } from "./known.ts";
import type { Project } from "./project.ts";
import { hasOldZod, prefersModule, proposeDefinitions, proposeKeyspace, proposeOutput } from "./proposals.ts";

export interface Question {
  readonly flag: QuestionFlag;
  readonly message: string;
  readonly propose: (known: Known, draft: Draft) => string;
  /** What is wrong with an answer, as the rest of a sentence that begins with the answer's name. */
  readonly object?: (value: string, known: Known, draft: Draft) => string | undefined;
  /** The only answers there are, and what each means. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Whether it matters, after the answers so far. @default true */
  readonly matters?: (known: Known, draft: Draft) => boolean;
}

/** A keyspace that the config has already is not asked about any further. */
const isNew = ({ config }: Known, { keyspace }: Draft): boolean =>
  !config?.entries.some((entry) => entry.keyspace === keyspace);

export const questions: readonly Question[] = [
  {
    flag: "keyspace",
    message: "What is the keyspace called?",
    propose: proposeKeyspace,
    object: (value) => (isKeyspaceName(value) ? undefined : "has 1 to 48 letters, digits and underscores"),
  },
  {
    flag: "definitions",
    message: "Which folder has the definitions? Each keyspace gets a folder in it.",
    propose: proposeDefinitions,
    object: (value, { project }) => objectionToFile(value, project),
    matters: isNew,
  },
  {
    flag: "output",
    message: "Which folder is for the generated files alone?",
    propose: proposeOutput,
    object: objectionToOutput,
    matters: isNew,
  },
  {
    flag: "format",
    message: "What kind of config file?",
    choices: { ts: "TypeScript", json: "JSON" },
    propose: ({ project }) => (prefersModule(project) ? "ts" : "json"),
    matters: ({ config, named }) => config === undefined && named === undefined,
  },
  {
    flag: "validators",
    message: "Write validators for zod too?",
    choices: { yes: "yes", no: "no" },
    propose: ({ project }) => (hasOldZod(project) ? "no" : "yes"),
    matters: isNew,
  },
];

/** The keyspace's own folder of definitions: the folder that was named, when it has the keyspace's name or holds files. */
export function definitionsOf({ project }: Known, { definitions = "", keyspace = "" }: Draft): string {
  const folder = relativePath(project.folder, resolve(project.folder, definitions));
  const holdsFiles = folder !== "." && project.entriesOf(folder).some((name) => name.endsWith(".json"));
  return holdsFiles || basename(folder) === keyspace ? folder : posix.join(folder, keyspace);
}

/** A folder cannot be where a file is, nor below one. */
function objectionToFile(value: string, project: Project): string | undefined {
  const parts = relativePath(project.folder, resolve(project.folder, value)).split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return paths.some((path) => project.read(path).kind === "text") ? "is a folder, and that is a file" : undefined;
}

function objectionToOutput(value: string, known: Known, draft: Draft): string | undefined {
  const { project, config } = known;
  const output = relativePath(project.folder, resolve(project.folder, value));
  const inTheWay = objectionToFile(value, project);
  if (inTheWay !== undefined) return inTheWay;
  const definitions = definitionsOf(known, draft);
  if (`${definitions}/`.startsWith(`${output}/`) || output === ".") {
    return "is a folder for the generated files alone, and that one has others";
  }
  const owner = config?.entries.find(({ outputs }) => outputs.includes(output));
  if (owner) return `is a folder of its own, and that one has the files of ${owner.keyspace}`;
  try {
    validateFolder(resolve(project.folder, value));
  } catch (error) {
    if (isColonnadeError(error)) return `is a folder for generated files: ${error.message}`;
    throw error;
  }
  return undefined;
}
