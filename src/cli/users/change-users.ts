import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { isCancel, password } from "@clack/prompts";
import { ColonnadeError, shellWord } from "../../errors.ts";
import { hashPassword, keptCost, loadUsers, printUsers } from "../../service/index.ts";
import type { KeptUser } from "../../service/index.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import type { Talk } from "../terminal/talk.ts";

/** @returns the exit code */
export async function changeUsers(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const path = resolve(io.cwd, flags.argument ?? "");
  const shown = renderPath(path, io.cwd);
  refuseMixture(flags);
  const [added, changed, removed] = [flags.text("add"), flags.text("set-password"), flags.text("remove")];
  if (added !== undefined) checkName(added);
  if (changed !== undefined) requireUser(loadUsers(path, shown), changed, shown);
  const named = added ?? changed;
  if (named !== undefined) {
    // Asked before the file is held: a person may take long.
    const password = await askPassword(named, io);
    if (password === undefined) {
      talk.insist(`${shown} is unchanged`);
      return exitCodes.interrupted;
    }
    const fresh = { id: randomUUID(), name: named, passwordHash: await hashPassword(password, keptCost) };
    await rewrite(path, shown, (users) =>
      changed === undefined
        ? withUser(users, { ...fresh, readOnly: flags.has("read-only") }, shown)
        : withPassword(users, fresh, shown),
    );
    talk.say(changed === undefined ? `added ${named}` : `changed the password of ${named}`);
  }
  if (removed !== undefined) {
    await rewrite(path, shown, (users) => withoutUser(users, removed, shown));
    talk.say(`removed ${removed}`);
  }
  const users = loadUsers(path, shown).map(({ name, readOnly }) => ({ name, readOnly }));
  if (talk.json) talk.document({ file: path, users });
  else if (named === undefined && removed === undefined) {
    for (const { name, readOnly } of users) talk.data(readOnly ? `${name} (read-only)` : name);
  }
  return exitCodes.fine;
}

function refuseMixture(flags: Flags): void {
  const [first, second] = ["add", "set-password", "remove"].filter((flag) => flags.text(flag) !== undefined);
  if (second !== undefined) {
    throw new ColonnadeError("usage", `--${first} and --${second} exclude each other`, {
      next: "run the command twice",
    });
  }
  if (flags.has("read-only") && first !== "add") throw new ColonnadeError("usage", "--read-only needs --add");
}

/** Names are written to logs of proxies, and pasted from chats. */
function checkName(name: string): void {
  if (/^[^\s\p{C}]{1,100}$/u.test(name)) return;
  throw new ColonnadeError("usage", `${JSON.stringify(name)} is not a valid user name`, {
    next: "use 1 to 100 characters without spaces",
  });
}

function withUser(users: readonly KeptUser[], user: KeptUser, shown: string): readonly KeptUser[] {
  if (!users.some(({ name }) => name === user.name)) return [...users, user];
  throw new ColonnadeError("user-exists", `${shown} has a user ${user.name}`, {
    next:
      `to change the password: colonnade users ${shellWord(shown)} --set-password ${shellWord(user.name)}; ` +
      `to change the rights, use --remove, then add the user again`,
  });
}

/** With the new ID, which ends the tokens that the user has. */
function withPassword(
  users: readonly KeptUser[],
  fresh: Omit<KeptUser, "readOnly">,
  shown: string,
): readonly KeptUser[] {
  requireUser(users, fresh.name, shown);
  return users.map((user) => (user.name === fresh.name ? { ...user, ...fresh } : user));
}

function withoutUser(users: readonly KeptUser[], removed: string, shown: string): readonly KeptUser[] {
  requireUser(users, removed, shown);
  return users.filter(({ name }) => name !== removed);
}

function requireUser(users: readonly KeptUser[], required: string, shown: string): void {
  if (users.some(({ name }) => name === required)) return;
  const next =
    users.length === 0 ? "the file has no users" : `the file has ${users.map(({ name }) => name).join(", ")}`;
  throw new ColonnadeError("unknown-user", `${shown} has no user ${JSON.stringify(required)}`, { next });
}

/** Replaces the file as a whole, for its owner alone. The draft also keeps a second command out meanwhile. */
async function rewrite(
  path: string,
  shown: string,
  change: (users: readonly KeptUser[]) => readonly KeptUser[],
): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new ColonnadeError("bad-users-file", `another command is changing ${shown}`, {
      kind: "machine",
      next: `run this again; if no other command is running, delete ${shown}.new`,
    });
  });
  try {
    const users = existsSync(path) ? loadUsers(path, shown) : [];
    await file.writeFile(printUsers(change(users)));
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
}

const shortest = 8;

/**
 * Asks for a new password on the terminal, twice and without showing it, or reads it from stdin.
 *
 * @returns undefined if the person gave up
 * @throws {ColonnadeError} `no-terminal` if there is neither, `usage` if it is too short
 */
async function askPassword(user: string, io: Io): Promise<string | undefined> {
  const terminal = io.terminal?.();
  if (!terminal) return readPassword(io);
  const streams = { ...terminal, ...(io.signal && { signal: io.signal }) };
  const first = await password({ ...streams, message: `Password of ${user}`, validate: objectionTo });
  if (isCancel(first)) return undefined;
  const validate = (again: string | undefined): string | undefined =>
    again === first ? undefined : "This is not the same password";
  const again = await password({ ...streams, message: "The same password again", validate });
  return isCancel(again) ? undefined : first;
}

async function readPassword(io: Io): Promise<string> {
  const input = io.input?.();
  if (!input) {
    throw new ColonnadeError("no-terminal", "there is no terminal to ask for the password on", {
      next: "pipe the password into the command",
    });
  }
  let text = "";
  for await (const chunk of input.setEncoding("utf8")) text += String(chunk);
  const given = text.replace(/\r?\n$/, "");
  const objection = /[\r\n]/.test(given) ? "The input has several lines" : objectionTo(given);
  if (objection === undefined) return given;
  throw new ColonnadeError("usage", `the password on stdin cannot be used: ${objection}`);
}

function objectionTo(given: string | undefined): string | undefined {
  return (given ?? "").length < shortest ? `A password has at least ${shortest} characters` : undefined;
}
