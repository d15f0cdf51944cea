import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { PreparedLanding } from '../workspace/landing.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { UnlandedResult } from './chunk-run-input.ts';
import type { CommandReport, LandingReport } from './result.ts';
import type { RunServices } from './services.ts';
import { validateSnapshot } from './validation.ts';

export interface LandingInput {
  readonly runId: string;
  /** The chunks whose change lands, with their contract; all of them must hold in the merged tree. */
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunks: readonly { readonly chunk: Chunk; readonly changedFiles: readonly string[] }[];
  readonly attempt: AttemptTree;
  /** What the work started from, and what it ended with. */
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly mode: 'commit' | 'working-tree';
  readonly message: string;
  readonly baseline: CommandReport | undefined;
  readonly services: RunServices;
}

/** How often the user's tree may change under a landing before it is given up as a conflict. */
const MAX_PREPARATIONS = 5;

/**
 * Brings a result into the user's tree, all or nothing. Where the user changed the tree meanwhile, the merge is judged
 * as an attempt is before a byte is written; a conflict or a broken assert lands nothing and the result is kept.
 */
export async function landResult(input: LandingInput): Promise<LandingReport> {
  const { services, chunks } = input;
  for (const { chunk } of chunks) services.report({ type: 'stage', chunk: chunk.id, stage: 'landing' });
  for (let preparation = 0; preparation < MAX_PREPARATIONS; preparation++) {
    const prepared = await services.repository.prepareLanding({
      base: input.base,
      result: input.result,
      signal: services.signal,
    });
    const conflicts = prepared.conflicts.length > 0 ? prepared.conflicts : await judgeMerge(input, prepared);
    if (conflicts.length > 0) return keepResult(input, prepared.files, conflicts);
    const landed = await prepared.land({
      mode: input.mode,
      message: input.message,
      runCommitHooks: services.configuration.commitHooks,
    });
    if (landed.outdated) continue;
    if (landed.conflicts.length > 0) return keepResult(input, prepared.files, landed.conflicts);
    return { commit: landed.commit, files: landed.files, conflicts: [], notes: landed.notes };
  }
  return keepResult(
    input,
    [],
    [{ file: '', reason: 'The workspace kept changing while the result was to land. Land it again when it is quiet.' }],
  );
}

/** Checks asserts and build again where the merged tree is not the tree that was judged. */
async function judgeMerge(
  input: LandingInput,
  prepared: PreparedLanding,
): Promise<readonly { file: string; reason: string }[]> {
  if (!prepared.differsFromResult) return [];
  await input.attempt.checkout(prepared.merged.commit);
  return judgeTree(input, prepared.merged, 'Merged with your edits');
}

/**
 * Merges the result of a chunk with those that were stacked while it ran, and judges it on the merge as landing does.
 * What it comes to counts only where there are no conflicts.
 */
export async function judgeCombined(
  input: Pick<LandingInput, 'document' | 'contract' | 'services'> & {
    readonly from: Snapshot;
    readonly onto: Snapshot;
    readonly unlanded: UnlandedResult;
  },
): Promise<{ readonly merged: Snapshot; readonly conflicts: LandingReport['conflicts'] }> {
  const { services, contract, unlanded } = input;
  const { merged, conflicts } = await services.repository.combine({
    base: input.from,
    result: unlanded.result,
    onto: input.onto,
    signal: services.signal,
  });
  if (conflicts.length > 0) return { merged, conflicts };
  const attempt = await services.repository.openAttempt(merged, {
    copy: [...(contract.attempt?.copy ?? []), ...services.configuration.attempt.copy],
    signal: services.signal,
  });
  try {
    const judged = { ...input, attempt, chunks: unlanded.passed, baseline: undefined };
    return { merged, conflicts: await judgeTree(judged, merged, 'Merged with the chunks beside it') };
  } finally {
    await services.analysis.close(attempt.root);
    await attempt.dispose();
  }
}

/** Why chunks do not hold in a merged tree; `merged` begins each sentence. */
async function judgeTree(
  input: Pick<LandingInput, 'document' | 'contract' | 'services' | 'attempt' | 'chunks' | 'baseline'>,
  judged: Snapshot,
  merged: string,
): Promise<readonly { file: string; reason: string }[]> {
  const { attempt, services } = input;
  await services.analysis.filesChanged(attempt.root, 'all');
  const reasons: { file: string; reason: string }[] = [];
  for (const { chunk, changedFiles } of input.chunks) {
    const verdict = await validateSnapshot({ ...input, chunk, changedFiles, judged });
    if (verdict.passed) continue;
    if (!verdict.buildPassed) {
      reasons.push({
        file: '',
        reason: `${merged}, the build fails (${input.contract.build?.command ?? ''}).`,
      });
    }
    for (const failed of verdict.assertResults.filter((result) => !result.passed)) {
      reasons.push({
        file: failed.location?.file ?? '',
        reason: `${merged}, "${failed.assertion.message}" does not hold: expected ${failed.expected ?? 'it to hold'}, got ${failed.actual ?? failed.error ?? 'nothing'}.`,
      });
    }
    for (const problem of verdict.problems) {
      reasons.push({ file: '', reason: `${merged}: ${problem.message}` });
    }
  }
  return reasons;
}

async function keepResult(
  { runId, result, services }: LandingInput,
  files: readonly string[],
  conflicts: LandingReport['conflicts'],
): Promise<LandingReport> {
  const keptRef = await services.repository.keep(runId, result.commit);
  return { files, conflicts, keptRef, notes: [`Nothing was written. The result is kept as ${keptRef}.`] };
}
