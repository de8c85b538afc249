// The files of a work tree that are the project's own: what git lists, or what its ignore files leave.
import { spawnSync } from "node:child_process";
import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { storePath } from "../config.js";
import { IgnoreFile } from "./ignore.js";

/** One file of the tree. */
export interface TreeFile {
  /** Relative to the root, with `/`. */
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** Trees with more files are cut here, and the cut is told. */
const MAX_FILES = 500_000;
const GIT_OUTPUT = 256 * 1024 * 1024;

export interface Tree {
  root: string;
  files: TreeFile[];
  /** Whether git knows the tree. */
  git: boolean;
}

/**
 * Lists a work tree, sorted by path. Links, folders and what the ignore files name are left out, and so is what lies in
 * one of the absolute places `apart`.
 */
export function listTree(root: string, apart: string[] = []): Tree {
  const listed = gitFiles(root);
  const paths = listed ?? walk(root);
  const left = apart.map((place) => storePath(root, place)).filter((place) => place !== undefined && place !== "");
  const files: TreeFile[] = [];
  for (const path of paths) {
    if (files.length >= MAX_FILES) break;
    if (left.some((place) => path === place || path.startsWith(`${place}/`))) continue;
    try {
      const info = lstatSync(join(root, path));
      if (info.isFile()) files.push({ path, bytes: info.size, modified: info.mtimeMs });
    } catch {
      // Listed by git and gone from the disk: not part of the tree any more.
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { root, files, git: listed !== null };
}

/** The output of git, or `null` when git or the repository is not there. */
export function git(root: string, args: string[]): Uint8Array | null {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  const done = spawnSync("git", ["-c", "core.quotepath=off", ...args], { cwd: root, maxBuffer: GIT_OUTPUT, env });
  return done.status === 0 ? done.stdout : null;
}

/** The same as text. */
export function gitText(root: string, args: string[]): string | null {
  const output = git(root, args);
  return output && new TextDecoder().decode(output);
}

function gitFiles(root: string): string[] | null {
  const output = gitText(root, ["ls-files", "-co", "--exclude-standard", "-z"]);
  if (output === null) return null;
  return [...new Set(output.split("\0"))].filter((path) => path !== "");
}

function walk(root: string): string[] {
  const paths: string[] = [];
  const visit = (folder: string, rules: IgnoreFile[]) => {
    if (paths.length >= MAX_FILES) return;
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch {
      return; // a folder that may not be read holds nothing for us
    }
    const own = entries.some((entry) => entry.name === ".gitignore" && entry.isFile());
    const active = own ? [...rules, new IgnoreFile(readText(join(root, folder, ".gitignore")), folder)] : rules;
    for (const entry of entries) {
      const path = folder + entry.name;
      const isFolder = entry.isDirectory();
      if (entry.name === ".git" || (!isFolder && !entry.isFile()) || isIgnored(path, isFolder, active)) continue;
      if (isFolder) visit(`${path}/`, active);
      else paths.push(path);
    }
  };
  visit("", [new IgnoreFile(readText(join(root, ".git", "info", "exclude")), "")]);
  return paths;
}

/** The nearest ignore file with an opinion decides. */
function isIgnored(path: string, isFolder: boolean, rules: IgnoreFile[]): boolean {
  for (let at = rules.length - 1; at >= 0; at--) {
    const verdict = rules[at]?.test(path, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
