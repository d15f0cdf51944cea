import type { Assertion, Gate } from '../contract/model.ts';

/** What decides a gate. A gate that has several passes where all of them do. */
export type Decider = 'assertions' | 'command' | 'judge';

/** The deciders of a gate, the cheapest first; none where there is nothing to judge. A suggestion decides nothing. */
export function decidersOf(gate: Gate): readonly Decider[] {
  const hasAssertions = assertsOf(gate).length > 0;
  const hasCommand = gate.command !== undefined;
  const deciders: Decider[] = [];
  if (hasAssertions) deciders.push('assertions');
  if (hasCommand) deciders.push('command');
  if (criteriaOf(gate).length > 0 && asksJudge(gate, hasAssertions || hasCommand)) deciders.push('judge');
  return deciders;
}

/** What a model judges: the criteria, or the description where there are none. */
export function criteriaOf(gate: Gate): readonly string[] {
  if (gate.criteria.length > 0) return gate.criteria;
  return gate.judge !== undefined && gate.description !== undefined ? [gate.description] : [];
}

/** Whether a model's verdict decides the gate, alone or with others. */
export function isDecidedByModel(gate: Gate): boolean {
  return decidersOf(gate).includes('judge') || assertsOf(gate).some(({ check }) => check.type === 'llm_judge');
}

function assertsOf({ assertions = [] }: Gate): readonly Assertion[] {
  return assertions.filter(({ type }) => type === 'assert');
}

/** Criteria beside a command or assertions explain these; a model judges them where it is asked for, or nothing else does. */
function asksJudge(gate: Gate, isDecidedOtherwise: boolean): boolean {
  return gate.judge === undefined ? !isDecidedOtherwise : gate.judge !== false;
}
