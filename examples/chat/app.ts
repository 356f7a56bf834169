/** A chat: one fact in several tables, a set that members join, counters of unread messages, and a history in pages. */
import type { Session } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import { add, remove } from "@colonnade/runtime/changes";
import {
  countMessages,
  deleteMessagesWhere,
  deleteRoomsByMember,
  findMessages,
  findRoomsByMember,
  getRooms,
  getUnread,
  incrementUnread,
  insertMessages,
  insertRooms,
  insertRoomsByMember,
  updateRooms,
} from "./generated/index.js";
import type { MessagesRow } from "./generated/index.js";

/** The room, and its place in the list of its first member: both or neither. */
export async function openRoom(session: Session, room: string, title: string, member: string): Promise<void> {
  await atomically(session, (together) => [
    insertRooms(together, { id: room, title, members: [member] }),
    insertRoomsByMember(together, { member, room, title }),
  ]);
}

/** Only the new member is written: two who join at once are both in the room. */
export async function join(session: Session, room: string, member: string): Promise<void> {
  const found = await getRooms(session, { id: room }, { select: ["title"] });
  await atomically(session, (together) => [
    updateRooms(together, { id: room, members: add([member]) }),
    insertRoomsByMember(together, { member, room, title: found?.title }),
  ]);
}

export async function leave(session: Session, room: string, member: string): Promise<void> {
  await atomically(session, (together) => [
    updateRooms(together, { id: room, members: remove([member]) }),
    deleteRoomsByMember(together, { member, room }),
  ]);
}

export interface Message {
  readonly id: string;
  readonly sentAt: Date;
  readonly author: string;
  readonly body: string;
}

export async function say(session: Session, room: string, message: Message): Promise<void> {
  await insertMessages(session, { room, ...message });
  const found = await getRooms(session, { id: room }, { select: ["members"] });
  const others = found?.members.filter((member) => member !== message.author) ?? [];
  await Promise.all(others.map((member) => incrementUnread(session, { member, room }, { messages: 1n })));
}

/** The rooms of a member, each with the number of its unread messages. */
export async function listRooms(session: Session, member: string): Promise<readonly string[]> {
  const rooms = await findRoomsByMember(session, { member }).toArray();
  return Promise.all(
    rooms.map(async ({ room, title }) => {
      const unread = await getUnread(session, { member, room });
      return `${title ?? room} (${unread?.messages ?? 0n})`;
    }),
  );
}

/** Counters cannot be set, so what is read is taken away: messages that come meanwhile stay unread. */
export async function markRead(session: Session, room: string, member: string): Promise<void> {
  const unread = await getUnread(session, { member, room });
  if (unread?.messages) await incrementUnread(session, { member, room }, { messages: -unread.messages });
}

/** A page of messages, the newest first, and where the next one begins. */
export async function readHistory(
  session: Session,
  room: string,
  pageState: string | null = null,
): Promise<{ readonly messages: readonly Pick<MessagesRow, "author" | "body">[]; readonly next: string | null }> {
  const rows = findMessages(session, { room }, { select: ["author", "body"], pageSize: 2, pageState });
  const page = await rows.page();
  return { messages: page.rows, next: page.pageState };
}

/** Deletes what was said before a time, or all of it. @returns how many messages are left */
export async function clear(session: Session, room: string, before?: Date): Promise<bigint> {
  await deleteMessagesWhere(session, before ? { room, sentAt: { lt: before } } : { room });
  return countMessages(session, { room });
}
