import { setImmediate as nextTurn } from 'node:timers/promises';

/** What an engine is made of, the parts that others need first. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('zod'),
  () => import('../contract/model.ts'),
  () => import('../contract/source/parse-yaml.ts'),
  () => import('../checks/patterns/pattern.ts'),
  () => import('../checks/schemas/schema-compiler.ts'),
  () => import('../checks/table.ts'),
  () => import('../workspace/git.ts'),
  () => import('../history/open-history.ts'),
];

/**
 * Loads the code of an engine part by part, each in a turn of the loop of its own. All at once it holds its thread up for
 * longer than a person overlooks, and in the editor that is the thread of every extension.
 */
export async function loadInTurns(): Promise<void> {
  for (const load of parts) {
    await load();
    await nextTurn();
  }
}
