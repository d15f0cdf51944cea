import type { ModelMessage } from 'ai';
import * as z from 'zod';
import { gateSchema } from '../contract/model.ts';
import { gateReportSchema } from '../history/stored-run.ts';

/** Beyond this a conversation is begun anew after a choice; the violations are told in any case. */
const MOST_CHARACTERS_OF_CONVERSATION = 400_000;

const passedSchema = z.object({ chunk: z.string(), runId: z.string(), changedFiles: z.array(z.string()) });

/** What the other chunks of a run of all chunks came to, and their results that are not landed. */
const ofAllSchema = z.object({
  results: z.array(z.object({ chunk: z.string(), runId: z.string() })),
  stack: z.object({ runId: z.string(), passed: z.array(passedSchema) }).optional(),
});

export type OthersOfRun = z.infer<typeof ofAllSchema>;

/** Undefined where there is none, or the record is damaged. */
export function readOthersOfRun(stored: unknown): OthersOfRun | undefined {
  const parsed = ofAllSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** What a run that waits for a choice needs to go on in another process. */
const waitingRunSchema = z.object({
  contract: z.string(),
  /** The contract and the shared gates as the run was held to them. */
  contractText: z.string(),
  sharedGates: z.array(gateSchema),
  title: z.string(),
  landing: z.enum(['commit', 'working-tree', 'review', 'none']),
  maxAttempts: z.number().optional(),
  jobs: z.number(),
  model: z.string().optional(),
  maxCostUsd: z.number().optional(),
  /** What of it was spent, as far as costs are known. */
  spentUsd: z.number().optional(),
  changedFiles: z.array(z.string()),
  /** Chunks of a run that is reviewed whose results the base holds. */
  passedBefore: z.array(z.string()).optional(),
  gates: z.array(gateReportSchema),
  warnings: z.array(z.string()),
  reason: z.string(),
  /** Nothing has failed, but gates could not be judged: to retry is to judge the same result again. */
  judgeAgain: z.boolean(),
  /** What the next attempt goes on with, where the gates let it. */
  conversation: z.array(z.json()).optional(),
  /** Where the run is one of all chunks. */
  ofAll: ofAllSchema.optional(),
});

export type WaitingRun = z.infer<typeof waitingRunSchema>;

/** Undefined where the record is damaged. */
export function readWaitingRun(stored: unknown): WaitingRun | undefined {
  const parsed = waitingRunSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** A conversation as it is stored; undefined where it is too long, or does not fit into JSON. */
export function storedConversation(messages: readonly ModelMessage[]): WaitingRun['conversation'] {
  const text = JSON.stringify(messages);
  if (text.length > MOST_CHARACTERS_OF_CONVERSATION) return undefined;
  const parsed = z.array(z.json()).safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** The conversation that was stored; undefined where there is none that can be gone on with. */
export async function conversationOf({ conversation }: WaitingRun): Promise<readonly ModelMessage[] | undefined> {
  if (conversation === undefined) return undefined;
  const { modelMessageSchema } = await import('ai');
  const parsed = z.array(modelMessageSchema).safeParse(conversation);
  return parsed.success ? parsed.data : undefined;
}
