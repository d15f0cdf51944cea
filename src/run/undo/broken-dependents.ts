import type { PreparedLanding } from '../../workspace/landing/prepared-landing.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { findBrokenAsserts } from '../validation/broken-asserts.ts';
import { judgeOnly } from '../validation/prepare-tree.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import type { PastLanding } from './past-landings.ts';

/** A chunk that is done and whose asserts an undo breaks. */
export interface BrokenDependent {
  /** The contract file. */
  readonly contract: string;
  readonly chunk: { readonly id: string; readonly title: string };
  /** The messages of the asserts. */
  readonly asserts: readonly string[];
}

/** Finds the done chunks of all contracts that the merge of an undo breaks. Only asserts that files answer are compared. */
export async function findBrokenDependents(
  {
    found: { landing },
    contracts,
    services,
  }: {
    readonly found: { readonly landing: PastLanding };
    readonly contracts: readonly RunnableContract[];
    readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'history' | 'repository' | 'signal'>;
  },
  { merged, userSnapshot }: Pick<PreparedLanding, 'merged' | 'userSnapshot'>,
): Promise<readonly BrokenDependent[]> {
  const dependents: BrokenDependent[] = [];
  for (const { document, contract, sharedGates } of contracts) {
    const undone = landing.chunks.filter(({ specId }) => specId === contract.spec.id).map(({ id }) => id);
    if (contract.chunks.every(({ id }) => undone.includes(id))) continue;
    const broken = await withAttemptWorktree({ contract, services }, merged, async (attempt) => {
      await judgeOnly({ attempt, services }, merged);
      await services.analysis.filesChanged(attempt.root, 'all');
      const earlier = { before: userSnapshot, sharedGates };
      return findBrokenAsserts({ document, contract, attempt, judged: merged, earlier, services });
    });
    for (const chunk of new Set(broken.map((one) => one.chunk))) {
      if (undone.includes(chunk.id)) continue;
      const asserts = broken.filter((one) => one.chunk === chunk).map(({ result }) => result.assertion.message);
      dependents.push({ contract: document.file, chunk: { id: chunk.id, title: chunk.title }, asserts });
    }
  }
  return dependents;
}
