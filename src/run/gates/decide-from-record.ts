import { runsCommand } from '../../contract/gate-deciders.ts';
import type { Gate } from '../../contract/model.ts';
import type { GateDecision } from '../../verdicts/gates/judgement.ts';
import type { ChunkGate } from '../../verdicts/gates/select-gates.ts';
import { revertCommandWrites } from '../validation/revert-command-writes.ts';
import { decideGate } from './decide-gate.ts';
import type { GateInput } from './gate-input.ts';
import { findGateVerdict, needsRecordedVerdict, recordGateVerdict } from './recorded-gate-verdicts.ts';

/**
 * Decides a gate in a tree without a call of a model. What commands and assertions decide is decided again. The verdict of a
 * model or a person is taken from the record for the same content, and a failure of the other parts outweighs it. Undefined
 * if a model or a person has to judge the content.
 */
export async function decideFromRecord(input: GateInput, chunkGate: ChunkGate): Promise<GateDecision | undefined> {
  const { gate } = chunkGate;
  if (!needsRecordedVerdict(gate)) return decideInTree(input, chunkGate);
  const decidable = withoutJudge(gate);
  if (decidable !== undefined) {
    const decision = await decideInTree(input, { ...chunkGate, gate: decidable });
    if (decision.verdict !== 'PASS') return decision;
  }
  return findGateVerdict(input.services.history, { ...input, gate, tree: input.attempt.tree });
}

/** Decides a gate with all its deciders, records the verdict, and discards what commands wrote. */
export async function decideAndRecord(input: GateInput, chunkGate: ChunkGate): Promise<GateDecision> {
  const decision = await decideInTree(input, chunkGate);
  const subject = { ...input, gate: chunkGate.gate, tree: input.attempt.tree };
  await recordGateVerdict(input.services.history, subject, input.changedFiles, decision);
  return decision;
}

async function decideInTree(input: GateInput, chunkGate: ChunkGate): Promise<GateDecision> {
  const { gate } = chunkGate;
  const decision = await decideGate(input, chunkGate);
  await revertCommandWrites(input, runsCommand(gate) || (gate.assertions ?? []).length > 0);
  return decision;
}

/** The part of a gate that a tree decides; undefined if there is none. */
function withoutJudge(gate: Gate): Gate | undefined {
  const assertions = (gate.assertions ?? []).filter(({ check }) => check.type !== 'llm_judge');
  if (!runsCommand(gate) && !assertions.some(({ type }) => type === 'assert')) return undefined;
  return { ...gate, assertions, judge: false, review: false };
}
