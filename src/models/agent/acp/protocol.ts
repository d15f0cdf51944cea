import * as z from 'zod';

/**
 * What Holdfast reads of the messages of an agent. Agents add fields and kinds of updates, so everything else is ignored
 * instead of refused.
 */
const locationSchema = z.object({ path: z.string() });

const contentSchema = z.object({ type: z.string(), path: z.string().optional() });

const toolCallSchema = z.object({
  toolCallId: z.string(),
  kind: z.string().nullish(),
  status: z.string().nullish(),
  title: z.string().nullish(),
  locations: z.array(locationSchema).nullish(),
  content: z.array(contentSchema).nullish().catch(undefined),
  rawInput: z.unknown().optional(),
});

export type ToolCall = z.infer<typeof toolCallSchema>;

const costSchema = z.object({ amount: z.number().nonnegative(), currency: z.string() });

const textSchema = z.object({ type: z.literal('text'), text: z.string() });

const updateSchema = z.discriminatedUnion('sessionUpdate', [
  z.object({ sessionUpdate: z.literal('agent_message_chunk'), content: textSchema }),
  z.object({ sessionUpdate: z.literal('agent_thought_chunk'), content: textSchema }),
  z.object({ sessionUpdate: z.literal('tool_call'), ...toolCallSchema.shape }),
  z.object({ sessionUpdate: z.literal('tool_call_update'), ...toolCallSchema.shape }),
  z.object({ sessionUpdate: z.literal('usage_update'), cost: costSchema.nullish() }),
]);

export type SessionUpdate = z.infer<typeof updateSchema>;

/** The part of a session update that Holdfast uses; undefined for other updates. */
export function readUpdate(params: unknown): SessionUpdate | undefined {
  const parsed = z.object({ update: updateSchema }).safeParse(params);
  return parsed.success ? parsed.data.update : undefined;
}

export const permissionRequestSchema = z.object({
  toolCall: toolCallSchema,
  options: z.array(z.object({ optionId: z.string(), kind: z.string() })),
});

export type PermissionRequest = z.infer<typeof permissionRequestSchema>;

export const writeRequestSchema = z.object({ path: z.string(), content: z.string() });

export type WriteRequest = z.infer<typeof writeRequestSchema>;

const tokensSchema = z.number().int().nonnegative();

/** The usage that the protocol has a draft for, and the one that Gemini reports. */
const answerSchema = z.object({
  stopReason: z.string(),
  usage: z
    .object({
      inputTokens: tokensSchema,
      outputTokens: tokensSchema,
      totalTokens: tokensSchema.nullish(),
      cachedReadTokens: tokensSchema.nullish(),
      cachedWriteTokens: tokensSchema.nullish(),
      thoughtTokens: tokensSchema.nullish(),
    })
    .nullish()
    .catch(undefined),
  _meta: z
    .object({
      quota: z
        .object({ token_count: z.object({ input_tokens: tokensSchema, output_tokens: tokensSchema }) })
        .optional(),
    })
    .nullish()
    .catch(undefined),
});

/** How a prompt ended, with the tokens of all its requests if the agent reports them. */
export interface PromptAnswer {
  /** `end_turn`, `cancelled`, `max_tokens`, `max_turn_requests`, `refusal`. */
  readonly stopReason: string;
  readonly usage: ReportedUsage | undefined;
}

export interface ReportedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
}

/** Reads the answer to a prompt. @throws Error if it is not one */
export function readPromptAnswer(response: unknown): PromptAnswer {
  const parsed = answerSchema.safeParse(response);
  if (!parsed.success) throw new Error('its answer does not say how the prompt ended', { cause: parsed.error });
  const { stopReason, usage, _meta: meta } = parsed.data;
  if (usage !== undefined && usage !== null) return { stopReason, usage: toUsage(usage) };
  const tokens = meta?.quota?.token_count;
  if (tokens === undefined) return { stopReason, usage: undefined };
  return {
    stopReason,
    usage: {
      inputTokens: tokens.input_tokens,
      outputTokens: tokens.output_tokens,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    },
  };
}

/** Agents count cached and reasoning tokens either as a part of the input and output, or only in the total. */
function toUsage(usage: NonNullable<z.infer<typeof answerSchema>['usage']>): ReportedUsage {
  const cachedInputTokens = usage.cachedReadTokens ?? 0;
  const cacheWriteTokens = usage.cachedWriteTokens ?? 0;
  const reasoningTokens = usage.thoughtTokens ?? 0;
  const cached = cachedInputTokens + cacheWriteTokens;
  const uncounted = (usage.totalTokens ?? 0) - usage.inputTokens - usage.outputTokens;
  const isCachedApart = uncounted >= cached;
  const isReasoningApart = uncounted - (isCachedApart ? cached : 0) >= reasoningTokens;
  return {
    inputTokens: usage.inputTokens + (isCachedApart ? cached : 0),
    outputTokens: usage.outputTokens + (isReasoningApart ? reasoningTokens : 0),
    cachedInputTokens,
    cacheWriteTokens,
    reasoningTokens,
  };
}
