import * as l10n from '@vscode/l10n';
import type { CheckedPlan } from '../../engine.ts';
import type { PlanEdge } from '../../verdicts/plan/facts/plan-edges.ts';
import type { PlanFinding } from '../../verdicts/plan/findings/finding.ts';
import type { PlanChunkView, PlanFindingView, PlanView } from '../../webview/protocol/plan-panel-data.ts';
import type { StatusView } from '../../webview/protocol/status-view.ts';
import { toStrengthView } from '../run-session/result-views.ts';
import { getChunkStatus, type ChunkStatus } from '../state/chunk-status.ts';
import type { ContractState, FolderState } from '../state/workspace-state.ts';

/**
 * Creates the plan panel's view, or returns `undefined` if the text is not a valid contract.
 * @param edges the edges between the chunks of the same text
 */
export function createPlanView(
  folder: FolderState,
  contract: ContractState,
  plan: CheckedPlan,
  edges: readonly PlanEdge[],
): PlanView | undefined {
  const { document } = plan;
  if (!document.contract) return undefined;
  const exempt = new Set(plan.verifyExempt);
  const findings = groupFindingsByChunk(plan);
  const chunks = document.contract.chunks.map(({ id, title }, position): PlanChunkView => {
    const { start } = document.rangeOf(['chunks', position]);
    return {
      id,
      title,
      location: { file: document.file, line: start.line, column: start.column },
      status: toStatusView(getChunkStatus(folder, contract, id)),
      verifyExempt: exempt.has(id),
      findings: findings.get(id) ?? [],
      strength: toStrengthView(plan.strengths?.find(({ chunk }) => chunk === id)),
    };
  });
  return {
    title: document.contract.spec.title,
    chunks,
    edges: edges.map((edge) => ({ ...edge, exports: [...edge.exports], files: [...edge.files] })),
    findings: findings.get(undefined) ?? [],
    stale: false,
  };
}

function groupFindingsByChunk({ document, findings }: CheckedPlan): ReadonlyMap<string | undefined, PlanFindingView[]> {
  const known = new Set(document.contract?.chunks.map(({ id }) => id));
  const byChunk = new Map<string | undefined, PlanFindingView[]>();
  for (const finding of findings) {
    const owner = finding.chunk !== undefined && known.has(finding.chunk) ? finding.chunk : undefined;
    byChunk.set(owner, [...(byChunk.get(owner) ?? []), toFindingView(finding, document.file)]);
  }
  return byChunk;
}

function toFindingView({ rule, severity, message, range }: PlanFinding, file: string): PlanFindingView {
  return { rule, severity, message, location: { file, line: range.start.line, column: range.start.column } };
}

function toStatusView(status: ChunkStatus): StatusView {
  switch (status.kind) {
    case 'running': {
      const { attempt, of } = status;
      const label = attempt === undefined ? 'running' : l10n.t('running, attempt {0} of {1}', attempt, of ?? '?');
      return { tone: 'busy', icon: 'sync', label };
    }
    case 'choice':
      return { tone: 'attention', icon: 'question', label: l10n.t('needs a decision') };
    case 'review':
      return { tone: 'attention', icon: 'git-pull-request', label: l10n.t('waiting for review') };
    case 'unchecked':
      return { tone: 'quiet', icon: 'circle-large-outline', label: l10n.t('not checked yet') };
    case 'unverified':
      return { tone: 'quiet', icon: 'dash', label: l10n.t('unverified: nothing to check') };
    case 'holds':
      return { tone: 'good', icon: 'pass', label: `${l10n.t('met')}${formatPassedCount(status)}` };
    case 'notStarted':
      return {
        tone: 'quiet',
        icon: 'circle-large-outline',
        label: l10n.t('not done yet, {0}/{1}', status.passed, status.total),
      };
    case 'fails': {
      const { cause, passed, total } = status;
      const label =
        cause === 'regressed'
          ? l10n.t('regression, {0}/{1}', passed, total)
          : cause === 'claimed'
            ? l10n.t('ticked and not true, {0}/{1}', passed, total)
            : l10n.t('run failed, {0}/{1}', passed, total);
      return { tone: 'bad', icon: 'error', label };
    }
  }
}

function formatPassedCount({ passed, total }: { readonly passed: number; readonly total: number }): string {
  return total === 0 ? '' : `, ${passed}/${total}`;
}
