// A thread that learns from sessions beside the main one.
import { parentPort, workerData } from "node:worker_threads";
import { provideCore, withCore } from "../core.js";
import { beginCuration, learn, type Session } from "./learn.js";
import { type Answer, type Task, take } from "./learn-all.js";

provideCore(() => workerData as WebAssembly.Module);

parentPort?.on("message", ({ ground, sessions, next }: Task) => {
  const curator = beginCuration(ground);
  // What there is to tell about the ground, the main thread tells.
  withCore(() => curator.handOver());
  const taken: number[] = [];
  for (let at = take(next); at < sessions.length; at = take(next)) {
    learn(curator, sessions[at] as Session);
    taken.push(at);
  }
  const learned = withCore(() => curator.handOver());
  curator.free();
  parentPort?.postMessage({ taken, learned } satisfies Answer);
});
