import { Biome } from "@biomejs/js-api/nodejs";
import { format } from "prettier";
import type { Options } from "prettier";

/** Lays a file out anew. */
export type Layout = (text: string, path: string) => Promise<string> | string;

/** As prettier does with these options. */
export function prettier(options: Options): Layout {
  return (text, path) => format(text, { ...options, filepath: path });
}

/** The configs of prettier that differ most from its defaults, which are our own layout. */
export const prettierConfigs: Readonly<Record<string, Options>> = {
  "with tabs, single quotes and no semicolons": { useTabs: true, singleQuote: true, semi: false },
  "with everything else that it can be told": {
    tabWidth: 4,
    printWidth: 120,
    trailingComma: "none",
    bracketSpacing: false,
    arrowParens: "avoid",
    quoteProps: "consistent",
    objectWrap: "collapse",
    experimentalOperatorPosition: "start",
    experimentalTernaries: true,
  },
};

/** As biome does by default, with its imports in biome's order if that is asked for. */
export function biome({ organizeImports = false } = {}): Layout {
  const biome = new Biome();
  const { projectKey } = biome.openProject();
  if (!organizeImports) return (text, filePath) => biome.formatContent(projectKey, text, { filePath }).content;
  biome.applyConfiguration(projectKey, {
    linter: { enabled: false },
    assist: { actions: { source: { organizeImports: "on" } } },
  });
  return (text, filePath) => {
    const { content } = biome.lintContent(projectKey, text, { filePath, fixFileMode: "safeFixes" });
    return biome.formatContent(projectKey, content, { filePath }).content;
  };
}
