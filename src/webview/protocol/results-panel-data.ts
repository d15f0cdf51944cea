/** The data of the results panel. The extension creates it and the webview renders it. */
import * as z from 'zod';
import { reviewFilesSchema } from './pending-files-data.ts';
import { sourceLocationSchema } from './source-location.ts';
import { strengthViewSchema } from './strength-view.ts';

export const requirementSchema = z.object({
  kind: z.enum(['assert', 'suggest']),
  message: z.string(),
  check: z.string(),
  passed: z.boolean(),
  /** Whether it is not met because its chunk has not been done yet, which is no error. */
  notStarted: z.boolean().optional(),
  tier: z.int().min(1).max(3).optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  error: z.string().optional(),
  durationMs: z.number(),
  source: sourceLocationSchema.optional(),
  contract: sourceLocationSchema.optional(),
  validators: z.array(
    z.object({ name: z.string(), passed: z.boolean(), durationMs: z.number(), detail: z.string().optional() }),
  ),
});

/** A gate with its latest verdict. */
export const gateSchema = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(['blocking', 'advisory', 'informational']),
  /** `NOT_JUDGED`: a full check found no recorded verdict of a model or a person. */
  verdict: z.enum(['PASS', 'FAIL', 'BROKEN', 'UNDECIDED', 'NOT_JUDGED']),
  attemptCount: z.int(),
  maxAttempts: z.int(),
  reasoning: z.string(),
  /** The confidence of a model's verdict, from 0 to 1. */
  confidence: z.number().optional(),
  evidence: z.array(z.object({ file: z.string(), line: z.int().min(1).optional(), text: z.string() })),
});

/** The choices for a run that waits at its gates, and the verdicts on gates that a person judges. */
export const gateChoiceSchema = z.enum(['retry', 'skip', 'abort', 'pass', 'fail']);

/** A run that waits for a choice: blocking gates have used all attempts, or wait for the verdict of a person. */
export const pendingChoiceSchema = z.object({
  runId: z.string(),
  /** Why the run waits. */
  reason: z.string(),
  gates: z.array(gateSchema),
  hints: z.array(z.string()),
  /** All verdicts, resets and choices, oldest first. */
  history: z.array(
    z.object({
      at: z.string(),
      gate: z.string().optional(),
      status: z.enum(['pass', 'fail', 'broken', 'undecided', 'reset', 'skip', 'abort']),
      attempt: z.int(),
      reasoning: z.string(),
    }),
  ),
});

export const commandSchema = z.object({
  stage: z.enum(['setup', 'build', 'verify', 'acceptance']),
  command: z.string(),
  passed: z.boolean(),
  exitCode: z.number().optional(),
  output: z.string(),
  durationMs: z.number(),
  error: z.string().optional(),
  /** The command ran although the build had failed. */
  afterFailedBuild: z.literal(true).optional(),
  /** The command fails in the same way without the change. */
  failsOnBase: z.literal(true).optional(),
  /** Whether it reported a failure that was planted in a copy of the tree. */
  canary: z
    .object({
      seen: z.boolean(),
      durationMs: z.number(),
      file: z.string(),
      decidedBy: z.enum(['report', 'exit-code']).optional(),
      reason: z.string().optional(),
    })
    .optional(),
  /** How it ended without the change. */
  redFirst: z
    .object({
      outcome: z.enum(['red', 'green', 'not-judged']),
      by: z.enum(['test', 'missing-code', 'exit-code']).optional(),
      tests: z.array(z.string()).readonly().optional(),
      missing: z.array(z.string()).readonly().optional(),
      reason: z.string().optional(),
      durationMs: z.number(),
    })
    .optional(),
});

/** In US dollars. null if the cost is unknown, which is never shown as 0. */
const costSchema = z.number().nullable();

export const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: costSchema });

export const attemptSchema = z.object({
  number: z.int().min(1),
  of: z.int().min(1),
  /** `unverified`: it passed, but nothing verified it. */
  state: z.enum(['running', 'passed', 'unverified', 'failed']),
  /** The current activity of a running attempt. */
  stage: z.string().optional(),
  build: z.enum(['passed', 'failed', 'none']),
  requirements: z.array(requirementSchema),
  commands: z.array(commandSchema),
  problems: z.array(z.object({ stage: z.string(), message: z.string() })),
  refusedWrites: z.array(z.object({ path: z.string(), reason: z.string() })),
  gates: z.array(gateSchema),
  /** The usage of all calls so far. Absent before the first call. */
  usage: usageSchema.optional(),
  stopReason: z.string().optional(),
  diff: z.string(),
  output: z.string(),
});

export const landingSchema = z.object({
  commit: z.string().optional(),
  files: z.array(z.string()),
  conflicts: z.array(z.object({ file: z.string(), reason: z.string(), isMergeable: z.literal(true).optional() })),
  keptRef: z.string().optional(),
  notes: z.array(z.string()),
});

export const blockerSchema = z.object({ type: z.string(), item: z.string().optional(), details: z.string() });

