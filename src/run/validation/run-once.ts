import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ProofInput, ProvedCommand } from './proof-input.ts';

/** The runs of the last trees. Attempts of a chunk have the same base, and chunks can have the same tree. */
const known = new WeakMap<Repository, Map<string, Promise<unknown>>>();
const MAX_KNOWN = 16;

/** What a run depends on besides its tree and the configuration. */
export type RunKey = readonly [name: string, command: ProvedCommand, ...rest: (boolean | number | string)[]];

/** The result of an equal run of the same tree, else that of `run`. */
export async function runOnce<Result>(
  { contract, services }: Pick<ProofInput, 'contract' | 'services'>,
  { tree }: Snapshot,
  [name, { report, file }, ...rest]: RunKey,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly isKnown: boolean }> {
  const runs = known.get(services.repository) ?? new Map<string, Promise<unknown>>();
  known.set(services.repository, runs);
  const { attempt, confinement, environment } = services.configuration;
  const preparation = [contract.build, contract.attempt, contract.network, attempt, confinement, environment];
  const key = JSON.stringify([name, tree, report.command, file, rest, preparation]);
  const existing = runs.get(key) as Promise<Result> | undefined;
  if (existing !== undefined) return { result: await existing, isKnown: true };
  const started = run();
  runs.set(key, started);
  for (const oldest of [...runs.keys()].slice(0, -MAX_KNOWN)) runs.delete(oldest);
  try {
    return { result: await started, isKnown: false };
  } catch (thrown) {
    runs.delete(key);
    throw thrown;
  }
}
