/** Programs of an app, each in a process of its own: those that run to their end, and servers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { run } from "./compilers.mjs";

export const user = { username: "founder", password: "right-and-proper" };
const env = {
  ...{ ...process.env, NODE_OPTIONS: "", NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" },
  ...{ COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password },
};

/** The scripts of installed packages, relative to the folder of an app. */
const scripts = {
  colonnade: "../node_modules/colonnade/dist/colonnade.cjs",
  next: "../node_modules/next/dist/bin/next",
  vite: "../node_modules/vite/bin/vite.js",
};

/** Runs a program of an app to its end. @returns its problems */
export async function runProgram(app, name, words, more = {}) {
  const { status, text } = await run(process.execPath, [scripts[name], ...words], {
    cwd: app,
    env: { ...env, ...more },
  });
  return status === 0 ? [] : [`${name} ${words.join(" ")} ended with ${status}`, ...text.trim().split("\n")];
}

/** Starts a server of an app. @returns the address that it prints first, and a function that stops it */
export async function startServer(app, name, words, more = {}) {
  const child = spawn(process.execPath, [join(app, scripts[name]), ...words], { cwd: app, env: { ...env, ...more } });
  const closed = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await closed;
  };
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const hear = (chunk) => {
      said += chunk;
      const [found] = /https?:\/\/[\w.]+:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", (chunk) => (said += chunk));
    void closed.then(() => reject(new Error(`${name} ${words.join(" ")} ended: ${said}`)));
  });
  return { url, stop, output: () => said };
}

/** The columns of the rows of a key, over REST. */
export async function readRows(url, path) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(user) };
  const { authToken } = await (await fetch(`${url}/api/rest/v1/auth`, post)).json();
  const answer = await fetch(`${url}/api/rest/v1/${path}`, { headers: { "x-service-token": authToken } });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()).rows;
}
