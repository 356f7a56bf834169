/** Foreign text on its way to a terminal. */
import { describe, expect, it } from "vitest";
import { createPaint, createTalk, escapeMark, printable } from "../../../src/cli/terminal/talk.ts";
import { printReport, describeFault } from "../../../src/cli/reports/print-report.ts";

describe("printable", () => {
  it("keeps tabs and line ends, and escapes all other control characters", () => {
    const codes = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code >= 0x7f);
    const bidi = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    for (const code of [...codes, ...bidi]) {
      const character = String.fromCharCode(code);
      const kept = character === "\t" || character === "\n";
      expect(printable(`a${character}b`)).toBe(kept ? `a${character}b` : `a\\u${code.toString(16).padStart(4, "0")}b`);
    }
    expect(printable("one\r\ntwo äöü 😀 \u00a0")).toBe("one\ntwo äöü 😀 \u00a0");
  });

  it("knows our own styles from the same ones in foreign text", () => {
    const paint = createPaint(true);
    expect(printable(paint("red", "\u001b[31mred\u001b[39m"))).toBe("\u001b[31m\\u001b[31mred\\u001b[39m\u001b[39m");
    expect(printable(paint("bold", paint("cyan", "both")))).toBe("\u001b[1m\u001b[36mboth\u001b[39m\u001b[22m");
    // Two random numbers of some sixteen digits.
    expect(escapeMark).toMatch(/^\u001b[\d.e-]{24,}$/);
  });
});

describe("data", () => {
  it("is escaped on a terminal alone: a file gets it as it is", () => {
    for (const isTTY of [true, false]) {
      let stdout = "";
      const io = {
        stdout: { write: (text: string) => void (stdout += text), isTTY },
        stderr: { write: () => undefined },
        env: {},
        cwd: "/",
      };
      createTalk(io, { json: false, verbose: false, quiet: false, noColor: true }).data("a\u001bb");
      expect(stdout).toBe(isTTY ? "a\\u001bb\n" : "a\u001bb\n");
    }
  });
});

describe("a report", () => {
  it.each(["github", "junit", "gitlab"] as const)("for %s has no control characters", (reporter) => {
    const message = "bad \u001b[2Jname\u009b\u202e";
    const fault = { code: "bad-name", message, problems: [], exitCode: 2 };
    const report = printReport(reporter, "check", describeFault(fault, { env: {}, cwd: "/" }));
    expect(report).not.toMatch(/[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(report).toContain("[2Jname");
  });
});
