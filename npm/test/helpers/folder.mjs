// Temporary folders for tests, gone when the test process ends.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const made = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder that holds the given files. */
export function folderWith(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), "repolore-test-"));
  made.push(folder);
  fill(folder, files);
  return folder;
}

export function fill(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Every file below a folder with its content, hidden and temporary ones included. */
export function tree(folder) {
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files[path.slice(folder.length + 1).replaceAll("\\", "/")] = readFileSync(path, "utf8");
  }
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}
