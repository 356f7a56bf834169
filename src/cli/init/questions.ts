/**
 * What `init` has to know and may ask, as data: each question has a flag of its own, an answer that is proposed, and a rule
 * for what will do. Nothing here talks to anybody.
 */
import { isKeyspaceName } from "../../model/index.ts";
import { objectToDefinitions, objectToOutput } from "./folder-rules.ts";
import type { Draft, Known, QuestionFlag } from "./known.ts";
import { hasOldZod, prefersModule, proposeDefinitions, proposeKeyspace, proposeOutput } from "./proposals.ts";

export interface Question {
  readonly flag: QuestionFlag;
  readonly message: string;
  readonly propose: (known: Known, draft: Draft) => string;
  /** What is wrong with an answer, as the rest of a sentence that begins with the answer's name. */
  readonly object?: (value: string, known: Known, draft: Draft) => string | undefined;
  /** How an answer that will not do is refused. @default the code `usage`, and nothing to do next */
  readonly refusal?: { readonly code?: string; readonly next: string };
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
    object: objectToDefinitions,
    matters: isNew,
  },
  {
    flag: "output",
    message: "Which folder is for the generated files alone?",
    propose: proposeOutput,
    object: objectToOutput,
    refusal: { code: "bad-output", next: "choose a folder for the generated files alone, such as src/db" },
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
