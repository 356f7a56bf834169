import { describe, expect, it, test } from "vitest";
import { parseOrigin } from "../../../src/cli/serve/load-console.ts";
import { runLine } from "../run-line.ts";

describe("an origin", () => {
  test.each(["http://localhost:3000", "https://app.example", "http://127.0.0.1:8081", "http://[::1]:8081"])(
    "is taken as %s",
    (origin) => {
      expect(parseOrigin(origin)).toBe(origin);
    },
  );

  test.each([
    ["https://app.example/", "--cors https://app.example"],
    ["https://app.example/login?x#y", "--cors https://app.example"],
    ["HTTPS://App.Example", "--cors https://app.example"],
    ["https://app.example:443", "--cors https://app.example"],
    ["http://bücher.example", "--cors http://xn--bcher-kva.example"],
    ["https://me:secret@app.example", "--cors https://app.example"],
    ["*", "scheme, host and port"],
    ["https://*.example", "scheme, host and port"],
    ["/https:.*/", "scheme, host and port"],
    ["null", "scheme, host and port"],
    ["localhost:3000", "scheme, host and port"],
    ["file:///home", "scheme, host and port"],
  ])("is not taken as %s, and the form is shown", (text, next) => {
    let error: unknown;
    try {
      parseOrigin(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "usage", next: expect.stringContaining(next) as string });
    expect(String(error)).not.toContain("secret");
  });

  it("that is wrong stops serve before it has a port or data", async () => {
    const { code, stdout, stderr } = await runLine("serve --port 0 --cors http://localhost:3000 --cors *", { env: {} });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('--cors takes origins, not "*" [usage]');
    expect(stderr).toContain("http://localhost:3000,https://app.example");
  });
});
