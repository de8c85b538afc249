// What every adapter checks in a plan before it touches anything.
import { RepoloreError } from "../errors.js";
import { checkPath, collisionKey } from "./path.js";
import type { Applied, Change } from "./types.js";

/** Throws when a path is bad or two changes name the same file; drops changes that change nothing. */
export function checkPlan(changes: Change[]): Change[] {
  const seen = new Map<string, string>();
  for (const { path } of changes) {
    const key = collisionKey(checkPath(path));
    const other = seen.get(key);
    if (other !== undefined) {
      throw new RepoloreError("store/duplicate-path", `the plan names ${other} and ${path}, which are the same file`);
    }
    seen.set(key, path);
  }
  return changes.filter(({ expected, content }) => !sameBytes(expected, content));
}

/** Byte equality; `null` stands for "no file". */
export function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

/** Notes a file that holds the planned content without having been written. */
export function notePresent(applied: Applied, path: string): void {
  applied.written.push(path);
  applied.already = [...(applied.already ?? []), path];
}

/** Why a change is left out, in words for people. */
export function meanwhile(wasMissing: boolean, isMissing: boolean): string {
  if (isMissing) return "it was deleted while the plan was made";
  return wasMissing ? "it was created while the plan was made" : "it was changed while the plan was made";
}
