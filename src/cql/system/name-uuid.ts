import { createHash } from "node:crypto";

/** The UUID of a text, of version 3: the same one each time. */
export function nameUuid(...parts: readonly string[]): string {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  const bytes = hash.digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
