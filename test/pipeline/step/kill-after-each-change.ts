import { itemStateSchema } from '../../../src/pipeline/state/item-state.ts';
import type { ForgeScene } from '../forge/support/forge-scene.ts';
import { Killed, Killer } from './killer.ts';
import { MemoryStateStore, Steps, type ExecutorOptions, type StepOptions } from './support.ts';

export interface KillOptions {
  readonly step: StepOptions;
  readonly executors?: ExecutorOptions;
}

export interface Kills {
  readonly count: number;
  /** The changes that no later run repeated, so that no step was killed after them. */
  readonly missed: readonly string[];
}

/**
 * Kills a step after each change of the forge and the state on the way of an item to its rest. One run of an item meets many
 * kills: each killed step is continued once before the next kill. So few runs are enough for all changes.
 *
 * @param check receives each item at its rest, and the changes after which its steps were killed
 */
export async function killAfterEachChange(
  scene: ForgeScene,
  createItem: () => Promise<string>,
  { step, executors }: KillOptions,
  check: (item: string, changes: readonly string[]) => Promise<void>,
): Promise<Kills> {
  const open = () => new Steps(scene, new MemoryStateStore(), executors);
  const pending = new Set<string>();
  const observer = new Killer((name, values) => {
    pending.add(describeChange(name, values));
    return false;
  }, 'after');
  await open().runToRest(await createItem(), { ...step, killer: observer });
  let count = 0;
  for (;;) {
    const item = await createItem();
    const steps = open();
    const killed: string[] = [];
    for (let isAtRest = false; !isAtRest;) {
      const killer = new Killer((name, values) => {
        const change = describeChange(name, values);
        if (!pending.delete(change)) return false;
        killed.push(change);
        return true;
      }, 'after');
      await runUntilKilled(steps, item, { ...step, killer });
      isAtRest = !killer.hasKilled || (await steps.run(item, step)).outcome !== 'advanced';
    }
    await check(item, killed);
    count += killed.length;
    if (killed.length === 0 || pending.size === 0) return { count, missed: [...pending] };
  }
}

/** Equal for the same change of two items: without numbers, hashes and times. */
function describeChange(name: string, values: readonly unknown[]): string {
  return `${name} ${name === 'swap' ? describeState(String(values[2])) : neutral(JSON.stringify(values))}`;
}

/** Equal for two states that are equally far, also after a takeover, which adds a comment and sets the labels again. */
function describeState(text: string): string {
  const { stage, status, subItems, outbox, receipts, lock } = itemStateSchema.parse(JSON.parse(text));
  const parts = subItems.map((subItem) => [subItem.id, subItem.stage, subItem.status, subItem.attempts.length]);
  const effects = [outbox.map(({ key }) => key), Object.keys(receipts)].map((keys) => {
    const planned = keys.filter((key) => !key.includes('takeover')).map(neutral);
    return [...new Set(planned)].sort();
  });
  return JSON.stringify([stage, status, parts, effects, lock !== undefined]);
}

function neutral(text: string): string {
  return text.replaceAll(/[0-9a-f]{40}/g, 'hash').replaceAll(/\d+/g, '#');
}

/** Runs steps until one is killed or nothing happens. */
export async function runUntilKilled(steps: Steps, item: string, options: StepOptions): Promise<void> {
  try {
    await steps.runToRest(item, options);
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown;
  }
}
