import type { ContractDocument } from '../../contract/document.ts';
import type { Plan, PlanTask } from '../../contract/plans/plan.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import { requiredResults } from '../../foundation/verdict.ts';
import type { AssertionResult, ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** What the boxes of a plan claim, compared with the verdicts. */
export interface PlanClaims {
  readonly total: number;
  readonly ticked: number;
  /** The tasks that are ticked and not true. */
  readonly untrue: readonly ClaimedTask[];
  /** The tasks that are ticked, and of which nothing failed except checks that could not be evaluated. */
  readonly undecided: readonly ClaimedTask[];
  /** The ids of the tasks that are not ticked. */
  readonly open: readonly string[];
}

interface ClaimedTask {
  readonly id: string;
  readonly title: string;
  readonly line: number;
}

/** The tasks of a plan that are claimed: by their boxes, or by the ledger of Superpowers. */
export async function readClaimedTasks(
  tree: Pick<SourceTree, 'readText'>,
  file: string,
  text: string,
): Promise<{ readonly plan: Plan | undefined; readonly claimed: readonly PlanTask[] }> {
  const { plan } = readPlan(file, text);
  if (plan === undefined) return { plan, claimed: [] };
  const ledger = plan.reader === 'superpowers' ? await readLedger(tree, file) : new Set<string>();
  return { plan, claimed: plan.tasks.filter(({ isClaimed, number }) => isClaimed || ledger.has(number)) };
}

/** The numbers of the tasks that the ledger of a plan calls complete. A ledger of another plan counts for nothing. */
async function readLedger(tree: Pick<SourceTree, 'readText'>, file: string): Promise<ReadonlySet<string>> {
  const name = (file.split('/').at(-1) ?? '').replace(/\.md$/i, '');
  const text = await tree.readText(`.superpowers/sdd/${name}/progress.md`).catch(() => undefined);
  const [first = ''] = text?.split('\n') ?? [];
  if (text === undefined || (/plan:/i.test(first) && !first.includes(name))) return new Set();
  return new Set(
    [...text.matchAll(/^\W*Task\s+([\w.-]+?)\s*:\s*(?:✅\s*)?complete\b/gim)].map(([, number = '']) => number),
  );
}

/** `undefined` if the document is no plan. */
export async function compareClaims(
  tree: Pick<SourceTree, 'readText'>,
  { form, file, text }: ContractDocument,
  chunks: readonly ClaimCheck[],
): Promise<PlanClaims | undefined> {
  if (form !== 'plan') return undefined;
  const { plan, claimed } = await readClaimedTasks(tree, file, text);
  const tasks = plan?.tasks ?? [];
  const checks = new Map(chunks.map((check) => [check.id, check]));
  const isClaimed = new Set(claimed.map(({ id }) => id));
  const failed = claimed.filter(({ id }) => isUnsatisfied(checks.get(id)));
  const isCertain = ({ id }: PlanTask): boolean => describeUntrue(checks.get(id)) !== undefined;
  return {
    total: tasks.length,
    ticked: claimed.length,
    untrue: failed.filter(isCertain).map(toClaimedTask),
    undecided: failed.filter((task) => !isCertain(task)).map(toClaimedTask),
    open: tasks.flatMap(({ id }) => (isClaimed.has(id) ? [] : [id])),
  };
}

/** What is known of a task: its checks, and its commands if they ran. */
type ClaimCheck = ChunkCheckResult & {
  readonly id: string;
  readonly supersededBy?: string | undefined;
  readonly full?:
    | {
        readonly commands: readonly {
          readonly command: string;
          readonly passed: boolean;
          readonly error?: string | undefined;
        }[];
      }
    | undefined;
};

function isUnsatisfied(check: ClaimCheck | undefined): boolean {
  return check?.verdict === 'unsatisfied' && check.supersededBy === undefined;
}

function toClaimedTask({ id, title, line }: PlanTask): ClaimedTask {
  return { id, title, line };
}

/** Why a claim is not true, as a clause. `undefined` if nothing failed for certain: a check that could not be evaluated proves nothing. */
export function describeUntrue(check: Omit<ClaimCheck, 'id'> | undefined): string | undefined {
  if (check?.verdict !== 'unsatisfied') return undefined;
  const results = requiredResults(check).filter(
    ({ passed, error, untrusted }) => !passed && error === undefined && untrusted !== true,
  );
  const commands = (check.full?.commands ?? []).filter(({ passed, error }) => !passed && error === undefined);
  const [first, ...others] = [
    ...results.map(describeResult),
    ...commands.map(({ command }) => `the command "${command}" fails`),
  ];
  if (first === undefined) return undefined;
  return `${first}${others.length === 0 ? '' : `, and ${others.length} more`}`;
}

function describeResult({ assertion, actual }: AssertionResult): string {
  return `${assertion.message.replace(/\.$/, '')}${actual === undefined ? '' : ` (${actual})`}`;
}

/** "3 of 12 tasks are ticked and not true". Without such a task, `undefined`. */
export function describeUntrueTasks({ untrue, total }: PlanClaims): string | undefined {
  return describeTasks(untrue, total, 'ticked and not true');
}

/** "1 of 12 tasks is ticked, and could not be evaluated". Without such a task, `undefined`. */
export function describeUndecidedTasks({ undecided, total }: PlanClaims): string | undefined {
  return describeTasks(undecided, total, 'ticked, and could not be evaluated');
}

function describeTasks(tasks: readonly ClaimedTask[], total: number, what: string): string | undefined {
  if (tasks.length === 0) return undefined;
  const verb = tasks.length === 1 ? 'is' : 'are';
  return `${tasks.length} of ${total} tasks ${verb} ${what}: ${tasks.map(({ id, line }) => `${id} (line ${line})`).join(', ')}`;
}
