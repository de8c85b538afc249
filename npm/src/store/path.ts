// The grammar of paths in a store, the same for every adapter: what passes here cannot leave the root.
import { RepoloreError } from "../errors.js";
import type { LeaveOut } from "./types.js";

/** Windows opens these as devices, whatever the folder and the extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** Names that belong to the tool itself or to git; they are never listed. */
export const WORK_FOLDER = ".repolore-run";
const TEMP = /^\.repolore-[0-9a-f]+\.tmp$/;

/** Whether `list` passes over an entry of this name: temporary files, the work folder, git's own folder. */
export function isReserved(name: string): boolean {
  return name === ".git" || name === ".repolore" || name === WORK_FOLDER || TEMP.test(name);
}

export function isTempName(name: string): boolean {
  return TEMP.test(name);
}

/** Name of a temporary file made from random hexadecimal digits. */
export function tempName(random: string): string {
  return `.repolore-${random}.tmp`;
}

/** Returns the path when it names a file below the root, else throws `store/path`. */
export function checkPath(path: string): string {
  const problem = pathProblem(path);
  if (problem) {
    throw new RepoloreError(
      "store/path",
      `${JSON.stringify(path.slice(0, 200))} is not a path in the store: ${problem}`,
    );
  }
  return path;
}

export function pathIsSafe(path: string): boolean {
  return pathProblem(path) === undefined;
}

/** The paths that can be handled on every system; the others, which people may well have, are named. */
export function safePaths(paths: string[], leaveOut: LeaveOut = () => {}): string[] {
  return paths.filter((path) => {
    const problem = pathProblem(path);
    if (problem) leaveOut(path, `${problem}; rename it to have it read`);
    return problem === undefined;
  });
}

/** Returns the folder without a trailing slash; `""` is the root. */
export function checkFolder(prefix: string): string {
  const folder = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  return folder === "" ? "" : checkPath(folder);
}

function pathProblem(path: string): string | undefined {
  if (path === "") return "it is empty";
  if (path.length > 1024) return "it is longer than 1024 characters";
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return "it holds a control character";
    if (code >= 0xd800 && code <= 0xdfff) return "it holds half a character";
  }
  if (path.includes("\\")) return "it holds a backslash";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "it is absolute";
  for (const part of path.split("/")) {
    if (part === "") return "it has an empty part";
    if (part === "." || part === "..") return `it has the part "${part}"`;
    if (new TextEncoder().encode(part).length > 255) return "a part is longer than 255 bytes";
    if (/[. ]$/.test(part)) return `"${part}" ends in a dot or a space`;
    if (part.includes(":")) return `"${part}" holds a colon`;
    if (DEVICE.test(part.split(".", 1)[0] ?? "")) return `"${part}" is the name of a device`;
    if (part.toLowerCase() === ".git") return "it leads into .git";
  }
  return undefined;
}

/**
 * Two paths with the same key are one file on some file system (letter case, composed accents),
 * so a store holds at most one of them.
 */
export function collisionKey(path: string): string {
  return path.normalize("NFKC").toLowerCase().normalize("NFKC");
}
