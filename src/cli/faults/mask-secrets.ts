import type { Fault } from "./fault.ts";
import type { Io } from "../terminal/io.ts";

/** Variables whose values nobody may see; where a secret is kept, one may. */
const secretName = /pass(?:word|wd|phrase)?$|passw|token|secret|credential|(?:api|private|access)_?key|_pw$/i;
const placeName = /_(?:file|path|dir)$/i;

/**
 * A single word, such as `cassandra` in a test set-up, is no secret worth the name: masked, it would be torn out of paths and
 * of our own sentences.
 */
const plainWord = /^[A-Za-z]{1,11}$/;
const shortestSecret = 6;

/** The user of an address. A password may hold a slash or an "@" by mistake, so what follows a colon counts up to the last. */
const userOfAddress = /(:(?:\\?\/){2})(?:[^\s/"'`<>:]*:[^\s"'`<>]*|[^\s/"'`<>]+)(?=@)/g;
const secretInQuery = /([?&](?:password|token|secret|key|auth)=)[^&\s"'`<>]+/gi;

/** What stands in place of a secret. */
const mask = "***";

/**
 * A text without the secrets of the environment and of addresses: `https://me:pa55@host/x` is `https://***@host/x`.
 *
 * For what others say, such as a config file that throws what it read; our own messages hold none to begin with.
 */
export function maskSecrets(text: string, env: Io["env"]): string {
  let masked = text.replace(userOfAddress, `$1${mask}`).replace(secretInQuery, `$1${mask}`);
  for (const secret of findSecrets(env)) masked = masked.replaceAll(secret, mask);
  return masked;
}

/** A fault with all that is shown of it masked; places and codes stay. */
export function maskFault(fault: Fault, env: Io["env"]): Fault {
  const shown = <Text extends string | undefined>(text: Text): Text =>
    (text === undefined ? text : maskSecrets(text, env)) as Text;
  const problems = fault.problems.map((problem) => ({
    ...problem,
    message: shown(problem.message),
    ...(problem.frame !== undefined && { frame: shown(problem.frame) }),
    ...(problem.next !== undefined && { next: shown(problem.next) }),
  }));
  return { ...fault, message: shown(fault.message), next: shown(fault.next), stack: shown(fault.stack), problems };
}

/** Values of secret variables, in all the ways that they are written; the longest first, as one may hold another. */
function findSecrets(env: Io["env"]): readonly string[] {
  const found = new Set<string>();
  for (const name of Object.keys(env)) {
    const value = valueOf(env, name);
    const [, password] = /:\/\/[^\s/:@]*:([^\s/]+)@/.exec(value) ?? [];
    for (const secret of [secretName.test(name) && !placeName.test(name) ? value : undefined, password]) {
      if (secret === undefined || secret.length < shortestSecret || plainWord.test(secret)) continue;
      // What is no text at all cannot be encoded.
      const encoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, ""));
      found.add(secret).add(encoded).add(JSON.stringify(secret).slice(1, -1));
    }
  }
  return [...found].sort((one, other) => other.length - one.length);
}

/** To say what went wrong must work in a world that is itself what went wrong. */
function valueOf(env: Io["env"], name: string): string {
  try {
    return env[name] ?? "";
  } catch {
    return "";
  }
}
