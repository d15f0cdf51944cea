import { runAttack, type AttackResult } from './run-attack.ts';

/** Attacks a program with several seeds, some in parallel. `ended` receives each result. */
export async function attackSeeds(
  program: string,
  seeds: readonly number[],
  jobs: number,
  ended: (result: AttackResult) => void = () => undefined,
  fault?: string,
): Promise<readonly AttackResult[]> {
  const results: AttackResult[] = [];
  const waiting = [...seeds];
  const work = async (): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const result = await runSafely(program, seed, fault);
      results.push(result);
      ended(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

/** A fault of the attack itself is a finding too, so that the other seeds still run. */
async function runSafely(program: string, seed: number, fault?: string): Promise<AttackResult> {
  try {
    return await runAttack(program, seed, { fault });
  } catch (thrown) {
    const text = `The attack itself failed: ${thrown instanceof Error ? String(thrown.stack) : String(thrown)}`;
    return { seed, faults: [], findings: [{ kind: 'crash', text }], durationMs: 0, details: [] };
  }
}
