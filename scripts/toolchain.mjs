// Finds or makes what the build needs: npm packages, the wasm32 standard library, wasm-bindgen.
// Quiet when everything is there; each slow step says what it does and why.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CACHE, capture, ensureDir, isWindows, lockedVersion, ROOT, run, SetupError, say } from "./lib.mjs";

const WASM = "wasm32-unknown-unknown";

/** Installs the npm packages of the lock file when they are missing or older than it. */
export async function npmPackages() {
  const [wanted, installed] = [join(ROOT, "package-lock.json"), join(ROOT, "node_modules", ".package-lock.json")];
  const stamp = (file) => (existsSync(file) ? capture("git", ["hash-object", file]) : null);
  const marker = join(ROOT, "node_modules", ".repolore-lock");
  if (existsSync(installed) && existsSync(marker) && readFileSync(marker, "utf8") === stamp(wanted)) return;
  say("set-up: installing npm packages (npm ci)");
  await run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
  writeFileSync(marker, stamp(wanted) ?? "");
}

/**
 * The environment in which cargo can build for wasm32.
 *
 * Tried in this order: the active toolchain has the target; rustup can add it; a standard library
 * made earlier is in the cache; Debian's packages allow making one. Otherwise one clear message.
 */
export async function wasmToolchain() {
  if (!capture("cargo", ["--version"])) {
    throw new SetupError("Rust is missing: install it from https://rustup.rs, then run this again");
  }
  const sysroot = capture("rustc", ["--print", "sysroot"]);
  const hasTarget = (root) => existsSync(join(root, "lib", "rustlib", WASM, "lib"));
  if (sysroot && hasTarget(sysroot)) return {};
  const cached = cachedSysroot();
  if (cached) return cached;
  if (capture("rustup", ["--version"])) {
    say(`set-up: adding the ${WASM} target with rustup`);
    try {
      await run("rustup", ["target", "add", WASM], { quiet: true, timeout: 180_000 });
      return {};
    } catch {
      say("set-up: rustup cannot download it here; trying Debian's toolchain instead");
    }
  }
  return await sysrootFromDebian();
}

const sysrootDir = (version) => join(CACHE, `wasm-sysroot-${version}`);

function debianRustc() {
  return /^rustc (\S+)/.exec(capture("/usr/bin/rustc", ["--version"]) ?? "")?.[1] ?? null;
}

/** The linker that rustup ships; Debian's rustc has none for wasm. */
function rustLld() {
  const sysroot = capture("rustc", ["--print", "sysroot"]);
  const host = /host: (\S+)/.exec(capture("rustc", ["-vV"]) ?? "")?.[1];
  const lld = sysroot && host ? join(sysroot, "lib", "rustlib", host, "bin", "rust-lld") : "";
  return existsSync(lld) ? lld : capture("sh", ["-c", "command -v rust-lld || command -v wasm-ld || command -v lld"]);
}

function cachedSysroot() {
  const version = isWindows ? null : debianRustc();
  if (!version) return null;
  const rustc = join(sysrootDir(version), "bin", "rustc");
  const linker = rustLld();
  if (!existsSync(rustc) || !linker) return null;
  return { RUSTC: rustc, CARGO: "/usr/bin/cargo", CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker };
}

async function sysrootFromDebian() {
  const advice =
    `the ${WASM} standard library is missing. On a machine with internet: rustup target add ${WASM}. ` +
    "On Debian with only package mirrors, as root: apt-get install rustc-web cargo-web rust-web-src. Then run this again";
  if (!capture("sh", ["-c", "command -v apt-get"])) throw new SetupError(advice);
  if (!debianRustc() || !existsSync("/usr/lib/rustlib/src")) {
    say("set-up: installing Debian's Rust toolchain with its source (rustc-web cargo-web rust-web-src)");
    try {
      await apt("update");
      await apt("install", "-y", "--no-install-recommends", "rustc-web", "cargo-web", "rust-web-src");
    } catch (cause) {
      throw new SetupError(`${advice}\n(${cause.message})`);
    }
  }
  await makeSysroot(debianRustc());
  const made = cachedSysroot();
  if (!made) throw new SetupError(advice);
  return made;
}

