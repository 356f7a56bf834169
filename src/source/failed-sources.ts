/** Sources that did not tell a keyspace: what is said of them, and which other to ask. */
import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import type { SourceName } from "./sources.ts";

export interface FailedSource {
  readonly name: SourceName;
  readonly fault: unknown;
}

/** Errors that are about one interface of a service: another may answer. */
const ofOneInterface: ReadonlySet<unknown> = new Set(["not-found", "bad-request", "bad-answer", "unknown-definition"]);

/** Whether another source may tell what this one did not. */
export function mayBeElsewhere(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && ofOneInterface.has(fault.code);
}

const labels: Readonly<Record<SourceName, string>> = { rest: "REST", graphql: "GraphQL", cql: "CQL" };

export function describeFailure({ name, fault }: FailedSource): Problem {
  const { message } = fault as Error;
  return { code: codeOf(fault), message: `${labels[name]}: ${message}` };
}

/** The error for sources of which some had to answer and did not. */
export function combineFailures(
  failed: readonly FailedSource[],
  keyspace: string,
  tried: readonly SourceName[],
): unknown {
  const [first] = failed;
  if (failed.length === 1 && first) return advised(first.fault, [], adviseSource(tried, failed));
  const problems = failed.flatMap((one) => [describeFailure(one), ...problemsOf(one.fault)]);
  const code = codeOf(first?.fault);
  const advice = adviseSource(tried, failed);
  // Where every interface is missing, the address or the keyspace is more likely to be wrong than the service to be poor.
  const isLost = failed.every(({ fault }) => codeOf(fault) === "not-found");
  const next = nextOf(first?.fault) ?? (isLost ? `check --keyspace and --url, or ${advice}` : advice);
  return new ColonnadeError(code, `no source tells what ${keyspace} is made of`, { kind: "service", problems, next });
}

/** Errors that another source may help with. */
const ofSources: ReadonlySet<string> = new Set(["bad-answer", "unknown-definition"]);

/** An error of what the sources told together: with those that failed, and another to ask. */
export function withAdvice(error: unknown, tried: readonly SourceName[], failed: readonly FailedSource[]): unknown {
  return advised(error, failed.map(describeFailure), adviseSource(tried, failed));
}

function advised(error: unknown, more: readonly Problem[], advice: string): unknown {
  if (!isColonnadeError(error) || !ofSources.has(error.code)) return error;
  const { code, message, kind, next = advice } = error;
  return new ColonnadeError(code, message, { kind, next, problems: [...more, ...error.problems], cause: error });
}

/** What to do when the sources that were tried do not tell enough: names none that failed. */
function adviseSource(tried: readonly SourceName[], failed: readonly FailedSource[]): string {
  const define = "define what is missing in a file, then try again";
  const next = (["rest", "graphql", "cql"] as const).find((name) => !tried.includes(name));
  if (!next) return define;
  if (next === "cql") return `ask the cluster: --from cql --contact-points 10.0.0.1; or ${define}`;
  const good = tried.filter((name) => !failed.some((one) => one.name === name));
  const all = next === "rest" ? [next, ...good] : [...good, next];
  return `ask ${labels[next]}${good.length > 0 ? " as well" : ""}: --from ${all.join()}; or ${define}`;
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "bad-answer";
}

function problemsOf(fault: unknown): readonly Problem[] {
  return isColonnadeError(fault) ? fault.problems : [];
}

function nextOf(fault: unknown): string | undefined {
  return isColonnadeError(fault) ? fault.next : undefined;
}
