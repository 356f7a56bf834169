/**
 * Keeps bindings up to date in bundlers (`colonnade/unplugin`): a dev server or a watching bundler writes them anew when a
 * definition changes; a build fails while they are out of date, and writes nothing.
 *
 * Takes the config file that the commands take. Opens no connection.
 */
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { createUnplugin } from "unplugin";
import { compareAll, generateAll, loadConfig } from "../generate.ts";
import type { ConfigPlace, Target } from "../generate.ts";
import { isColonnadeError } from "../errors.ts";
import type { ColonnadeError } from "../errors.ts";

export interface PluginOptions extends ConfigPlace {
  /** Whether to write the bindings; otherwise they are only checked. @default in dev servers and watching bundlers */
  readonly generate?: boolean | undefined;
}

/** A plugin of Vite, Rollup or Rolldown. */
export interface RollupLikePlugin {
  readonly name: string;
}

/** A plugin of webpack or Rspack. */
export interface WebpackLikePlugin {
  apply(compiler: object): void;
}

export interface EsbuildPlugin {
  readonly name: string;
  setup(build: object): void | Promise<void>;
}

/** By bundler: `plugins: [colonnade.vite()]`. */
export interface Colonnade {
  vite(options?: PluginOptions): RollupLikePlugin;
  rollup(options?: PluginOptions): RollupLikePlugin;
  rolldown(options?: PluginOptions): RollupLikePlugin;
  webpack(options?: PluginOptions): WebpackLikePlugin;
  rspack(options?: PluginOptions): WebpackLikePlugin;
  esbuild(options?: PluginOptions): EsbuildPlugin;
}

const name = "colonnade";

const colonnade: Colonnade = createUnplugin<PluginOptions | undefined, false>((options = {}, { framework }) => {
  let isWatching = false;
  let folders: readonly string[] = [];
  /** Of a dev server: what is added to a folder later is seen too. */
  let watch = (_folders: readonly string[]): void => undefined;

  async function load(): Promise<readonly Target[]> {
    const { targets } = await loadConfig(options);
    folders = targets.map(({ definitions }) => definitions);
    watch(folders);
    return targets;
  }

  /** @throws {Error} whose message is all that a bundler shows */
  async function run(writes: boolean): Promise<void> {
    try {
      const targets = await load();
      if (writes) await generateAll(targets);
      else await check(targets);
    } catch (error) {
      const shown = isColonnadeError(error) ? new Error(printError(error)) : error;
      if (!writes || !isWatching) throw shown;
      // Whoever edits a definition is not done at every save; the server goes on.
      console.error(`[${name}] ${shown instanceof Error ? shown.message : String(shown)}`);
    }
  }

  const watchCompiler = (compiler: { readonly hooks: WatchHooks }): void => {
    compiler.hooks.watchRun.tap(name, () => void (isWatching = true));
  };

  return {
    name,
    async buildStart() {
      isWatching ||= (this as { readonly meta?: { readonly watchMode?: boolean } }).meta?.watchMode === true;
      await run(options.generate ?? isWatching);
      // esbuild watches what it loads, and nothing else.
      if (framework === "esbuild") return;
      for (const folder of folders) {
        for (const file of readdirSync(folder, { recursive: true })) this.addWatchFile(join(folder, String(file)));
      }
    },
    async watchChange(id) {
      const isDefinition = id.endsWith(".json") && folders.some((folder) => id.startsWith(folder + sep));
      if (isDefinition) await run(options.generate ?? true);
    },
    vite: {
      configResolved: ({ command }) => {
        isWatching ||= command === "serve";
      },
      configureServer: ({ watcher }) => {
        watch = (added) => void watcher.add([...added]);
      },
    },
    webpack: watchCompiler as never,
    rspack: watchCompiler as never,
  };
});

interface WatchHooks {
  readonly watchRun: { tap(name: string, watch: () => void): void };
}

async function check(targets: readonly Target[]): Promise<void> {
  const reports = await compareAll(targets);
  const stale = reports.flatMap(({ report }) => report.files.filter((file) => file.stale));
  if (stale.length === 0) return;
  const shown = stale.slice(0, 5).map(({ path, state }) => `${path} is ${state}`);
  const rest = stale.length > shown.length ? [`and ${stale.length - shown.length} more`] : [];
  throw new Error(`the bindings are out of date: ${[...shown, ...rest].join(", ")}; run colonnade generate`);
}

function printError({ message, next, problems }: ColonnadeError): string {
  const listed = problems.map(({ file, line, message: mistake }) => `\n  ${file ?? ""}:${line ?? 1}: ${mistake}`);
  return `${message}${next === undefined ? "" : `: ${next}`}${listed.join("")}`;
}

export default colonnade;
