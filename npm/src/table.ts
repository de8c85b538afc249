// Text tables for people: aligned columns, nothing else.

export interface Column {
  title: string;
  align?: "left" | "right";
}

/** Aligned lines, the titles first. Widths count characters, not bytes. */
export function table(columns: Column[], rows: string[][]): string[] {
  const widths = columns.map(({ title }, at) => Math.max(width(title), ...rows.map((row) => width(row[at] ?? ""))));
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => {
        const padding = " ".repeat((widths[at] ?? 0) - width(cell));
        return columns[at]?.align === "right" ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)];
}

function width(text: string): number {
  return [...text].length;
}

/** Shortens a text in the middle, so that its beginning and end stay readable. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const head = Math.ceil((length - 1) / 2);
  const tail = length - 1 - head;
  return `${characters.slice(0, head).join("")}…${tail > 0 ? characters.slice(-tail).join("") : ""}`;
}
