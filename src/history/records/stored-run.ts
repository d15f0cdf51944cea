/**
 * The stored form of a run. It has the shape of `run/report/run-result.ts`, which is in a higher layer. A test checks that
 * the two shapes are equal.
 */
import * as z from 'zod';
import { checkSchema, enforcementModeSchema } from '../../contract/model.ts';
import type { RunUsage } from '../../foundation/call-totals.ts';
import { ERROR_CODES } from '../../foundation/errors.ts';
import { CONFINEMENT_KINDS } from '../../workspace/confinement/confinement-rules.ts';
import type { DeepReadonly } from '../database/stored-json.ts';

const assertionSchema = z.object({
  type: z.enum(['assert', 'suggest']),
  message: z.string(),
  condition: z.string().optional(),
  check: checkSchema,
});

const locationSchema = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number().optional(),
  endColumn: z.number().optional(),
});

const tierSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const validatorAnswerSchema = z.object({
  validator: z.string(),
  passed: z.boolean(),
  tier: tierSchema.optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  error: z.string().optional(),
  durationMs: z.number(),
});

const assertionResultSchema = z.object({
  assertion: assertionSchema,
  passed: z.boolean(),
  tier: tierSchema.optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  error: z.string().optional(),
  /** The check did not run because the workspace is not trusted. */
  untrusted: z.literal(true).optional(),
  durationMs: z.number(),
  mismatch: z.enum(['similar-name', 'not-a-function']).optional(),
  similar: z.string().optional(),
  signature: z.string().optional(),
  missingPackage: z.object({ name: z.string(), install: z.string() }).optional(),
  failingFiles: z.array(z.string()).optional(),
  location: locationSchema.optional(),
  contractLocation: locationSchema.optional(),
  validators: z.array(validatorAnswerSchema).optional(),
});

const stageSchema = z.enum([
  'preflight',
  'write',
  'build',
  'verify',
  'acceptance',
  'assertions',
  'domains',
  'gates',
  'landing',
]);

const retryContextSchema = z.object({
  attempt: z.number(),
  maxAttempts: z.number(),
  previousViolations: z.array(z.object({ assertion: assertionSchema, expected: z.string(), actual: z.string() })),
  buildOutput: z.string().optional(),
});

const gateTestsSchema = z.object({
  runner: z.string().optional(),
  affected: z.array(z.string()).readonly(),
  total: z.number().optional(),
  reason: z.string().optional(),
  commands: z
    .array(
      z.object({
        command: z.string(),
        scope: z.enum(['affected', 'all']),
        exitCode: z.number().optional(),
        durationMs: z.number(),
      }),
    )
    .readonly(),
});

/** A finding of a review, as `review/review-finding.ts` defines it. */
const gateFindingSchema = z.object({
  pass: z.enum(['constraints', 'hygiene', 'quality', 'architecture', 'security']),
  file: z.string(),
  line: z.number().optional(),
  severity: z.enum(['blocking', 'warning', 'informational']),
  category: z.string(),
  explanation: z.string(),
  suggestion: z.string().optional(),
  code: z.string().optional(),
});

export const gateReportSchema = z.object({
  id: z.string(),
  name: z.string(),
  mode: enforcementModeSchema,
  verdict: z.enum(['PASS', 'FAIL', 'BROKEN', 'UNDECIDED']),
  attemptCount: z.number(),
  maxAttempts: z.number(),
  reasoning: z.string(),
  confidence: z.number().optional(),
  evidence: z.array(z.object({ file: z.string(), line: z.number().optional(), text: z.string() })).optional(),
  tests: gateTestsSchema.optional(),
  findings: z.array(gateFindingSchema).readonly().optional(),
});

