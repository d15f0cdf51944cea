import type { DependentsView } from '../protocol/impact-view.ts';

/**
 * The files that a change of one export reaches: those that use it, those that pass it on to them, and whatever depends
 * on a file that uses it. Files that import the module for something else are none of them.
 */
export function reachedFiles(root: string, { files, edges }: DependentsView, users: ReadonlySet<string>): Set<string> {
  const using = files.map(({ file }) => file).filter((file) => users.has(file));
  const passers = spread([root], (file) =>
    edges.filter(({ to, kind }) => to === file && kind === 'reexport').map(({ from }) => from),
  );
  const onTheWay = spread(using, (file) =>
    edges.filter(({ from, to }) => from === file && passers.has(to)).map(({ to }) => to),
  );
  const after = spread(using, (file) => edges.filter(({ to }) => to === file).map(({ from }) => from));
  const reached = new Set([...onTheWay, ...after]);
  reached.delete(root);
  return reached;
}

function spread(start: readonly string[], next: (file: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(start);
  for (const file of seen) for (const each of next(file)) seen.add(each);
  return seen;
}
