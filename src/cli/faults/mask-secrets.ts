import type { Fault } from "./fault.ts";
import type { Io } from "../terminal/io.ts";

/** Variables whose values are secret; the path of a file with a secret is not. */
const secretName = /pass(?:word|wd|phrase)?$|passw|token|secret|credential|(?:api|private|access)_?key|_pw$/i;
const placeName = /_(?:file|path|dir)$/i;

/**
 * A single common word, such as `cassandra` in a test setup, is not masked: that would also mask it in paths and in our
 * own sentences.
 */
const plainWord = /^[A-Za-z]{1,11}$/;
const shortestSecret = 6;

/**
 * The userinfo of a URL. A password may contain a slash or an "@" by mistake, so everything from the colon to the last
 * "@" counts.
 */
const userOfAddress = /(:(?:\\?\/){2})(?:[^\s/"'`<>:]*:[^\s"'`<>]*|[^\s/"'`<>]+)(?=@)/g;
const secretInQuery = /([?&](?:password|token|secret|key|auth)=)[^&\s"'`<>]+/gi;

/** The replacement of a secret. */
const mask = "***";

/**
 * Replaces the secrets of the environment and of URLs in a text: `https://me:pa55@host/x` is `https://***@host/x`.
 *
 * For text from elsewhere, such as the error of a config file that throws what it read. Our own messages never contain
 * secrets.
 */
export function maskSecrets(text: string, env: Io["env"]): string {
  let masked = text.replace(userOfAddress, `$1${mask}`).replace(secretInQuery, `$1${mask}`);
  for (const secret of findSecrets(env)) masked = masked.replaceAll(secret, mask);
  return masked;
}

/** Masks everything of a fault that is shown, except places and codes. */
export function maskFault(fault: Fault, env: Io["env"]): Fault {
  const shown = <Text extends string | undefined>(text: Text): Text =>
    (text === undefined ? text : maskSecrets(text, env)) as Text;
  const problems = fault.problems.map((problem) => ({
    ...problem,
    message: shown(problem.message),
    ...(problem.frame !== undefined && { frame: shown(problem.frame) }),
    next: shown(problem.next),
  }));
  return { ...fault, message: shown(fault.message), next: shown(fault.next), stack: shown(fault.stack), problems };
}

/** The values of secret variables in all their spellings; the longest first, since one may contain another. */
function findSecrets(env: Io["env"]): readonly string[] {
  const found = new Set<string>();
  for (const name of Object.keys(env)) {
    const value = valueOf(env, name);
    const [, password] = /:\/\/[^\s/:@]*:([^\s/]+)@/.exec(value) ?? [];
    for (const secret of [secretName.test(name) && !placeName.test(name) ? value : undefined, password]) {
      if (secret === undefined || secret.length < shortestSecret || plainWord.test(secret)) continue;
      // A lone surrogate cannot be encoded.
      const encoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, ""));
      found.add(secret).add(encoded).add(JSON.stringify(secret).slice(1, -1));
    }
  }
  return [...found].sort((one, other) => other.length - one.length);
}

/** Reporting a failure must work even if the environment itself is broken. */
function valueOf(env: Io["env"], name: string): string {
  try {
    return env[name] ?? "";
  } catch {
    return "";
  }
}
