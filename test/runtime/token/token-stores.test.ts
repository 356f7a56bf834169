/** The stores that come with the runtime, without a session: what each keeps, forgets and tells. */
import { describe, expect, it } from "vitest";
import { memoryTokenStore, webTokenStore } from "@colonnade/runtime/token-stores";
import type { StoredToken, WebPlace } from "@colonnade/runtime/token-stores";

const stored = (token: string, lastUse = 5): StoredToken => ({ v: 1, token, lastUse, created: 3 });

type Open = NonNullable<WebPlace["open"]>;

/** Tabs of one browser: each has a session storage of its own, and channels that reach the channels of the same name. */
function openBrowser() {
  const channels = new Set<Readonly<{ name: string; hear: Set<(event: { data: unknown }) => void> }>>();
  const posted: unknown[] = [];
  const open: Open = (name) => {
    const channel = { name, hear: new Set<(event: { data: unknown }) => void>() };
    channels.add(channel);
    return {
      postMessage: (data) => {
        posted.push(data);
        for (const other of channels)
          if (other !== channel && other.name === name) for (const hear of other.hear) hear({ data });
      },
      addEventListener: (_, hear) => void channel.hear.add(hear),
      close: () => void channels.delete(channel),
    };
  };
  const place = (): WebPlace => {
    const kept = new Map<string, string>();
    return {
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, text) => void kept.set(name, text),
        removeItem: (name) => void kept.delete(name),
      },
      open,
    };
  };
  return { place, posted, channels };
}

describe.each([
  ["memoryTokenStore", () => memoryTokenStore().store],
  ["webTokenStore", () => webTokenStore(openBrowser().place()).store],
  [
    "webTokenStore in a browser without BroadcastChannel",
    () => {
      return webTokenStore({ ...openBrowser().place(), open: undefined }).store;
    },
  ],
])("%s", (_, create) => {
  it("keeps a token under each key", async () => {
    const store = create();
    expect(await store.get("ann")).toBeNull();
    await store.set("ann", stored("T1"));
    await store.set("bob", stored("T2"));
    expect([await store.get("ann"), await store.get("bob")]).toEqual([stored("T1"), stored("T2")]);
  });

  it("deletes what is kept, but not a newer token than the one that is named", async () => {
    const store = create();
    await store.set("ann", stored("T2"));
    await store.delete?.("ann", "T1");
    expect(await store.get("ann")).toEqual(stored("T2"));
    await store.delete?.("ann", "T2");
    expect(await store.get("ann")).toBeNull();
    await store.set("ann", stored("T3"));
    await store.delete?.("ann");
    expect(await store.get("ann")).toBeNull();
  });
});

describe("a new token in one tab", () => {
  function openTabs() {
    const browser = openBrowser();
    const [here, there] = [webTokenStore(browser.place()).store, webTokenStore(browser.place()).store];
    const heard: (StoredToken | null)[] = [];
    const stop = there.subscribe?.("ann", (token) => heard.push(token));
    return { ...browser, here, there, heard, stop };
  }

  it("is told to the other tabs, which keep it for a reload of their own", async () => {
    const { here, there, heard } = openTabs();
    await here.set("ann", stored("T1"));
    expect(heard).toEqual([stored("T1")]);
    expect(await there.get("ann")).toEqual(stored("T1"));
  });

  it("is told once, however often it is used", async () => {
    const { here, posted } = openTabs();
    for (const lastUse of [5, 30_005, 60_005]) await here.set("ann", stored("T1", lastUse));
    expect(posted).toEqual([stored("T1")]);
    expect(await here.get("ann")).toEqual(stored("T1", 60_005));
    await here.set("ann", stored("T2"));
    expect(posted).toEqual([stored("T1"), stored("T2")]);
  });

  it("of another user is not heard, and nothing is after the end of a subscription", async () => {
    const { here, heard, stop, channels } = openTabs();
    await here.set("bob", stored("T1"));
    stop?.();
    await here.set("ann", stored("T2"));
    expect(heard).toEqual([]);
    expect(channels.size).toBe(0);
  });

  it("is not taken from a message that is something else", async () => {
    const { place, there, heard } = openTabs();
    await there.set("ann", stored("T1"));
    place().open?.("colonnade:token:ann").postMessage({ token: "T2" });
    expect(heard.at(-1)).toBeNull();
    expect(await there.get("ann")).toEqual(stored("T1"));
  });
});
