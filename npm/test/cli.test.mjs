import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { commandHelp } from "../dist/cli.js";
import { commands } from "../dist/commands/index.js";
import { repolore } from "./helpers/cli.mjs";
import { folderWith } from "./helpers/folder.mjs";

const BIN = fileURLToPath(new URL("../dist/bin/repolore.cjs", import.meta.url));

const call = (argv, host) => repolore(folderWith(), argv, host);

/** A command that shows what it was given, put in the list for the length of a test. */
async function withProbe(body) {
  const probe = {
    name: "probe",
    summary: "shows its arguments",
    usage: "probe",
    description: "Shows.",
    options: {
      sessions: { type: "string", short: "s", multiple: true, help: "several" },
      one: { type: "string", help: "one" },
    },
    examples: [],
    async run({ cwd, stdout }, positionals, options) {
      stdout(JSON.stringify({ cwd, positionals, ...options }));
      if (options.one === "fail") throw Object.assign(new Error("bad\u001b[31m\nthing"), { code: "test/failed" });
      return 0;
    },
  };
  commands.push({ name: "probe", summary: probe.summary, load: async () => probe });
  try {
    return await body(probe);
  } finally {
    commands.pop();
  }
}

describe("calls", () => {
  test("the version is that of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    for (const flag of ["--version", "-V"])
      assert.deepEqual(await call([flag]), { out: `${version}\n`, err: "", code: 0 });
  });

  test("help lists every command and the exit codes", async () => {
    const { out, code } = await call(["--help"]);
    assert.equal(code, 0);
    for (const { name, summary } of commands) assert.match(out, new RegExp(`  ${name} +${summary.slice(0, 10)}`));
    assert.match(out, /Exit codes: 0 .* 1 .* 2 /);
    assert.equal((await call([])).code, 2);
    assert.equal((await call(["help"])).out, out);
  });

  test("a wrong call says what would be right, in one line, with exit code 2", async () => {
    const cases = [
      [["complation"], /unknown command "complation"; did you mean "completion"\?/],
      [["xyzzy"], /unknown command "xyzzy"; repolore --help lists the commands/],
      [["completion", "--jsn"], /unknown option --jsn; did you mean "--json"\?/],
      [["completion", "--zzzzzz"], /unknown option --zzzzzz; repolore completion --help/],
      [["completion"], /name one shell: bash, zsh, fish/],
      [["completion", "tcsh"], /name one shell/],
      [["-C"], /-C needs a directory/],
      [["-C", "nowhere", "completion", "bash"], /-C nowhere: there is no such directory/],
      [["help", "complation"], /did you mean "completion"/],
      ...["check", "index", "reflect", "curate", "init"].map((name) => [
        [name, "docs/knowledge"],
        new RegExp(`${name} takes no arguments`),
      ]),
      ...["check", "index", "reflect", "search", "brief", "why", "quarantine"].map((name) => [
        [name, ...(["search", "brief", "why"].includes(name) ? ["x"] : []), "--knowledge", "nope"],
        /--knowledge nope: there is no such folder/,
      ]),
    ];
    for (const [argv, message] of cases) {
      const { out, err, code } = await call(argv);
      assert.equal(code, 2, argv.join(" "));
      assert.match(err, message);
      assert.match(err, /^repolore: [^\n]+\n$/);
      assert.equal(out, "");
    }
  });

  test("with --json an error is JSON with its code", async () => {
    const { err } = await call(["completion", "--json"]);
    assert.equal(JSON.parse(err).error.code, "usage/argument");
  });

  test("-C may stand before and after the command, and adds up", () =>
    withProbe(async () => {
      const cwd = folderWith({ "a/b/c": "" });
      const at = async (...argv) => JSON.parse((await call(argv, { cwd })).out).cwd;
      assert.equal(await at("-C", "a", "probe"), join(cwd, "a"));
      assert.equal(await at("-C", "a", "-C", "b", "probe"), join(cwd, "a", "b"));
      assert.equal(await at("-C", "a", "probe", "-C", "b"), join(cwd, "a", "b"));
      assert.equal(await at("--directory=a", "--directory", "b", "probe"), join(cwd, "a", "b"));
      assert.equal(await at("-Ca", "probe"), join(cwd, "a"));
    }));

  test("an option of several values takes them one by one, or in a row after the arguments", () =>
    withProbe(async (probe) => {
      probe.maxArguments = 1;
      const run = async (...argv) => JSON.parse((await call(["probe", ...argv])).out);
      const row = await run("rest", "--sessions", "a", "b", "--one", "x");
      assert.deepEqual([row.positionals, row.sessions], [["rest"], ["a", "b"]]);
      const before = await run("--one", "x", "-s", "a", "rest");
      assert.deepEqual([before.positionals, before.sessions], [["rest"], ["a"]]);
      assert.equal((await call(["probe", "rest", "more"])).code, 2);
      probe.maxArguments = undefined;
      assert.deepEqual((await run("--sessions", "a", "some", "words")).positionals, ["some", "words"]);
      probe.maxArguments = 0;
      assert.deepEqual((await run("--sessions", "a", "b", "--one", "x")).sessions, ["a", "b"]);
      probe.maxArguments = 1;
      assert.deepEqual((await run("--sessions", "a", "--sessions", "b")).sessions, ["a", "b"]);
      assert.deepEqual((await run("--sessions=a", "rest")).positionals, ["rest"]);
      assert.deepEqual((await run("--one", "x", "rest")).positionals, ["rest"]);
      assert.deepEqual((await run("--sessions", "a", "--", "rest")).positionals, ["rest"]);
    }));

  test("a failure exits 1 and its text cannot steer the terminal", () =>
    withProbe(async () => {
      const { err, code } = await call(["probe", "--one", "fail"]);
      assert.equal(code, 1);
      assert.equal(err, "repolore: bad\\u{1b}[31m thing\n");
    }));
});

