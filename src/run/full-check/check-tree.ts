import type { ChunkVerdict } from '../../verdicts/checks/interfaces/result.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Base, Snapshot } from '../../workspace/git/snapshot.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import type { ProvedChange } from '../validation/proof-input.ts';
import { SharedCommands } from '../validation/shared-commands.ts';
import { validateSnapshot } from '../validation/validate-snapshot.ts';
import { listWritableFiles } from '../validation/writable-files.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import type { FullCheckParts, FullChunkCheck, TreeGateReport } from './full-check-report.ts';
import { requiredResults } from '../../foundation/verdict.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { enforcementModeOf } from '../../verdicts/gates/enforcement-mode.ts';
import type { GateDecision } from '../../verdicts/gates/judgement.ts';
import { selectGates, type ChunkGate } from '../../verdicts/gates/select-gates.ts';
import { decideAndRecord, decideFromRecord } from '../gates/decide-from-record.ts';

export interface TreeCheckInput extends RunnableContract {
  readonly chunks: readonly Chunk[];
  /** Whether models may judge gates without a recorded verdict. */
  readonly judge: boolean;
  /** The snapshot to judge. Default: one of the user's current tree. */
  readonly base?: Base | undefined;
  /** The change that led to the snapshot. Without one, the commands need not prove that they report failures. */
  readonly change?: ProvedChange | undefined;
  readonly services: RunServices;
}

export interface TreeCheck {
  readonly chunks: readonly FullChunkCheck[];
  /** Messages about the snapshot of the current tree. */
  readonly notes: readonly string[];
}

/**
 * [DONE-4] Judges chunks in a worktree of the user's current tree, with staged, unstaged and untracked files, by the steps
 * that a landing takes: setup, build, verify, acceptance commands, asserts and gates.
 */
export async function checkTree(input: TreeCheckInput): Promise<TreeCheck> {
  const { contract, services } = input;
  const base = input.base ?? (await services.repository.createBase({ signal: services.signal }));
  return withAttemptWorktree({ contract, services }, base, async (attempt) => {
    const chunks: FullChunkCheck[] = [];
    const shared = new SharedCommands();
    for (const chunk of input.chunks) {
      chunks.push(await checkChunkInTree(input, chunk, attempt, base, shared));
    }
    return { chunks, notes: base.notes };
  });
}

async function checkChunkInTree(
  input: TreeCheckInput,
  chunk: Chunk,
  attempt: AttemptWorktree,
  judged: Snapshot,
  shared: SharedCommands,
): Promise<FullChunkCheck> {
  const { document, contract, services } = input;
  const context = { document, contract, chunk, attempt, judged, services };
  const validation = await validateSnapshot({
    ...context,
    changedFiles: undefined,
    baseline: undefined,
    shared,
    change: input.change,
  });
  const { postconditionResults, assertResults, suggestResults, commands, problems } = validation;
  const gates = validation.passed
    ? await judgeTreeGates({
        ...context,
        sharedGates: input.sharedGates,
        chunkFiles: await listWritableFiles(chunk, attempt.tree),
        judge: input.judge,
      })
    : [];
  // Gates prepare the tree for their own commands.
  if (gates.length > 0) shared.treeWasReset();
  const parts = { commands, problems, gates };
  const wasChecked = requiredResults(validation).length > 0;
  const verdict = validation.passed ? toVerdict(parts, wasChecked) : 'unsatisfied';
  return { verdict, assertResults, suggestResults, postconditionResults, ...parts };
}

/**
 * The verdict on a chunk that passed validation. A gate that was not judged leaves the chunk unverified. Acceptance commands
 * and gates verify a chunk too; the build and the verify command do not, because they are not about this chunk.
 */
function toVerdict({ commands, gates }: FullCheckParts, wasChecked: boolean): ChunkVerdict {
  if (gates.some(({ mode, verdict }) => mode === 'blocking' && (verdict === 'FAIL' || verdict === 'BROKEN'))) {
    return 'unsatisfied';
  }
  if (gates.some(({ mode, verdict }) => mode !== 'informational' && verdict === 'NOT_JUDGED')) return 'unverified';
  const isAccepted = commands.some(({ stage }) => stage === 'acceptance');
  return wasChecked || isAccepted || gates.some(({ verdict }) => verdict === 'PASS') ? 'satisfied' : 'unverified';
}

interface TreeGatesInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly sharedGates: readonly Gate[];
  readonly attempt: AttemptWorktree;
  readonly judged: Snapshot;
  /** The files that the chunk may write, for a model that judges them. */
  readonly chunkFiles: readonly string[];
  /** Whether models may be called. */
  readonly judge: boolean;
  readonly services: RunServices;
}

/** Judges the gates of a chunk in a tree, without the attempt that created it. */
async function judgeTreeGates(input: TreeGatesInput): Promise<readonly TreeGateReport[]> {
  const reports: TreeGateReport[] = [];
  for (const chunkGate of selectGates(input.contract, input.chunk, input.sharedGates)) {
    const { gate } = chunkGate;
    const { verdict, reasoning, tests, findings } = await judgeTreeGate(input, chunkGate);
    const report = { id: gate.id, name: gate.name ?? gate.id, mode: enforcementModeOf(gate), verdict, reasoning };
    reports.push({ ...report, ...(tests && { tests }), ...(findings && { findings }) });
  }
  return reports;
}

type TreeGateDecision = Omit<GateDecision, 'verdict'> & Pick<TreeGateReport, 'verdict'>;

async function judgeTreeGate(input: TreeGatesInput, chunkGate: ChunkGate): Promise<TreeGateDecision> {
  const { gate } = chunkGate;
  const gateInput = { ...input, number: 1, base: input.judged, changedFiles: input.chunkFiles };
  const decision = await decideFromRecord(gateInput, chunkGate);
  if (decision !== undefined) return decision;
  if (!input.judge || isForPerson(gate)) {
    return { verdict: 'NOT_JUDGED', reasoning: `No verdict is recorded for the current content. ${howToJudge(gate)}` };
  }
  return decideAndRecord(gateInput, chunkGate);
}

function isForPerson({ judge }: Gate): boolean {
  return typeof judge === 'string';
}

function howToJudge(gate: Gate): string {
  return isForPerson(gate)
    ? 'A person has to judge it in a run.'
    : '"--judge", or "Judge Gates" in the editor, asks the model.';
}