export const storedValidationSchema = z.object({
  passed: z.boolean(),
  /** Records of earlier versions have none. */
  postconditionResults: z.array(assertionResultSchema).default([]),
  assertResults: z.array(assertionResultSchema),
  suggestResults: z.array(assertionResultSchema),
  buildPassed: z.boolean(),
  buildOutput: z.string().optional(),
  retryable: z.boolean(),
  retryContext: retryContextSchema.optional(),
  continuedFrom: z.number().optional(),
  commands: z.array(
    z.object({
      stage: z.enum(['setup', 'build', 'verify', 'acceptance']),
      command: z.string(),
      passed: z.boolean(),
      exitCode: z.number().optional(),
      output: z.string(),
      durationMs: z.number(),
      error: z.string().optional(),
      lastError: z.string().optional(),
      withheld: z.string().optional(),
      unseenPaths: z.array(z.string()).optional(),
      afterFailedBuild: z.literal(true).optional(),
      failsOnBase: z.literal(true).optional(),
      canary: z
        .object({
          seen: z.boolean(),
          durationMs: z.number(),
          file: z.string(),
          decidedBy: z.enum(['report', 'exit-code']).optional(),
          reason: z.string().optional(),
        })
        .optional(),
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
    }),
  ),
  unverified: z.boolean().optional(),
  confinement: z.enum(CONFINEMENT_KINDS).optional(),
  changedPackages: z.array(z.string()).optional(),
  problems: z.array(
    z.object({
      stage: stageSchema,
      message: z.string(),
      command: z.string().optional(),
      interpretation: z.string().optional(),
    }),
  ),
  gates: z.array(gateReportSchema).optional(),
});

export const refusedWritesSchema = z.array(z.object({ path: z.string(), reason: z.string() }));

/** The outcome of a run without its attempts, which are stored as separate records. */
export const storedOutcomeSchema = z.object({
  status: z.enum(['pass', 'fail', 'blocked', 'conflict', 'cancelled', 'aborted', 'undecided']),
  chunk: z.string(),
  runId: z.string(),
  blockedBy: z
    .array(
      z.object({
        type: z.enum([
          'missing_dependency',
          'failed_chunk',
          'missing_export',
          'precondition',
          'plan_error',
          'failing_build',
          'already_passes',
          'placeholder',
        ]),
        chunkId: z.string().optional(),
        item: z.string().optional(),
        details: z.string(),
        stopsRun: z.boolean().optional(),
      }),
    )
    .optional(),
  upToDate: z.literal(true).optional(),
  skippedSatisfied: z.literal(true).optional(),
  landed: z
    .object({
      commit: z.string().optional(),
      files: z.array(z.string()),
      conflicts: z.array(z.object({ file: z.string(), reason: z.string(), isMergeable: z.literal(true).optional() })),
      keptRef: z.string().optional(),
      gates: z
        .array(
          gateReportSchema
            .pick({ id: true, name: true, mode: true, verdict: true, reasoning: true, tests: true, findings: true })
            .extend({ chunk: z.string() }),
        )
        .optional(),
      notes: z.array(z.string()),
    })
    .optional(),
  reason: z.string().optional(),
  gates: z.array(gateReportSchema).default([]),
  warnings: z.array(z.string()).default([]),
  planFindings: z
    .array(
      z.object({ rule: z.string(), effect: z.enum(['warning', 'allowed']), message: z.string(), line: z.number() }),
    )
    .optional(),
  strength: z
    .object({
      failing: z.number(),
      total: z.number(),
      requirements: z.array(
        z.object({
          message: z.string(),
          role: z.enum(['fails', 'first', 'guard', 'vacuous', 'unknown']),
          reason: z.string().optional(),
        }),
      ),
    })
    .optional(),
  impact: z.string().optional(),
  choice: z.enum(['retry', 'skip', 'abort', 'pass', 'fail']).optional(),
  amendment: z.object({ id: z.string() }).optional(),
  error: z
    .object({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      hint: z.string().optional(),
      domain: z.string().optional(),
    })
    .optional(),
});

export type StoredValidation = DeepReadonly<z.infer<typeof storedValidationSchema>>;
export type StoredOutcome = DeepReadonly<z.infer<typeof storedOutcomeSchema>>;

export interface StoredAttempt {
  readonly number: number;
  readonly validation: StoredValidation;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
  readonly refusedWrites: readonly { readonly path: string; readonly reason: string }[];
  readonly stopReason: string;
  readonly diff: string;
  readonly output: string;
}

export interface StoredRun extends StoredOutcome {
  /** The calls that were made for the run so far; absent if there was none. Computed from the recorded calls. */
  readonly usage?: RunUsage | undefined;
  readonly attempts: readonly StoredAttempt[];
}
