import type { MessageToAmendmentPanel } from '../../../src/webview/protocol/amendment-messages.ts';
import type { AmendmentView } from '../../../src/webview/protocol/amendment-panel-data.ts';
import type { MessageToImpactPanel } from '../../../src/webview/protocol/impact-messages.ts';
import type { ImpactView } from '../../../src/webview/protocol/impact-panel-data.ts';
import type { MessageToPlanPanel } from '../../../src/webview/protocol/plan-messages.ts';
import type { MessageToReviewPanel } from '../../../src/webview/protocol/review-messages.ts';
import type { FindingView, ReviewView } from '../../../src/webview/protocol/review-panel-data.ts';
import type { MessageToScenariosPanel } from '../../../src/webview/protocol/scenarios-messages.ts';
import type { ScenariosView } from '../../../src/webview/protocol/scenarios-panel-data.ts';
import type { StatusView } from '../../../src/webview/protocol/status-view.ts';
import type { MessageToTimelinePanel } from '../../../src/webview/pipeline/protocol/timeline-messages.ts';
import type { TimelineView } from '../../../src/webview/pipeline/protocol/timeline-panel-data.ts';
import { createWidePlan } from './plans.ts';

const folder = 'file:///workspace';
const at = (file: string, line: number) => ({ file, line, column: 1 });

const STATUSES: Readonly<Record<StatusView['tone'], StatusView>> = {
  good: { tone: 'good', icon: 'pass', label: 'Passed' },
  bad: { tone: 'bad', icon: 'error', label: 'Failed' },
  busy: { tone: 'busy', icon: 'sync', label: 'Running' },
  attention: { tone: 'attention', icon: 'question', label: 'Waits for you' },
  quiet: { tone: 'quiet', icon: 'circle-large-outline', label: 'Not started' },
};

const amendment: AmendmentView = {
  id: 'amendment-1',
  contract: 'health-check.contract.yaml',
  chunk: { id: 'check', title: 'checkHealth' },
  runId: '01JD7Q6Z6Y3J5T2N8V4W9X0ABC',
  proposedBy: 'model',
  status: 'pending',
  reason: 'Every attempt needed the options of the caller.',
  changes: [
    {
      path: 'chunks[1].functions[0].signature',
      oldText: '() => Promise<boolean>',
      newText: '(options: HealthCheckOptions) => Promise<HealthCheckResult>',
      isJson: false,
      location: at('health-check.contract.yaml', 31),
    },
  ],
  lines: [
    { kind: 'hunk', text: '@@ -30,3 +30,3 @@' },
    { kind: 'context', before: 30, after: 30, text: '    functions:' },
    { kind: 'removed', before: 31, text: '      - signature: "() => Promise<boolean>"' },
    {
      kind: 'added',
      after: 31,
      text: '      - signature: "(options: HealthCheckOptions) => Promise<HealthCheckResult>"',
    },
  ],
  types: [{ name: 'HealthCheckOptions', definition: 'export interface HealthCheckOptions { timeoutMs: number }' }],
  affected: [
    {
      id: 'routes',
      title: 'Routes',
      reasons: ['consumes checkHealth'],
      location: at('health-check.contract.yaml', 48),
    },
  ],
  usedBy: [{ symbol: 'checkHealth', location: at('src/routes.ts', 4) }],
  violations: [{ message: 'checkHealth takes options', expected: '() => Promise<boolean>', actual: '(options) => …' }],
  createdAt: '2026-11-24T09:13:20.000Z',
};

const amendmentMemory = { folder, amendment: 'amendment-1' };
const showAmendment = (over: Partial<AmendmentView>): MessageToAmendmentPanel => ({
  type: 'show',
  memory: amendmentMemory,
  view: { ...amendment, ...over },
});

export const amendmentStates: Readonly<Record<string, MessageToAmendmentPanel>> = {
  pending: showAmendment({}),
  'of a person': showAmendment({ proposedBy: 'person', runId: '' }),
  'of an agent': showAmendment({ proposedBy: 'agent', runId: '' }),
  blocked: showAmendment({ blocker: { message: 'The contract has unsaved changes.', canReject: true } }),
  accepted: showAmendment({ status: 'accepted', note: 'Accepted with an edited value.', affected: [], usedBy: [] }),
  failed: { type: 'failed', memory: amendmentMemory, message: 'The amendment no longer exists.' },
};

export const amendmentRefusal: MessageToAmendmentPanel = {
  type: 'refused',
  message: 'The edited value is not valid.',
  errors: [
    { path: 'chunks[1].functions[0].signature', message: 'Expected a signature.' },
    { message: 'Nothing changed.' },
  ],
};

