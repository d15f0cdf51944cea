import { setImmediate as nextTurn } from 'node:timers/promises';

/** The modules of the engine, dependencies first. */
const modules: readonly (() => Promise<unknown>)[] = [
  () => import('../contract/model.ts'),
  () => import('../contract/source/parse-yaml.ts'),
  () => import('../verdicts/checks/patterns/pattern.ts'),
  () => import('../verdicts/checks/schemas/schema-compiler.ts'),
  () => import('../verdicts/checks/definitions/check-table.ts'),
  () => import('../workspace/git/git.ts'),
  () => import('../history/open-history.ts'),
];

/**
 * Loads the engine's modules, each in a separate turn of the event loop. Loading them at once would block the thread for a
 * noticeable time, and in the editor all extensions share that thread.
 */
export async function preloadModules(): Promise<void> {
  for (const load of modules) {
    await load();
    await nextTurn();
  }
}
