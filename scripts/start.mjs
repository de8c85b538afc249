// The whole thing on the bundled example: sets up, builds, reads eleven made-up conversations and curates
// them into a knowledge base under target/example that you can open and edit.
import { cpSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "./build.mjs";
import { main, ROOT, run, say, TARGET } from "./lib.mjs";

await main(async () => {
  await build();
  const example = join(TARGET, "example");
  rmSync(example, { recursive: true, force: true });
  cpSync(join(ROOT, "tests", "fixtures", "example"), example, { recursive: true });
  const shown = relative(process.cwd(), example) || ".";
  const repolore = async (...args) => {
    say(`\n$ repolore -C ${shown} ${args.join(" ")}\n`);
    await run(process.execPath, [join(ROOT, "npm", "dist", "bin", "repolore.cjs"), "-C", example, ...args]);
  };
  await repolore("sessions");
  await repolore("curate", "--bootstrap");
  await repolore("search", "which database do we use?");
  say(`\nRead the result: ${join(shown, ".GITCLAW", "knowledge", "_index.md")}`);
  say("Try it on your own transcripts: node npm/dist/bin/repolore.cjs sessions --sessions ~/.claude/projects");
});
