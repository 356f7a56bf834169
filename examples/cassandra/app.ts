/** A chat whose rows are in a cluster of Apache Cassandra. The functions take any session. */
import { bulk } from "@colonnade/runtime/bulk";
import type { Session } from "@colonnade/runtime";
import { findMessagesByRoom, insertMessagesByRoom, updateMessagesByRoom } from "./generated/messages_by_room.js";
import { getRooms, insertRooms } from "./generated/rooms.js";

/** Opens a room. If two callers open it at once, one gets false. */
export async function openRoom(session: Session, name: string, moderator: string): Promise<boolean> {
  const room = { name, moderators: [moderator], opened: new Date() };
  const { applied } = await insertRooms(session, room, { ifNotExists: true });
  return applied;
}

export async function talk(session: Session, room: string): Promise<readonly string[]> {
  const sentAt = new Date("2026-11-23T09:00:00Z");
  await insertMessagesByRoom(session, { room, sentAt, author: "ada", body: "Does the loom run?" });
  const reply = { room, sentAt: new Date("2026-11-23T09:01:00Z"), author: "grace" };
  await insertMessagesByRoom(session, { ...reply, body: "Since eight." });
  await updateMessagesByRoom(session, { ...reply, reactions: new Map([["👍", 2]]) });

  const said: string[] = [];
  for await (const { author, body, reactions } of findMessagesByRoom(session, { room, sentAt: { gte: sentAt } })) {
    said.push([`${author}: ${body}`, ...[...reactions].map(([sign, count]) => `${sign} ${count}`)].join(" "));
  }
  return said;
}

/** Rows of any number: `bulk` keeps many writes in flight, and lists those that failed. */
export async function loadHistory(session: Session, room: string, count: number): Promise<number> {
  function* messages() {
    for (let index = 0; index < count; index++) {
      yield { room, sentAt: new Date(Date.UTC(2025, 0, 1) + index * 1000), author: "archive", body: `Line ${index}` };
    }
  }
  const { applied } = await bulk(messages(), (message) => insertMessagesByRoom(session, message), { width: 100 });
  return applied;
}

export async function moderatorsOf(session: Session, name: string): Promise<readonly string[]> {
  const room = await getRooms(session, { name }, { select: ["moderators"] });
  return room?.moderators ?? [];
}
