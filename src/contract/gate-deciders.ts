import type { Assertion, Gate } from './model.ts';

/** A way to decide a gate. A gate with several deciders passes if all of them pass. */
export type Decider = 'assertions' | 'command' | 'tests' | 'review' | 'judge' | 'person';

/** The deciders of a gate, cheapest first; empty if the gate defines nothing to judge. Suggestions decide nothing. */
export function selectDeciders(gate: Gate): readonly Decider[] {
  const hasAssertions = listAsserts(gate).length > 0;
  const hasCommand = runsCommand(gate);
  const deciders: Decider[] = [];
  if (hasAssertions) deciders.push('assertions');
  if (hasCommand) deciders.push(gate.tests === undefined ? 'command' : 'tests');
  if (isReviewed(gate)) deciders.push('review');
  if (gate.judge === 'person') deciders.push('person');
  else if (judgedCriteria(gate).length > 0 && needsJudge(gate, hasAssertions || hasCommand || isReviewed(gate)))
    deciders.push('judge');
  return deciders;
}

/** Whether a gate runs its command or the test command of the repository. */
export function runsCommand({ command, tests }: Pick<Gate, 'command' | 'tests'>): boolean {
  return command !== undefined || tests !== undefined;
}

/**
 * What a model or a person judges: the criteria, or the description if a judge is configured without criteria. A person
 * can also judge a gate by its name alone.
 */
export function judgedCriteria(gate: Gate): readonly string[] {
  if (gate.criteria.length > 0) return gate.criteria;
  if (gate.judge !== undefined && gate.description !== undefined) return [gate.description];
  return gate.judge === 'person' ? [gate.name ?? gate.id] : [];
}

/** Whether a review of the change decides the gate, alone or together with others. */
export function isReviewed({ review = false }: Pick<Gate, 'review'>): boolean {
  return review !== false;
}

/** Whether a model's verdict decides the gate, alone or together with others. */
export function isDecidedByModel(gate: Gate): boolean {
  return (
    isReviewed(gate) ||
    selectDeciders(gate).includes('judge') ||
    listAsserts(gate).some(({ check }) => check.type === 'llm_judge')
  );
}

function listAsserts({ assertions = [] }: Gate): readonly Assertion[] {
  return assertions.filter(({ type }) => type === 'assert');
}

/** As `judge` says. Without it, criteria next to a command, assertions or a review only explain these. */
function needsJudge(gate: Gate, hasOtherDecider: boolean): boolean {
  return gate.judge === undefined ? !hasOtherDecider : gate.judge !== false;
}
