import { combineDirections, type Direction } from '../direction/direction.ts';
import { compareArguments } from './compare-arguments.ts';
import { isProof, type ProvingStep } from './proving-steps.ts';

/** The steps that other scripts, targets and jobs have after a change. */
export interface OtherSteps {
  readonly steps: readonly ProvingStep[];
  /** Whether they can take over all steps. A script under its name must prove something itself. */
  readonly canReplaceAll: boolean;
}

const NO_OTHERS: OtherSteps = { steps: [], canReplaceAll: false };

/**
 * What a change of the steps of a script, target or job does to what they prove.
 *
 * @param others what runs besides them after the change
 */
export function compareSteps(
  before: readonly ProvingStep[],
  after: readonly ProvingStep[],
  others: OtherSteps = NO_OTHERS,
): Direction {
  const free = new Set(after);
  const pairs = new Map<ProvingStep, ProvingStep>();
  const match = (isMatch: (one: ProvingStep, other: ProvingStep) => boolean): void => {
    for (const step of before) {
      if (pairs.has(step)) continue;
      const found = [...free].find((other) => isMatch(step, other));
      if (found === undefined) continue;
      pairs.set(step, found);
      free.delete(found);
    }
  };
  match((one, other) => isSameProgram(one, other) && one.args.join('\0') === other.args.join('\0') && !other.ignored);
  match(isSameProgram);
  const directions: Direction[] = [];
  for (const step of before) {
    const found = pairs.get(step);
    // A step whose failure is ignored proves nothing.
    if (step.ignored) continue;
    if (found === undefined) {
      directions.push(isProof(step) ? directionOfLoss(step, [...free], after, others) : 'unknown');
    } else if (found.ignored && (isProof(step) || step.kind === 'build')) directions.push('less');
    else if (found.conditional && !step.conditional) directions.push('unknown');
    else if (isProof(step)) directions.push(compareArguments(step, found));
    else if (step.args.join('\0') !== found.args.join('\0') || found.ignored) directions.push('unknown');
  }
  // An added proof is a gain. Anything else can change what the others see.
  if ([...free].some((step) => !isProof(step) && step.kind !== 'build')) directions.push('unknown');
  return combineDirections(directions);
}

function isSameProgram(one: ProvingStep, other: ProvingStep): boolean {
  return one.program === other.program;
}

/** A step is gone. Another one can prove the same: one of its kind, a program that is not known, or one of another job. */
function directionOfLoss(
  step: ProvingStep,
  added: readonly ProvingStep[],
  after: readonly ProvingStep[],
  { steps, canReplaceAll }: OtherSteps,
): Direction {
  const isReplacement = (other: ProvingStep): boolean =>
    !other.ignored && (other.kind === step.kind || other.kind === 'other' || /^run |\.ya?ml$/.test(other.program));
  if (added.some(isReplacement)) return 'unknown';
  // A script that ran several programs can leave one to another script, but not all of them.
  const provesStill = canReplaceAll || after.some((other) => isProof(other) && !other.ignored);
  const isElsewhere = steps.some((other) => isSameProgram(step, other) && !other.ignored);
  return isElsewhere && provesStill ? 'unknown' : 'less';
}
