import assert from "node:assert/strict";
import { test } from "node:test";
import { columns, displayWidth, fit, harmless, oneLine, progressOn, shorten, styleFor } from "../dist/terminal.js";

test("colours only where a person wants them", () => {
  const on = (isTTY, env) => styleFor({ isTTY, env }).red("x") !== "x";
  assert.equal(on(true, {}), true);
  assert.equal(on(false, {}), false);
  assert.equal(on(true, { NO_COLOR: "1" }), false);
  assert.equal(on(true, { TERM: "dumb" }), false);
  assert.equal(styleFor({ isTTY: true, env: {} }).bold(""), "");
});

test("untrusted text cannot steer the terminal", () => {
  assert.equal(oneLine("a\u001b[31mb\u0007c\r\nd\te\u009bf"), "a\\u{1b}[31mb\\u{7}c d e\\u{9b}f");
  assert.equal(oneLine("user\u202etxt.exe\u200b"), "user\\u{202e}txt.exe\\u{200b}");
  assert.equal(oneLine("tag\u{e0041}"), "tag\\u{e0041}");
  assert.equal(harmless("a\tb\r\nc\rd\u0000"), "a\tb\nc\\u{d}d\\u{0}");
  assert.equal(oneLine("größer — 日本 🎉"), "größer — 日本 🎉");
});

test("columns line up by what is seen, not by what is stored", () => {
  const cases = [
    ["abc", 3],
    ["größe", 5],
    ["gro\u0308ße", 5],
    ["日本語", 6],
    ["🎉", 2],
    ["👩‍👩‍👧", 2],
    ["⚠️", 2],
    ["\u001b[31mred\u001b[39m", 3],
  ];
  for (const [text, width] of cases) assert.equal(displayWidth(text), width, text);
  assert.equal(
    columns(
      [
        ["日本", "1", "x"],
        ["abcde", "22", ""],
      ],
      [1],
    ),
    "日本    1  x\nabcde  22\n",
  );
  assert.equal(columns([]), "");
});

test("long text is cut with a sign", () => {
  assert.equal(fit("abcdef", 6), "abcdef");
  assert.equal(fit("abcdefg", 6), "abcde…");
  assert.equal(fit("日本語", 5), "日本…");
  assert.equal(shorten("abcdefg", 7), "abcdefg");
  assert.equal(shorten("abcdefgh", 6), "abc…gh");
  assert.equal(shorten("日本語日本語", 6), "日…語");
});

test("progress shows on a terminal and leaves no trace, and is silent elsewhere", () => {
  const written = [];
  const progress = progressOn({ stderr: (text) => written.push(text), stderrIsTTY: true });
  progress.update("reading\n1 of 2");
  progress.done();
  progress.done();
  assert.deepEqual(written, ["\r\u001b[Kreading 1 of 2", "\r\u001b[K"]);
  const silent = progressOn({ stderr: () => assert.fail("wrote"), stderrIsTTY: false });
  silent.update("x");
  silent.done();
});
