/** The questions of init as data. Each has a flag, a proposed answer and a check. */
import { isKeyspaceName } from "../../model/index.ts";
import { objectToDefinitions, objectToOutput } from "./folder-rules.ts";
import type { Draft, Known, QuestionFlag } from "./known.ts";
import { hasOldZod, prefersModule, proposeDefinitions, proposeKeyspace, proposeOutput } from "./proposals.ts";

export interface Question {
  readonly flag: QuestionFlag;
  readonly message: string;
  readonly propose: (known: Known, draft: Draft) => string;
  readonly rule?: Rule;
  /** The only valid answers, with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Whether the question is asked, given the answers so far. @default always */
  readonly applies?: (known: Known, draft: Draft) => boolean;
}

/** Which answers are valid. */
interface Rule {
  /** Why an answer is not valid, as a clause. */
  readonly object: (value: string, known: Known, draft: Draft) => string | undefined;
  /** Of the error for an answer that is not valid. */
  readonly code: string;
  readonly next: string;
}

/** An existing keyspace keeps its settings. */
const isNew = ({ config }: Known, { keyspace = "" }: Draft): boolean => config?.has(keyspace) !== true;

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
