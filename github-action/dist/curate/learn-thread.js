import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);

// npm/dist/curate/learn-thread.js
import { parentPort, workerData } from "node:worker_threads";

// npm/dist/errors.js
var RepoloreError = class extends Error {
  code;
  constructor(code, message, options) {
    super(message, options);
    this.name = "RepoloreError";
    this.code = code;
  }
};
function toRepoloreError(thrown) {
  if (thrown instanceof RepoloreError)
    return thrown;
  const code = typeof thrown === "object" && thrown !== null && "code" in thrown ? String(thrown.code) : "internal/unexpected";
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new RepoloreError(code, message, { cause: thrown });
}

// npm/dist/core.js
import * as wasm from "../generated/core.js";
var load;
var compiled;
var ready = false;
var clock;
var entered;
var spent = 0;
var instance = 0;
function provideCore(source) {
  load = source;
}
function coreStarted() {
  wasm.installPanicHook();
  ready = true;
}
function start() {
  if (ready)
    return;
  if (!load)
    throw new RepoloreError("core/not-loaded", "the WASM core is not loaded yet; await init() first");
  const source = load();
  compiled = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  wasm.initSync({ module: compiled });
  coreStarted();
}
function withCore(body) {
  start();
  const outermost = entered === void 0;
  if (outermost)
    entered = clock?.();
  try {
    return body(wasm);
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError)
      throw replaceInstance(thrown);
    throw toRepoloreError(thrown);
  } finally {
    if (outermost && entered !== void 0 && clock) {
      spent += clock() - entered;
      entered = void 0;
    }
  }
}
function replaceInstance(thrown) {
  let report = "";
  try {
    report = wasm.lastPanic();
  } catch {
  }
  wasm.__wbg_reset_state();
  instance++;
  wasm.installPanicHook();
  return new RepoloreError("internal/panic", `this is a bug in repolore, please report it: ${report || thrown.message}`, { cause: thrown });
}

// npm/dist/curate/learn.js
import { closeSync, openSync, readSync } from "node:fs";

// npm/dist/sources/sessions.js
var CHUNK_BYTES = 256 * 1024;
function unreadable(error) {
  if (!(error instanceof RepoloreError) || error.code !== "sessions/unreadable")
    throw error;
  return { severity: "error", code: error.code, message: error.message, line: null, column: null };
}

// npm/dist/curate/learn.js
var CHUNK = 1 << 20;
var buffer;
function beginCuration({ options, state, known, logs }, odd = []) {
  const curator = withCore((core) => new core.Curator(options));
  for (const [name, text] of state)
    withCore(() => curator.addState(name, text));
  for (const text of known)
    withCore(() => curator.know(text));
  for (const log of logs)
    odd.push(...learn(curator, log));
  return curator;
}
function learn(curator, { name, path, issue }) {
  const pieces = chunks(path);
  try {
    let piece = pieces.next();
    withCore(() => curator.beginSession(name, issue));
    for (; !piece.done; piece = pieces.next()) {
      const chunk = piece.value;
      withCore(() => curator.push(chunk));
    }
    withCore(() => curator.endSession());
    return [];
  } catch (error) {
    return [{ file: name, diagnostic: unreadable(error) }];
  }
}
function* chunks(path) {
  buffer ??= new Uint8Array(CHUNK);
  const bytes = buffer;
  const tried = (look) => {
    try {
      return look();
    } catch (cause) {
      throw new RepoloreError("sessions/unreadable", `cannot read ${path}: ${cause.message}`, { cause });
    }
  };
  const file = tried(() => openSync(path, "r"));
  try {
    for (; ; ) {
      const n = tried(() => readSync(file, bytes, 0, bytes.length, null));
      if (n === 0)
        return;
      yield bytes.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}

// npm/dist/curate/learn-all.js
var BYTES_EACH = 1 << 20;
function take(next) {
  return Atomics.add(next, 0, 1);
}

// npm/dist/curate/learn-thread.js
var WORTH_TELLING = 1 << 16;
provideCore(() => workerData);
parentPort?.on("message", ({ ground, sessions, next }) => {
  const curator = beginCuration(ground);
  withCore(() => curator.handOver());
  let taken = [];
  let odd = [];
  let bytes = 0;
  const answer = (isLast) => {
    const learned = withCore(() => curator.handOver());
    parentPort?.postMessage({ taken, learned, odd, isLast });
    [taken, odd, bytes] = [[], [], 0];
  };
  for (let at = take(next); at < sessions.length; at = take(next)) {
    const session = sessions[at];
    odd.push(...learn(curator, session));
    taken.push(at);
    bytes += session.bytes;
    if (bytes >= WORTH_TELLING)
      answer(false);
  }
  answer(true);
  curator.free();
});
