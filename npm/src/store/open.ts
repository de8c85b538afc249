// From configuration to store.
import { type Config, isInside } from "../config.js";
import { FsStore } from "./fs.js";
import { patiently } from "./patience.js";

/** The store of a configuration, for reading. */
export function openStore(config: Config, notice: (text: string) => void = () => {}): FsStore {
  return new FsStore({ root: config.root, state: config.state, notice });
}

/** The project itself as a store, wherever its knowledge base lies. */
export function openProject(config: Config, notice: (text: string) => void = () => {}): FsStore {
  if (isInside(config)) return openStore(config, notice);
  return new FsStore({ root: config.projectRoot, notice });
}

/** The store of a configuration for a run that is going to write: what an interrupted run left behind is finished first. */
export async function openStoreToWrite(config: Config, notice: (text: string) => void = () => {}): Promise<FsStore> {
  const store = openStore(config, notice);
  await patiently(() => store.recover());
  return store;
}

/** The same for a run that only shows what it would do: that an interrupted run waits is told. */
export function openStoreToShow(config: Config, notice: (text: string) => void = () => {}): FsStore {
  const store = openStore(config, notice);
  if (store.hasUnfinished()) {
    notice("an interrupted run waits to be finished, which the next run that writes does; what is shown may change");
  }
  return store;
}
