// A process that applies a plan to a folder, for tests that stop it, race it or take its rights away.
//   node writer.mjs '{"root": …, "plan": [[path, before, after], …], "killAt": N | "journalled", "pauseAt": "step", "tries": N}'
import { FsStore } from "../../dist/store/fs.js";

const { root, plan, killAt, pauseAt, tries = 1 } = JSON.parse(process.argv[2]);
const bytes = (text) => (text === null ? null : new TextEncoder().encode(text));
let step = 0;
let journalled = false;

const store = new FsStore({
  root,
  state: "state",
  before(name, path) {
    step += 1;
    if (step === killAt || (journalled && killAt === "journalled")) process.kill(process.pid, "SIGKILL");
    journalled ||= name === "rename" && path.endsWith("journal.json");
    if (name === pauseAt) {
      process.send({ paused: process.pid });
      // Holds the lock until the parent ends this process.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);
    }
  },
});
const changes = plan.map(([path, before, after]) => ({ path, expected: bytes(before), content: bytes(after) }));

for (let attempt = 1; ; attempt++) {
  try {
    const applied = await store.apply(changes, "writer");
    process.stdout.write(JSON.stringify({ ...applied, steps: step }));
    break;
  } catch (error) {
    if (error.code === "store/locked" && attempt < tries) {
      await new Promise((done) => setTimeout(done, 2));
      continue;
    }
    process.stdout.write(JSON.stringify({ code: error.code, message: error.message }));
    break;
  }
}
