// Runs every benchmark in scripts/bench, or those named: npm run bench -- read search
// Each prints a table with a peer measured in the same run; nothing here is a test.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { main, ROOT, run, SetupError, say } from "./lib.mjs";

await main(async () => {
  const folder = join(ROOT, "scripts", "bench");
  const known = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(".mjs"))
        .map((file) => file.slice(0, -4))
        .sort()
    : [];
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length) throw new SetupError(`no benchmark ${unknown.join(", ")}; there are: ${known.join(", ")}`);
  await build();
  for (const name of wanted.length ? wanted : known) {
    say(`\n## ${name}\n`);
    // In a process of its own, which ends when all is measured: what a peer leaves running disturbs no other.
    const url = JSON.stringify(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const program = `const { bench } = await import(${url}); await bench(); process.exit(0);`;
    await run(process.execPath, ["--input-type=module", "--eval", program]);
  }
});
