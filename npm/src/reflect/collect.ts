// Candidates become signals, each event once, however often it is found again.
import { type Config, joinStore } from "../config.js";
import { KnowledgeFolder } from "../store/knowledge-folder.js";
import { patiently } from "../store/patience.js";
import type { Change, Store } from "../store/types.js";
import { type FoundCandidate, findCandidates, keyOf, signalOf } from "./detect.js";
import { storeSignal } from "./store.js";

export interface CollectRequest {
  config: Config;
  now: Date;
  /** Store suspected frustration of people too, instead of only suggesting it. */
  frustration: boolean;
  dryRun?: boolean;
  notice?: (text: string) => void;
}

export interface Collected {
  /** Everything that was found, what earlier runs stored included. */
  found: FoundCandidate[];
  /** New candidates that became signals, with their identifiers. */
  stored: (FoundCandidate & { id: string })[];
  /** New candidates that are only shown, because storing them takes a person's word. */
  suggested: FoundCandidate[];
  /** Store paths of everything that was written. */
  written: string[];
}

/** What earlier runs did: a small file in the state folder. */
interface Known {
  stored: Set<string>;
  shown: Set<string>;
}

/** Finds candidates and stores those that are new. */
export async function collectSignals(request: CollectRequest): Promise<Collected> {
  const { config, now, dryRun = false, notice = () => {} } = request;
  const base = await KnowledgeFolder.open(config, notice, { dryRun });
  const path = joinStore(config.state, "kb-signals.json");
  const known = readKnown(await base.store.read(path));
  const found = await findCandidates(config, notice);
  const fresh = found.filter(({ candidate }) => !known.stored.has(keyOf(candidate)));
  const mayStore = ({ candidate }: FoundCandidate) => candidate.signalType !== "frustration" || request.frustration;
  const suggested = fresh.filter((one) => !mayStore(one) && !known.shown.has(keyOf(one.candidate)));
  const stored: Collected["stored"] = [];
  const written = new Set<string>();
  for (const one of fresh.filter(mayStore)) {
    // In one plan with the signal: a run that is cut short stores nothing that the next one would store again.
    const remember = async () => [await remembering(base.store, path, { stored: [one], shown: [] })];
    const options = { dryRun, notice, remember };
    const signal = await storeSignal(base, config, signalOf(one.candidate, config.project), now, options);
    stored.push({ ...one, id: signal.id });
    for (const file of signal.written) written.add(file);
  }
  if (!dryRun && stored.length + suggested.length > 0) {
    // What others wrote into the file between a look and the write may have kept a signal out.
    const change = await remembering(base.store, path, { stored, shown: suggested });
    const applied = await patiently(() => base.store.apply([change], "signals: what was found"));
    for (const file of applied.written) written.add(file);
  }
  return { found, stored, suggested, written: [...written] };
}

/** The change that adds candidates to what is known by now. */
async function remembering(store: Store, path: string, more: Record<keyof Known, FoundCandidate[]>): Promise<Change> {
  const expected = await store.read(path);
  const known = readKnown(expected);
  const list = (name: keyof Known) =>
    [...new Set([...known[name], ...more[name].map(({ candidate }) => keyOf(candidate))])].sort();
  const lists = { version: 1, stored: list("stored"), shown: list("shown") };
  return { path, expected, content: new TextEncoder().encode(`${JSON.stringify(lists, null, 2)}\n`) };
}

/** A file that cannot be read means that nothing is known: at worst a signal is stored a second time. */
function readKnown(bytes: Uint8Array | null): Known {
  const known: Known = { stored: new Set(), shown: new Set() };
  try {
    const lists = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as Record<string, unknown>;
    for (const name of ["stored", "shown"] as const) {
      const keys = lists[name];
      if (Array.isArray(keys)) for (const key of keys) if (typeof key === "string") known[name].add(key);
    }
  } catch {
    // Not there, or not ours.
  }
  return known;
}
