import type { PendingFileView } from '../../../src/webview/protocol/pending-files-data.ts';
import type { MessageToResultsPanel } from '../../../src/webview/protocol/results-messages.ts';
import type {
  AttemptView,
  ChunkView,
  GateView,
  HeaderView,
  RequirementView,
} from '../../../src/webview/protocol/results-panel-data.ts';

const contract = (line: number) => ({ file: 'health-check.contract.yaml', line, column: 7 });

const requirement = (over: Partial<RequirementView>): RequirementView => ({
  kind: 'assert',
  message: 'Must export the HealthCheckResult type',
  check: 'export_exists',
  passed: true,
  tier: 1,
  durationMs: 2.4,
  contract: contract(21),
  source: { file: 'src/health/types.ts', line: 3, column: 1 },
  validators: [],
  ...over,
});

const unmet = requirement({
  message: 'checkHealth takes options',
  check: 'signature_match',
  passed: false,
  tier: 3,
  expected: '(options?: HealthCheckOptions) => Promise<HealthCheckResult>',
  actual: '() => Promise<boolean>',
  validators: [
    { name: 'typescript', passed: false, durationMs: 31, detail: 'The return type differs' },
    { name: 'team-rules', passed: true, durationMs: 4 },
  ],
});

const unfollowed = requirement({
  kind: 'suggest',
  message: 'Should use try/catch with typed errors',
  check: 'pattern_match',
  passed: false,
  error: 'The pattern was not found in src/health/check.ts.',
});

const requirements = [
  requirement({}),
  requirement({ message: 'Must export ServiceHealth', tier: 2 }),
  unmet,
  unfollowed,
  requirement({ kind: 'suggest', message: 'Should document the exports', check: 'has_doc' }),
];

const gate = (over: Partial<GateView>): GateView => ({
  id: 'readable',
  name: 'The code is readable',
  mode: 'blocking',
  verdict: 'PASS',
  attemptCount: 0,
  maxAttempts: 2,
  reasoning: 'Names are clear, and each function has one purpose.',
  confidence: 0.92,
  evidence: [{ file: 'src/health/check.ts', line: 14, text: 'export async function checkHealth' }],
  ...over,
});

const gates: readonly GateView[] = [
  gate({}),
  gate({ id: 'errors', name: 'Errors are handled', verdict: 'FAIL', attemptCount: 1, reasoning: 'A timeout is lost.' }),
  gate({ id: 'style', name: 'The style fits', mode: 'advisory', verdict: 'FAIL', evidence: [] }),
  gate({ id: 'size', name: 'The change is small', mode: 'informational', verdict: 'BROKEN', reasoning: 'No answer.' }),
  gate({ id: 'person', name: 'A person agrees', verdict: 'UNDECIDED', reasoning: 'Is the format agreed?' }),
  gate({ id: 'later', name: 'Judged by a model', verdict: 'NOT_JUDGED', reasoning: 'No recorded verdict.' }),
];

const diff = `diff --git a/src/health/check.ts b/src/health/check.ts
--- a/src/health/check.ts
+++ b/src/health/check.ts
@@ -1,4 +1,5 @@
 import { ping } from './ping.ts';
-export function check() {
-  return ping();
+export async function checkHealth(options) {
+  return { ok: await ping(options), at: Date.now() };
 }
diff --git a/src/health/types.ts b/src/health/types.ts
new file mode 100644
--- /dev/null
+++ b/src/health/types.ts
@@ -0,0 +1,1 @@
+export interface HealthCheckResult { ok: boolean }
`;

const command = {
  stage: 'build',
  command: 'npm run build',
  passed: true,
  exitCode: 0,
  output: 'built in 0.8 s',
  durationMs: 812,
} as const;

const failedCommand = {
  stage: 'verify',
  command: 'node --test test/health',
  passed: false,
  exitCode: 1,
  output: 'AssertionError: expected true\n    at test/health/check.test.ts:12:3',
  durationMs: 1_420,
  afterFailedBuild: true,
} as const;

