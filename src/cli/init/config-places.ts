import type { Container, Layout } from "./insert-member.ts";

/** Where things stand in the text of a config file: enough to add a keyspace without touching the rest. */
export interface ConfigPlaces {
  readonly config: Container;
  /** Undefined where the config has no member of that name. */
  readonly keyspaces: Container | undefined;
  readonly entries: readonly ConfigEntry[];
  /** Whether these are all keyspaces that it has; a spread can bring others. */
  readonly complete: boolean;
}

/** A keyspace of a config file, as far as it can be read without running it; paths as they stand there. */
export interface ConfigEntry {
  readonly keyspace: string;
  readonly definitions?: string | undefined;
  /** One, or more where the config has a list. */
  readonly outputs: readonly string[];
  /** Whether any of its outputs has validators. */
  readonly validators: boolean;
  /** How imports end in each of its outputs, as far as that can be seen. */
  readonly importExtensions: readonly unknown[];
}

/** Says why a file cannot be added to. */
export interface Unreadable {
  readonly reason: string;
}

/** How a config file writes names and texts. */
export interface Dialect {
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  /** What follows the last member of an object whose members have lines of their own. */
  readonly alone: "," | "";
}

export const jsonDialect: Dialect = { name: JSON.stringify, text: JSON.stringify, alone: "" };

/** TypeScript and JavaScript, with the kind of quotes that a text has more of. */
export function moduleDialect(text: string): Dialect {
  const count = (quote: RegExp): number => text.match(quote)?.length ?? 0;
  const single = count(/'/g) > count(/"/g);
  const quoted = (value: string): string => (single ? `'${value.replace(/[\\']/g, "\\$&")}'` : JSON.stringify(value));
  return { name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)), text: quoted, alone: "," };
}

/** What a keyspace's settings are in a config: those that are not the default. */
export type Settings = readonly (readonly [name: string, value: string | boolean])[];

const widest = 80;

/**
 * A keyspace as a member: `shop: { definitions: "definitions/shop", output: "src/db" }`, or with a line for each setting where
 * that is too long.
 */
export function renderKeyspace(
  keyspace: string,
  settings: Settings,
  {
    dialect,
    layout,
    indentation,
  }: { readonly dialect: Dialect; readonly layout: Layout; readonly indentation: string },
): string {
  const members = settings.map(
    ([name, value]) => `${dialect.name(name)}: ${typeof value === "string" ? dialect.text(value) : String(value)}`,
  );
  const line = `${dialect.name(keyspace)}: { ${members.join(", ")} }`;
  if (indentation.length + line.length + ",".length <= widest) return line;
  const inner = `${layout.lineEnd}${indentation}${layout.step}`;
  const body = members.join(`,${inner}`) + dialect.alone;
  return `${dialect.name(keyspace)}: {${inner}${body}${layout.lineEnd}${indentation}}`;
}
