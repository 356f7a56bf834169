/** Type options are, byte by byte, what Cassandra 5.0.9 writes. */
import { expect, it } from "vitest";
import { BodyWriter } from "../../../src/cql/protocol/body-writer.ts";
import { writeTypeOption } from "../../../src/cql/protocol/types.ts";
import { parseCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { byVersion, recorded } from "./recorded.ts";

const native = (name: "text" | "int"): CqlType => ({ kind: "native", name });
const address = {
  name: "address",
  fields: [
    { name: "street", type: native("text") },
    { name: "Zip code", type: native("int") },
    { name: "tags", type: { kind: "set", item: native("text"), frozen: true } },
  ],
} as const;

function option(type: CqlType, version: number): string {
  const writer = new BodyWriter();
  writeTypeOption(writer, type, "shop", version);
  return writer.finish().toString("hex");
}

function parse(text: string): CqlType {
  const parsed = parseCqlType(text, { userTypes: new Map([["address", address]]) });
  if (!("type" in parsed)) throw new Error(`${text}: ${JSON.stringify(parsed)}`);
  return parsed.type;
}

it.each(Object.entries(recorded.types))("%s", (text, bytes) => {
  const type = parse(text);
  for (const [version, hex] of byVersion(bytes)) expect(option(type, version), `v${version}`).toBe(hex);
});

it("writes a counter, which no recorded type has", () => {
  expect(option({ kind: "native", name: "counter" }, 3)).toBe("0005");
});

it.each([
  ["'org.example.Point'", "org.example.Point"],
  ["org.example.Point", "org.example.Point"],
])("writes %s as a class", (text, written) => {
  const hex = option({ kind: "custom", text }, 5);
  expect(Buffer.from(hex, "hex").toString("latin1")).toBe(`\0\0\0${String.fromCharCode(written.length)}${written}`);
});
