import type { AuditEntry } from '../../../src/pipeline/state/audit-entry.ts';
import { itemStateSchema } from '../../../src/pipeline/state/item-state.ts';
import { isFullRun } from '../../scripts/full-run.ts';
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

/** The fewest kills that prove something: in `npm test`, one for each kind of change. */
export const FEWEST_KILLS = isFullRun ? 80 : 14;

/**
 * Kills a step after changes of the forge and the state on the way of an item to its rest: after one of each kind, and in
 * the full run after each one. One run of an item meets many kills: each killed step is continued once before the next kill.
 * So few runs are enough for all changes.
 *
 * @param check receives each item at its rest, the changes after which its steps were killed, and what runs more steps
 */
export async function killAfterEachChange(
  scene: ForgeScene,
  createItem: () => Promise<string>,
  { step, executors }: KillOptions,
  check: (item: string, changes: readonly string[], steps: Steps) => Promise<void>,
): Promise<Kills> {
  const open = () => new Steps(scene, new MemoryStateStore(), executors);
  const pending = new Map<string, number>();
  const observer = new Killer((name, values) => {
    const change = describeChange(name, values);
    pending.set(change, (pending.get(change) ?? 0) + 1);
    return false;
  }, 'after');
  await open().runToRest(await createItem(), { ...step, killer: observer });
  // Changes of the same kind are in several stages. The kills are spread over them.
  for (const [index, [change, times]] of [...pending].entries()) pending.set(change, isFullRun ? 0 : index % times);
  let count = 0;
  for (;;) {
    const item = await createItem();
    const steps = open();
    const killed: string[] = [];
    const seen = new Map<string, number>();
    for (let isAtRest = false; !isAtRest;) {
      const killer = new Killer((name, values) => {
        const change = describeChange(name, values);
        const times = seen.get(change) ?? 0;
        seen.set(change, times + 1);
        if (times < (pending.get(change) ?? Infinity)) return false;
        pending.delete(change);
        killed.push(change);
        return true;
      }, 'after');
      await runUntilKilled(steps, item, { ...step, killer });
      isAtRest = !killer.hasKilled || (await steps.run(item, step)).outcome !== 'advanced';
    }
    await check(item, killed, steps);
    count += killed.length;
    if (killed.length === 0 || pending.size === 0) return { count, missed: [...pending.keys()] };
  }
}

/** Equal for the same change of two items in the full run, and for changes of the same kind otherwise. */
function describeChange(name: string, values: readonly unknown[]): string {
  if (name === 'swap') return `swap ${describeState(String(values[2]))}`;
  if (!isFullRun) return name;
  if (name !== 'append') return `${name} ${neutral(JSON.stringify(values))}`;
  // After a kill, the same entries are delivered in other groups.
  const last = (values[1] as readonly AuditEntry[]).at(-1);
  return `append ${last?.stage} ${last?.event}`;
}

/**
 * Equal for two states that are equally far, also after a takeover, which adds a comment and sets the labels again. Outside
 * of the full run: for two states that have the same types of effects to perform.
 */
function describeState(text: string): string {
  const { stage, status, subItems, outbox, receipts, lock } = itemStateSchema.parse(JSON.parse(text));
  const isLocked = lock !== undefined;
  if (!isFullRun) return JSON.stringify([[...new Set(outbox.map(({ type }) => type))], isLocked]);
  const parts = subItems.map((subItem) => [subItem.id, subItem.stage, subItem.status, subItem.attempts.length]);
  const effects = [outbox.map(({ key }) => key), Object.keys(receipts)].map((keys) => {
    const planned = keys.filter((key) => !key.includes('takeover')).map(neutral);
    return [...new Set(planned)].sort();
  });
  return JSON.stringify([stage, status, parts, effects, isLocked]);
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
