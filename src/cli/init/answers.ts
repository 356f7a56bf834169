import { extname, resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { definitionsOf } from "./folder-rules.ts";
import { relativePath } from "./found-config.ts";
import type { ImportExtension } from "./import-extension.ts";
import type { Draft, Known, QuestionFlag } from "./known.ts";
import { questions } from "./questions.ts";
import type { Question } from "./questions.ts";

/** All that is written depends on, besides what is there. Folders are relative to the project. */
export interface Answers {
  readonly keyspace: string;
  /** The keyspace's own folder of definitions; undefined where the config has it and does not say so in plain words. */
  readonly definitions: string | undefined;
  readonly outputs: readonly string[];
  /** The config file, which may be there or not. */
  readonly configFile: string;
  readonly validators: boolean;
  readonly importExtension: ImportExtension;
}

/** Asks a question; undefined means that nobody wants to go on. */
export type Ask = (asked: {
  readonly question: Question;
  readonly proposal: string;
  /** What is wrong with an answer, in a sentence. */
  readonly object: (value: string) => string | undefined;
  /** This question and those still to come that have no answer yet, with what is proposed for each. */
  readonly open: () => readonly (readonly [flag: QuestionFlag, proposal: string])[];
}) => Promise<string | undefined>;

/**
 * Gathers the answers: what flags give is not asked.
 *
 * @returns undefined when somebody broke it off
 * @throws {ColonnadeError} `usage` for a flag whose value will not do, or the code that the question has for it
 */
export async function gatherAnswers(known: Known, given: Draft, ask: Ask): Promise<Draft | undefined> {
  let draft: Draft = {};
  for (const [index, question] of questions.entries()) {
    const { flag, matters = () => true, propose } = question;
    if (!matters(known, draft)) continue;
    const objectTo = (value: string): string | undefined => question.object?.(value.trim(), known, draft);
    const said = given[flag];
    const objection = said === undefined ? undefined : objectTo(said);
    if (said !== undefined && objection !== undefined) throw refuseAnswer(question, said, objection);
    const answer =
      said ??
      (await ask({
        question,
        proposal: propose(known, draft),
        object: objectTo,
        open: () => listOpen(questions.slice(index), known, given, draft),
      }));
    if (answer === undefined) return undefined;
    draft = { ...draft, [flag]: answer.trim() };
  }
  return draft;
}

/** The error for an answer that will not do. */
export function refuseAnswer({ flag, refusal }: Question, answer: string, objection: string): ColonnadeError {
  const { code = "usage", next } = refusal ?? {};
  const message = `--${flag} ${objection}: ${JSON.stringify(answer)}`;
  return new ColonnadeError(code, message, next === undefined ? {} : { next });
}

function listOpen(
  rest: readonly Question[],
  known: Known,
  given: Draft,
  draft: Draft,
): readonly (readonly [QuestionFlag, string])[] {
  let assumed = draft;
  return rest.flatMap(({ flag, matters = () => true, propose }) => {
    if (!matters(known, assumed)) return [];
    const proposal = given[flag] ?? propose(known, assumed);
    assumed = { ...assumed, [flag]: proposal };
    return given[flag] === undefined ? [[flag, proposal] as const] : [];
  });
}

/** The answers with all that follows from them. */
export function completeAnswers(known: Known, draft: Draft, importExtension: ImportExtension): Answers {
  const { project, config, named } = known;
  const { keyspace = "", output = "", format, validators } = draft;
  const entry = config?.entries.find((candidate) => candidate.keyspace === keyspace);
  const folders = entry
    ? { definitions: entry.definitions && ownFolder(known, entry.definitions, keyspace), outputs: entry.outputs }
    : {
        definitions: definitionsOf(known, draft),
        outputs: [relativePath(project.folder, resolve(project.folder, output))],
      };
  return {
    keyspace,
    ...folders,
    configFile: config?.file ?? named ?? configFileName(format ?? "json", project.manifest?.isModule ?? true),
    validators: entry ? entry.validators : validators !== "no",
    importExtension,
  };
}

/** A config may name a folder of folders. */
function ownFolder(known: Known, definitions: string, keyspace: string): string {
  const own = `${definitions}/${keyspace}`;
  return known.project.entriesOf(own).length > 0 ? own : definitions;
}

/** In a package that is no module, Node takes a plain `.ts` for CommonJS, which our config is not. */
function configFileName(format: string, isModule: boolean): string {
  if (format === "json") return "colonnade.config.json";
  return isModule ? "colonnade.config.ts" : "colonnade.config.mts";
}

/** @throws {ColonnadeError} `usage` when a config file is to be made that nothing could read */
export function validateConfigName(named: string | undefined): void {
  if (named === undefined || /^\.(?:[cm]?[jt]s|json)$/.test(extname(named))) return;
  throw new ColonnadeError("usage", `${named} is no name for a config file`, {
    next: "name a file that ends in .ts, .mts, .js, .mjs or .json",
  });
}