const attempt = (number: number, over: Partial<AttemptView> = {}): AttemptView => ({
  number,
  of: 5,
  state: 'failed',
  build: 'passed',
  requirements: [requirement({}), unmet, unfollowed],
  commands: [command, failedCommand],
  problems: [{ stage: 'verify', message: 'node --test failed with exit code 1.' }],
  refusedWrites: [{ path: 'package.json', reason: 'It is not in allowedFiles.' }],
  gates: [],
  usage: { inputTokens: 12_450, outputTokens: 930, costUsd: 0.0421 },
  stopReason: 'finished',
  diff,
  output: 'I changed the signature of checkHealth.',
  ...over,
});

const chunk = (over: Partial<ChunkView>): ChunkView => ({
  id: 'check',
  title: 'checkHealth',
  status: 'fail',
  runId: '01JD7Q6Z6Y3J5T2N8V4W9X0ABC',
  maxAttempts: 5,
  blockers: [],
  requirements: [],
  preparation: [],
  problems: [],
  attempts: [],
  gates: [],
  warnings: [],
  ...over,
});

const header = (over: Partial<HeaderView>): HeaderView => ({
  kind: 'run',
  title: 'Health checks',
  folder: 'file:///workspace',
  contract: 'health-check.contract.yaml',
  runId: '01JD7Q6Z6Y3J5T2N8V4W9X0ABC',
  status: 'fail',
  model: 'anthropic/claude-sonnet-4-5',
  restricted: false,
  notes: [],
  actions: ['run', 'validate', 'open-changes'],
  ...over,
});

const show = (
  headerView: HeaderView,
  chunks: ChunkView[],
  transcripts: Extract<MessageToResultsPanel, { type: 'show' }>['transcripts'] = [],
): MessageToResultsPanel => ({ type: 'show', header: headerView, chunks, transcripts });

const passedAttempt = attempt(5, {
  state: 'passed',
  requirements: [requirement({}), requirement({ message: 'checkHealth takes options' })],
  commands: [command],
  problems: [],
  refusedWrites: [],
  gates: [gate({})],
});

/** What is offered for a result that waits for review. */
const reviewActions = ['accept', 'open-changes', 'try-again', 'discard'] as const;

const pendingFile = (over: Partial<PendingFileView>): PendingFileView => ({
  path: 'src/health/check.ts',
  kind: 'modified',
  binary: false,
  decision: 'undecided',
  total: 1,
  accepted: 0,
  rejected: 0,
  reviewed: false,
  ...over,
});

const review = (files: PendingFileView[]): HeaderView['review'] => ({
  runId: '01JD7Q6Z6Y3J5T2N8V4W9X0ABC',
  accept: 'Accept and Commit',
  acceptOtherwise: 'Accept without Commit',
  files,
});

