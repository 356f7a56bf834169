import { CredentialsError } from "@colonnade/runtime";
import { useState } from "react";
import { signIn } from "./session";

export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [username, setUsername] = useState("");
  const [problem, setProblem] = useState<string>();

  async function submit(form: FormData): Promise<void> {
    try {
      await signIn({ username, password: String(form.get("password")) });
      onSignedIn();
    } catch (error) {
      setProblem(error instanceof CredentialsError ? "The username or the password is wrong." : String(error));
    }
  }

  return (
    <main className="sign-in">
      <h1>Tasks</h1>
      <form action={submit}>
        <label>
          Username
          <input
            autoComplete="username"
            value={username}
            onChange={({ target }) => setUsername(target.value)}
            required
            autoFocus
          />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button className="main">Sign in</button>
        {problem && <p role="alert">{problem}</p>}
      </form>
    </main>
  );
}
