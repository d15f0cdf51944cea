import { branchesOf, combineExecutions, type BranchExecution, type ConditionValue } from './condition-value.ts';

/** Whether every run of a test executes a statement. It is `unknown` in a function that may not be called. */
export type Certainty = 'always' | 'sometimes' | 'unknown';

/** How a statement of a test is run. */
export interface Execution {
  /** Whether a failure in it is ignored. */
  readonly ignored: boolean;
  /** Whether every run of the test executes it, for calls that skip the test. */
  readonly certainty: Certainty;
  /** When it is executed. Its assertions count accordingly. */
  readonly reach: BranchExecution;
  /** Whether all conditions around it hold where changes are judged. */
  readonly whereJudged: boolean;
  /** Whether the test has failed or was skipped before. Nothing is hidden then. */
  readonly isReported: boolean;
}

export const START: Execution = {
  ignored: false,
  certainty: 'always',
  reach: 'always',
  whereJudged: true,
  isReported: false,
};

/**
 * What a statement does with those after it.
 *
 * - `continues`: nothing
 * - `may-leave`: some runs leave the block without a failure
 * - `leaves`: every run leaves it
 * - `ends`: the test fails or is skipped, and a report says so
 */
export type BlockExit = 'continues' | 'may-leave' | 'leaves' | 'ends';

/** The execution of what follows a statement. */
function afterExit(execution: Execution, exit: BlockExit): Execution {
  if (exit === 'continues') return execution;
  const rest = exit === 'may-leave' ? 'sometimes' : 'never';
  const isReported = execution.isReported || exit === 'ends';
  return { ...execution, isReported, reach: combineExecutions(execution.reach, rest) };
}

/** What the statements of a block do together. */
function combineExits(first: BlockExit, second: BlockExit): BlockExit {
  if (first === 'leaves' || first === 'ends') return first;
  if (second === 'continues') return first;
  return first === 'may-leave' && second !== 'leaves' ? 'may-leave' : second;
}

/** Visits the statements of a block in order. @returns what they do together with those after the block */
export function visitInOrder<Statement>(
  statements: readonly Statement[],
  outer: Execution,
  visit: (statement: Statement, execution: Execution) => BlockExit,
): BlockExit {
  let execution = outer;
  let exit: BlockExit = 'continues';
  for (const statement of statements) {
    const own = visit(statement, execution);
    exit = combineExits(exit, own);
    execution = afterExit(execution, own);
  }
  return exit;
}

/** One branch of a condition, and what it does with the statements after the condition. */
export interface ConditionBranch {
  readonly execution: BranchExecution;
  readonly exit: BlockExit;
}

/** What alternative branches do together. Exactly one of those that are not excluded is executed. */
export function joinBranches(branches: readonly ConditionBranch[], value?: ConditionValue): BlockExit {
  const taken = branches.filter(({ execution }) => execution !== 'never');
  if (taken.every(({ exit }) => exit === 'ends')) return taken.length > 0 ? 'ends' : 'continues';
  if (taken.every(({ exit }) => exit === 'leaves' || exit === 'ends')) return 'leaves';
  const isConstant = value?.because === 'constant';
  const others = isConstant ? taken : branches;
  return others.some(({ exit }) => exit === 'leaves' || exit === 'may-leave') ? 'may-leave' : 'continues';
}

/** The execution of both branches of a condition. */
export function executionsOf(
  outer: Execution,
  value: ConditionValue | undefined,
): readonly [then: Execution, otherwise: Execution] {
  const [then, otherwise] = branchesOf(value);
  return [enterBranch(outer, then, isJudged(value, true)), enterBranch(outer, otherwise, isJudged(value, false))];
}

function isJudged(value: ConditionValue | undefined, holds: boolean): boolean {
  return value?.because === 'constant' || (value?.because === 'judged' && value.holds === holds);
}

function enterBranch(outer: Execution, branch: BranchExecution, whereJudged: boolean): Execution {
  const certainty = branch === 'always' || outer.certainty === 'unknown' ? outer.certainty : 'sometimes';
  return {
    ...outer,
    certainty,
    reach: combineExecutions(outer.reach, branch),
    whereJudged: outer.whereJudged && whereJudged,
  };
}

/** A block that is executed for each element, or only after an error. */
export function enterBlock(outer: Execution, isCertain: boolean): Execution {
  return {
    ...outer,
    certainty: outer.certainty === 'always' ? 'sometimes' : outer.certainty,
    reach: isCertain ? outer.reach : combineExecutions(outer.reach, 'sometimes'),
    whereJudged: false,
  };
}

export function unreachable(outer: Execution): Execution {
  return { ...outer, reach: 'never' };
}

/** Whether an assertion at a place can fail the test. */
export function isEffective({ ignored, reach }: Execution): boolean {
  return !ignored && reach !== 'never';
}