export const statusSchema = z.enum([
  'waiting',
  'running',
  'review',
  'pass',
  'fail',
  'blocked',
  'conflict',
  'cancelled',
  'aborted',
  'undecided',
  /** A chunk that nothing verified: there was nothing to check, or a gate was not judged. */
  'unverified',
  /** A result that the person discarded. */
  'discarded',
  /** A check of a chunk whose requirements do not hold yet, without a sign that they ever did. */
  'notStarted',
]);

export const chunkViewSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: statusSchema,
  /** The run of this chunk, if there is one. */
  runId: z.string().optional(),
  maxAttempts: z.int().optional(),
  blockers: z.array(blockerSchema),
  /** The results of a check of the current files, without a run. */
  requirements: z.array(requirementSchema),
  /** Commands that ran before the first attempt: setup, and the build of the unchanged tree. Of a full check: all commands. */
  preparation: z.array(commandSchema),
  /** Other failures that a full check found. Those of a run belong to its attempts. */
  problems: z.array(z.object({ stage: z.string(), message: z.string() })),
  /** What its requirements say about the work, on the tree that the attempts start from. */
  strength: strengthViewSchema.optional(),
  attempts: z.array(attemptSchema),
  /** The usage of all calls for the chunk: attempts, judges, gates and amendments. Absent before the first call. */
  usage: usageSchema.optional(),
  /** The gates with their latest verdicts. */
  gates: z.array(gateSchema),
  /** Failures that did not stop the chunk, each with the name of its gate. */
  warnings: z.array(z.string()),
  /** Whether the chunk did not run because it is done, or already holds. */
  upToDate: z.boolean().optional(),
  /** Whether the chunk did not run because the files satisfy it, although no record says that it passed. */
  alreadyHolds: z.boolean().optional(),
  /** The last choice that was made for the gates. */
  choice: gateChoiceSchema.optional(),
  /** Set while the run waits for a choice. */
  pendingChoice: pendingChoiceSchema.optional(),
  /** The id of the proposed contract change. */
  amendment: z.string().optional(),
  landing: landingSchema.optional(),
  reason: z.string().optional(),
});

/** The part of the panel above the chunks. */
export const headerViewSchema = z.object({
  kind: z.enum(['check', 'run']),
  title: z.string(),
  folder: z.string(),
  contract: z.string(),
  /** The chunk that was run or checked. Absent if it was the whole contract. */
  chunk: z.string().optional(),
  runId: z.string().optional(),
  status: statusSchema,
  /** Replaces the label of the status, for example `Landed 2 of 3`. */
  statusText: z.string().optional(),
  model: z.string().optional(),
  /** When the run of the panel started, in milliseconds since 1970. Set while it runs. */
  startedAt: z.number().optional(),
  /** What a run would cost, as a sentence. Absent if no earlier run says it. */
  estimate: z.string().optional(),
  restricted: z.boolean(),
  notes: z.array(z.object({ level: z.enum(['info', 'warning', 'error']), message: z.string() })),
  /** The actions that are available now. */
  actions: z.array(
    z.enum([
      'run',
      'run-anyway',
      'force-run',
      'open-terminal',
      'validate',
      'validate-fully',
      'judge-gates',
      'cancel',
      'open-changes',
      'accept',
      'accept-otherwise',
      'apply',
      'try-again',
      'merge',
      'land-mine',
      'discard',
      'manage-trust',
      'select-model',
      'set-api-key',
      'move-history-aside',
      'show-log',
    ]),
  ),
  landing: landingSchema.optional(),
  /** The changed files, while the result waits for review. */
  review: reviewFilesSchema.optional(),
});

export const transcriptEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string() }),
  z.object({
    kind: z.literal('tool'),
    name: z.string(),
    subject: z.string(),
    ok: z.boolean(),
    note: z.string().optional(),
  }),
  z.object({ kind: z.literal('note'), text: z.string() }),
]);

export type RequirementView = z.infer<typeof requirementSchema>;
export type GateView = z.infer<typeof gateSchema>;
export type GateChoiceView = z.infer<typeof gateChoiceSchema>;
export type PendingChoiceView = z.infer<typeof pendingChoiceSchema>;
export type CommandView = z.infer<typeof commandSchema>;
export type UsageView = z.infer<typeof usageSchema>;
export type AttemptView = z.infer<typeof attemptSchema>;
export type LandingView = z.infer<typeof landingSchema>;
export type BlockerView = z.infer<typeof blockerSchema>;
export type ResultStatus = z.infer<typeof statusSchema>;
export type ChunkView = z.infer<typeof chunkViewSchema>;
export type HeaderView = z.infer<typeof headerViewSchema>;
export type PanelAction = HeaderView['actions'][number];
export type TranscriptEntry = z.infer<typeof transcriptEntrySchema>;

/** The complete data of the panel. Immutable. */
export interface ResultsView {
  readonly header: HeaderView;
  readonly chunks: readonly ChunkView[];
}
