import { LineMap, type Range } from '../../foundation/position.ts';
import type { PlanPlace, PlanTask, Plan } from '../../contract/plans/plan.ts';
import { findContradictions } from '../../verdicts/plan/contradictions/find-contradictions.ts';
import type { Contradiction } from '../../verdicts/plan/contradictions/contradiction.ts';
import type { CheckServices } from '../check/check-services.ts';
import type { ContractCheck } from '../check/check-types.ts';
import { describeUntrue, readClaimedTasks } from '../contracts/plan-claims.ts';
import type { PlanStarts } from './plan-starts.ts';
import { readStatedRequirements, traceTasks } from './trace.ts';

/** A contradiction with its range in the text that was checked. */
export type ReportedContradiction = Pick<Contradiction, 'kind' | 'severity' | 'message' | 'task'> & {
  readonly range: Range;
};

/** A task that is claimed, and whose checks failed for certain. */
export interface UntrueClaim {
  readonly task: string;
  /** Its box with the brackets, or its first line if it has no box. */
  readonly range: Range;
  /** A clause without a full stop. */
  readonly reason: string;
  /** Whether `plan sync` can untick it. */
  readonly canUntick: boolean;
}

/** The requirements that a task serves, and the commit that records it. */
export interface TaskTrace {
  readonly task: string;
  readonly requirements: readonly {
    readonly id: string;
    /** Where a document of the plan states it. */
    readonly statedIn: { readonly file: string; readonly line: number } | undefined;
  }[];
  /** The number of its checks. */
  readonly checks: number;
  readonly commit: string | undefined;
}

/** What an editor shows of a plan of another tool, in addition to the check of its tasks. */
export interface PlanReport {
  /** The text that the ranges are about. */
  readonly text: string;
  readonly contradictions: readonly ReportedContradiction[];
  readonly untrue: readonly UntrueClaim[];
  /** Of all tasks, by position. */
  readonly tasks: readonly TaskTrace[];
}

/** [PLANS-2] [PLANS-3] [PLANS-6] Reports on a plan that was just checked. Runs nothing of it, and writes nothing. */
export async function reportPlan(
  services: Pick<CheckServices, 'repository' | 'tree'>,
  starts: PlanStarts,
  check: ContractCheck,
  signal: AbortSignal,
): Promise<PlanReport> {
  const { document } = check;
  const { file, text } = document;
  const { plan, claimed } = await readClaimedTasks(services.tree, file, text);
  if (plan === undefined) return { text, contradictions: [], untrue: [], tasks: [] };
  const lines = new LineMap(text);
  const found = await findContradictions({ plan, start: await starts.of(file) });
  const landed = (await (await services.repository()).commits?.readRecords(signal))?.landed ?? [];
  const stated = await readStatedRequirements(services.tree, document);
  return {
    text,
    contradictions: found.map(({ kind, severity, message, task, start, end }) => ({
      kind,
      severity,
      message,
      task,
      range: lines.range(start, end),
    })),
    untrue: claimed.flatMap((task): UntrueClaim[] => {
      const reason = describeUntrue(check.chunks.find(({ id }) => id === task.id));
      const { start, end } = claimPlace(plan, task, text);
      return reason === undefined
        ? []
        : [{ task: task.id, range: lines.range(start, end), reason, canUntick: plan.hasTaskBoxes }];
    }),
    tasks: traceTasks(document, check.chunks, landed).map(({ task, requirements, checks, commit }) => ({
      task,
      requirements: requirements.map((id) => ({ id, statedIn: stated.get(id) })),
      checks: checks.length,
      commit,
    })),
  };
}

/** The box of a task with its brackets. The steps of a task are no claim each, so the task itself is marked. */
function claimPlace({ hasTaskBoxes }: Plan, task: PlanTask, text: string): Pick<PlanPlace, 'start' | 'end'> {
  const [box] = task.boxes;
  if (!hasTaskBoxes || box === undefined) {
    const lineEnd = /\r|\n|$/.exec(text.slice(task.start));
    return { start: task.start, end: task.start + (lineEnd?.index ?? 0) };
  }
  const isBracketed = text[box.start - 1] === '[' && text[box.end] === ']';
  return isBracketed ? { start: box.start - 1, end: box.end + 1 } : box;
}
