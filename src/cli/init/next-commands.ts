import type { Answers } from "./answers.ts";
import type { Project } from "./project.ts";

/** The commands that lead from what was written to the first bindings, in order. */
export function listNextCommands(project: Project, answers: Answers, named?: string): readonly string[] {
  const { packageManager, manifest, dependencies, entriesOf } = project;
  const needed = ["@colonnade/runtime", ...(answers.validators ? ["zod"] : [])];
  // What an app imports, its own package has to ask for; a tool may be the workspace's.
  const missing = needed.filter((name) => !manifest?.dependencies.has(name));
  const tools = ["colonnade"].filter((name) => !dependencies.has(name));
  // pnpm refuses to add to the root of a workspace unless it is told to.
  const atRoot = packageManager.name === "pnpm" && entriesOf(".").includes("pnpm-workspace.yaml");
  const install = (begin: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [[begin, ...(atRoot ? ["--workspace-root"] : []), ...names].join(" ")];
  const config = named === undefined ? "" : ` --config ${/^[\w./\\:@-]+$/.test(named) ? named : JSON.stringify(named)}`;
  return [
    ...install(packageManager.install, missing),
    ...install(packageManager.installForDevelopment, tools),
    `${packageManager.run} colonnade generate${config}`,
  ];
}
