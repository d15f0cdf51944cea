/**
 * The file format of recorded conversations, from which the `replay` provider answers. YAML or JSON, written with
 * `--record` or by hand:
 *
 * ```yaml
 * version: 1
 * prices: { inputPerMillion: 0.6, outputPerMillion: 2.2 } # optional: gives the replayed calls a cost
 * replies:
 *   - chunk: types # the conversation that this reply answers: chunk and attempt
 *     attempt: 1
 *     steps: # one per model call, in order
 *       - text: I add the type. # streamed word by word
 *         tools:
 *           - name: write_file
 *             input: { path: src/health/types.ts, content: "export interface HealthCheckStatus {}\n" }
 *         usage: { input: 1200, output: 80 }
 *       - text: Done. # a step without tools ends the attempt
 * ```
 *
 * A reply answers a conversation, not a single call. The first reply matches whose `purpose`, `item`, `stage`, `round`,
 * `chunk`, `attempt` and `contains` (a text of the last user message) all match. An absent field matches everything. The step is the number of
 * answers after the last user message of the prompt, plus one. Replay has no other state, so runs and calls can be
 * repeated. If the reply or the step is missing, the call fails and reports the chunk, attempt and step.
 */
import * as z from 'zod';

const tokenCountSchema = z.int().min(0);

const recordedUsageSchema = z.strictObject({
  input: tokenCountSchema.describe('All input tokens.'),
  output: tokenCountSchema.describe('All output tokens.'),
  cached: tokenCountSchema.optional().describe('The input tokens that came from the provider cache.'),
  reasoning: tokenCountSchema.optional(),
  costUsd: z.number().min(0).optional().describe('The recorded cost of the call, in US dollars.'),
});

const recordedToolCallSchema = z
  .strictObject({
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()).optional().describe('The arguments.'),
    rawInput: z.string().optional().describe('The arguments as text, for calls with invalid JSON.'),
  })
  .refine(
    (tool) => tool.input === undefined || tool.rawInput === undefined,
    'A tool call has input or rawInput, not both',
  );

const recordedStepSchema = z
  .strictObject({
    reasoning: z.string().optional(),
    text: z.string().optional(),
    tools: z.array(recordedToolCallSchema).default([]),
    usage: recordedUsageSchema.optional().describe('Estimated from the texts if absent.'),
    finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter']).optional(),
    delayMs: z.number().min(0).max(600_000).optional().describe('The delay before the answer, in milliseconds.'),
  })
  .describe('One answer of the model: its text, then its tool calls.');

const recordedReplySchema = z.strictObject({
  purpose: z.string().min(1).optional().describe('attempt, judge, amendment, plan, …; any if absent.'),
  item: z.string().min(1).optional().describe('The id of the work item of the pipeline; any if absent.'),
  stage: z.string().min(1).optional().describe('The stage of the pipeline: intake, generation, …; any if absent.'),
  round: z.int().min(1).optional().describe('The round of the work item; any if absent.'),
  chunk: z.string().min(1).optional().describe('The id of the chunk; any if absent.'),
  attempt: z.int().min(1).optional().describe('The number of the attempt; any if absent.'),
  contains: z.string().min(1).optional().describe('A text that the last user message must contain.'),
  steps: z.array(recordedStepSchema).min(1),
});

export const recordingSchema = z.strictObject({
  version: z.literal(1),
  model: z.string().optional().describe('The recorded model. Informational.'),
  prices: z.strictObject({ inputPerMillion: z.number().min(0), outputPerMillion: z.number().min(0) }).optional(),
  replies: z.array(recordedReplySchema),
});

export type RecordedUsage = z.infer<typeof recordedUsageSchema>;
export type RecordedToolCall = z.infer<typeof recordedToolCallSchema>;
export type RecordedStep = z.infer<typeof recordedStepSchema>;
export type RecordedReply = z.infer<typeof recordedReplySchema>;
export type Recording = z.infer<typeof recordingSchema>;
