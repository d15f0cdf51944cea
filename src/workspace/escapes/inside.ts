import { mechanismsOf } from './mechanism-table.ts';
import { Trial, type Bait, type InsideBait } from './mechanism.ts';

export interface InsideRequest {
  readonly mode: 'auto' | 'strict';
  readonly bait: Bait;
}

/** What a mechanism did inside. */
export interface TriedMechanism {
  readonly id: string;
  /** The number of ways that were tried. */
  readonly tried: number;
  /** The ways that are open. */
  readonly open: readonly string[];
  /** Why the mechanism could not be tried. */
  readonly failure?: string | undefined;
}

/** Tries every mechanism. A mistake in one does not end the others. */
export async function tryAll(
  { mode, bait }: InsideRequest,
  environment: InsideBait['environment'],
): Promise<readonly TriedMechanism[]> {
  const results: TriedMechanism[] = [];
  for (const { id, run } of mechanismsOf(mode)) {
    const trial = new Trial();
    let failure: string | undefined;
    try {
      await run(trial, { ...bait, environment });
    } catch (thrown) {
      failure = String(thrown);
    }
    results.push({ id, tried: trial.tried, open: trial.open, failure });
  }
  return results;
}
