import type { Chunk } from '../../contract/model.ts';
import { enforcementModeOf } from '../../verdicts/gates/enforcement-mode.ts';
import { isSkippedByChoice } from '../../verdicts/gates/gate-review.ts';
import { describeVerdict } from '../../verdicts/gates/guidance.ts';
import type { GateJudgement } from '../../verdicts/gates/judgement.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { decideAndRecord, decideFromRecord } from '../gates/decide-from-record.ts';
import type { CommandReport, LandingGate, LandingReport } from '../report/run-result.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { describeCommand } from '../validation/stage-command.ts';
import { validateSnapshot, type SnapshotVerdict } from '../validation/validate-snapshot.ts';
import { requiredResults } from '../../foundation/verdict.ts';

type Conflicts = LandingReport['conflicts'];

/** A chunk whose result is part of the merge. */
interface MergedChunk {
  readonly chunk: Chunk;
  readonly runId?: string | undefined;
  readonly changedFiles: readonly string[];
}

export interface JudgedMerge extends RunnableContract {
  readonly runId: string;
  readonly chunks: readonly MergedChunk[];
  /** A worktree in which the merge is checked out. */
  readonly attempt: AttemptWorktree;
  readonly merged: Snapshot;
  /** The tree that the result was merged with. */
  readonly before: Snapshot;
  /** The chunks that have passed in this run and are part of `before`, although they have not landed. */
  readonly passedEarlier?: ReadonlySet<string> | undefined;
  readonly baseline: CommandReport | undefined;
  /** The number of the attempt that gates on the merge are judged for. Default: 1. */
  readonly attemptNumber?: number | undefined;
  /** The beginning of each message, such as "After merging with your edits". */
  readonly description: string;
  readonly services: RunServices;
}

/** The verdict on a merged tree. Without conflicts it can land. */
export interface MergeVerdict {
  readonly conflicts: Conflicts;
  /** Whether every conflict is a blocking gate without a verdict on the merge. */
  readonly isUndecided: boolean;
  /** The judgements of the gates on the merge, by the id of their chunk. */
  readonly judgements: ReadonlyMap<string, readonly GateJudgement[]>;
}

/** The verdict on a merge that equals a validated result. */
export const VALID_MERGE: MergeVerdict = { conflicts: [], isUndecided: false, judgements: new Map() };

/** Validates all chunks of a merged tree like an attempt, and judges their gates if all of them are satisfied. */
export async function judgeMerge(input: JudgedMerge): Promise<MergeVerdict> {
  const { attempt, services } = input;
  await services.analysis.filesChanged(attempt.root, 'all');
  const conflicts: Conflicts[number][] = [];
  for (const merged of input.chunks) {
    const verdict = await validateSnapshot({
      ...input,
      ...merged,
      runId: merged.runId ?? input.runId,
      judged: input.merged,
      earlier: { before: input.before, sharedGates: input.sharedGates, passed: input.passedEarlier },
    });
    if (!verdict.passed) conflicts.push(...toConflicts(input, verdict));
  }
  if (conflicts.length > 0) return { ...VALID_MERGE, conflicts };
  const judgements = new Map<string, readonly GateJudgement[]>();
  for (const merged of input.chunks) judgements.set(merged.chunk.id, await judgeGates(input, merged));
  const blocking = [...judgements.values()]
    .flat()
    .filter(({ mode, verdict }) => mode === 'blocking' && verdict !== 'PASS');
  return {
    conflicts: blocking.map((judgement) => ({
      file: '',
      reason: `${input.description}: ${describeVerdict(judgement)}`,
    })),
    isUndecided: blocking.length > 0 && blocking.every(({ verdict }) => verdict !== 'FAIL'),
    judgements,
  };
}

/** The reasons why a chunk is not satisfied in a merged tree. */
function toConflicts({ description }: JudgedMerge, verdict: SnapshotVerdict): Conflicts {
  const conflicts: Conflicts[number][] = [];
  const build = verdict.commands.find(({ stage, passed }) => stage === 'build' && !passed);
  if (build !== undefined) {
    conflicts.push({ file: '', reason: `${description}, the build fails: ${describeCommand(build)}.` });
  }
  for (const { passed, assertion, location, expected, actual, error } of requiredResults(verdict)) {
    if (passed) continue;
    const details = `expected ${expected ?? 'it to hold'}, got ${actual ?? error ?? 'nothing'}`;
    conflicts.push({
      file: location?.file ?? '',
      reason: `${description}, the assert "${assertion.message}" fails: ${details}.`,
    });
  }
  for (const { message } of verdict.problems) conflicts.push({ file: '', reason: `${description}: ${message}` });
  return conflicts;
}

/**
 * [DONE-4] Judges the gates of a chunk on the merge. The verdict of a model or a person on the same content counts again;
 * on other content they judge again. Gates that a person has skipped for this result are not judged.
 */
async function judgeGates(input: JudgedMerge, { chunk, runId, changedFiles }: MergedChunk): Promise<GateJudgement[]> {
  const gates = selectGates(input.contract, chunk, input.sharedGates);
  if (gates.length === 0 || (await areGatesSkipped(input, runId))) return [];
  const { services, attemptNumber = 1 } = input;
  services.report({ type: 'stage', chunk: chunk.id, stage: 'gates' });
  const gateInput = {
    ...input,
    chunk,
    runId: runId ?? input.runId,
    number: attemptNumber,
    base: input.before,
    judged: input.merged,
    changedFiles,
  };
  const judgements: GateJudgement[] = [];
  for (const chunkGate of gates) {
    const { gate } = chunkGate;
    const decision = (await decideFromRecord(gateInput, chunkGate)) ?? (await decideAndRecord(gateInput, chunkGate));
    judgements.push({ gate, mode: enforcementModeOf(gate), ...decision });
  }
  return judgements;
}

async function areGatesSkipped({ services, runId: landingRun }: JudgedMerge, runId = landingRun): Promise<boolean> {
  const [review] = await services.history.listGateReviews({ id: runId });
  return review !== undefined && isSkippedByChoice(review);
}

/** The judgements in the form of a report. */
export function toLandingGates(judgements: MergeVerdict['judgements']): readonly LandingGate[] {
  return [...judgements].flatMap(([chunk, ofChunk]) =>
    ofChunk.map(({ gate, mode, verdict, reasoning, tests }) => ({
      chunk,
      id: gate.id,
      name: gate.name ?? gate.id,
      mode,
      verdict,
      reasoning,
      ...(tests && { tests }),
    })),
  );
}
