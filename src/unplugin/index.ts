/**
 * Keeps bindings up to date in bundlers (`colonnade/unplugin`): a dev server or a watching bundler writes them again when a
 * definition changes; a build fails if they are out of date, and writes nothing.
 *
 * Takes the config file that the commands take. Opens no connection.
 */
import { existsSync } from "node:fs";
import { createUnplugin } from "unplugin";
import { firstOf, isColonnadeError } from "../errors.ts";
import type { ColonnadeError } from "../errors.ts";
import { compareAll, generateAll, loadConfig } from "../generate.ts";
import type { ConfigPlace, Target } from "../generate.ts";
import { createRounds, definitionFoldersOf, watchFolders } from "../generate/rounds.ts";

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
  let isServing = false;
  let keeper: Keeper | undefined;

  const load = async (): Promise<readonly Target[]> => (await loadConfig(options)).targets;

  const close = async (): Promise<void> => {
    const closing = keeper;
    keeper = undefined;
    await closing?.close();
  };

  const watchCompiler = ({ hooks }: { readonly hooks: WatchHooks }): void => {
    hooks.watchRun.tap(name, () => void (isWatching = true));
    hooks.watchClose.tap(name, () => void close());
  };

  return {
    name,
    async buildStart() {
      isWatching ||= (this as { readonly meta?: { readonly watchMode?: boolean } }).meta?.watchMode === true;
      const writes = options.generate ?? isWatching;
      if (writes && isWatching) return (keeper ??= createKeeper(load)).keep();
      try {
        const targets = await load();
        if (!writes) return await check(targets);
        await generateAll(targets);
      } catch (error) {
        throw shown(error);
      }
      // esbuild does not report whether it watches. Writing again after a build that ends here does no harm.
      if (framework === "esbuild") await (keeper ??= createKeeper(load)).keep();
    },
    vite: {
      configResolved: ({ command }) => {
        isServing = command === "serve";
        isWatching ||= isServing;
      },
      closeBundle: async () => {
        if (isServing) await close();
      },
      closeWatcher: close,
    },
    rollup: { closeWatcher: close },
    rolldown: { closeWatcher: close },
    webpack: watchCompiler as never,
    rspack: watchCompiler as never,
    esbuild: { setup: ({ onDispose }) => onDispose(() => void close()) },
  };
});

/** While someone edits a definition, not every save is valid: the bundler goes on. */
function show(error: unknown): void {
  const { message } = shown(error);
  console.error(`[${name}] ${message}`);
}

/** An error whose message is all that a bundler shows. */
function shown(error: unknown): Error {
  if (isColonnadeError(error)) return new Error(printError(error));
  return error instanceof Error ? error : new Error(String(error));
}

interface WatchHooks {
  readonly watchRun: { tap(name: string, watch: () => void): void };
  readonly watchClose: { tap(name: string, close: () => void): void };
}

async function check(targets: readonly Target[]): Promise<void> {
  const reports = await compareAll(targets);
  const stale = reports.flatMap(({ report }) => report.files.filter((file) => file.stale));
  if (stale.length === 0) return;
  const files = firstOf(
    stale.map(({ path, state }) => `${path} is ${state}`),
    5,
  );
  throw new Error(`the bindings are out of date: ${files}; run colonnade generate`);
}

function printError({ summary, next, problems }: ColonnadeError): string {
  const listed = problems.map(({ file, line, message: mistake }) => `\n  ${file ?? ""}:${line ?? 1}: ${mistake}`);
  return `${summary}${next === undefined ? "" : `: ${next}`}${listed.join("")}`;
}

interface Keeper {
  /** Resolves when the bindings are written, or the reason for failing is shown. */
  readonly keep: () => Promise<void>;
  /** Stops watching, after a run in progress. */
  readonly close: () => Promise<void>;
}

/**
 * Writes bindings at each start of a build and after each change of a definition, one run at a time. Watches the definitions
 * itself: bundlers differ in what they notice, but all notice the written bindings.
 */
function createKeeper(load: () => Promise<readonly Target[]>): Keeper {
  /** Missing definition files: removed, or about to be written again by an editor. */
  const gone = new Set<string>();
  const rounds = createRounds({
    work: async (isSettled) => {
      if (gone.size > 0 && !isSettled) return "wait";
      gone.clear();
      const targets = await load();
      for (const folder of definitionFoldersOf(targets)) watcher.add(folder);
      await generateAll(targets);
      return "done";
    },
    onFailure: show,
  });
  const watcher = watchFolders((path) => {
    if (existsSync(path)) gone.delete(path);
    else if (path.endsWith(".json")) gone.add(path);
    rounds.ask();
  });
  return {
    keep: () => {
      rounds.ask();
      return rounds.settled();
    },
    close: async () => {
      watcher.close();
      await rounds.stop();
    },
  };
}

export default colonnade;