/** Builds std for wasm32 once, as a sysroot that cargo then uses without nightly features. */
async function makeSysroot(version) {
  say("set-up: building the wasm32 standard library once (about a minute)");
  const work = mkdtempSync(join(tmpdir(), "repolore-sysroot-"));
  try {
    writeFileSync(join(work, "Cargo.toml"), '[package]\nname = "mk"\nversion = "0.0.0"\nedition = "2024"\n');
    ensureDir(join(work, "src"));
    writeFileSync(join(work, "src", "lib.rs"), "");
    await run("/usr/bin/cargo", ["build", "--release", "-Z", "build-std=std,panic_abort,test", "--target", WASM], {
      cwd: work,
      quiet: true,
      env: {
        RUSTC: "/usr/bin/rustc",
        RUSTC_BOOTSTRAP: "1",
        // Link-time optimisation of what ships needs the bitcode inside the standard library.
        RUSTFLAGS: "-C embed-bitcode=yes",
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: rustLld() ?? "rust-lld",
        CARGO_TARGET_DIR: join(work, "target"),
      },
    });
    const made = join(work, "sysroot");
    const lib = ensureDir(join(made, "lib", "rustlib", WASM, "lib"));
    ensureDir(join(made, "bin"));
    for (const host of readdirSync("/usr/lib/rustlib")) {
      if (host.includes("linux")) symlinkSync(join("/usr/lib/rustlib", host), join(made, "lib", "rustlib", host));
    }
    const deps = join(work, "target", WASM, "release", "deps");
    for (const file of readdirSync(deps)) {
      if (file.endsWith(".rlib") && !file.startsWith("libmk")) cpSync(join(deps, file), join(lib, file));
    }
    const final = sysrootDir(version);
    writeFileSync(join(made, "bin", "rustc"), `#!/bin/sh\nexec /usr/bin/rustc --sysroot '${final}' "$@"\n`);
    chmodSync(join(made, "bin", "rustc"), 0o755);
    ensureDir(CACHE);
    rmSync(final, { recursive: true, force: true });
    try {
      renameSync(made, final);
    } catch {
      cpSync(made, final, { recursive: true, verbatimSymlinks: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The folder with `wasm-bindgen` and `wasm-bindgen-test-runner` of exactly the version in Cargo.lock. */
export async function wasmBindgen() {
  const version = lockedVersion("wasm-bindgen");
  const onPath = capture("wasm-bindgen", ["--version"]);
  if (onPath === `wasm-bindgen ${version}` && capture("wasm-bindgen-test-runner", ["--version"])) return "";
  const root = join(CACHE, `wasm-bindgen-${version}`);
  const bin = join(root, "bin");
  if (existsSync(join(bin, isWindows ? "wasm-bindgen.exe" : "wasm-bindgen"))) return bin;
  say(`set-up: installing wasm-bindgen-cli ${version} (a few minutes, once)`);
  const install = (...more) =>
    run("cargo", ["install", "wasm-bindgen-cli", "--version", version, "--root", root, "--quiet", ...more], {
      quiet: true,
    });
  try {
    await install("--locked");
  } catch {
    // A registry mirror can lack a version that the crate's own lock file names.
    await install();
  }
  return bin;
}

/** A Chromium for the browser tests: one that is installed, or Debian's. */
export async function chromium() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH && existsSync(CHROME_PATH)) return CHROME_PATH;
  const usual = isWindows
    ? ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"]
    : process.platform === "darwin"
      ? ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]
      : ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser", "/snap/bin/chromium"];
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  const advice = "the browser tests need Chromium: install it, or name one in CHROME_PATH, then run this again";
  if (process.platform !== "linux" || !capture("sh", ["-c", "command -v apt-get"])) throw new SetupError(advice);
  say("set-up: installing Chromium for the browser tests");
  try {
    await apt("update");
    await apt("install", "-y", "--no-install-recommends", "chromium");
  } catch (cause) {
    throw new SetupError(`${advice}\n(${cause.message})`);
  }
  return "/usr/bin/chromium";
}

/** Runs apt-get, as root or through sudo that asks for no password. */
function apt(...args) {
  const [program, ...rest] = [...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]), "apt-get", ...args];
  return run(program, rest, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" }, timeout: 900_000 });
}
