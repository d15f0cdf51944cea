import { formatFact, MAX_SHOWN_FACTS, type Fact } from '../../foundation/fact.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import type { Contradiction } from '../../verdicts/plan/contradictions/contradiction.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { readClaimedTasks } from '../contracts/plan-claims.ts';
import { findPlanContradictions } from '../contradictions/plan-contradictions.ts';
import { toPlanFact } from '../contradictions/plan-fact.ts';
import type { ChangeFinding, ChunkReference, JudgedChunk } from './change-types.ts';
import type { RunnableTerms } from './chunk-judge.ts';
import type { CommittedTree } from './committed-tree.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import { findOutsideFiles, type OutsideFilesInput } from './outside-files.ts';
import type { SelectedChunk } from './select-chunks.ts';

export function isPlanTask({ terms }: SelectedChunk): boolean {
  return terms.document.form === 'plan';
}

/** What plans claim in the result of a change, by their files. */
export interface PlanClaimsAfter {
  readonly claimed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tasks that the change ticked. It is judged by them, also if it wrote none of their files. */
  readonly ticked: readonly ChunkReference[];
}

/** The ids of the tasks that each plan claims in the result, by its file. */
export async function readClaimsAfter(
  contracts: readonly RunnableTerms[],
  head: CommittedTree,
  changes: readonly FileChange[],
): Promise<PlanClaimsAfter> {
  const all = new Map<string, ReadonlySet<string>>();
  const ticked: ChunkReference[] = [];
  for (const { document, isNew } of contracts.filter(({ document: { form } }) => form === 'plan')) {
    const file = changes.find(({ previousPath }) => previousPath === document.file)?.path ?? document.file;
    const text = await head.readText(file);
    const { claimed } = text === undefined ? { claimed: [] } : await readClaimedTasks(head, file, text);
    all.set(document.file, new Set(claimed.map(({ id }) => id)));
    const before = isNew ? undefined : readPlan(document.file, document.text).plan;
    const known = new Set(before?.tasks.filter(({ isClaimed }) => isClaimed).map(({ id }) => id));
    ticked.push(
      ...claimed.filter(({ id }) => !known.has(id)).map(({ id }) => ({ contract: document.file, chunk: id })),
    );
  }
  return { claimed: all, ticked };
}

/**
 * [PLANS-2] The contradictions of the plans that judge a change. Two different signatures are an error of a change that brings
 * the plan, and a warning if the plan was there before.
 */
export async function judgePlanTexts(
  services: Pick<FolderServices, 'repository' | 'tree'>,
  contracts: readonly RunnableTerms[],
  signal: AbortSignal,
): Promise<{ readonly findings: readonly ChangeFinding[]; readonly facts: readonly Fact[] }> {
  const findings: ChangeFinding[] = [];
  const facts: Fact[] = [];
  for (const { document, isNew } of contracts.filter(({ document: { form } }) => form === 'plan')) {
    const { contradictions } = await findPlanContradictions(services, document, signal);
    for (const one of contradictions) {
      if (one.severity === 'error') findings.push(toFinding(document.file, one, isNew));
      else facts.push(toPlanFact(document.file, one));
    }
  }
  return { findings, facts };
}

function toFinding(file: string, { message, line, task }: Contradiction, isNew: boolean): ChangeFinding {
  return {
    kind: 'plan-contradiction',
    severity: isNew ? 'error' : 'warning',
    message: `State one signature in the plan: ${message}`,
    file,
    line,
    chunk: { contract: file, chunk: task },
    ...(isNew ? {} : { onBase: true }),
  };
}

/** The facts about plans for an answer that has no list of facts: a contradiction is cheap only before the work. */
export function describePlanFacts(facts: readonly Fact[]): readonly string[] {
  if (facts.length === 0) return [];
  const shown = facts.slice(0, MAX_SHOWN_FACTS).map((fact) => `- ${fact.file}:${fact.line}: ${formatFact(fact)}`);
  const more = facts.length - shown.length;
  return ['Tasks of the plan contradict each other:', ...shown, ...(more > 0 ? [`… and ${more} more.`] : [])];
}

/** Files outside of those that the tasks of plans name. A plan is no limit, so they are facts. */
export async function findFilesOutsidePlans(input: OutsideFilesInput): Promise<readonly Fact[]> {
  const ofPlans = { chunks: input.chunks.filter(isPlanTask), allowing: input.allowing.filter(isPlanTask) };
  if (ofPlans.chunks.length === 0) return [];
  const found = await findOutsideFiles({ ...input, ...ofPlans });
  return found.flatMap(({ file, chunk }): Fact[] =>
    file === undefined
      ? []
      : [
          {
            rule: 'plan-files',
            file,
            line: 1,
            message: `The plan does not name the file (${chunk?.chunk ?? 'a task'})`,
            places: 1,
          },
        ],
  );
}

/** A note for each plan whose open tasks the change wrote files of: they are not judged before they are ticked or started. */
export function describeOpenTasks(chunks: readonly JudgedChunk[]): readonly string[] {
  const open = chunks.filter(({ excuse }) => excuse === 'not-ticked');
  return [...new Set(open.map(({ contract }) => contract))].map((contract) => {
    const ids = open.filter((one) => one.contract === contract).map(({ chunk }) => chunk);
    return `Open tasks of ${contract} are not judged before they are ticked or started: ${ids.join(', ')}.`;
  });
}
