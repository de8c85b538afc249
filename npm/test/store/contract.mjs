// What every store promises. Each adapter's test file calls this with a way to make a store that holds given files.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

export const bytes = (text) => new TextEncoder().encode(text);
export const text = (content) => (content === null ? null : new TextDecoder().decode(content));

/** Every file of a store with its content. */
export async function contents(store) {
  const all = {};
  for (const path of await store.list("")) all[path] = text(await store.read(path));
  return all;
}

const change = (path, before, after) => ({
  path,
  expected: before === null ? null : bytes(before),
  content: after === null ? null : bytes(after),
});

const BAD_PATHS = [
  "",
  "/etc/passwd",
  "../outside.md",
  "a/../../outside.md",
  "a/./b.md",
  "a//b.md",
  "a\\b.md",
  "C:/x.md",
  "c:x.md",
  "a\0b.md",
  "a\nb.md",
  "nul",
  "a/CON.md",
  "lpt1",
  "a/trailing.",
  "a/trailing ",
  "x.md:stream",
  ".git/hooks/post-commit",
  "a/.GIT/config",
  "\ud800.md",
  `${"x".repeat(256)}.md`,
  "y/".repeat(600),
];

/** `make(files)` returns a store that holds the files. */
export function storeContract(name, make) {
  describe(name, () => {
    test("reads what is there and says null for what is not", async () => {
      const store = await make({ "a/b.md": "héllo\r\n", "empty.md": "" });
      assert.equal(text(await store.read("a/b.md")), "héllo\r\n");
      assert.equal((await store.read("empty.md")).byteLength, 0);
      assert.equal(await store.read("a/c.md"), null);
    });

    test("keeps bytes that are not text", async () => {
      const store = await make({});
      const content = Uint8Array.from({ length: 256 }, (_, index) => index);
      await store.apply([{ path: "raw.bin", expected: null, content }], "bytes");
      assert.deepEqual([...(await store.read("raw.bin"))], [...content]);
    });

    test("lists files below a folder, sorted, and passes over its own", async () => {
      const store = await make({
        "b.md": "",
        "a/z.md": "",
        "a/y/x.md": "",
        "ab/c.md": "",
        ".hidden/n.md": "",
        "a/.repolore-0123456789abcdef.tmp": "",
        "a/.repolore-run/journal.json": "",
      });
      assert.deepEqual(await store.list(""), [".hidden/n.md", "a/y/x.md", "a/z.md", "ab/c.md", "b.md"]);
      assert.deepEqual(await store.list("a"), ["a/y/x.md", "a/z.md"]);
      assert.deepEqual(await store.list("a/"), ["a/y/x.md", "a/z.md"]);
      assert.deepEqual(await store.list("nowhere"), []);
    });

    test("creates, changes and removes in one plan", async () => {
      const store = await make({ "change.md": "old", "remove.md": "gone", "stay.md": "here" });
      const applied = await store.apply(
        [
          change("change.md", "old", "new"),
          change("remove.md", "gone", null),
          change("deep/er/create.md", null, "made"),
          change("stay.md", "here", "here"),
        ],
        "plan",
      );
      assert.deepEqual(applied.skipped, []);
      assert.deepEqual([...applied.written].sort(), ["change.md", "deep/er/create.md", "remove.md"]);
      assert.deepEqual(await contents(store), {
        "change.md": "new",
        "deep/er/create.md": "made",
        "stay.md": "here",
      });
    });

    test("leaves alone what somebody else wrote, and does the rest", async () => {
      const store = await make({ "edited.md": "by a person", "created.md": "by a person", "same.md": "planned" });
      const applied = await store.apply(
        [
          change("edited.md", "as planned from", "machine"),
          change("created.md", null, "machine"),
          change("deleted.md", "was here", "machine"),
          change("same.md", "before", "planned"),
          change("free.md", null, "machine"),
        ],
        "conflicts",
      );
      assert.deepEqual([...applied.written].sort(), ["free.md", "same.md"]);
      assert.deepEqual(
        applied.skipped.map(({ path, reason }) => [path, /changed|created|deleted/.exec(reason)?.[0]]),
        [
          ["edited.md", "changed"],
          ["created.md", "created"],
          ["deleted.md", "deleted"],
        ],
      );
      assert.deepEqual(await contents(store), {
        "created.md": "by a person",
        "edited.md": "by a person",
        "free.md": "machine",
        "same.md": "planned",
      });
    });

    test("removes only the bytes that were expected", async () => {
      const store = await make({ "a.md": "edited" });
      const applied = await store.apply([change("a.md", "original", null)], "remove");
      assert.equal(applied.skipped[0].path, "a.md");
      assert.equal(text(await store.read("a.md")), "edited");
    });

    test("a plan that changes nothing does nothing", async () => {
      const store = await make({ "a.md": "x" });
      assert.deepEqual(await store.apply([], "nothing"), { written: [], skipped: [] });
      assert.deepEqual(await store.apply([change("a.md", "x", "x")], "nothing"), { written: [], skipped: [] });
    });

    test("two names that are one file on some file system are not both written", async () => {
      const store = await make({ "Notes.md": "first" });
      const { written, skipped } = await store.apply([change("notes.md", null, "second")], "case");
      assert.deepEqual(written, []);
      assert.equal(skipped.length, 1);
      assert.deepEqual(await contents(store), { "Notes.md": "first" });
      await assert.rejects(
        store.apply([change("caf\u00e9.md", null, "1"), change("cafe\u0301.md", null, "2")], "accents"),
        (error) => error.code === "store/duplicate-path",
      );
      assert.deepEqual(await store.list(""), ["Notes.md"]);
    });

    test("a path that could leave the root is refused before anything is written", async () => {
      const store = await make({});
      for (const path of BAD_PATHS) {
        const refused = (error) => error.code === "store/path";
        await assert.rejects(store.read(path), refused, `read ${JSON.stringify(path)}`);
        const plan = [change("good.md", null, "good"), change(path, null, "bad")];
        await assert.rejects(store.apply(plan, "escape"), refused, `apply ${JSON.stringify(path)}`);
      }
      await assert.rejects(store.list("../"), (error) => error.code === "store/path");
      assert.deepEqual(await store.list(""), []);
    });

    test("calls at the same time do not mix", async () => {
      const store = await make({});
      const one = (n) =>
        store.apply([change("counter.md", null, `run ${n}`), change(`own-${n}.md`, null, "x")], "race");
      const all = await Promise.all([1, 2, 3, 4].map(one));
      assert.equal(all.filter(({ skipped }) => skipped.length === 0).length, 1);
      assert.equal((await store.list("")).length, 5);
    });
  });
}