const impact: ImpactView = {
  file: 'src/health/check.ts',
  exports: [
    {
      name: 'checkHealth',
      kind: 'function',
      uses: 3,
      fileCount: 2,
      files: [
        {
          file: 'src/routes.ts',
          locations: [{ line: 4, column: 10, text: 'import { checkHealth } from "./health/check.ts";' }],
        },
        {
          file: 'src/index.ts',
          locations: [
            { line: 1, column: 1 },
            { line: 9, column: 3, text: '  await checkHealth();' },
          ],
        },
      ],
      omitted: 12,
      change: { compatibility: 'breaking', description: 'The parameter options is required now.', isNew: false },
      contracts: [{ title: 'checkHealth', location: at('health-check.contract.yaml', 31) }],
    },
    {
      name: 'HealthCheckOptions',
      kind: 'interface',
      uses: 0,
      fileCount: 0,
      files: [],
      omitted: 0,
      change: { compatibility: 'compatible', description: 'It is new.', isNew: true },
      contracts: [],
    },
    { name: 'retry', kind: 'function', uses: 1, fileCount: 1, files: [], omitted: 1, contracts: [] },
  ],
  dependents: {
    files: [
      { file: 'src/routes.ts', level: 1 },
      { file: 'src/index.ts', level: 1 },
      { file: 'src/server/start-the-server-of-the-application.ts', level: 2 },
    ],
    edges: [
      { from: 'src/routes.ts', to: 'src/health/check.ts', kind: 'import' },
      { from: 'src/index.ts', to: 'src/health/check.ts', kind: 'reexport' },
      { from: 'src/server/start-the-server-of-the-application.ts', to: 'src/index.ts', kind: 'type' },
    ],
    omitted: 2,
  },
};

const impactMemory = { folder, file: impact.file };

export const impactStates: Readonly<Record<string, MessageToImpactPanel>> = {
  'the whole file': { type: 'show', memory: impactMemory, view: impact },
  'one export': { type: 'show', memory: { ...impactMemory, exportName: 'checkHealth' }, view: impact },
  'no dependents': {
    type: 'show',
    memory: { ...impactMemory, exportName: 'HealthCheckOptions' },
    view: { ...impact, dependents: { files: [], edges: [], omitted: 0 } },
  },
  loading: { type: 'loading', memory: impactMemory },
  failed: { type: 'failed', memory: impactMemory, message: 'The file cannot be parsed.' },
};

const planMemory = { folder, contract: 'reports.contract.yaml' };

export const planStates: Readonly<Record<string, MessageToPlanPanel>> = {
  'a small plan': { type: 'show', memory: { ...planMemory, chunk: 'chunk-3' }, view: createWidePlan(7) },
  'a plan with a minimap': { type: 'show', memory: { ...planMemory, chunk: 'chunk-3' }, view: createWidePlan(40) },
  'a plan of 1,000 chunks': { type: 'show', memory: planMemory, view: createWidePlan(1_000) },
  'a stale plan': { type: 'show', memory: planMemory, view: { ...createWidePlan(3), stale: true } },
  'an invalid contract': { type: 'nothing', memory: planMemory, message: 'The file is not a valid contract.' },
};

const finding = (over: Partial<FindingView>): FindingView => ({
  severity: 'warning',
  pass: 'Correctness',
  category: 'error-handling',
  place: 'src/bus.ts:12',
  location: at('src/bus.ts', 12),
  explanation: 'The rejected promise is not handled.\nThe process ends.',
  suggestion: 'Await the promise.',
  note: 'found 2 times',
  ...over,
});

const findings = [
  finding({ severity: 'blocking', category: 'security', pass: 'Security', suggestion: undefined }),
  finding({}),
  finding({ severity: 'informational', note: undefined, place: 'src/app.ts', location: at('src/app.ts', 1) }),
];

const review: ReviewView = {
  title: 'Review of the changes',
  status: { tone: 'bad', icon: 'error', label: '1 blocking finding' },
  subject: '3 files since 1a2b3c4d (merge base with main)',
  facts: [
    { name: 'Findings', value: '3' },
    { name: 'Cost', value: '$0.0312' },
  ],
  warnings: ['src/large.ts is too large to review.'],
  passes: [
    { name: 'Correctness', status: STATUSES.good, findings: 2, dropped: 0, calls: 1, cost: '$0.0102' },
    { name: 'Security', status: STATUSES.bad, findings: 1, dropped: 1, calls: 2, cost: '$0.0210' },
    {
      name: 'Tests',
      status: STATUSES.attention,
      reason: 'No valid answer.',
      findings: 0,
      dropped: 0,
      calls: 3,
      cost: 'unknown',
    },
  ],
  findings,
  actions: ['review', 'copy', 'clear'],
};

const showReview = (over: Partial<ReviewView>): MessageToReviewPanel => ({
  type: 'show',
  memory: { folder },
  view: { ...review, ...over },
});

export const reviewStates: Readonly<Record<string, MessageToReviewPanel>> = {
  findings: showReview({}),
  running: showReview({
    status: STATUSES.busy,
    progress: 'Correctness: 2 of 3 files',
    actions: ['cancel'],
    passes: [],
  }),
  clean: showReview({ status: STATUSES.good, findings: [], warnings: [] }),
  failed: showReview({ status: STATUSES.quiet, failure: 'The model did not answer.', findings: [], passes: [] }),
};

