import { expect, it } from "vitest";
import { metadataIdOf } from "../../../src/cql/connection/prepared-statements.ts";
import { column } from "./fake-language.ts";

it("tells columns apart by names, places and types, and not by identity", () => {
  const id = metadataIdOf([column("id"), column("name")]);
  expect(metadataIdOf([column("id"), column("name")])).toEqual(id);
  expect(metadataIdOf([column("name"), column("id")]).equals(id)).toBe(false);
  expect(metadataIdOf([column("id"), { ...column("name"), type: { kind: "native", name: "int" } }]).equals(id)).toBe(
    false,
  );
  expect(metadataIdOf(undefined)).toHaveLength(16);
});
