import type { PlanChunkView, PlanEdgeView, PlanView } from '../../../src/webview/protocol/plan-panel-data.ts';

const STATUSES: readonly PlanChunkView['status'][] = [
  { tone: 'good', icon: 'pass', label: 'met, 3/3' },
  { tone: 'bad', icon: 'error', label: 'not met, 1/3' },
  { tone: 'quiet', icon: 'circle-large-outline', label: 'not checked yet' },
  { tone: 'busy', icon: 'sync', label: 'running, attempt 1 of 3' },
  { tone: 'attention', icon: 'git-pull-request', label: 'waiting for review' },
];

/** Creates a plan whose layers grow: each chunk depends on one of the layer above, and every third one on another. */
export function createWidePlan(count: number): PlanView {
  const edges = Array.from({ length: Math.max(0, count - 1) }, (_, index) => index + 1).flatMap(
    (to): PlanEdgeView[] => {
      const parent = Math.floor((to - 1) / 3);
      const other = (to * 7) % Math.max(1, parent);
      const edge = (from: number, declared: boolean): PlanEdgeView => ({
        from,
        to,
        declared,
        exports: [`made${from}`, ...(declared ? [] : ['Options'])],
        files: [],
      });
      return [edge(parent, true), ...(to % 3 === 0 && other !== parent ? [edge(other, to % 2 === 0)] : [])];
    },
  );
  return createPlan(count, edges);
}

/** Creates a plan in which each chunk depends on the one before, and on one much earlier. */
export function createDeepPlan(count: number): PlanView {
  const edges = Array.from({ length: Math.max(0, count - 1) }, (_, index) => index + 1).flatMap(
    (to): PlanEdgeView[] => {
      const edge = (from: number): PlanEdgeView => ({ from, to, declared: true, exports: [`made${from}`], files: [] });
      const earlier = Math.floor(to / 2);
      return [edge(to - 1), ...(earlier < to - 1 ? [edge(earlier)] : [])];
    },
  );
  return createPlan(count, edges);
}

function createPlan(count: number, edges: PlanEdgeView[]): PlanView {
  const file = 'reports.contract.yaml';
  const location = (index: number) => ({ file, line: 3 + index * 8, column: 5 });
  return {
    title: 'Daily reports',
    chunks: Array.from({ length: count }, (_, index): PlanChunkView => {
      const status = STATUSES[index % STATUSES.length];
      if (!status) throw new Error('There is no status.');
      return {
        id: `chunk-${index + 1}`,
        title: `Chunk ${index + 1} of the daily reports`,
        location: location(index),
        status,
        verifyExempt: index % 6 === 1,
        findings:
          index % 4 === 2
            ? [
                {
                  rule: 'R4',
                  severity: 'error',
                  message: 'It is consumed before it is created.',
                  location: location(index),
                },
              ]
            : [],
      };
    }),
    edges,
    findings: [
      { rule: 'R9', severity: 'warning', message: 'Nothing checks what the code does.', location: location(0) },
    ],
    stale: false,
  };
}
