// A thread that learns from sessions beside the main one.
import { parentPort, workerData } from "node:worker_threads";
import { provideCore, withCore } from "../core.js";
import type { Oddity } from "../generated/types.js";
import { beginCuration, learn, type Session } from "./learn.js";
import { type Answer, type Task, take } from "./learn-all.js";

/** Bytes of transcripts after which it is worth to tell what was learned. */
const WORTH_TELLING = 1 << 16;

provideCore(() => workerData as WebAssembly.Module);

parentPort?.on("message", ({ ground, sessions, next }: Task) => {
  const curator = beginCuration(ground);
  // What there is to tell about the ground, the main thread tells.
  withCore(() => curator.handOver());
  let taken: number[] = [];
  let odd: Oddity[] = [];
  let bytes = 0;
  const answer = (isLast: boolean) => {
    const learned = withCore(() => curator.handOver());
    parentPort?.postMessage({ taken, learned, odd, isLast } satisfies Answer);
    [taken, odd, bytes] = [[], [], 0];
  };
  for (let at = take(next); at < sessions.length; at = take(next)) {
    const session = sessions[at] as Session;
    odd.push(...learn(curator, session));
    taken.push(at);
    bytes += session.bytes;
    if (bytes >= WORTH_TELLING) answer(false);
  }
  answer(true);
  curator.free();
});
