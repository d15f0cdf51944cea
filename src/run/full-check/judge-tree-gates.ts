import type { Gate } from '../../contract/model.ts';
import { enforcementModeOf } from '../../verdicts/gates/enforcement-mode.ts';
import type { GateDecision } from '../../verdicts/gates/judgement.ts';
import { selectGates, type ChunkGate } from '../../verdicts/gates/select-gates.ts';
import { decideAndRecord, decideFromRecord } from '../gates/decide-from-record.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { CommandValidationInput } from '../validation/command-validation.ts';
import type { TreeGateReport } from './full-check-report.ts';

export interface TreeGatesInput
  extends RunnableContract, Pick<CommandValidationInput, 'chunk' | 'attempt' | 'judged' | 'services'> {
  /** The files that the chunk may write, for a model that judges them. */
  readonly chunkFiles: readonly string[];
  /** Whether models may be called. */
  readonly judge: boolean;
}

/** Judges the gates of a chunk in a tree, without the attempt that created it. */
export async function judgeTreeGates(input: TreeGatesInput): Promise<readonly TreeGateReport[]> {
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
