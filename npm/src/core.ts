// The one door to the WASM core: loads it on first use and replaces an instance that panicked.

import { RepoloreError, toRepoloreError } from "./errors.js";
import * as wasm from "./generated/core.js";

export type Core = typeof wasm;

let load: (() => BufferSource | WebAssembly.Module) | undefined;
let compiled: WebAssembly.Module | undefined;
let ready = false;
let clock: (() => number) | undefined;
let entered: number | undefined;
let spent = 0;
let instance = 0;

/** Says where the WASM bytes come from; the host's entry file calls it once. */
export function provideCore(source: () => BufferSource | WebAssembly.Module): void {
  load = source;
}

/** Marks the core as started by the host itself (the browser compiles it while streaming). */
export function coreStarted(): void {
  wasm.installPanicHook();
  ready = true;
}

function start(): void {
  if (ready) return;
  if (!load) throw new RepoloreError("core/not-loaded", "the WASM core is not loaded yet; await init() first");
  const source = load();
  compiled = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  wasm.initSync({ module: compiled });
  coreStarted();
}

/** The compiled core, to be started a second time in another thread; `undefined` where the host started it itself. */
export function coreModule(): WebAssembly.Module | undefined {
  start();
  return compiled;
}

/**
 * Calls into the core.
 *
 * A panic or a stack overflow ends the instance: it is thrown away, a fresh one takes its place for
 * the next call, and the caller gets an error that says it was a bug and where.
 */
export function withCore<T>(body: (core: Core) => T): T {
  start();
  const outermost = entered === undefined;
  if (outermost) entered = clock?.();
  try {
    return body(wasm);
  } catch (thrown) {
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) throw replaceInstance(thrown);
    throw toRepoloreError(thrown);
  } finally {
    if (outermost && entered !== undefined && clock) {
      spent += clock() - entered;
      entered = undefined;
    }
  }
}

/** Starts measuring; the result tells the milliseconds spent inside the core since. Clocks are slow to load in Node. */
export function measureCore(): () => number {
  clock = () => performance.now();
  const before = spent;
  return () => spent - before;
}

/** Which instance answers, for those who keep a view on its memory. */
export function coreInstance(): number {
  return instance;
}

function replaceInstance(thrown: Error): RepoloreError {
  let report = "";
  try {
    report = wasm.lastPanic();
  } catch {
    // The instance is too broken to tell; the original error stands as the cause.
  }
  wasm.__wbg_reset_state();
  instance++;
  wasm.installPanicHook();
  return new RepoloreError(
    "internal/panic",
    `this is a bug in repolore, please report it: ${report || thrown.message}`,
    { cause: thrown },
  );
}
