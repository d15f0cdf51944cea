import type { ModuleIndex } from '../../../src/code/index/module-index.ts';

/** An export that its own file declares. */
export interface DeclaredExport {
  readonly file: string;
  readonly name: string;
  /** The location of the declaration. */
  readonly line: number;
  readonly column: number;
  /** The location of the export, which may be a separate statement. */
  readonly exported: { readonly line: number; readonly column: number };
}

/**
 * Selects declared exports at random. The same seed gives the same exports.
 *
 * @param scripts matches the files to select from
 */
export function selectRandomExports(
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
      pool.push({ file, name: each.name, line, column, exported: { line: each.line, column: each.column } });
    }
  }
  const random = createRandom(seed);
  const chosen: DeclaredExport[] = [];
  while (chosen.length < count && pool.length > 0) {
    chosen.push(...pool.splice(Math.floor(random() * pool.length), 1));
  }
  return chosen;
}

/** Creates a generator of pseudorandom numbers from 0 to 1: a linear congruential generator. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
