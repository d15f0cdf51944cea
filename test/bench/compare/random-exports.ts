import type { ModuleIndex } from '../../../src/code/module-index.ts';

/** An export that a file declares itself, with the place of its declaration, and where it is given. */
export interface DeclaredExport {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly given: { readonly line: number; readonly column: number };
}

/** Exports that scripts declare, chosen at random; the same for the same seed. @param scripts the paths to choose from */
export function randomExports(
  index: ModuleIndex,
  count: number,
  seed: number,
  scripts = /\.[cm]?tsx?$/,
): readonly DeclaredExport[] {
  const pool: DeclaredExport[] = [];
  for (const file of [...index.files()].sort()) {
    if (!scripts.test(file)) continue;
    for (const each of index.moduleOf(file)?.exports ?? []) {
      if (each.from !== undefined || each.kind === 'unknown') continue;
      const { line, column } = each.declaredAt ?? each;
      pool.push({ file, name: each.name, line, column, given: { line: each.line, column: each.column } });
    }
  }
  const random = randomNumbers(seed);
  const chosen: DeclaredExport[] = [];
  while (chosen.length < count && pool.length > 0) {
    chosen.push(...pool.splice(Math.floor(random() * pool.length), 1));
  }
  return chosen;
}

/** Numbers from 0 up to 1 by a linear congruence. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
