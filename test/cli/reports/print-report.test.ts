/** What `check --reporter` prints is read by programs: each form is parsed here as they do, with file names as bad as can be. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../src/cli/faults/fault.ts";
import { escapeControls } from "../../../src/cli/terminal/talk.ts";
import { describeFile } from "../../../src/cli/check/check.ts";
import type { ReportedFile } from "../../../src/cli/check/check.ts";
import { printReport, describeFault } from "../../../src/cli/reports/print-report.ts";
import { runs } from "../../support/long.ts";
import { parseXml } from "./parse-xml.ts";

const next = "colonnade generate";
const fine: ReportedFile = { file: "src/db/index.ts", state: "up to date", stale: false, next };
const reformatted: ReportedFile = { file: "src/db/users.ts", state: "only reformatted", stale: false, next };
const changed: ReportedFile = {
  file: "src/db/products.ts",
  state: "definitions changed",
  stale: true,
  declarations: ["ProductsRow.price", "ProductsInsert.price"],
  next,
};
const missing: ReportedFile = { file: "src/db/orders.ts", state: "missing", stale: true, next };

const fault: Fault = {
  code: "bad-definitions",
  message: "the definitions have 2 mistakes",
  problems: [
    {
      code: "unknown-type",
      message: '"uid" is not a CQL type',
      file: "/app/definitions/shop/products.json",
      line: 4,
      column: 41,
      next: 'did you mean "uuid"?',
    },
    { code: "bad-name", message: "a name has letters" },
  ],
  exitCode: 2,
};
const lone: Fault = {
  code: "no-config",
  message: "there is no config file x",
  next: "write one",
  problems: [],
  exitCode: 2,
};

/** Names with everything that some form gives a meaning, and whatever else a file system takes. */
const hostile = fc.oneof(
  fc.constantFrom(
    "a,b::c%25=d.ts",
    "</testcase><x>&amp;\"'.ts",
    "two\nlines\r\n.ts",
    "tab\tbell\u0007nul\u0000.ts",
    "\ud800lone.ts",
    "\ufffe\uffff.ts",
    "]]>.ts",
    "::error::x",
    "naïve/日本/🦜.ts",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
);
const files = fc.array(
  fc.record({
    file: hostile,
    state: fc.constantFrom("definitions changed", "missing", "up to date", "only line ends"),
    stale: fc.boolean(),
    declarations: fc.option(fc.array(hostile, { maxLength: 14 }), { nil: undefined }),
    next: hostile,
  }),
  { maxLength: 4 },
);

function renderReport(reporter: string, reported: readonly ReportedFile[]): string {
  return printReport(reporter, "check", reported.map(describeFile));
}

function renderFaultReport(reporter: string, of: Fault, cwd: string): string {
  return printReport(reporter, "check", describeFault(of, { env: {}, cwd }));
}

/** A workflow command as the runner reads it. */
function parseCommand(line: string): {
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
} {
  const [, head = "", message = ""] = /^::error (.*?)::(.*)$/s.exec(line) ?? [];
  const decode = (text: string): string =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  const pairs = head.split(",").map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), decode(pair.slice(at + 1))];
  });
  return { properties: Object.fromEntries(pairs), message: decode(message) };
}

describe("for GitHub", () => {
  it("a stale file is a line, others are none", () => {
    expect(renderReport("github", [fine, changed, reformatted, missing])).toMatchInlineSnapshot(`
      "::error file=src/db/products.ts,title=Colonnade%3A definitions changed::ProductsRow.price, ProductsInsert.price differ%0Acolonnade generate
      ::error file=src/db/orders.ts,title=Colonnade%3A missing::colonnade generate"
    `);
    expect(renderReport("github", [fine, reformatted])).toBe("");
  });

  it("mistakes stand at their places", () => {
    expect(renderFaultReport("github", fault, "/app")).toMatchInlineSnapshot(`
      "::error file=definitions/shop/products.json,line=4,col=41,title=Colonnade%3A unknown-type::"uid" is not a CQL type%0Adid you mean "uuid"?
      ::error title=Colonnade%3A bad-name::a name has letters"
    `);
    expect(renderFaultReport("github", lone, "/app")).toMatchInlineSnapshot(
      `"::error title=Colonnade%3A no-config::there is no config file x%0Awrite one"`,
    );
  });

  it("any name and text comes through but for control characters, on one line", () => {
    const shown = (text: string): string => text.split("\r").map(escapeControls).join("\r");
    fc.assert(
      fc.property(files, (reported) => {
        const stale = reported.filter((file) => file.stale);
        const text = renderReport("github", reported);
        const lines = text === "" ? [] : text.split(/[\r\n]/);
        const parsed = lines.map(parseCommand);
        expect(parsed.map(({ properties }) => properties)).toEqual(
          stale.map(({ file, state }) => ({ file: shown(file), title: `Colonnade: ${state}` })),
        );
        parsed.forEach(({ message }, index) => expect(message.endsWith(shown(stale[index]?.next ?? "?"))).toBe(true));
      }),
      runs(200, 5000),
    );
  });
});

