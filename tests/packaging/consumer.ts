// A program of somebody who uses the package: compiled against the packed types, never run.
import {
  type Applied,
  type Change,
  type Config,
  FsStore,
  loadConfig,
  MemoryStore,
  RepoloreError,
  readIssueMapping,
  type Store,
} from "repolore";

const config: Config = loadConfig({ cwd: ".", knowledge: "kb" });
const stores: Store[] = [new MemoryStore({ "a.md": "text" }), new FsStore({ root: config.root, state: config.state })];
const change: Change = { path: "a.md", expected: null, content: new Uint8Array() };

export async function run(): Promise<string[]> {
  const applied: Applied[] = await Promise.all(stores.map((store) => store.apply([change], "message")));
  const issue: number | undefined = readIssueMapping(new Uint8Array())?.issue;
  // @ts-expect-error a path is a text
  await stores[0]?.read(issue);
  try {
    return applied.flatMap(({ written }) => written);
  } catch (error) {
    if (error instanceof RepoloreError) return [error.code];
    throw error;
  }
}
