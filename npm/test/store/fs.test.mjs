import assert from "node:assert/strict";
import { execFileSync, fork, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { FsStore } from "../../dist/store/fs.js";
import { fill, folderWith, tree } from "../helpers/folder.mjs";
import { bytes, contents, storeContract, text } from "./contract.mjs";

const WRITER = fileURLToPath(new URL("./writer.mjs", import.meta.url));
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

storeContract("folder store", async (files) => new FsStore({ root: folderWith(files), state: "state" }));

/** The plan of the fault tests: every kind of operation, new folders, several files. */
const START = { "kb/change.md": "old\n", "kb/remove.md": "gone\n", "kb/bystander.md": "untouched\n" };
const PLAN = [
  ["kb/change.md", "old\n", "new\n"],
  ["kb/remove.md", "gone\n", null],
  ["kb/new/create.md", null, "made\n"],
  ["kb/_index.md", null, "index\n"],
  ["state/done.json", null, "{}\n"],
];
const END = {
  "kb/_index.md": "index\n",
  "kb/bystander.md": "untouched\n",
  "kb/change.md": "new\n",
  "kb/new/create.md": "made\n",
  "state/done.json": "{}\n",
};
const changes = PLAN.map(([path, before, after]) => ({
  path,
  expected: before === null ? null : bytes(before),
  content: after === null ? null : bytes(after),
}));

/** The files a person sees: all but the work folder. */
function visible(root) {
  return Object.fromEntries(Object.entries(tree(root)).filter(([path]) => !path.startsWith("state/.repolore-run/")));
}

function leftOvers(root) {
  const work = join(root, "state", ".repolore-run");
  return existsSync(work) ? readdirSync(work).filter((name) => name !== ".gitignore") : [];
}

function fault(code) {
  return Object.assign(new Error(`${code}: injected`), { code });
}

describe("interrupted at every step", () => {
  /** Runs the plan in a process that ends itself before its N-th primitive. */
  function killedAt(root, killAt) {
    const result = spawnSync(process.execPath, [WRITER, JSON.stringify({ root, plan: PLAN, killAt })], {
      encoding: "utf8",
    });
    return result.signal === "SIGKILL" ? null : JSON.parse(result.stdout);
  }

  test("each file is old or new, and the next run ends in the same tree", { skip: isWindows }, async () => {
    let killed = 0;
    for (let step = 1; ; step++) {
      const root = folderWith(START);
      if (killedAt(root, step) !== null) break;
      killed += 1;
      for (const [path, before, after] of PLAN) {
        const found = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
        assert.ok(found === before || found === after, `step ${step}: ${path} holds ${JSON.stringify(found)}`);
      }
      // Every third time the recovery is interrupted too.
      if (step % 3 === 0) killedAt(root, 8 + (step % 11));
      const { skipped } = await new FsStore({ root, state: "state" }).apply(changes, "again");
      assert.deepEqual(skipped, [], `step ${step}`);
      assert.deepEqual(visible(root), END, `step ${step}`);
      assert.deepEqual(leftOvers(root), [], `step ${step}`);
    }
    assert.ok(killed > 40, `only ${killed} steps`);
  });

  test("recovery finishes the plan before anybody reads, and says so", async () => {
    const root = folderWith(START);
    const notices = [];
    stopAfterJournal(root);
    const store = new FsStore({ root, state: "state", notice: (line) => notices.push(line) });
    assert.equal((await store.recover()).written.length, PLAN.length);
    assert.deepEqual(visible(root), END);
    assert.match(notices.join(), /finished an interrupted run: 5 written/);
    assert.equal(await store.recover(), null);
  });

  test("recovery leaves alone what a person changed since", async () => {
    const root = folderWith(START);
    stopAfterJournal(root);
    fill(root, { "kb/change.md": "mine\n", "kb/remove.md": "mine too\n", "kb/_index.md": "and mine\n" });
    const { skipped } = await new FsStore({ root, state: "state" }).recover();
    assert.deepEqual(skipped.map(({ path }) => path).sort(), ["kb/_index.md", "kb/change.md", "kb/remove.md"]);
    assert.equal(readFileSync(join(root, "kb/change.md"), "utf8"), "mine\n");
    assert.equal(readFileSync(join(root, "kb/new/create.md"), "utf8"), "made\n");
  });

  test("a damaged journal is put aside and never trusted", async () => {
    for (const journal of [
      "",
      "{",
      "[]",
      '{"version":9,"operations":[]}',
      '{"version":1,"operations":[{"path":"../../evil.md","before":null,"after":null,"temp":".repolore-00.tmp","content":null}]}',
      '{"version":1,"operations":[{"path":"kb/change.md","before":null,"after":"wrong","temp":".repolore-00.tmp","content":"eA=="}]}',
      '{"version":1,"operations":[{"path":"kb/change.md","before":null,"after":null,"temp":"../../x","content":null}]}',
    ]) {
      const root = folderWith({ ...START, "state/.repolore-run/journal.json": journal });
      const notices = [];
      const store = new FsStore({ root, state: "state", notice: (line) => notices.push(line) });
      assert.equal(await store.recover(), null);
      assert.match(notices.join(), /cannot be read/);
      assert.deepEqual(visible(root), START);
      assert.equal((await store.apply(changes, "goes on")).written.length, PLAN.length);
    }
  });
});

describe("the disk says no", () => {
  test("an error at any step changes nothing or is finished by the next run", async () => {
    for (const code of ["ENOSPC", "EIO", "EACCES"]) {
      for (let failAt = 1; ; failAt++) {
        const root = folderWith(START);
        let step = 0;
        let hit = false;
        const store = new FsStore({
          root,
          state: "state",
          before(name) {
            step += 1;
            // Removing needs no space and is what cleaning up is made of.
            if (step !== failAt || name === "unlink") return;
            hit = true;
            throw fault(code);
          },
        });
        const outcome = await store.apply(changes, "fails").catch((error) => error);
        if (step < failAt) break;
        if (hit && outcome instanceof Error && !existsSync(join(root, "state/.repolore-run/journal.json"))) {
          // The very last step makes the end of the journal durable; everything is done by then.
          const done = existsSync(join(root, "state/done.json"));
          assert.deepEqual(visible(root), done ? END : START, `${code} at ${failAt}: ${outcome.message}`);
        }
        if (hit && outcome instanceof Error) assert.match(outcome.code, /^store\//);
        const { skipped } = await new FsStore({ root, state: "state" }).apply(changes, "again");
        assert.deepEqual(skipped, [], `${code} at ${failAt}`);
        assert.deepEqual(visible(root), END, `${code} at ${failAt}`);
        assert.deepEqual(leftOvers(root), [], `${code} at ${failAt}`);
      }
    }
  });

  /** A real file system of a few kilobytes, where the machine lets us mount one. */
  function tinyDisk(context, options) {
    const root = folderWith();
    const mounted = isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", root]).status === 0;
    if (!mounted) {
      context.skip("mounting a tmpfs needs root");
      return null;
    }
    context.after(() => execFileSync("umount", [root]));
    return root;
  }

  test("a full disk ends in one error with the path, nothing changed and nothing left", async (context) => {
    const root = tinyDisk(context, "size=64k");
    if (root === null) return;
    fill(root, START);
    // The journal fits, the second temporary file does not.
    const big = "x".repeat(12_000);
    const plan = [...changes, { path: "kb/big.md", expected: null, content: bytes(big) }];
    const more = { path: "kb/more.md", expected: null, content: bytes(big) };
    const store = new FsStore({ root, state: "state" });
    await assert.rejects(
      store.apply([...plan, more], "full"),
      (error) => error.code === "store/no-space" && (error.message.includes(root) || error.message.includes("kb/")),
    );
    assert.deepEqual(visible(root), START);
    assert.deepEqual(leftOvers(root), []);
    assert.deepEqual((await store.apply(changes, "fits")).skipped, []);
    assert.deepEqual(visible(root), END);
  });

  test("a read-only file system is named as such", async (context) => {
    const root = tinyDisk(context, "size=64k");
    if (root === null) return;
    fill(root, START);
    execFileSync("mount", ["-o", "remount,ro", root]);
    const store = new FsStore({ root, state: "state" });
    await assert.rejects(store.apply(changes, "read-only"), (error) => error.code === "store/read-only");
    assert.deepEqual(await contents(store), START);
  });

  test("a folder without rights is named, and nothing changes", { skip: isWindows }, () => {
    const root = folderWith({ ...START, "state/x": "" });
    chmodSync(root, 0o755);
    for (const folder of ["state", "kb"]) if (isRoot) chownSync(join(root, folder), 65534, 65534);
    chmodSync(join(root, "kb"), 0o555);
    const before = visible(root);
    const result = spawnSync(process.execPath, [WRITER, JSON.stringify({ root, plan: PLAN })], {
      encoding: "utf8",
      ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
    });
    chmodSync(join(root, "kb"), 0o755);
    const { code, message } = JSON.parse(result.stdout);
    assert.equal(code, "store/denied");
    assert.match(message, /kb\/change\.md/);
    assert.deepEqual(visible(root), before);
    assert.deepEqual(leftOvers(root), []);
  });
});

describe("others write too", () => {
  test("a live writer keeps others out and is named", { skip: isWindows }, async () => {
    const root = folderWith(START);
    const child = fork(WRITER, [JSON.stringify({ root, plan: PLAN, pauseAt: "chmod" })], { silent: true });
    const { paused } = await new Promise((done) => child.once("message", done));
    assert.equal(paused, child.pid);
    const notices = [];
    const store = new FsStore({ root, state: "state", notice: (line) => notices.push(line) });
    await assert.rejects(
      store.apply([{ path: "kb/other.md", expected: null, content: bytes("x") }], "second"),
      (error) => error.code === "store/locked" && error.message.includes(`process ${child.pid} `),
    );
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
    await store.apply([{ path: "kb/other.md", expected: null, content: bytes("x") }], "second");
    assert.match(notices.join("\n"), new RegExp(`took over the lock of process ${child.pid}`));
    assert.deepEqual(visible(root), { ...END, "kb/other.md": "x" });
  });

  test("a lock is only as alive as the process that wrote it", async () => {
    const own = JSON.stringify({ pid: process.pid, host: "elsewhere", start: "" });
    const cases = [
      ["", "taken over"],
      ["not json", "taken over"],
      ['{"pid":"x"}', "taken over"],
      [own, "locked"],
    ];
    for (const [lock, expected] of cases) {
      const store = new FsStore({ root: folderWith({ "state/.repolore-run/lock": lock }), state: "state" });
      const outcome = await store.apply([{ path: "a.md", expected: null, content: bytes("x") }], "m").then(
        () => "taken over",
        (error) => error.code.replace("store/", ""),
      );
      assert.equal(outcome, expected, lock);
    }
  });

  test("processes at the same time all get their turn", async () => {
    const root = folderWith({ "kb/shared.md": "start\n" });
    const writers = [1, 2, 3].map((n) => {
      const plan = [
        [`kb/own-${n}.md`, null, `${n}\n`],
        ["kb/shared.md", "start\n", `won by ${n}\n`],
      ];
      const child = spawn(process.execPath, [WRITER, JSON.stringify({ root, plan, tries: 2000 })]);
      let output = "";
      child.stdout.on("data", (data) => {
        output += data;
      });
      return new Promise((done) => child.once("close", () => done(JSON.parse(output))));
    });
    const results = await Promise.all(writers);
    const winners = results.flatMap(({ skipped }, index) => (skipped.length === 0 ? [index + 1] : []));
    assert.equal(winners.length, 1, JSON.stringify(results));
    assert.deepEqual(visible(root), {
      "kb/own-1.md": "1\n",
      "kb/own-2.md": "2\n",
      "kb/own-3.md": "3\n",
      "kb/shared.md": `won by ${winners[0]}\n`,
    });
  });

  test("a person who saves, deletes or creates while the run writes keeps their bytes", async () => {
    const human = {
      edit: (root) => writeFileSync(join(root, "kb/change.md"), "mine\n"),
      delete: (root) => unlinkSync(join(root, "kb/change.md")),
      create: (root) => writeFileSync(join(root, "kb/_index.md"), "mine\n"),
    };
    for (const [name, act] of Object.entries(human)) {
      const root = folderWith(START);
      const store = new FsStore({
        root,
        state: "state",
        // The state file is staged last: all that is left then is the look and the rename.
        before: (step, path) => step === "fsync" && dirnameOf(path) === join(root, "state") && act(root),
      });
      const { skipped } = await store.apply(changes, "meanwhile");
      assert.equal(skipped.length, 1, name);
      const found = visible(root);
      if (name === "edit") assert.equal(found["kb/change.md"], "mine\n");
      if (name === "delete") assert.equal(found["kb/change.md"], undefined);
      if (name === "create") assert.equal(found["kb/_index.md"], "mine\n");
      assert.equal(found["kb/new/create.md"], "made\n");
      assert.deepEqual(leftOvers(root), []);
    }
  });

  test("a file created in the last instant is not replaced", async () => {
    const root = folderWith(START);
    const store = new FsStore({
      root,
      state: "state",
      before: (step, path) => step === "link" && path.endsWith("_index.md") && writeFileSync(path, "mine\n"),
    });
    const { skipped } = await store.apply(changes, "instant");
    assert.deepEqual(skipped, [{ path: "kb/_index.md", reason: "it was created while the plan was made" }]);
    assert.equal(visible(root)["kb/_index.md"], "mine\n");
  });
});

describe("links and other things that are not files", { skip: isWindows }, () => {
  const plan = (path) => [{ path, expected: null, content: bytes("machine") }];

  test("nothing is written or read through a link", async () => {
    const outside = folderWith({ "secret.md": "outside\n" });
    const root = folderWith({ "kb/real.md": "real\n" });
    symlinkSync(join(outside, "secret.md"), join(root, "kb/file-link.md"));
    symlinkSync(outside, join(root, "kb/folder-link"));
    symlinkSync(join(outside, "made.md"), join(root, "kb/dangling.md"));
    mkdirSync(join(root, "kb/folder.md"));
    execFileSync("mkfifo", [join(root, "kb/pipe.md")]);
    const store = new FsStore({ root, state: "state" });
    assert.deepEqual(await store.list(""), ["kb/real.md"]);
    for (const [folder, problem] of [
      ["kb/folder-link", /^kb\/folder-link is a link/],
      ["kb/folder-link/below", /kb\/folder-link is a link/],
      ["kb/real.md", /kb\/real\.md is not a folder/],
    ]) {
      const refused = ({ code, message }) => code === "store/not-a-file" && problem.test(message);
      await assert.rejects(store.list(folder), refused, folder);
    }
    for (const name of ["file-link.md", "folder-link/secret.md", "dangling.md", "folder.md", "pipe.md"]) {
      const path = `kb/${name}`;
      await assert.rejects(store.read(path), (error) => error.code === "store/not-a-file", path);
      const { written, skipped } = await store.apply(plan(path), "through");
      assert.deepEqual(written, [], path);
      assert.match(skipped[0].reason, /link|folder|regular file/, path);
      for (const expected of [bytes("outside\n"), bytes("")]) {
        const removal = await store.apply([{ path, expected, content: null }], "remove");
        assert.deepEqual(removal.written, [], path);
      }
    }
    assert.deepEqual(tree(outside), { "secret.md": "outside\n" });
  });

  test("a folder that becomes a link while the run writes is not followed", async () => {
    const outside = folderWith({ "change.md": "old\n" });
    const root = folderWith(START);
    const store = new FsStore({
      root,
      state: "state",
      before(step, path) {
        if (step !== "fsync" || dirnameOf(path) !== join(root, "state")) return;
        rmSync(join(root, "kb"), { recursive: true });
        symlinkSync(outside, join(root, "kb"));
      },
    });
    const { written } = await store.apply(changes, "swapped");
    assert.deepEqual(written, ["state/done.json"]);
    assert.deepEqual(tree(outside), { "change.md": "old\n" });
  });

  test("state that is a link is refused", async () => {
    const outside = folderWith();
    const root = folderWith(START);
    symlinkSync(outside, join(root, "state"));
    const store = new FsStore({ root, state: "state" });
    await assert.rejects(store.apply(changes, "linked state"), (error) => error.code === "store/not-a-file");
    assert.deepEqual(tree(outside), {});
  });

  test("the root itself may be a link, and permissions survive", async () => {
    const root = folderWith(START);
    const alias = `${root}-alias`;
    symlinkSync(root, alias);
    chmodSync(join(root, "kb/change.md"), 0o640);
    try {
      await new FsStore({ root: alias, state: "state" }).apply(changes, "alias");
      assert.equal(statSync(join(root, "kb/change.md")).mode & 0o777, 0o640);
    } finally {
      unlinkSync(alias);
    }
  });

  test("a hard link elsewhere keeps its old content", async () => {
    const root = folderWith(START);
    const elsewhere = join(folderWith(), "linked.md");
    linkSync(join(root, "kb/change.md"), elsewhere);
    await new FsStore({ root, state: "state" }).apply(changes, "hard link");
    assert.equal(readFileSync(elsewhere, "utf8"), "old\n");
  });
});

test("names that not every system can handle are left out of a listing, with the reason", {
  skip: isWindows,
}, async () => {
  const root = folderWith({ "kb/a:b.md": "", "kb/a.md": "", "kb/end./c.md": "", "kb/nul.md": "" });
  const heard = {};
  const found = await new FsStore({ root }).list("kb", (path, reason) => {
    heard[path] = /colon|device|dot/.exec(reason)?.[0];
  });
  assert.deepEqual(found, ["kb/a.md"]);
  assert.deepEqual(heard, { "kb/a:b.md": "colon", "kb/end./c.md": "dot", "kb/nul.md": "device" });
});

test("a store whose root does not exist is empty, and is made by the first write", async () => {
  const root = join(folderWith(), "not", "yet");
  const store = new FsStore({ root, state: "" });
  assert.deepEqual(await store.list(""), []);
  assert.equal(await store.read("a.md"), null);
  assert.equal(existsSync(root), false);
  await store.apply([{ path: "a.md", expected: null, content: bytes("x") }], "first");
  assert.equal(text(await store.read("a.md")), "x");
});

test("git never sees what a killed run leaves in the work folder", async () => {
  const root = folderWith();
  await new FsStore({ root, state: "state" }).apply([{ path: "a.md", expected: null, content: bytes("x") }], "m");
  writeFileSync(join(root, "state/.repolore-run/journal.json"), "left over");
  execFileSync("git", ["init", "-q"], { cwd: root });
  const status = execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" });
  assert.equal(status, "?? a.md\n");
});

/** Leaves a folder as a run does that ends right after its journal was written. */
function stopAfterJournal(root) {
  spawnSync(process.execPath, [WRITER, JSON.stringify({ root, plan: PLAN, killAt: "journalled" })]);
  assert.ok(existsSync(join(root, "state/.repolore-run/journal.json")));
}

function dirnameOf(path) {
  return path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
}
