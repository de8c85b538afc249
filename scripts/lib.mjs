// Small helpers shared by the scripts: paths, running programs, saying what happens.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const TARGET = join(ROOT, "target");
export const isWindows = process.platform === "win32";

/** Tools that are slow to make are kept per user, so that a second clone starts at once. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "repolore-dev");

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Stops the script with one line that says what to do. */
export class SetupError extends Error {}

/** Runs a program and shows its output; throws when it fails. */
export function run(program, args, options = {}) {
  const { cwd = ROOT, env = {}, quiet = false, timeout } = options;
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      shell: isWindows && !program.endsWith(".exe"),
      timeout,
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += data));
    child.stderr?.on("data", (data) => (output += data));
    child.on("error", (cause) => fail(new Error(`cannot run ${program}: ${cause.message}`, { cause })));
    child.on("close", (code, signal) => {
      if (code === 0) return done(output);
      const error = new Error(`${[program, ...args].join(" ")} ended with ${signal ?? `exit code ${code}`}`);
      error.output = output;
      fail(error);
    });
  });
}

/** The trimmed output of a program, or null when it is missing or fails. */
export function capture(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: ROOT, encoding: "utf8", shell: isWindows, ...options });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** The version of a crate that Cargo.lock pins. */
export function lockedVersion(crate) {
  const lock = readFileSync(join(ROOT, "Cargo.lock"), "utf8");
  const version = new RegExp(`name = "${crate}"\\nversion = "([^"]+)"`).exec(lock.replaceAll("\r\n", "\n"))?.[1];
  if (!version) throw new Error(`Cargo.lock does not pin ${crate}`);
  return version;
}

export function ensureDir(path) {
  mkdirSync(path, { recursive: true });
  return path;
}

/** Wraps a script's main function: expected failures end in one line, bugs with their stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (error.output) process.stderr.write(`${error.output.split("\n").slice(-60).join("\n")}\n`);
    process.stderr.write(error instanceof SetupError ? `\n${error.message}\n` : `\n${error.stack}\n`);
    process.exitCode = 1;
  }
}
