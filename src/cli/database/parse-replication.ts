import { ColonnadeError } from "../../errors.ts";
import type { Replication } from "../../model/print-cql.ts";

const form = /^[^\s:,]+:[1-9]\d*$/;

/**
 * Parses `3`, or `dc1:3,dc2:2` for a number in each data center.
 * @throws {ColonnadeError} `usage`
 */
export function parseReplication(text: string): Replication {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  const parts = text.split(",");
  if (!parts.every((part) => form.test(part))) {
    const message = `--replication takes a number of replicas, or one for each data center, not ${JSON.stringify(text)}`;
    throw new ColonnadeError("usage", message, { next: "--replication 3, or --replication dc1:3,dc2:2" });
  }
  const factors = new Map(
    parts.map((part): [string, number] => {
      const at = part.lastIndexOf(":");
      return [part.slice(0, at), Number(part.slice(at + 1))];
    }),
  );
  if (factors.size === parts.length) return Object.fromEntries(factors);
  throw new ColonnadeError("usage", `--replication names a data center twice: ${JSON.stringify(text)}`);
}