describe("every command", () => {
  for (const listed of commands) {
    test(`${listed.name} is described completely`, async () => {
      const command = await listed.load();
      assert.equal(command.name, listed.name);
      assert.equal(command.summary, listed.summary);
      assert.ok(command.usage.startsWith(command.name), "usage starts with the name");
      assert.ok(command.description.length > 20, "has a description");
      assert.ok(command.examples.length > 0, "has examples");
      for (const [example] of command.examples) assert.match(example, /repolore/);
      for (const [name, option] of Object.entries(command.options)) {
        assert.match(name, /^[a-z][a-z-]*$/);
        assert.ok(option.help.length > 0 && !option.help.includes("\n"), `--${name} has one line of help`);
        assert.ok(!["directory", "json", "help"].includes(name), `--${name} is common to all commands`);
      }
      const help = commandHelp(command);
      assert.ok(!/[ \t]$/m.test(help), "no trailing blanks");
    });
  }
});

describe("completion", () => {
  test("bash completes commands, options and places", { skip: process.platform === "win32" }, () => {
    const script = spawnSync(process.execPath, [BIN, "completion", "bash"], { encoding: "utf8" }).stdout;
    const folder = folderWith({ "inner/x": "" });
    const complete = (line) => {
      const words = line.split(" ");
      const shell = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_repolore; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync("bash", ["-c", shell], { encoding: "utf8", cwd: folder });
      assert.equal(stderr, "");
      return stdout.split("\n").filter(Boolean);
    };
    assert.deepEqual(complete("repolore compl"), ["completion"]);
    assert.deepEqual(complete("repolore completion z"), ["zsh"]);
    assert.deepEqual(complete("repolore completion --j"), ["--json"]);
    assert.deepEqual(complete("repolore -C in"), ["inner"]);
    assert.deepEqual(complete("repolore -C inner compl"), ["completion"]);
    assert.ok(complete("repolore help ").includes("completion"));
  });

  test("the scripts name every command and option", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { out } = await call(["completion", shell]);
      for (const listed of commands) {
        assert.ok(out.includes(listed.name), `${shell}: ${listed.name}`);
        for (const name of Object.keys((await listed.load()).options)) {
          assert.ok(out.includes(shell === "fish" ? `-l ${name}` : `--${name}`), `${shell}: --${name}`);
        }
      }
    }
    for (const shell of ["zsh", "fish"]) {
      const { out } = await call(["completion", shell]);
      const check = spawnSync(shell, ["-n"], { input: out, encoding: "utf8" });
      if (check.error === undefined) assert.equal(check.stderr, "", shell);
    }
  });
});

test("a reader that closes the pipe early is not an error", { skip: process.platform === "win32" }, () => {
  const shell = (script) => spawnSync("bash", ["-c", `set -o pipefail; ${script}`], { encoding: "utf8" });
  const repolore = `"${process.execPath}" "${BIN}"`;
  const { stdout, stderr } = shell(`${repolore} --help | head -1`);
  assert.match(stdout, /^repolore/);
  assert.equal(stderr, "");
  const folder = folderWith({ ".GITCLAW/knowledge/decisions/broken.md": "---\ntitle: [\n---\n" });
  assert.equal(shell(`${repolore} -C "${folder}" check | true`).status, 1, "the command's own code");
  assert.equal(shell(`${repolore} -C "${folder}" context hello 2> >(exec 0<&-; sleep 1)`).status, 0);
});
