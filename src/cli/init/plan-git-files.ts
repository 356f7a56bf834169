import type { Answers } from "./answers.ts";
import type { Project } from "./project.ts";
import type { PlannedFile } from "./text-files.ts";

/** Plans the entries that git needs. Without a repository, only existing files are changed. */
export function planGitFiles(project: Project, answers: Answers): readonly PlannedFile[] {
  const attributes = outputsWithin(answers).map((output) => `${quoted(`${output}/**`)} linguist-generated`);
  return [
    ...planLines(project, {
      path: ".gitattributes",
      lines: attributes,
      note: "collapses generated files in reviews",
      // A line that turns the attribute off is somebody's decision.
      covers: (line, wanted) =>
        /\s[-!]?linguist-generated\b/.test(line) && line.split(/\s/)[0] === wanted.split(/\s/)[0],
    }),
    ...planLines(project, {
      path: ".gitignore",
      lines: [".colonnade/"],
      note: "ignores the data of colonnade serve",
      covers: (line) => /^!?(?:\*\*)?\/?\.colonnade(?:\/\*{0,2})?$/.test(line),
    }),
  ];
}

interface Lines {
  readonly path: string;
  readonly lines: readonly string[];
  readonly note: string;
  /** Whether an existing line makes a wanted one needless. */
  readonly covers: (line: string, wanted: string) => boolean;
}

/** Appends the missing lines to a file, with the line ends that it has. */
function planLines({ read, inRepository }: Project, { path, lines, note, covers }: Lines): readonly PlannedFile[] {
  const found = read(path);
  if (lines.length === 0 || (found.kind === "nothing" && !inRepository)) return [];
  if (found.kind === "nothing") return [{ path, action: "created", note, text: `${lines.join("\n")}\n` }];
  if (found.kind === "other") return [{ path, action: "left", note: found.reason, add: lines.join("\n") }];
  const { text } = found;
  const existing = text.split("\n").map((line) => line.trim());
  const missing = lines.filter((wanted) => !existing.some((line) => covers(line, wanted)));
  if (missing.length === 0) return [{ path, action: "kept", note }];
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = /[^\n]$/.test(text) ? text + lineEnd : text;
  return [{ path, action: "changed", note, text: begin + missing.map((line) => line + lineEnd).join("") }];
}

/** The outputs that a file in the app's folder can name. */
export function outputsWithin({ outputs }: Answers): readonly string[] {
  return outputs.filter((output) => !/^(?:\.\.|\/|\w:)/.test(output));
}

/** A space would end the pattern. */
function quoted(pattern: string): string {
  return /[\s"\\]/.test(pattern) ? JSON.stringify(pattern) : pattern;
}
