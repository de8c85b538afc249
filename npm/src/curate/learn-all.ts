// Learning from many sessions, on as many processor cores as are worth starting.
//
// Each thread has an instance of the WASM core of its own. Whoever is free takes the next session, so that nobody waits
// for somebody else's long one. Helpers bring what they learned bit by bit, so that the main thread gets ahead with the
// plan while they read on. A helper that fails costs time and nothing else: what it took is read again here.
import type { Worker } from "node:worker_threads";
import { coreModule, withCore } from "../core.js";
import type { Curator } from "../generated/core.js";
import type { Oddity } from "../generated/types.js";
import { type Ground, learn, type Session } from "./learn.js";

/** What a helper is asked to do. */
export interface Task {
  ground: Ground;
  sessions: Session[];
  /** Shared by all: which session nobody has taken yet. */
  next: Int32Array;
}

/** What a helper brings back, now and then and at the end. */
export interface Answer {
  /** Which sessions it took since the last answer. */
  taken: number[];
  learned: string;
  /** Sessions that cannot be read. */
  odd: Oddity[];
  /** It waits for another task now. */
  isLast: boolean;
}

/** A helper is at work after about a twentieth of a second, in which one thread reads this much. */
const BYTES_EACH = 1 << 20;
const MOST = 8;
/** How long a helper waits for the next run, in milliseconds. */
const PATIENCE = 2_000;

const idle = new Map<Worker, NodeJS.Timeout>();

/** Learns from sessions, in whatever order; returns which of them cannot be read. */
export async function learnAll(
  curator: Curator,
  ground: Ground,
  sessions: Session[],
  progress: (taken: number, name: string) => void,
): Promise<Oddity[]> {
  const odd: Oddity[] = [];
  // The longest first: what remains at the end is short.
  const order = [...sessions].sort((a, b) => b.bytes - a.bytes);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const helpers = await employ(order);
  const answers: Answer[] = [];
  const tasks = helpers.map((helper) => ask(helper, { ground, sessions: order, next }, answers));
  const done = new Set<number>();
  const takeIn = () => {
    for (const { learned, taken, odd: more } of answers.splice(0)) {
      withCore(() => curator.takeIn(learned));
      odd.push(...more);
      for (const at of taken) done.add(at);
    }
    withCore(() => curator.prepare());
  };
  let own = 0;
  for (let at = take(next); at < order.length; at = take(next)) {
    const session = order[at] as Session;
    progress(at, session.name);
    odd.push(...learn(curator, session));
    done.add(at);
    own += 1;
    if (helpers.length === 0) continue;
    await hear();
    takeIn();
  }
  if (own === order.length) {
    // Helpers that came too late to take anything are not waited for.
    for (const helper of helpers) helper.unref();
    return odd;
  }
  await Promise.all(tasks);
  takeIn();
  for (const [at, session] of order.entries()) if (!done.has(at)) odd.push(...learn(curator, session));
  return odd;
}

/** Lets messages of other threads in. */
function hear(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The number of the next session that nobody has taken. */
export function take(next: Int32Array): number {
  return Atomics.add(next, 0, 1);
}

async function employ(sessions: Session[]): Promise<Worker[]> {
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  const n = Math.min(Math.ceil(bytes / BYTES_EACH), sessions.length, MOST) - 1;
  const module = n > 0 ? coreModule() : undefined;
  if (!module) return [];
  const { availableParallelism } = await import("node:os");
  const { Worker } = await import("node:worker_threads");
  const wanted = Math.min(n, availableParallelism() - 1);
  const helpers = [...idle.keys()].slice(0, wanted);
  for (const helper of helpers) {
    clearTimeout(idle.get(helper));
    idle.delete(helper);
  }
  // Found from here and from a bundle that stands as deep.
  const program = new URL("../curate/learn-thread.js", import.meta.url);
  try {
    while (helpers.length < wanted) helpers.push(new Worker(program, { workerData: module }));
  } catch {
    // A host that allows no threads: the main one does the work.
  }
  return helpers;
}

/** Gives a helper its task and gathers its answers until it is done or fails. */
function ask(helper: Worker, task: Task, answers: Answer[]): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      helper.off("message", note).off("error", settle).off("exit", settle);
      helper.unref();
      resolve();
    };
    const note = (answer: Answer) => {
      answers.push(answer);
      if (!answer.isLast) return;
      idle.set(helper, setTimeout(() => dismiss(helper), PATIENCE).unref());
      settle();
    };
    helper.on("message", note).on("error", settle).on("exit", settle);
    helper.postMessage(task);
  });
}

function dismiss(helper: Worker): void {
  idle.delete(helper);
  void helper.terminate();
}