describe("for readers of JUnit", () => {
  it("every file is a test case, and a stale one has failed", () => {
    expect(renderReport("junit", [fine, changed, reformatted])).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="colonnade check" tests="3" failures="1" errors="0">
          <testcase classname="colonnade check" name="src/db/index.ts" file="src/db/index.ts"/>
          <testcase classname="colonnade check" name="src/db/products.ts" file="src/db/products.ts">
            <failure message="definitions changed" type="definitions-changed">ProductsRow.price, ProductsInsert.price differ&#10;colonnade generate</failure>
          </testcase>
          <testcase classname="colonnade check" name="src/db/users.ts" file="src/db/users.ts"/>
        </testsuite>
      </testsuites>"
    `);
  });

  it("mistakes are errors", () => {
    const { children } = parseXml(renderFaultReport("junit", fault, "/app"));
    expect(children[0]).toMatchObject({ attributes: { tests: "2", failures: "0", errors: "2" } });
    expect(children[0]?.children).toMatchObject([
      {
        attributes: { name: "definitions/shop/products.json", file: "definitions/shop/products.json" },
        children: [
          {
            name: "error",
            attributes: { message: "unknown-type" },
            text: 'definitions/shop/products.json:4\n"uid" is not a CQL type\ndid you mean "uuid"?',
          },
        ],
      },
      { attributes: { name: "bad-name" }, children: [{ name: "error", text: "a name has letters" }] },
    ]);
  });

  it("any name is well-formed, and comes through but for control characters", () => {
    const held = (text: string): string =>
      text.replace(
        /[^\t\n\r\u0020-\u007e\u00a0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|[\u202a-\u202e\u2066-\u2069]/gu,
        "\uFFFD",
      );
    fc.assert(
      fc.property(files, (reported) => {
        const suite = parseXml(renderReport("junit", reported)).children[0];
        const stale = reported.filter((file) => file.stale).length;
        expect(suite?.attributes).toEqual({
          name: "colonnade check",
          tests: String(reported.length),
          failures: String(stale),
          errors: "0",
        });
        expect(suite?.children.map(({ attributes }) => attributes["file"])).toEqual(
          reported.map(({ file }) => held(file)),
        );
      }),
      runs(200, 5000),
    );
  });
});

describe("for GitLab", () => {
  interface Issue {
    readonly description: string;
    readonly check_name: string;
    readonly fingerprint: string;
    readonly severity: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
  }
  const parse = (text: string): readonly Issue[] => JSON.parse(text) as Issue[];

  it("stale files are issues", () => {
    expect(parse(renderReport("gitlab", [fine, changed, missing]))).toMatchObject([
      {
        description: "definitions changed: ProductsRow.price, ProductsInsert.price differ; colonnade generate",
        check_name: "colonnade/definitions-changed",
        severity: "major",
        location: { path: "src/db/products.ts", lines: { begin: 1 } },
      },
      { description: "missing: colonnade generate", check_name: "colonnade/missing" },
    ]);
    expect(parse(renderReport("gitlab", [fine]))).toEqual([]);
  });

  it("mistakes are issues too", () => {
    expect(parse(renderFaultReport("gitlab", fault, "/app"))).toMatchObject([
      { severity: "blocker", location: { path: "definitions/shop/products.json", lines: { begin: 4 } } },
      { severity: "blocker", check_name: "colonnade/bad-name", location: { path: "." } },
    ]);
  });

  it("an issue is known again in the next run, and no two are one", () => {
    const prints = (reported: readonly ReportedFile[]): readonly string[] =>
      parse(renderReport("gitlab", reported)).map(({ fingerprint }) => fingerprint);
    const [first] = prints([changed]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(prints([missing, { ...changed, declarations: ["ProductsRow.name"] }])[1]).toBe(first);
    expect(
      new Set(prints([changed, missing, { ...missing, file: "x" }, { ...missing, state: "left over" }])).size,
    ).toBe(4);
  });

  it("any name comes through as it is", () => {
    fc.assert(
      fc.property(files, (reported) => {
        expect(parse(renderReport("gitlab", reported)).map(({ location }) => location.path)).toEqual(
          reported.filter(({ stale }) => stale).map(({ file }) => file),
        );
      }),
      runs(100, 5000),
    );
  });
});

it("a long list of declarations is cut", () => {
  const declarations = Array.from({ length: 40 }, (_, index) => `Row.c${index}`);
  expect(renderReport("github", [{ ...changed, declarations }])).toContain("Row.c9 and 30 more differ");
});
