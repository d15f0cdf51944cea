import type { DependentsView } from '../protocol/impact-panel-data.ts';

/**
 * Finds the files that a change of one export affects: its users, the files that re-export it to them, and all dependents
 * of its users. Files that import the module for another export are not affected.
 */
export function findReachedFiles(
  root: string,
  { files, edges }: DependentsView,
  users: ReadonlySet<string>,
): Set<string> {
  const directUsers = files.map(({ file }) => file).filter((file) => users.has(file));
  const reexporters = collectReachable([root], (file) =>
    edges.filter(({ to, kind }) => to === file && kind === 'reexport').map(({ from }) => from),
  );
  const intermediaries = collectReachable(directUsers, (file) =>
    edges.filter(({ from, to }) => from === file && reexporters.has(to)).map(({ to }) => to),
  );
  const dependents = collectReachable(directUsers, (file) =>
    edges.filter(({ to }) => to === file).map(({ from }) => from),
  );
  const reached = new Set([...intermediaries, ...dependents]);
  reached.delete(root);
  return reached;
}

function collectReachable(start: readonly string[], next: (file: string) => readonly string[]): ReadonlySet<string> {
  const reachable = new Set(start);
  // A Set iterates over values that are added during the iteration.
  for (const file of reachable) for (const neighbor of next(file)) reachable.add(neighbor);
  return reachable;
}
