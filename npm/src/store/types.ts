// The port through which everything is read and written. Adapters move bytes and decide nothing.

/** One file to be written or removed, together with the bytes the plan was made from. */
export interface Change {
  /** Path relative to the store's root, with `/` between the parts. */
  path: string;
  /** What the file held when the plan was made; `null` when it did not exist. */
  expected: Uint8Array | null;
  /** What it shall hold; `null` removes it. */
  content: Uint8Array | null;
}

/** What became of each change. */
export interface Applied {
  /** Paths that now hold the planned content. */
  written: string[];
  /** Of those, paths that held it before: somebody else had the same plan. */
  already?: string[];
  /** Paths left alone because somebody changed them in the meantime, with the reason. */
  skipped: { path: string; reason: string }[];
  /** The commit that holds them, where the store makes commits. */
  commit?: string;
}

/** Hears of a file that is passed over, and why. */
export type LeaveOut = (path: string, reason: string) => void;

/** A place that holds files: a folder, a git host, memory. */
export interface Store {
  /** What messages call this store: a folder, `owner/repo@branch`, … */
  readonly name: string;
  /** The bytes of a file, or `null` when it is not there. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * Every file below a folder (`""` for all), sorted by path; links and special files are left out, and so are names that
   * some system cannot handle, which `leaveOut` hears of.
   */
  list(prefix: string, leaveOut?: LeaveOut): Promise<string[]>;
  /** Carries out a plan: all of it or, where somebody else wrote meanwhile, all but those files. */
  apply(changes: Change[], message: string): Promise<Applied>;
}
