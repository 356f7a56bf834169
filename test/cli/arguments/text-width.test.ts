import { expect, it } from "vitest";
import { renderHelp } from "../../../src/cli/arguments/render-help.ts";
import { commands } from "../../../src/cli/run.ts";

it.each([undefined, ...commands])("help has only characters whose width is 1 (%#)", async (command) => {
  const text = await renderHelp(command, commands, { version: "1.0.0", width: 80 });
  expect(text).toMatch(/^[\n\x20-\x7e]+$/);
});
