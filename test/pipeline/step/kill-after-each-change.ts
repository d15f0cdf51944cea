import { Git } from '../../../src/workspace/git/git.ts';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import type { LocalScene } from '../forge/support/local-scene.ts';
import { Killed, Killer } from './killer.ts';
import { createExecutors, MemoryStateStore, Steps, type ExecutorOptions, type StepOptions } from './support.ts';

export interface KillOptions {
  readonly step: StepOptions;
  readonly executors?: ExecutorOptions;
  /** Whether the steps from this state on are killed. Default: all steps. */
  readonly from?: (state: ItemState | undefined) => boolean;
}

/**
 * Runs an item to its rest. After each change of the forge and the state on its way, in a copy of the scene, it kills the
 * step there and runs the item to its rest.
 *
 * @param check receives each copy and the number of changes before the end of its process
 * @returns the number of kills
 */
export async function killAfterEachChange(
  scene: LocalScene,
  item: string,
  options: KillOptions,
  check: (scene: LocalScene, changes: number) => Promise<void>,
): Promise<number> {
  // The copies share the commits of the executors.
  const executors = createExecutors(new Git(scene.user.folder), options.executors);
  const store = new MemoryStateStore();
  const main = new Steps(scene, store, executors);
  let state: ItemState | undefined;
  let kills = 0;
  for (let outcome = 'advanced'; outcome === 'advanced';) {
    const isKilled = options.from?.(state) ?? true;
    await using before = await scene.fork();
    const storeBefore = store.copy();
    const counter = new Killer(Infinity, 'after');
    ({ outcome, state } = await main.run(item, { ...options.step, killer: counter }));
    for (let change = 0; isKilled && change < counter.changes; change++) {
      await using copy = await before.fork();
      const steps = new Steps(copy, storeBefore.copy(), executors);
      const killer = new Killer(change, 'after');
      await runUntilKilled(steps, item, { ...options.step, killer });
      await steps.runToRest(item, options.step);
      kills++;
      await check(copy, change + 1);
    }
  }
  return kills;
}

/** Runs steps until one is killed or nothing happens. */
export async function runUntilKilled(steps: Steps, item: string, options: StepOptions): Promise<void> {
  try {
    await steps.runToRest(item, options);
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown;
  }
}
