import assert from 'node:assert/strict';
import type { ProtectedChange } from '../../../../src/verdicts/protection/changes/protected-change.ts';
import { severityOf } from '../../../../src/verdicts/protection/changes/severity-of-change.ts';
import { findProtectedChanges } from '../../../../src/verdicts/protection/find-protected-changes.ts';
import { readProtectedChanges } from '../../../../src/verdicts/protection/read-protected-changes.ts';

/** The texts of files by path. */
export type Tree = Readonly<Record<string, string>>;

/** The texts of changed files by path; `null` for a deleted file. */
export type TreeChange = Readonly<Record<string, string | null>>;

export type Judgement = 'error' | 'warning' | 'fact' | 'silent';

/** Finds what a change does to the tests and the tools of a tree, without a repository. */
export async function findInTrees(
  base: Tree,
  change: TreeChange,
  commands: readonly string[] = [],
): Promise<readonly ProtectedChange[]> {
  const after = new Map([...Object.entries(base), ...Object.entries(change)]);
  const read = (texts: ReadonlyMap<string, string | null>, paths: readonly string[]): Map<string, Buffer> =>
    new Map(
      paths.flatMap((path) => {
        const text = texts.get(path) ?? undefined;
        return text === undefined ? [] : [[path, Buffer.from(text)] as const];
      }),
    );
  const original = new Map(Object.entries(base));
  return readProtectedChanges({
    repository: {
      listFiles: () => Promise.resolve(Object.keys(base)),
      readFiles: (_commit, paths) => Promise.resolve(read(original, paths)),
    },
    base: 'base',
    changes: Object.entries(change).map(([path, text]) => ({
      path,
      kind: text === null ? 'deleted' : path in base ? 'modified' : 'created',
    })),
    readAfter: (paths) => Promise.resolve(read(after, paths)),
    commands,
    find: findProtectedChanges,
  });
}

/** The highest severity of what is found. */
export function judgementOf(changes: readonly ProtectedChange[]): Judgement {
  const severities = new Set(changes.map(severityOf));
  return (['error', 'warning', 'fact'] as const).find((one) => severities.has(one)) ?? 'silent';
}

/** A change with the judgement that it deserves. */
export type Row = readonly [name: string, expected: Judgement, change: TreeChange, base?: Tree];

/** Judges each change of a tree, and fails with those whose judgement differs. */
export async function checkRows(base: Tree, rows: readonly Row[], commands: readonly string[]): Promise<void> {
  const wrong: string[] = [];
  for (const [name, expected, change, more = {}] of rows) {
    const changes = await findInTrees({ ...base, ...more }, change, commands);
    const actual = judgementOf(changes);
    if (actual === expected) continue;
    const found = changes.map((one) => `${one.kind} ${one.subject}: ${one.actual}`).join('; ');
    wrong.push(`${name}: ${actual}, not ${expected}: ${found}`);
  }
  assert.equal(wrong.join('\n'), '');
}
