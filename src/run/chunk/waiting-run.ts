import type { ModelMessage } from 'ai';
import * as z from 'zod';
import { gateSchema } from '../../contract/model.ts';
import { gateReportSchema } from '../../history/records/stored-run.ts';

/** A longer conversation is not stored: the attempt after the choice starts a new one, with the violations. */
const MAX_CONVERSATION_CHARACTERS = 400_000;

const passedChunkSchema = z.object({
  chunk: z.string(),
  runId: z.string(),
  changedFiles: z.array(z.string()),
  fingerprint: z.string().optional(),
});

/** The results of all chunks of a batch, and the stack of those that have not landed. */
const batchStateSchema = z.object({
  results: z.array(
    z.object({
      chunk: z.string(),
      runId: z.string(),
      /** Why the chunk did not run; absent if it did. Its `runId` is then of an earlier run, or of none. */
      skipped: z.enum(['up-to-date', 'satisfied']).optional(),
    }),
  ),
  /** Which chunks the batch skips. */
  skip: z.enum(['none', 'done', 'satisfied']).optional(),
  /** Whether attempts start although the build fails before the first one. */
  allowFailingBuild: z.boolean().optional(),
  stack: z.object({ runId: z.string(), passed: z.array(passedChunkSchema) }).optional(),
});

export type BatchState = z.infer<typeof batchStateSchema>;

/** Parses a stored batch state. Undefined if there is none, or the record is damaged. */
export function readBatchState(stored: unknown): BatchState | undefined {
  const parsed = batchStateSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** The data that a run needs to resume in another process after a choice. */
const waitingRunSchema = z.object({
  contract: z.string(),
  /** The contract's text and the shared gates at the time of the run. */
  contractText: z.string(),
  sharedGates: z.array(gateSchema),
  title: z.string(),
  landing: z.enum(['commit', 'working-tree', 'review', 'none']),
  maxAttempts: z.number().optional(),
  jobs: z.number(),
  model: z.string().optional(),
  maxCostUsd: z.number().optional(),
  /** The known part of the cost so far. */
  spentUsd: z.number().optional(),
  changedFiles: z.array(z.string()),
  /** The number of attempts before the count began. A verdict of a person continues the count. */
  countedFrom: z.number().optional(),
  /** The chunks with results that are part of the base, if results are stacked. */
  passedBefore: z.array(z.string()).optional(),
  gates: z.array(gateReportSchema),
  warnings: z.array(z.string()),
  reason: z.string(),
  /** No gate has failed, but some could not be judged: `retry` judges the same result again. */
  judgeAgain: z.boolean(),
  /** The conversation that the next attempt continues, if the gates allow it. */
  conversation: z.array(z.json()).optional(),
  /** Present if the run is part of a batch. */
  ofAll: batchStateSchema.optional(),
});

type StoredWaitingRun = z.infer<typeof waitingRunSchema>;

/** A waiting run. The stored key of `batch` is `ofAll`. */
export type WaitingRun = Omit<StoredWaitingRun, 'ofAll'> & { readonly batch?: BatchState | undefined };

/** Parses a stored waiting run. Undefined if the record is damaged. */
export function readWaitingRun(stored: unknown): WaitingRun | undefined {
  const parsed = waitingRunSchema.safeParse(stored);
  if (!parsed.success) return undefined;
  const { ofAll: batch, ...waiting } = parsed.data;
  return { ...waiting, ...(batch === undefined ? {} : { batch }) };
}

export function toStoredWaitingRun({ batch, ...waiting }: WaitingRun): StoredWaitingRun {
  return { ...waiting, ...(batch === undefined ? {} : { ofAll: batch }) };
}

/** A conversation in its stored form; undefined if it is too long or cannot be represented as JSON. */
export function toStoredConversation(messages: readonly ModelMessage[]): WaitingRun['conversation'] {
  const text = JSON.stringify(messages);
  if (text.length > MAX_CONVERSATION_CHARACTERS) return undefined;
  const parsed = z.array(z.json()).safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** The stored conversation; undefined if there is none that can be continued. */
export async function restoreConversation({ conversation }: WaitingRun): Promise<readonly ModelMessage[] | undefined> {
  if (conversation === undefined) return undefined;
  const { modelMessageSchema } = await import('ai');
  const parsed = z.array(modelMessageSchema).safeParse(conversation);
  return parsed.success ? parsed.data : undefined;
}
