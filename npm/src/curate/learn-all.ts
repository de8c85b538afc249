// Learning from many sessions, on as many processor cores as are worth starting.
//
// Each thread has an instance of the WASM core of its own. Whoever is free takes the next session, so that nobody waits
// for somebody else's long one. A helper that fails costs time and nothing else: what it took is read again here.
import type { Worker } from "node:worker_threads";
import { coreModule, withCore } from "../core.js";
import type { Curator } from "../generated/core.js";
import { type Ground, learn, type Session } from "./learn.js";

/** What a helper is asked to do. */
export interface Task {
  ground: Ground;
  sessions: Session[];
  /** Shared by all: which session nobody has taken yet. */
  next: Int32Array;
}

/** What a helper brings back. */
export interface Answer {
  /** Which sessions it took. */
  taken: number[];
  learned: string;
}

/** A helper is at work after about a twentieth of a second, in which one thread reads this much. */
const BYTES_EACH = 1 << 20;
const MOST = 8;
/** How long a helper waits for the next run, in milliseconds. */
const PATIENCE = 2_000;

const idle = new Map<Worker, NodeJS.Timeout>();

/** Learns from sessions, in whatever order. */
export async function learnAll(
  curator: Curator,
  ground: Ground,
  sessions: Session[],
  progress: (taken: number, name: string) => void,
): Promise<void> {
  // The longest first: what remains at the end is short.
  const order = [...sessions].sort((a, b) => b.bytes - a.bytes);
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const helpers = await employ(order);
  const answers = helpers.map((helper) => ask(helper, { ground, sessions: order, next }));
  const done = new Set<number>();
  for (let at = take(next); at < order.length; at = take(next)) {
    const session = order[at] as Session;
    progress(at, session.name);
    learn(curator, session);
    done.add(at);
  }
  if (done.size === order.length) {
    // Helpers that came too late to take anything are not waited for.
    for (const helper of helpers) helper.unref();
    return;
  }
  for (const answer of await Promise.all(answers)) {
    if (!answer) continue;
    withCore(() => curator.takeIn(answer.learned));
    for (const at of answer.taken) done.add(at);
  }
  for (const [at, session] of order.entries()) if (!done.has(at)) learn(curator, session);
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

/** Gives a helper its task; `null` when it fails. */
function ask(helper: Worker, task: Task): Promise<Answer | null> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | null) => {
      helper.off("message", settle).off("error", fail).off("exit", fail);
      helper.unref();
      if (answer) idle.set(helper, setTimeout(() => dismiss(helper), PATIENCE).unref());
      resolve(answer);
    };
    const fail = () => settle(null);
    helper.on("message", settle).on("error", fail).on("exit", fail);
    helper.postMessage(task);
  });
}

function dismiss(helper: Worker): void {
  idle.delete(helper);
  void helper.terminate();
}
