// The results of a track: one file for each transition, and nobody reads another track's.
import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { RepoloreError } from "../errors.js";
import type { GroundingResult } from "../generated/types.js";

/** Where tracks lie unless configured otherwise. */
export const TRACKS = "conductor/tracks";

/** The files in which a design is looked for, best first. */
const DESIGNS = ["design.md", "plan.md", "spec.md"];

/** One track's folder of results. */
export class Track {
  readonly #folder: string;
  readonly #track: string;

  constructor(tracks: string, name: string) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name) || name.includes("..")) {
      throw new RepoloreError(
        "usage/track",
        `--track ${JSON.stringify(name)}: a track is named by letters, digits, ".", "_" and "-"`,
      );
    }
    this.#track = join(resolve(tracks), name);
    this.#folder = join(this.#track, "grounding");
    // A link would lead into another track or out of the project.
    for (const path of [this.#track, this.#folder]) {
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new RepoloreError("ground/track", `${path} is a link; a track's results must lie in its own folder`);
      }
    }
  }

  get folder(): string {
    return this.#folder;
  }

  /** The stored result of a transition, or `null` when grounding was not run. */
  read(transition: string): GroundingResult | null {
    const path = this.#path(`${transition}.json`);
    let text: string;
    try {
      text = readFileSync(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw new RepoloreError("ground/unreadable", `cannot read ${path}: ${(error as Error).message}`);
    }
    try {
      return JSON.parse(text) as GroundingResult;
    } catch (cause) {
      throw new RepoloreError("ground/unreadable", `${path} is not JSON; run grounding again`, { cause });
    }
  }

  write(transition: string, result: GroundingResult): string {
    return this.#write(`${transition}.json`, `${JSON.stringify(result, null, 2)}\n`);
  }

  writeImpact(markdown: string): string {
    return this.#write("impact-scan.md", markdown);
  }

  /** The design of the track, when it has one. */
  design(): string | null {
    for (const name of DESIGNS) {
      try {
        return readFileSync(join(this.#track, name), "utf8");
      } catch {
        // the next name
      }
    }
    return null;
  }

  #path(name: string): string {
    const path = join(this.#folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new RepoloreError("ground/track", `${path} is a link; a track's results must lie in its own folder`);
    }
    return path;
  }

  #write(name: string, text: string): string {
    mkdirSync(this.#folder, { recursive: true });
    const real = realpathSync(this.#folder);
    if (!real.endsWith(`${sep}grounding`)) throw new RepoloreError("ground/track", `${this.#folder} leads elsewhere`);
    const path = this.#path(name);
    const draft = `${path}.${process.pid}.tmp`;
    writeFileSync(draft, text);
    renameSync(draft, path);
    return path;
  }
}
