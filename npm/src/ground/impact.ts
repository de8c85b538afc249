// The impact scan: reads the tree and the log, in chunks and within its limit; the core judges.
import { withCore } from "../core.js";
import type { ImpactReport } from "../generated/types.js";
import { FileReader, gitLog } from "../sources/repo.js";
import { listTree, type Tree } from "../sources/tree.js";

/** The limit of a scan. */
export const IMPACT_LIMIT_MS = 30_000;
const COMMITS = 3_000;
const CHUNK = 64;

export interface ImpactRequest {
  /** The design, plan or commit message. */
  design: string;
  /** The folder that is scanned. */
  root: string;
  /** Milliseconds after which the rest is judged by path alone; 30 seconds when not given. */
  limitMs?: number;
  clock?: () => number;
  /** The tree, when the caller has listed it already. */
  tree?: Tree;
}

/** Finds the files that a design touches. */
export function scanImpact(request: ImpactRequest): ImpactReport {
  const clock = request.clock ?? (() => performance.now());
  const limit = request.limitMs ?? IMPACT_LIMIT_MS;
  const started = clock();
  const tree = request.tree ?? listTree(request.root);
  const scan = withCore((core) => new core.DesignScan(request.design));
  if (tree.git) {
    const log = gitLog(tree.root, COMMITS);
    withCore(() => scan.setLog(log));
  }
  const reader = new FileReader(tree.root);
  let late = false;
  for (const [at, file] of tree.files.entries()) {
    if (at % CHUNK === 0 && clock() - started > limit) late = true;
    const bytes = late ? null : reader.read(file);
    if (bytes) withCore(() => scan.add(file.path, bytes));
    else withCore(() => scan.addPath(file.path));
  }
  return withCore(() => scan.finish(late ? `the limit of ${limit} ms was reached` : undefined));
}

/** The report as the table of `impact-scan.md`. */
export function impactTable(report: ImpactReport): string {
  return withCore((core) => core.impactMarkdown(report));
}
