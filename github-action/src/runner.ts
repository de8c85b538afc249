// What the action says to the runner: log lines, annotations, outputs, the step summary. Text from transcripts is
// data here: it is put on one line, cannot start a workflow command, and cannot carry markup.
import {
  error,
  getInput,
  group as logGroup,
  notice,
  setFailed,
  setOutput,
  setSecret,
  summary,
  warning,
} from "@actions/core";
import { oneLine } from "../../npm/dist/terminal.js";

/** GitHub drops a summary of more than a mebibyte. */
const MOST_SUMMARY = 1_000_000;

export interface Annotation {
  level: "error" | "warning" | "notice";
  title: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
}

/** A line in the log. */
export function log(text: string): void {
  // The runner obeys "::command::" at the start of a line and "##[command]" anywhere in it.
  process.stdout.write(`· ${plain(text)}\n`);
}

export function annotate({ level, title, message, file, line, column }: Annotation): void {
  const place = {
    ...(file === undefined ? {} : { file: plain(file) }),
    ...(line === undefined ? {} : { startLine: line }),
    ...(column === undefined ? {} : { startColumn: column }),
  };
  const say = { error, warning, notice }[level];
  say(plain(message), { title: plain(title), ...place });
}

export async function group<T>(title: string, body: () => Promise<T>): Promise<T> {
  return await logGroup(plain(title), body);
}

export function output(name: string, value: string | number | boolean): void {
  setOutput(name, String(value));
}

export async function writeSummary(markdown: string): Promise<void> {
  if (!process.env["GITHUB_STEP_SUMMARY"]) return;
  const cut = Buffer.byteLength(markdown) > MOST_SUMMARY;
  const text = cut ? `${Buffer.from(markdown).subarray(0, MOST_SUMMARY).toString()}\n\n*(cut off)*\n` : markdown;
  await summary.addRaw(text).write();
}

export function keepSecret(value: string): void {
  setSecret(value);
}

export function input(name: string): string {
  return getInput(name);
}

export function fail(message: string): void {
  setFailed(plain(message));
}

function plain(text: string): string {
  return oneLine(text).replaceAll("##[", "## [");
}

/** Untrusted text inside Markdown: shown as it is, never as markup, a link, a picture or a mention. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[char] ?? char)
    .replace(/[\\`*_{}[\]()#+!|~$-]/g, "\\$&")
    .replace(/(^|\s)@(?=\w)/g, "$1@\u200b")
    .replace(/:\/\//g, ":\u200b//");
}
