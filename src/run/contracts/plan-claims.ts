import type { ContractDocument } from '../../contract/document.ts';
import type { Plan, PlanTask } from '../../contract/plans/plan.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import { requiredResults, type Verdict } from '../../foundation/verdict.ts';
import type { AssertionResult, ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** What the boxes of a plan claim, compared with the verdicts. */
export interface PlanClaims {
  readonly total: number;
  readonly ticked: number;
  /** The tasks that are ticked and not true. */
  readonly untrue: readonly { readonly id: string; readonly title: string; readonly line: number }[];
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
  chunks: readonly { readonly id: string; readonly verdict: Verdict; readonly supersededBy?: string | undefined }[],
): Promise<PlanClaims | undefined> {
  if (form !== 'plan') return undefined;
  const { plan, claimed } = await readClaimedTasks(tree, file, text);
  const unsatisfied = new Set(
    chunks
      .filter(({ verdict, supersededBy }) => verdict === 'unsatisfied' && supersededBy === undefined)
      .map(({ id }) => id),
  );
  return {
    total: plan?.tasks.length ?? 0,
    ticked: claimed.length,
    untrue: claimed.filter(({ id }) => unsatisfied.has(id)).map(({ id, title, line }) => ({ id, title, line })),
  };
}

/** Why a claim is not true, as a clause. `undefined` if nothing failed for certain: a check that could not be evaluated proves nothing. */
export function describeUntrue(check: ChunkCheckResult | undefined): string | undefined {
  if (check?.verdict !== 'unsatisfied') return undefined;
  const [first, ...others] = requiredResults(check).filter(
    ({ passed, error, untrusted }) => !passed && error === undefined && untrusted !== true,
  );
  if (first === undefined) return undefined;
  return `${describeResult(first)}${others.length === 0 ? '' : `, and ${others.length} more`}`;
}

function describeResult({ assertion, actual }: AssertionResult): string {
  return `${assertion.message.replace(/\.$/, '')}${actual === undefined ? '' : ` (${actual})`}`;
}

/** "3 of 12 tasks are ticked and not true" */
export function describeClaims({ untrue, total }: PlanClaims): string | undefined {
  if (untrue.length === 0) return undefined;
  const verb = untrue.length === 1 ? 'is' : 'are';
  return `${untrue.length} of ${total} tasks ${verb} ticked and not true: ${untrue.map(({ id, line }) => `${id} (line ${line})`).join(', ')}`;
}
