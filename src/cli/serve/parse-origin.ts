import { ColonnadeError } from "../../errors.ts";

/**
 * Checks an origin: scheme, host and port exactly as a browser sends them, such as `http://localhost:3000`.
 *
 * @throws {ColonnadeError} `usage`, with the correct form if the text has one
 */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A host with a wildcard can be parsed, but no page has such an origin.
  const isWeb = (url?.protocol === "http:" || url?.protocol === "https:") && !url.host.includes("*");
  if (isWeb && url.origin === text) return text;
  const next = isWeb
    ? `write it as browsers send it: --cors ${url.origin}`
    : "name each origin with scheme, host and port: --cors http://localhost:3000,https://app.example";
  throw new ColonnadeError("usage", `--cors takes origins, not ${JSON.stringify(hideUser(text, url))}`, { next });
}

/** An address with a password must not be shown. */
function hideUser(text: string, url: URL | undefined): string {
  return url && (url.username !== "" || url.password !== "") ? `${url.protocol}//***@${url.host}` : text;
}
