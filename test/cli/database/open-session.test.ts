import { expect, it, onTestFinished, vi } from "vitest";
import { openSession } from "../../../src/cli/database/open-session.ts";

it("explains the redirect of each request by itself when several are in flight", async () => {
  const url = "http://127.0.0.1:8080";
  let release = (): void => undefined;
  const bothSent = new Promise<void>((resolve) => (release = resolve));
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (target) => {
    if (fetched.mock.calls.length === 2) release();
    await bothSent;
    const location = (target as string).replace(url, "http://other.example/db");
    return new Response("", { status: 302, headers: { location } });
  });
  onTestFinished(() => fetched.mockRestore());
  const session = openSession({ url, token: "11111111-2222-4333-8444-555555555555" });
  onTestFinished(() => session.close());
  const messages = ["/api/rest/a", "/api/rest/b"].map((path) =>
    session.send({ operation: `introspect ${path}`, method: "GET", path }).catch(({ message }: Error) => message),
  );
  expect(await Promise.all(messages)).toEqual([
    `GET ${url}/api/rest/a is redirected to http://other.example/db/api/rest/a, which was not followed`,
    `GET ${url}/api/rest/b is redirected to http://other.example/db/api/rest/b, which was not followed`,
  ]);
});

it("explains the redirect of a login to each call that waited for it", async () => {
  const url = "http://127.0.0.1:8080";
  const moved = new Response("", { status: 302, headers: { location: "http://other.example/login?next=secret" } });
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => moved.clone());
  onTestFinished(() => fetched.mockRestore());
  const session = openSession({ url, credentials: { username: "ann", password: "pa55word" } });
  onTestFinished(() => session.close());
  const send = async (path: string) => session.send({ operation: "test", method: "GET", path });
  const errors = await Promise.allSettled([send("/a"), send("/b")]);
  const message = `POST ${url}/api/rest/v1/auth is redirected to http://other.example/login, which was not followed`;
  const reason = expect.objectContaining({ code: "redirected", message }) as unknown;
  expect(errors).toEqual([
    { status: "rejected", reason },
    { status: "rejected", reason },
  ]);
  // So does the call that comes too soon for another login.
  await expect(send("/c")).rejects.toMatchObject({ code: "redirected", message });
  expect(fetched).toHaveBeenCalledTimes(1);
});
