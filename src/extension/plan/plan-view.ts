import type { CheckedPlan } from '../../engine.ts';
import type { PlanEdge } from '../../plan/plan-edges.ts';
import type { Finding } from '../../plan/finding.ts';
import type { PlanChunkView, PlanFindingView, PlanStatusView, PlanView } from '../../webview/protocol/plan-view.ts';
import { chunkStatus, type ChunkStatus } from '../state/chunk-status.ts';
import type { ContractState, FolderState } from '../state/workspace-state.ts';

/**
 * What the plan panel shows of a plan; undefined where its text is no contract.
 *
 * @param edges what flows between the chunks of the same text
 */
export function planView(
  folder: FolderState,
  contract: ContractState,
  plan: CheckedPlan,
  edges: readonly PlanEdge[],
): PlanView | undefined {
  const { document } = plan;
  if (!document.contract) return undefined;
  const exempt = new Set(plan.verifyExempt);
  const findings = findingsByChunk(plan);
  const chunks = document.contract.chunks.map(({ id, title }, position): PlanChunkView => {
    const { start } = document.rangeOf(['chunks', position]);
    return {
      id,
      title,
      place: { file: document.file, line: start.line, column: start.column },
      status: statusView(chunkStatus(folder, contract, id)),
      verifyExempt: exempt.has(id),
      findings: findings.get(id) ?? [],
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

function findingsByChunk({ document, findings }: CheckedPlan): ReadonlyMap<string | undefined, PlanFindingView[]> {
  const known = new Set(document.contract?.chunks.map(({ id }) => id));
  const byChunk = new Map<string | undefined, PlanFindingView[]>();
  for (const finding of findings) {
    const owner = finding.chunk !== undefined && known.has(finding.chunk) ? finding.chunk : undefined;
    byChunk.set(owner, [...(byChunk.get(owner) ?? []), findingView(finding, document.file)]);
  }
  return byChunk;
}

function findingView({ rule, severity, message, range }: Finding, file: string): PlanFindingView {
  return { rule, severity, message, place: { file, line: range.start.line, column: range.start.column } };
}

function statusView(status: ChunkStatus): PlanStatusView {
  switch (status.kind) {
    case 'running': {
      const { attempt, of } = status;
      const words = attempt === undefined ? 'running' : `running, attempt ${attempt} of ${of ?? '?'}`;
      return { tone: 'busy', icon: 'sync', words };
    }
    case 'choice':
      return { tone: 'attention', icon: 'question', words: 'waits for your choice' };
    case 'review':
      return { tone: 'attention', icon: 'git-pull-request', words: 'waits for review' };
    case 'unchecked':
      return { tone: 'quiet', icon: 'circle-large-outline', words: 'not checked yet' };
    case 'holds':
      return { tone: 'good', icon: 'pass', words: `holds${countOf(status)}` };
    case 'fails':
      return { tone: 'bad', icon: 'error', words: `does not hold${countOf(status)}` };
  }
}

function countOf({ passed, total }: { readonly passed: number; readonly total: number }): string {
  return total === 0 ? '' : ` ${passed}/${total}`;
}
