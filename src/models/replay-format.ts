/**
 * The file of a recorded conversation, from which the `replay` provider answers. YAML or JSON, written by `record` or
 * by hand:
 *
 * ```yaml
 * version: 1
 * prices: { inputPerMillion: 0.6, outputPerMillion: 2.2 } # optional: gives the replayed calls a cost
 * replies:
 *   - chunk: types # the conversation that this answers: chunk and attempt
 *     attempt: 1
 *     steps: # one per call of the model, in order
 *       - text: I add the type. # streamed word by word
 *         tools:
 *           - name: write_file
 *             input: { path: src/health/types.ts, content: "export interface HealthCheckStatus {}\n" }
 *         usage: { input: 1200, output: 80 }
 *       - text: Done. # a step without tools ends the attempt
 * ```
 *
 * A reply is chosen for a conversation, not for a call: the first in the file of which everything that it names holds
 * (`purpose`, `chunk`, `attempt`, `contains` in the last user message). A reply that names nothing answers everything.
 * Which of its steps is played follows from the answers that stand after the last user message of the prompt, so a run
 * can be repeated from the beginning, and a call can be made again, without any state. Where the reply or the step is
 * missing the call fails and says which chunk, attempt and step it was.
 */
import * as z from 'zod';

const tokens = z.int().min(0);

const recordedUsageSchema = z.strictObject({
  input: tokens.describe('All input tokens.'),
  output: tokens.describe('All output tokens.'),
  cached: tokens.optional().describe('Those of the input that came from the provider cache.'),
  reasoning: tokens.optional(),
  costUsd: z.number().min(0).optional().describe('What the call cost, as recorded.'),
});

const recordedToolSchema = z
  .strictObject({
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()).optional().describe('The arguments.'),
    rawInput: z.string().optional().describe('The arguments as text, for calls whose JSON is broken.'),
  })
  .refine(
    (tool) => tool.input === undefined || tool.rawInput === undefined,
    'A tool call has input or rawInput, not both',
  );

const recordedStepSchema = z
  .strictObject({
    reasoning: z.string().optional(),
    text: z.string().optional(),
    tools: z.array(recordedToolSchema).default([]),
    usage: recordedUsageSchema.optional().describe('Estimated from the texts where absent.'),
    finish: z.enum(['stop', 'tool-calls', 'length', 'content-filter']).optional(),
    delayMs: z.number().min(0).max(600_000).optional().describe('How long the model takes before it answers.'),
  })
  .describe('One answer of the model: what it said, then the tools that it called.');

const recordedReplySchema = z.strictObject({
  purpose: z.string().min(1).optional().describe('attempt, judge, amendment, plan, …; any where absent.'),
  chunk: z.string().min(1).optional().describe('The id of the chunk; any where absent.'),
  attempt: z.int().min(1).optional().describe('The number of the attempt; any where absent.'),
  contains: z.string().min(1).optional().describe('A text that the last user message must contain.'),
  steps: z.array(recordedStepSchema).min(1),
});

export const recordingSchema = z.strictObject({
  version: z.literal(1),
  model: z.string().optional().describe('What was recorded, for people.'),
  prices: z.strictObject({ inputPerMillion: z.number().min(0), outputPerMillion: z.number().min(0) }).optional(),
  replies: z.array(recordedReplySchema),
});

export type RecordedUsage = z.infer<typeof recordedUsageSchema>;
export type RecordedTool = z.infer<typeof recordedToolSchema>;
export type RecordedStep = z.infer<typeof recordedStepSchema>;
export type RecordedReply = z.infer<typeof recordedReplySchema>;
export type Recording = z.infer<typeof recordingSchema>;
