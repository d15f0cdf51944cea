import { posix } from 'node:path';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { isPlanFile } from '../../contract/plans/plan-file.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** The plans of a tree that judge, and their texts on the base. */
export interface ActivePlans {
  /** Those of the files that are open and worked on. */
  readonly select: (files: readonly string[]) => Promise<readonly string[]>;
  /** The text of a plan on the base: only its commands may run. `undefined` if the base does not have it. */
  readonly baseTextOf: (file: string) => Promise<string | undefined>;
}

/** The files that the globs of plans name. */
export function listPlanFiles({ plans }: Pick<Configuration, 'plans'>, files: readonly string[]): readonly string[] {
  if (plans.length === 0) return [];
  const isPlan = createPathMatcher(plans);
  return files.filter((file) => isPlanFile(file) && isPlan(file));
}

const ARCHIVED = /(?:^|\/)(?:archive[ds]?|completed?|done|finished|old|superseded|abandoned)\//i;
const CLOSED_SPEC =
  /^\s*\*{0,2}status\*{0,2}\s*:?\*{0,2}:?\s*(?:complete|completed|done|implemented|shipped|released|cancelled|abandoned)\b/im;

/** [PLANS-3] Whether a plan is open by the sign of its tool: not archived, without a summary, and without a closing status. */
export async function isOpenPlan(tree: Pick<SourceTree, 'readText' | 'kindOf'>, file: string): Promise<boolean> {
  if (ARCHIVED.test(posix.dirname(file) + '/') || /(?:^|\/)milestones\/v[^/]*-phases\//.test(file)) return false;
  const text = await tree.readText(file);
  if (text === undefined) return false;
  const { plan } = readPlan(file, text);
  if (plan === undefined || plan.tasks.length === 0 || plan.isClosed) return false;
  const folder = posix.dirname(file);
  const siblings: Partial<Record<typeof plan.reader, readonly string[]>> = {
    'spec-kit': [`${folder}/spec.md`],
    kiro: [`${folder}/requirements.md`],
  };
  if (plan.reader === 'gsd') {
    const summary = file.replace(/PLAN\.md$/i, 'SUMMARY.md');
    return summary === file || (await tree.kindOf(summary)) === undefined;
  }
  for (const sibling of siblings[plan.reader] ?? []) {
    const head = (await tree.readText(sibling))?.slice(0, 2_000);
    if (head !== undefined && CLOSED_SPEC.test(head)) return false;
  }
  return true;
}

/** The active plans of the base of a change: those that the change touched, and those whose task was started. */
export function createPlansOfChange(base: SourceTree, head: SourceTree, started: readonly string[]): ActivePlans {
  return {
    baseTextOf: (file) => base.readText(file),
    select: async (files) => {
      const selected: string[] = [];
      for (const file of files) {
        if (!(await isOpenPlan(base, file))) continue;
        if (started.includes(file) || (await base.readText(file)) !== (await head.readText(file))) selected.push(file);
      }
      return selected;
    },
  };
}
