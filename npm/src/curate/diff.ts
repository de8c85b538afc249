// Differences for people: one hunk from the first changed line to the last.

const CONTEXT = 2;
const MOST = 60;

/** A readable difference of two texts. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const cut = (lines: string[], sign: string) => {
    const all = lines.map((line) => `${sign}${line}`);
    return all.length > MOST ? [...all.slice(0, MOST), `${sign}… ${all.length - MOST} more lines`] : all;
  };
  return [
    `--- ${before === "" ? "(new)" : path}`,
    `+++ ${after === "" ? "(removed)" : path}`,
    ...a.slice(Math.max(0, start - CONTEXT), start).map((line) => ` ${line}`),
    ...cut(a.slice(start, a.length - end), "-"),
    ...cut(b.slice(start, b.length - end), "+"),
    ...a.slice(a.length - end, a.length - end + CONTEXT).map((line) => ` ${line}`),
  ].join("\n");
}
