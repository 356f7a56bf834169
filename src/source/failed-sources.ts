/** Errors of failed sources, and which other source to use. */
import { ColonnadeError, isColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import type { SourceName } from "./sources.ts";

export interface FailedSource {
  readonly name: SourceName;
  readonly fault: CodedFault;
}

/** An error of this project, or of a session. */
type CodedFault = Error & { readonly code: string };

/** Errors of one interface of a service: another may work. */
const ofOneInterface: ReadonlySet<unknown> = new Set(["not-found", "bad-request", "bad-answer", "unknown-definition"]);

/** Whether another source may report what this one did not. */
export function mayBeElsewhere(fault: unknown): fault is CodedFault {
  return fault instanceof Error && "code" in fault && ofOneInterface.has(fault.code);
}

const labels: Readonly<Record<SourceName, string>> = {
  rest: "REST",
  graphql: "GraphQL",
  cql: "CQL",
  file: "the file",
};

export function describeFailure({ name, fault: { code, message } }: FailedSource): Problem {
  return { code, message: `${labels[name]}: ${message}` };
}

/** The error if required sources failed; its code is that of the first failure. */
export function combineFailures(
  [first, ...others]: readonly [FailedSource, ...FailedSource[]],
  keyspace: string,
  tried: readonly SourceName[],
): unknown {
  const failed = [first, ...others];
  const advice = adviseSource(tried, failed);
  if (others.length === 0) return advised(first.fault, [], advice);
  const problems = failed.flatMap((one) => [describeFailure(one), ...problemsOf(one.fault)]);
  // If every interface is missing, the address or the keyspace is probably wrong.
  const isLost = failed.every(({ fault }) => fault.code === "not-found");
  const next = nextOf(first.fault) ?? (isLost ? `check --keyspace and --url, or ${advice}` : advice);
  const { code } = first.fault;
  return new ColonnadeError(code, `no source reports the definitions of ${keyspace}`, {
    kind: "service",
    problems,
    next,
  });
}

/** Errors that another source may avoid. */
const ofSources: ReadonlySet<string> = new Set(["bad-answer", "unknown-definition"]);

/** Extends an error of the merged sources with the failed ones and another one to use. */
export function withAdvice(error: unknown, tried: readonly SourceName[], failed: readonly FailedSource[]): unknown {
  return advised(error, failed.map(describeFailure), adviseSource(tried, failed));
}

function advised(error: unknown, more: readonly Problem[], advice: string): unknown {
  if (!isColonnadeError(error) || !ofSources.has(error.code)) return error;
  const { code, message, kind, next = advice } = error;
  return new ColonnadeError(code, message, { kind, next, problems: [...more, ...error.problems], cause: error });
}

/** The next step if the sources did not report enough: names no source that failed. */
function adviseSource(tried: readonly SourceName[], failed: readonly FailedSource[]): string {
  const define = "define what is missing in a file, then try again";
  const next = (["rest", "graphql", "cql"] as const).find((name) => !tried.includes(name));
  if (!next) return define;
  if (next === "cql") return `use the cluster: --from cql --contact-points 10.0.0.1; or ${define}`;
  const good = tried.filter((name) => !failed.some((one) => one.name === name));
  const all = next === "rest" ? [next, ...good] : [...good, next];
  return `use ${labels[next]}${good.length > 0 ? " as well" : ""}: --from ${all.join()}; or ${define}`;
}

function problemsOf(fault: unknown): readonly Problem[] {
  return isColonnadeError(fault) ? fault.problems : [];
}

function nextOf(fault: unknown): string | undefined {
  return isColonnadeError(fault) ? fault.next : undefined;
}
