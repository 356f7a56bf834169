/** Runs checks, some at a time, and prints how they went. */
import { availableParallelism } from "node:os";

/** Those in places with all words in their names. @throws {Error} that names the places when there are none */
export function chooseChecks(checks, words) {
  const chosen = checks.filter(({ where }) => words.every((word) => where.includes(word)));
  if (chosen.length > 0) return chosen;
  const places = [...new Set(checks.map(({ where }) => where))].join(", ");
  throw new Error(`no place has ${words.join(" and ")} in its name; the places are ${places}`);
}

/** @returns each check with its problems, in the order of the checks */
export async function runChecks(checks) {
  const results = [];
  const entries = checks.entries();
  const work = async () => {
    for (const [index, { ask, ...check }] of entries) {
      const begun = performance.now();
      const problems = await ask().catch((error) => [String(error.stack ?? error)]);
      results[index] = { ...check, problems, seconds: (performance.now() - begun) / 1000 };
      process.stderr.write(problems === undefined ? "-" : problems.length === 0 ? "." : "!");
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  process.stderr.write("\n");
  return results;
}

/** A line for each thing that was tried, by where it was. */
export function renderTable(results) {
  const groups = new Map();
  for (const result of results) {
    const key = JSON.stringify([result.what, result.where]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const lines = [...groups.values()].map((group) => {
    const [{ what, where, without = "not for this platform" }] = group;
    const good = group.filter(({ problems }) => problems?.length === 0).length;
    const made = group.filter(({ problems }) => problems !== undefined).length;
    const seconds = group.reduce((sum, one) => sum + one.seconds, 0);
    return [where, what, made === 0 ? without : `${good} of ${made}`, `${seconds.toFixed(1)} s`];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map(
      (line) =>
        line
          .map((cell, column) => cell.padEnd(widths[column]))
          .join("  ")
          .trimEnd() + "\n",
    )
    .join("");
}

/** The first problems of what failed; checks that failed alike stand together. */
export function renderProblems(failed) {
  const groups = new Map();
  for (const { where, what, which, problems } of failed) {
    const key = problems.join("\n");
    const titles = [...(groups.get(key)?.titles ?? []), [where, what, which].filter(Boolean).join(" · ")];
    groups.set(key, { titles, problems });
  }
  return [...groups.values()]
    .map(({ titles, problems }) => {
      const lines = [...titles, ...problems.slice(0, 10).map((problem) => `  ${problem}`)];
      if (problems.length > 10) lines.push(`  and ${problems.length - 10} more`);
      return `\n${lines.join("\n")}\n`;
    })
    .join("");
}
