import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import { hashPassword, keptCost, loadUsers, printUsers } from "../../service/index.ts";
import type { KeptUser } from "../../service/index.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
import { askPassword } from "./ask-password.ts";

/** @returns the exit code */
export async function changeUsers(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const path = resolve(io.cwd, flags.argument ?? "");
  const shown = renderPath(path, io.cwd);
  const [added, removed] = [flags.text("add"), flags.text("remove")];
  refuseMixture(added, removed, flags.has("read-only"));
  if (added !== undefined) {
    checkName(added);
    // Asked before the file is held: a person may take long.
    const password = await askPassword(added, io);
    if (password === undefined) {
      talk.insist(`${shown} is unchanged`);
      return exitCodes.interrupted;
    }
    const user = { id: randomUUID(), name: added, readOnly: flags.has("read-only") };
    const passwordHash = await hashPassword(password, keptCost);
    await rewrite(path, shown, (users) => withUser(users, { ...user, passwordHash }, shown));
    talk.say(`added ${added}`);
  }
  if (removed !== undefined) {
    await rewrite(path, shown, (users) => withoutUser(users, removed, shown));
    talk.say(`removed ${removed}`);
  }
  const users = loadUsers(path, shown).map(({ name, readOnly }) => ({ name, readOnly }));
  if (talk.json) talk.document({ file: path, users });
  else if (added === undefined && removed === undefined) {
    for (const { name, readOnly } of users) talk.data(readOnly ? `${name} (read-only)` : name);
  }
  return exitCodes.fine;
}

function refuseMixture(added: string | undefined, removed: string | undefined, readOnly: boolean): void {
  if (added !== undefined && removed !== undefined) {
    throw new ColonnadeError("usage", "--add and --remove exclude each other", { next: "run the command twice" });
  }
  if (readOnly && added === undefined) throw new ColonnadeError("usage", "--read-only needs --add");
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
    next: `to change the password or the rights: colonnade users ${shown} --remove ${user.name}, then add the user again`,
  });
}

function withoutUser(users: readonly KeptUser[], removed: string, shown: string): readonly KeptUser[] {
  const left = users.filter(({ name }) => name !== removed);
  if (left.length < users.length) return left;
  const next = users.length === 0 ? "it has none" : `it has ${users.map(({ name }) => name).join(", ")}`;
  throw new ColonnadeError("unknown-user", `${shown} has no user ${JSON.stringify(removed)}`, { next });
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
