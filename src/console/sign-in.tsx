import { CredentialsError } from "@colonnade/runtime";
import { isLoopback } from "@colonnade/runtime/protocol";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Brand } from "./brand.tsx";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { Notice } from "./notice.tsx";
import { useWork } from "./use-work.ts";

export function SignIn({ onConnected }: { onConnected: (connection: Connection) => void }): VNode {
  const { isBusy, problem, run } = useWork();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const isOpen = location.protocol === "http:" && !isLoopback(location.hostname);

  const submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const field = (name: string): string => String(form.get(name) ?? "");
    return run(async () => {
      const connecting = connect({ username: field("username"), password: field("password") });
      const connection = await connecting.catch((error: unknown) => {
        throw error instanceof CredentialsError ? new Error("Wrong username or password.") : error;
      });
      onConnected(connection);
    });
  };

  return (
    <main class="sign-in">
      <form class="card" onSubmit={(event) => void submit(event)} aria-labelledby="sign-in">
        <Brand />
        <h1 id="sign-in">Sign in</h1>
        <p class="muted">As a user of the service at {location.host}.</p>
        {isOpen && <Notice kind="warning">This connection is not encrypted.</Notice>}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <label class="stacked">
          Username
          <input
            ref={first}
            name="username"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
          />
        </label>
        <label class="stacked">
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button class="primary" disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </button>
        <p class="small muted">
          No user yet? Use the one that <code>colonnade serve</code> printed when it started.
        </p>
      </form>
    </main>
  );
}
