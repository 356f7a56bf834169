import { basename, posix } from "node:path";
import { isKeyspaceName } from "../../model/index.ts";
import { manifestName } from "../../output/index.ts";
import { findHolder } from "./folder-rules.ts";
import type { Draft, Known } from "./known.ts";
import type { Project } from "./project.ts";

/** A module beside the app's own would change where the compiler puts what it compiles. */
export function prefersModule({ typescript }: Project): boolean {
  return typescript !== undefined && !typescript.emits("colonnade.config.ts");
}

/** Validators need zod 4. */
export function hasOldZod({ dependencies }: Project): boolean {
  return /^[\^~=v]?[0-3](?:\.|$)/.test(dependencies.get("zod") ?? "");
}

/** The keyspace that the config or the definitions have, else one named for the package. */
export function proposeKeyspace({ project, config }: Known): string {
  const [configured] = config?.entries ?? [];
  if (configured) return configured.keyspace;
  const folders = project
    .entriesOf("definitions")
    .filter(
      (name) => isKeyspaceName(name) && project.entriesOf(`definitions/${name}`).some((file) => /\.json$/.test(file)),
    );
  const [only, ...others] = folders;
  return only !== undefined && others.length === 0 ? only : keyspaceNameOf(project.manifest?.name ?? "");
}

/** Names that mean something else: to the database, or to a folder of definitions. */
const taken = /^(?:types|system(?:_.*)?)$/;

/** `@acme/Web-Shop` as `web_shop`; a name without a letter or digit gives `app`. */
export function keyspaceNameOf(packageName: string): string {
  const bare = packageName.replace(/^@[^/]*\//, "").toLowerCase();
  const name = bare.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  if (name === "") return "app";
  const safe = /^\d/.test(name) || taken.test(name) ? `app_${name}` : name;
  return safe.slice(0, 48).replace(/_+$/, "");
}

/** Beside the definitions of the keyspaces there are. */
export function proposeDefinitions({ config }: Known): string {
  const sibling = config?.entries.find(({ keyspace, definitions }) => basename(definitions ?? "") === keyspace);
  return posix.dirname(sibling?.definitions ?? "definitions/app");
}

/** A folder that nobody has put anything into yet, unless it was us. */
export function proposeOutput(known: Known, { keyspace = "" }: Draft): string {
  const { project, config } = known;
  const other = config?.entries.find(({ outputs }) => outputs.length > 0);
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
