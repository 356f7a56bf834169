/** `docs/from-stargate.md` moves an app: its replacements turn the one program into the other, and both ends do the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { repository } from "../support/repository.ts";
import { openTestService } from "../../src/testing/index.ts";
import type { TestService } from "../../src/testing/index.ts";
import { readPage } from "./read-pages.ts";

const readExample = (name: string): string => readFileSync(join(repository, "examples/stargate", name), "utf8");
const { text } = readPage("docs/from-stargate.md");
const [, section = ""] = text.split("## Replacements\n");
const replacements = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)];

it("the replacements of the page turn the app on Stargate into the app on the service", () => {
  const [, program = ""] = readExample("stargate.ts").split(" */\n");
  const moved = replacements.reduce((code, [, from = "", to = ""]) => code.replaceAll(from, to), program);
  expect(readExample("service.ts").split(" */\n")[1]).toBe(moved);
});

it("each replacement is needed", () => {
  expect(replacements.length).toBeGreaterThan(10);
  for (const [, from = ""] of replacements) expect(readExample("stargate.ts")).toContain(from);
});

describe("the app", () => {
  const order = {
    customer: "0a4cc0ac-6bd3-4c8b-9d0c-3f6a1b2c3d4e",
    at: "2026-11-23T09:00:00.000Z",
    order: "d2177dd0-eaa2-11de-a572-001b779c76e3",
    total: "3999.00",
  };
  const product = { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", name: "Robot arm", price: "4199.99" };
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ definitions: join(repository, "examples/shop/definitions") });
    const url = await service.url();
    for (const name of ["AUTH_URL", "REST_URL", "GRAPHQL_URL", "SERVICE_URL"]) vi.stubEnv(name, url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });

  const sell = async (program: "stargate" | "service" | "bindings"): Promise<readonly string[]> => {
    // They read the addresses when they are loaded.
    const programs = {
      stargate: () => import("../../examples/stargate/stargate.js"),
      service: () => import("../../examples/stargate/service.js"),
      bindings: () => import("../../examples/stargate/bindings.js"),
    };
    return await (await programs[program]()).sell({ user: service.credentials, product, order });
  };

  it.each(["service", "bindings"] as const)("does the same: %s", async (program) => {
    expect(await sell(program)).toEqual(["Robot arm 3999", "2026-11-23T09:00:00.000Z 3999.00"]);
  });

  it("learns where to send its calls while it still sends them to paths of Stargate", async () => {
    await expect(sell("stargate")).rejects.toThrow("here it is POST /api/rest/v1/auth");
  });
});
