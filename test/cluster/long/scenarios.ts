/** What befalls the cluster and its gateways while there is load. */
import { setTimeout } from "node:timers/promises";
import type { RunningNode } from "../start-nodes.ts";
import type { Gateway } from "./gateway.ts";

export interface Stage {
  readonly nodes: readonly RunningNode[];
  readonly gateways: readonly Gateway[];
  /** Seconds that a state lasts. */
  readonly phase: number;
  /** Notes that something happened just now. */
  readonly mark: (what: string) => void;
}

export type Scenario = (stage: Stage) => Promise<void>;

const calm = (phase: number): Promise<void> => setTimeout(phase * 1000);

async function killAndRestart({ nodes, phase, mark }: Stage, victims: readonly number[]): Promise<void> {
  const killed = victims.map((index) => nodes[index] as RunningNode);
  const names = victims.length === nodes.length ? "all nodes" : `node ${victims.map((index) => index + 1).join(", ")}`;
  mark(`${names} killed`);
  await Promise.all(killed.map((node) => node.end("SIGKILL")));
  await calm(phase);
  mark(`${names} started`);
  await Promise.all(killed.map((node) => node.start()));
  mark(`${names} back`);
}

/** By name; each begins and ends with all nodes and gateways up. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "a node killed": (stage) => killAndRestart(stage, [1]),
  "the first contact point killed": (stage) => killAndRestart(stage, [0]),
  "a gateway killed": async ({ gateways: [gateway], phase, mark }) => {
    mark("gateway 1 killed");
    await gateway?.kill();
    await calm(phase);
    mark("gateway 1 started");
    await gateway?.start();
    mark("gateway 1 back");
  },
  "a rolling restart of the nodes": async ({ nodes, phase, mark }) => {
    for (const [index, node] of nodes.entries()) {
      mark(`node ${index + 1} drained`);
      await node.end("SIGTERM");
      mark(`node ${index + 1} started`);
      await node.start();
      mark(`node ${index + 1} back`);
      await calm(phase / 2);
    }
  },
  "a rolling restart of the gateways": async ({ gateways, phase, mark }) => {
    for (const [index, gateway] of gateways.entries()) {
      mark(`gateway ${index + 1} stopped`);
      await gateway.stop();
      await gateway.start();
      mark(`gateway ${index + 1} back`);
      await calm(phase / 2);
    }
  },
  "two nodes killed, one after the other": async ({ nodes, phase, mark }) => {
    for (const index of [0, 1]) {
      mark(`node ${index + 1} killed`);
      await nodes[index]?.end("SIGKILL");
      await setTimeout(500);
    }
    await calm(phase);
    mark("node 1 and 2 started");
    await Promise.all([0, 1].map((index) => nodes[index]?.start()));
    mark("node 1 and 2 back");
  },
  "all nodes killed": (stage) =>
    killAndRestart(
      stage,
      stage.nodes.map((_, index) => index),
    ),
};

/** Those of the short form. */
export const shortScenarios = ["a node killed", "a gateway killed", "a rolling restart of the nodes"];
