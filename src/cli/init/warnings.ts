import type { Problem } from "../../errors.ts";
import type { Answers } from "./answers.ts";
import type { Decision } from "./decide.ts";
import type { Project } from "./project.ts";
import { hasOldZod } from "./proposals.ts";

interface Warning extends Problem {
  readonly applies: (project: Project, answers: Answers) => boolean;
}

/** Compilers that make of a module what `package.json` says. */
const asPackage = /^(?:node|commonjs)/i;

const warnings: readonly Warning[] = [
  {
    applies: ({ manifest, typescript }) =>
      manifest?.isModule === false &&
      typescript?.options.verbatimModuleSyntax === true &&
      asPackage.test(typescript.options.module ?? ""),
    code: "commonjs",
    message:
      "TypeScript will refuse the generated files: by package.json they are CommonJS, and verbatimModuleSyntax is on",
    next: "npm pkg set type=module",
  },
  {
    applies: ({ manifest, typescript }) => manifest?.isModule === false && !typescript,
    code: "commonjs",
    message: "the generated files are ES modules, and package.json does not say that this app is one",
    next: "npm pkg set type=module, unless a compiler makes CommonJS of them",
  },
  {
    applies: (project, { validators }) => validators && hasOldZod(project),
    code: "old-zod",
    message: "validators need zod 4, and package.json asks for an older one",
    next: "npm install zod@4, or --validators no",
  },
];

/** What will stand in the way later, though it stops nothing now. */
export function findWarnings({ project, answers, ignored }: Decision): readonly Problem[] {
  const found = warnings
    .filter(({ applies }) => applies(project, answers))
    .map(({ applies: _, ...problem }): Problem => problem);
  const { typescriptProblem } = project;
  if (typescriptProblem !== undefined) found.unshift({ code: "bad-tsconfig", message: typescriptProblem });
  if (ignored.length > 0) {
    const flags = ignored.map((flag) => `--${flag}`).join(" and ");
    const message = `${flags} ${ignored.length === 1 ? "changes" : "change"} nothing: ${answers.configFile} has ${answers.keyspace} already`;
    found.push({ code: "keyspace-exists", message, next: `change it in ${answers.configFile}` });
  }
  return found;
}