/** The states of the results page. Together they show every section. */
export const resultsStates: Readonly<Record<string, MessageToResultsPanel>> = {
  'a check with failures': show(
    header({
      kind: 'check',
      status: 'fail',
      statusText: 'Not satisfied',
      model: undefined,
      actions: ['run', 'validate-fully'],
    }),
    [
      chunk({
        requirements,
        preparation: [command, failedCommand],
        problems: [{ stage: 'files', message: 'Forbidden.' }],
      }),
    ],
  ),
  'a check that is met': show(header({ kind: 'check', status: 'pass', actions: ['validate'] }), [
    chunk({ status: 'pass', requirements: [requirement({})] }),
  ]),
  'a running attempt': show(
    header({
      status: 'running',
      startedAt: Date.now(),
      actions: ['cancel'],
      notes: [{ level: 'info', message: 'The build failed before.' }],
    }),
    [
      chunk({
        status: 'running',
        attempts: [attempt(1), attempt(2, { state: 'running', stage: 'calling the model', diff: '', output: '' })],
      }),
    ],
    [
      {
        chunk: 'check',
        attempt: 2,
        entries: [
          { kind: 'reasoning', text: 'The signature must take options.' },
          { kind: 'text', text: 'I read the file first.' },
          { kind: 'tool', name: 'read', subject: 'src/health/check.ts', ok: true },
          { kind: 'tool', name: 'write', subject: 'package.json', ok: false, note: 'not allowed' },
          { kind: 'note', text: 'The provider is slow. Trying again.' },
        ],
      },
    ],
  ),
  'five attempts that failed': show(
    header({
      notes: [
        { level: 'error', message: 'All attempts failed.' },
        { level: 'warning', message: 'Hooks off.' },
      ],
    }),
    [
      chunk({
        attempts: [1, 2, 3, 4, 5].map((number) => attempt(number)),
        warnings: ['style: the names are long.'],
        reason: 'All 5 attempts failed.',
        gates: [...gates],
        amendment: 'amendment-1',
      }),
    ],
  ),
  'a review after five attempts': show(
    header({ status: 'review', statusText: 'Passed, waiting for your review', actions: [...reviewActions] }),
    [chunk({ status: 'review', attempts: [...[1, 2, 3, 4].map((number) => attempt(number)), passedAttempt] })],
  ),
  'a result of one file': show(
    header({
      status: 'review',
      actions: [...reviewActions],
      review: review([pendingFile({ kind: 'created' })]),
      estimate: 'A run costs about $0.04.',
    }),
    [chunk({ status: 'pass', attempts: [attempt(1, { of: 3 }), { ...passedAttempt, number: 2, of: 3 }] })],
  ),
  'a run that had nothing to change': show(header({ status: 'pass' }), [
    chunk({
      status: 'pass',
      attempts: [
        {
          ...passedAttempt,
          stopReason: 'no-change',
          problems: [{ stage: 'write', message: 'The answer changed no file.' }],
          diff: '',
        },
      ],
    }),
  ]),
  'a result of several files': show(
    header({
      status: 'review',
      actions: [...reviewActions],
      review: review([
        pendingFile({ total: 3, accepted: 1, rejected: 1, decision: 'mixed' }),
        pendingFile({
          path: 'src/health/types.ts',
          kind: 'created',
          decision: 'rejected',
          rejected: 1,
          reviewed: true,
        }),
        pendingFile({ path: 'docs/health.png', kind: 'modified', binary: true }),
      ]),
    }),
    [chunk({ status: 'pass', attempts: [{ ...passedAttempt, number: 1, of: 3 }] })],
  ),
  'several chunks': show(header({ status: 'pass', statusText: 'Landed 2 of 4', actions: ['run'] }), [
    chunk({ id: 'types', title: 'Health check types', status: 'pass', attempts: [passedAttempt], upToDate: true }),
    chunk({
      status: 'blocked',
      blockers: [{ type: 'missing_export', item: 'ping', details: 'ping is not exported.' }],
    }),
    chunk({ id: 'routes', title: 'Routes', status: 'unverified', reason: 'Nothing to check.', upToDate: true }),
    chunk({ id: 'docs', title: 'Documentation', status: 'waiting' }),
  ]),
  'landed files': show(
    header({
      status: 'pass',
      landing: {
        commit: '8c1f0e2d9a7b',
        files: ['src/health/check.ts', 'src/health/types.ts'],
        conflicts: [],
        notes: ['The commit hooks were skipped.'],
      },
    }),
    [chunk({ status: 'pass', attempts: [passedAttempt], choice: 'skip' })],
  ),
  'a conflict': show(header({ status: 'conflict', actions: ['merge', 'accept', 'land-mine', 'discard'] }), [
    chunk({
      status: 'conflict',
      landing: {
        files: [],
        conflicts: [{ file: 'src/health/check.ts', reason: 'changed in your tree since the attempt began' }],
        keptRef: 'refs/holdfast/kept/01JD7Q6Z6Y3J5T2N8V4W9X0ABC',
        notes: [],
      },
      attempts: [passedAttempt],
    }),
  ]),
  'a choice at a gate': show(header({ status: 'undecided', actions: [] }), [
    chunk({
      status: 'undecided',
      attempts: [attempt(1, { gates: [...gates] })],
      pendingChoice: {
        runId: '01JD7Q6Z6Y3J5T2N8V4W9X0ABC',
        reason: 'Errors are handled failed 2 of 2 times.',
        gates: [...gates],
        hints: ['Return the timeout as an error.'],
        history: [
          {
            at: '2026-11-24T09:13:20.000Z',
            gate: 'errors',
            status: 'fail',
            attempt: 1,
            reasoning: 'A timeout is lost.',
          },
          { at: '2026-11-24T09:15:02.000Z', status: 'reset', attempt: 1, reasoning: 'A person chose to retry.' },
        ],
      },
    }),
  ]),
  'restricted mode': show(
    header({
      kind: 'check',
      status: 'aborted',
      restricted: true,
      actions: ['manage-trust', 'select-model', 'show-log'],
    }),
    [chunk({ status: 'aborted', reason: 'The workspace is not trusted.' })],
  ),
};
