/** The proposed answers. */
import { basename, posix } from "node:path";
import { isKeyspaceName } from "../../model/index.ts";
import { manifestName } from "../../output/index.ts";
import { findHolder } from "./folder-rules.ts";
import type { Draft, Known } from "./known.ts";
import type { Project } from "./project.ts";

/** Whether a config in TypeScript would stay out of the build output. If compiled, it would move the output of `src`. */
export function prefersModule({ typescript }: Project): boolean {
  return typescript !== undefined && !typescript.emits("colonnade.config.ts");
}

/** Validators need zod 4. */
export function hasOldZod({ dependencies }: Project): boolean {
  return /^[\^~=v]?[0-3](?:\.|$)/.test(dependencies.get("zod") ?? "");
}

/** The keyspace of the config or of the only folder of definitions; otherwise one named after the package. */
export function proposeKeyspace({ project, config }: Known): string {
  const [configured] = config?.entries ?? [];
  if (configured) return configured.keyspace;
  const hasDefinitions = (name: string): boolean =>
    isKeyspaceName(name) && project.entriesOf(`definitions/${name}`).some((file) => file.endsWith(".json"));
  const [only, ...others] = project.entriesOf("definitions").filter(hasDefinitions);
  return only !== undefined && others.length === 0 ? only : keyspaceNameOf(project.manifest?.name ?? "");
}

/** Names with another meaning, to the database or in a folder of definitions. */
const reserved = /^(?:types|system(?:_.*)?)$/;

/** `@acme/Web-Shop` as `web_shop`; `app` if the name has no letter or digit. */
export function keyspaceNameOf(packageName: string): string {
  const bare = packageName.replace(/^@[^/]*\//, "").toLowerCase();
  const name = bare.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (name === "") return "app";
  const safe = /^\d/.test(name) || reserved.test(name) ? `app_${name}` : name;
  return safe.slice(0, 48).replace(/_+$/, "");
}

/** The folder that has the definitions of the other keyspaces. */
export function proposeDefinitions({ config }: Known): string {
  const sibling = config?.entries.find(({ keyspace, definitions }) => basename(definitions) === keyspace);
  return sibling ? posix.dirname(sibling.definitions) : "definitions";
}

/** A folder beside the output of another keyspace, or one that is empty or already has generated files. */
export function proposeOutput({ project, config }: Known, { keyspace = "" }: Draft): string {
  const [other] = config?.entries ?? [];
  const [first] = other?.outputs ?? [];
  if (other && first !== undefined) {
    return basename(first) === other.keyspace ? posix.join(posix.dirname(first), keyspace) : `${first}-${keyspace}`;
  }
  const folder = project.entriesOf(".").includes("src") ? "src/db" : "db";
  const entries = project.entriesOf(folder);
  if (entries.length > 0 && !entries.includes(manifestName)) return `${folder}/generated`;
  const holder = findHolder(project, folder);
  return holder === undefined || holder === keyspace ? folder : `${folder}-${keyspace}`;
}
