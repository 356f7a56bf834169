import type { TextRunner } from "../../cql/index.ts";
import type { RunCql } from "../../service/index.ts";
import type { EmbeddedStore } from "../../store/index.ts";

interface Opened {
  readonly run: RunCql;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly now?: (() => number) | undefined;
  readonly report: (error: unknown, requestId: string) => void;
}

/** CQL for the console, which is loaded when it is first asked for. */
export function createTextRunner(store: EmbeddedStore, options: Options): Opened {
  let opening: Promise<TextRunner> | undefined;
  const open = async (): Promise<TextRunner> => {
    const { openTextRunner } = await import("../../cql/index.ts");
    return openTextRunner(store, options);
  };
  return {
    run: async (request) => (await (opening ??= open())).run(request),
    close: async () => (await opening)?.close(),
  };
}
