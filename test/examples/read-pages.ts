/** Reads the pages for users: their blocks of code, commands, headings and links. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../support/repository.ts";

/** A fenced block of a page. */
export interface Block {
  /** Where it begins: `docs/service.md:12`. */
  readonly place: string;
  readonly language: string;
  /** What the comment above it names: the file that it quotes, or the program that runs it. */
  readonly source: string | undefined;
  readonly text: string;
}

export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The text without its blocks, on as many lines. */
  readonly prose: string;
}

const fence = /(?:^<!-- (\S+?)(?:#\S+)? -->\n+)?^```(\w*)\n([^]*?)^```$/gm;

export function readPage(path: string): Page {
  const text = readFileSync(join(repository, path), "utf8");
  return {
    path,
    text,
    blocks: findBlocks(path, text),
    prose: text.replace(fence, (block) => block.replace(/.+/g, "")),
  };
}

export function findBlocks(path: string, text: string): readonly Block[] {
  return [...text.matchAll(fence)].map((match) => {
    const [whole, source, language = "", code = ""] = match;
    const line = text.slice(0, match.index + whole.indexOf("```")).split("\n").length;
    return { place: `${path}:${line}`, language, source, text: code };
  });
}

/** The pages of `docs`, by their paths. */
export const docs: readonly string[] = readdirSync(join(repository, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);

export const pages: readonly Page[] = [
  "README.md",
  ...docs,
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "src/runtime/README.md",
  "src/cassandra/README.md",
  "examples/cassandra/README.md",
  "examples/vite-react/README.md",
].map(readPage);

/** Whether a block shows parts of a file of the repository. */
export function isQuote({ source }: Block): boolean {
  return source !== undefined && existsSync(join(repository, source));
}

/** The names by which links reach the headings of a page, as GitHub and npm make them. */
export function anchorsOf({ prose }: Page): readonly string[] {
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
  );
  const slugs = headings.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter((other) => other === slug).length;
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** The targets of the links of a page: `docs/errors.md#stale`, from the root of the repository; other sites are left out. */
export function linksOf({ path, prose }: Page): readonly string[] {
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^https?:/.test(target))
    .map((target) => (target.startsWith("#") ? path + target : join(dirname(path), target)));
}

/** The paths of links to files of the repository on its site, which the packages do not contain. */
export function siteLinksOf({ prose }: Page): readonly string[] {
  return [...prose.matchAll(siteLink)].map(([, path = ""]) => path);
}

const { repository: site } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  repository: { url: string };
};
const address = site.url.replace(/^git\+|\.git$/g, "");
const siteLink = new RegExp(`${address}/(?:blob|raw|tree)/main/([^)"\\s]+)`, "g");

/** The lines of the shell blocks of a page. */
export function shellLinesOf({ blocks }: Page): readonly string[] {
  return blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.replace(/\\\n/g, " ").split("\n"))
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** What a page says in backticks of a command with its flags, of a flag, or of npm. */
export function mentionsOf({ prose }: Page, names: readonly string[]): readonly string[] {
  const isOurs = new RegExp(
    `^(?:(?:npx )?colonnade )?(?:${names.join("|")}) .*--|^--[a-z]|^(?:npx )?colonnade |^npm (?:install|run) `,
  );
  const codes = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/\s+/g, " "));
  return codes.filter((code) => isOurs.test(code));
}
