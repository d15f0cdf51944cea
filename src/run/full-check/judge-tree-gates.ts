import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { enforcementModeOf } from '../../gates/enforcement-mode.ts';
import type { GateDecision } from '../../gates/judgement.ts';
import { selectGates, type ChunkGate } from '../../gates/select-gates.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { decideGate } from '../gates/decide-gate.ts';
import { findGateVerdict, needsRecordedVerdict, recordGateVerdict } from '../gates/recorded-gate-verdicts.ts';
import type { RunServices } from '../services/run-services.ts';
import { revertCommandWrites } from '../validation/validate-snapshot.ts';
import type { TreeGateReport } from './full-check-report.ts';

export interface TreeGatesInput {
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
export async function judgeTreeGates(input: TreeGatesInput): Promise<readonly TreeGateReport[]> {
  const reports: TreeGateReport[] = [];
  for (const chunkGate of selectGates(input.contract, input.chunk, input.sharedGates)) {
    const { gate } = chunkGate;
    const { verdict, reasoning } = await judgeTreeGate(input, chunkGate);
    reports.push({ id: gate.id, name: gate.name ?? gate.id, mode: enforcementModeOf(gate), verdict, reasoning });
  }
  return reports;
}

type TreeGateDecision = Omit<GateDecision, 'verdict'> & Pick<TreeGateReport, 'verdict'>;

/**
 * What commands and assertions decide is decided again. The verdict of a model or a person is taken from the record for
 * the same content, and a failure of the other parts outweighs it.
 */
async function judgeTreeGate(input: TreeGatesInput, chunkGate: ChunkGate): Promise<TreeGateDecision> {
  const { gate } = chunkGate;
  const needsRecord = needsRecordedVerdict(gate);
  if (!needsRecord) return decide(input, chunkGate);
  const decidable = withoutJudge(gate);
  if (decidable !== undefined) {
    const decision = await decide(input, { ...chunkGate, gate: decidable });
    if (decision.verdict !== 'PASS') return decision;
  }
  const subject = { ...input, gate, tree: input.attempt.tree };
  const recorded = await findGateVerdict(input.services.history, subject);
  if (recorded !== undefined) return recorded;
  if (!input.judge || isForPerson(gate)) {
    return { verdict: 'NOT_JUDGED', reasoning: `No verdict is recorded for the current content. ${howToJudge(gate)}` };
  }
  const decision = await decide(input, chunkGate);
  await recordGateVerdict(input.services.history, subject, input.chunkFiles, decision);
  return decision;
}

async function decide(input: TreeGatesInput, chunkGate: ChunkGate): Promise<GateDecision> {
  const { gate } = chunkGate;
  const { judged, chunkFiles } = input;
  const decision = await decideGate({ ...input, number: 1, base: judged, changedFiles: chunkFiles }, chunkGate);
  await revertCommandWrites(input, gate.command !== undefined || (gate.assertions ?? []).length > 0);
  return decision;
}

/** The part of a gate that a tree decides; undefined if there is none. */
function withoutJudge(gate: Gate): Gate | undefined {
  const assertions = (gate.assertions ?? []).filter(({ check }) => check.type !== 'llm_judge');
  if (gate.command === undefined && !assertions.some(({ type }) => type === 'assert')) return undefined;
  return { ...gate, assertions, judge: false };
}

function isForPerson({ judge }: Gate): boolean {
  return typeof judge === 'string';
}

function howToJudge(gate: Gate): string {
  return isForPerson(gate)
    ? 'A person has to judge it in a run.'
    : '"--judge", or "Judge Gates" in the editor, asks the model.';
}
