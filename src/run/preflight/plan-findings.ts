import { checkPlan } from '../../verdicts/plan/check-plan.ts';
import { OVERRIDABLE_RULES } from '../../contract/plan-rule-ids.ts';
import type { PlanFinding } from '../../verdicts/plan/findings/finding.ts';
import { findPresentCreates } from '../../verdicts/plan/present-creates.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Blocker, PlanFindingReport } from '../report/run-result.ts';
import { readLandedChunks } from '../records/landed-chunks.ts';
import { toStrengthReport, type StrengthReport } from '../report/strength-report.ts';
import { measureChunk } from '../strength/measure-chunk.ts';
import { toPlanPath } from '../../verdicts/plan/facts/plan-path.ts';
import type { ChunkStrength } from '../../verdicts/plan/strength/chunk-strength.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';

/** What the plan rules say about a chunk in the tree that its attempts start from. */
export interface PlanVerdict {
  /** Findings that no attempt can fix. */
  readonly blockers: readonly Blocker[];
  /** Findings that the run reports and that stop nothing. */
  readonly reported: readonly PlanFindingReport[];
  /** The paths of preconditions that may be false, because the contract allows the findings of R1. */
  readonly allowedPreconditions: ReadonlySet<string>;
  /** `undefined` if the chunk has landed. */
  readonly strength: StrengthReport | undefined;
}

/**
 * Applies the plan rules to a chunk before the model is called. The findings of R1 are left out: preflight checks the
 * preconditions in the tree itself.
 */
export async function judgePlan({
  document,
  sharedGates,
  chunk,
  attempt,
  files,
  services,
}: Pick<ChunkRunInput, 'document' | 'sharedGates' | 'chunk' | 'services'> & {
  readonly attempt: AttemptWorktree;
  /** The files of the tree, if they are known. */
  readonly files?: readonly string[] | undefined;
}): Promise<PlanVerdict> {
  const { setup } = services.configuration.attempt;
  const strength = await measureOnBase({ document, sharedGates, chunk, attempt, services });
  const { findings, allowed, order } = await checkPlan({
    ...(await readPlanSituation(attempt.tree, services.analysis, { setup, files })),
    document,
    sharedGates,
    measureStrengths: () => Promise.resolve(strength === undefined ? [] : [strength]),
    presentCreates: async (_, candidate) => {
      if (candidate.id !== chunk.id || strength === undefined) return [];
      return findPresentCreates({ document, chunk, root: attempt.root, analysis: services.analysis });
    },
  });
  // A warning about the plan as a whole is reported once, with the last chunk.
  const concerns = (finding: PlanFinding): boolean =>
    finding.chunk === chunk.id ||
    (finding.chunk === undefined && (finding.runEffect === 'stop-run' || chunk.id === order.at(-1)));
  const own = findings.filter((finding) => concerns(finding) && finding.rule !== 'R1');
  const ownAllowed = allowed.filter(concerns);
  return {
    blockers: own.filter(({ runEffect }) => runEffect === 'stop-chunk' || runEffect === 'stop-run').map(toBlocker),
    reported: [
      ...own.filter(({ runEffect }) => runEffect === 'warn').map((finding) => toReport(finding, 'warning')),
      ...ownAllowed.filter(({ runEffect }) => runEffect !== 'none').map((finding) => toReport(finding, 'allowed')),
    ],
    strength: strength && toStrengthReport(strength),
    allowedPreconditions: new Set(ownAllowed.flatMap(({ rule, path }) => (rule === 'R1' ? (path ?? []) : []))),
  };
}

/** The strength of a chunk in the tree that its attempts start from; `undefined` if the chunk has landed. */
async function measureOnBase({
  document,
  sharedGates,
  chunk,
  attempt,
  services,
}: Parameters<typeof judgePlan>[0]): Promise<ChunkStrength | undefined> {
  const { contract } = document;
  if (contract === undefined || (await readLandedChunks(services, contract.spec.id)).has(chunk.id)) return undefined;
  // A rule reports a path that leads out of the tree.
  if (chunk.postconditions.some(({ path }) => toPlanPath(path) === undefined)) return undefined;
  const { analysis } = services;
  return (await measureChunk({ tree: attempt.tree, analysis }, { document, contract, chunk, sharedGates })).strength;
}

function toBlocker({ rule, path, message, satisfiedBy = '', runEffect }: PlanFinding): Blocker {
  const canBeAllowed = OVERRIDABLE_RULES.some((overridable) => overridable === rule);
  const remedy = canBeAllowed ? `To run in spite of it, add ${rule} to plan.allow in the contract.` : satisfiedBy;
  return {
    type: 'plan_error',
    ...(path === undefined ? {} : { item: path }),
    ...(runEffect === 'stop-run' ? { stopsRun: true } : {}),
    details: `Plan rule ${rule}: ${message} ${remedy}`,
  };
}

function toReport({ rule, message, range }: PlanFinding, effect: PlanFindingReport['effect']): PlanFindingReport {
  return { rule, effect, message, line: range.start.line };
}