const scenarios: ScenariosView = {
  title: 'Scenarios',
  status: { tone: 'bad', icon: 'error', label: '67 %, below the threshold of 90 %' },
  subject: 'Run 24 Nov, 10:13',
  facts: [
    { name: 'Score', value: '67 %' },
    { name: 'Threshold', value: '90 %' },
  ],
  holdout: 'The holdout is not enforced: the scenarios are part of the repository.',
  notes: ['1 trajectory failed because of the environment.'],
  scenarios: [
    {
      id: 'checkout',
      title: 'A customer pays',
      location: at('scenarios/checkout.scenario.yaml', 3),
      status: STATUSES.bad,
      score: '50 %',
      planned: 6,
      distribution: [
        { outcome: 'satisfied', count: 2 },
        { outcome: 'unsatisfied', count: 1 },
        { outcome: 'failure-criterion', count: 1 },
        { outcome: 'environment', count: 1 },
        { outcome: 'not-run', count: 1 },
      ],
      trajectories: [
        { number: 1, outcome: 'satisfied', decidedBy: 'status is 200', duration: '1.2 s', observed: '200' },
        { number: 2, outcome: 'unsatisfied', decidedBy: 'total is 12', duration: '1.3 s', observed: '{ "total": 11 }' },
        { number: 3, outcome: 'environment', decidedBy: 'step 1', duration: '0.2 s', observed: 'connection refused' },
      ],
    },
  ],
  actions: ['run', 'copy'],
};

const showScenarios = (over: Partial<ScenariosView>): MessageToScenariosPanel => ({
  type: 'show',
  memory: { folder },
  view: { ...scenarios, ...over },
});

export const scenariosStates: Readonly<Record<string, MessageToScenariosPanel>> = {
  distribution: showScenarios({}),
  running: showScenarios({
    status: STATUSES.busy,
    progress: '3 of 6 trajectories',
    scenarios: [],
    actions: ['cancel'],
  }),
  failed: showScenarios({
    failure: 'The twin did not start.',
    scenarios: [],
    facts: [],
    holdout: undefined,
    notes: [],
  }),
};

const timeline: TimelineView = {
  id: '12',
  title: 'Daily reports',
  status: STATUSES.attention,
  facts: [
    { name: 'Tier', value: '2' },
    { name: 'Cost', value: '$0.4210' },
  ],
  stages: [
    { name: 'Intake', state: 'done' },
    { name: 'Specification', state: 'current' },
    { name: 'Plan', state: 'later' },
  ],
  safety: ['src/payments/** is safety-critical'],
  decisions: [
    { label: 'The specification waits for your approval', part: { hash: 'a1b2c3d4', stage: 'specification' } },
  ],
  documents: [{ label: 'Specification', part: { hash: 'a1b2c3d4' } }],
  subItems: [
    {
      title: 'Totals',
      status: STATUSES.good,
      stage: 'review',
      attempts: 2,
      dependsOn: '',
      part: { subItem: 'totals' },
      pullRequest: 7,
    },
    { title: 'Page', status: STATUSES.busy, stage: 'code', attempts: 1, dependsOn: 'Totals' },
  ],
  judgements: [
    {
      subItem: 'totals',
      title: 'Totals',
      scenarios: {
        status: STATUSES.bad,
        score: '67 % of 6 trajectories, at least 90 %',
        holdout: 'The holdout is not enforced.',
        isOutdated: true,
        results: [{ id: 'checkout', score: '67 %', planned: 6, distribution: [{ outcome: 'satisfied', count: 6 }] }],
      },
      review: {
        status: STATUSES.bad,
        isOutdated: false,
        findings,
        omitted: 3,
        warnings: ['The pass Tests is broken.'],
      },
    },
  ],
  costs: [{ place: 'specification', cost: '$0.2010', executions: 2, note: '1 call without a price' }],
  entries: [
    {
      at: '2026-11-24T09:13:20.000Z',
      isDetail: false,
      status: STATUSES.good,
      place: 'code, Totals',
      text: 'Attempt 2 passed',
      cost: '$0.0421',
    },
    {
      at: '2026-11-24T09:10:00.000Z',
      isDetail: false,
      status: STATUSES.bad,
      place: 'code, Totals',
      text: 'Attempt 1 failed\ncheckHealth takes options',
    },
    { at: '2026-11-24T09:09:00.000Z', isDetail: true, status: STATUSES.quiet, place: 'code', text: 'Model call' },
  ],
  actions: ['run', 'step', 'restart', 'cancel'],
  canDecide: true,
};

const timelineMemory = { folder, item: '12' };
const showTimeline = (over: Partial<TimelineView>): MessageToTimelinePanel => ({
  type: 'show',
  memory: timelineMemory,
  view: { ...timeline, ...over },
});

export const timelineStates: Readonly<Record<string, MessageToTimelinePanel>> = {
  'waiting for a decision': showTimeline({}),
  failed: showTimeline({ status: STATUSES.bad, failure: 'The model did not answer.', decisions: [], canDecide: false }),
  working: showTimeline({ status: STATUSES.busy, progress: 'Writing the specification', decisions: [], entries: [] }),
  'no item': { type: 'nothing', memory: timelineMemory, message: 'The work item no longer exists.' },
};
