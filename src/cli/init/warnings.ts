import type { Problem } from "../../errors.ts";
import type { Decision } from "./decide.ts";
import { hasOldZod } from "./proposals.ts";

interface Warning extends Pick<Problem, "code" | "message"> {
  readonly applies: (decision: Decision) => boolean;
  readonly next: string | ((decision: Decision) => string);
}

/** Compilers that make of a module what `package.json` says. */
const asPackage = /^(?:node|commonjs)/i;

const warnings: readonly Warning[] = [
  {
    applies: ({ project: { manifest, typescript } }) =>
      manifest?.isModule === false &&
      typescript?.options.verbatimModuleSyntax === true &&
      asPackage.test(typescript.options.module ?? ""),
    code: "commonjs",
    message:
      "TypeScript will refuse the generated files: by package.json they are CommonJS, and verbatimModuleSyntax is on",
    next: "npm pkg set type=module",
  },
  {
    applies: ({ project: { manifest, typescript } }) => manifest?.isModule === false && !typescript,
    code: "commonjs",
    message: "the generated files are ES modules, and package.json does not say that this app is one",
    next: "npm pkg set type=module, unless a compiler makes CommonJS of them",
  },
  {
    applies: ({ project, answers }) => answers.validators && hasOldZod(project),
    code: "old-zod",
    message: "validators need zod 4, and package.json asks for an older one",
    next: "npm install zod@4, or --validators no",
  },
  {
    applies: ({ project, config, answers: { keyspace, validators }, given }) =>
      !validators &&
      given.validators === undefined &&
      !config?.entries.some((entry) => entry.keyspace === keyspace) &&
      hasOldZod(project),
    code: "old-zod",
    message: "validators are left out: they need zod 4, and package.json asks for an older one",
    next: ({ answers }) => `npm install zod@4, and take validators: false out of ${answers.configFile}`,
  },
];

/** What will stand in the way later, though it stops nothing now. */
export function findWarnings(decision: Decision): readonly Problem[] {
  const { project, answers, ignored } = decision;
  const found = warnings
    .filter(({ applies }) => applies(decision))
    .map(({ code, message, next }): Problem => ({
      code,
      message,
      next: typeof next === "string" ? next : next(decision),
    }));
  const { typescriptProblem } = project;
  if (typescriptProblem) {
    const { file, reason } = typescriptProblem;
    found.unshift({ code: "bad-tsconfig", message: `${file} cannot be read: ${reason}` });
  }
  if (ignored.length > 0) {
    const flags = ignored
      .map((flag) => `--${flag}`)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " and ");
    const message = `${flags} ${ignored.length === 1 ? "changes" : "change"} nothing: ${answers.configFile} has ${answers.keyspace} already`;
    found.push({ code: "keyspace-exists", message, next: `change it in ${answers.configFile}` });
  }
  return found;
}
