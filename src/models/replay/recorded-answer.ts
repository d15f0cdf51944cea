/** Converts a recorded step into the answer of a model: whole content, or the parts of a stream. */
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { RecordedStep, RecordedToolCall, RecordedUsage } from './replay-format.ts';

function toRawInput(tool: RecordedToolCall): string {
  return tool.rawInput ?? JSON.stringify(tool.input ?? {});
}

/** @param key the prefix of tool call ids */
export function toContent(step: RecordedStep, key: string): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  if (step.reasoning !== undefined) content.push({ type: 'reasoning', text: step.reasoning });
  if (step.text !== undefined) content.push({ type: 'text', text: step.text });
  step.tools.forEach((tool, index) => {
    content.push({
      type: 'tool-call',
      toolCallId: `${key}-${index + 1}`,
      toolName: tool.name,
      input: toRawInput(tool),
    });
  });
  return content;
}

/** @param key the prefix of tool call ids */
export function toStreamParts(step: RecordedStep, key: string): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const content of toContent(step, key)) {
    if (content.type === 'text' || content.type === 'reasoning') {
      const id = `${content.type}-1`;
      parts.push({ type: `${content.type}-start`, id });
      for (const delta of splitWords(content.text)) parts.push({ type: `${content.type}-delta`, id, delta });
      parts.push({ type: `${content.type}-end`, id });
    } else if (content.type === 'tool-call') {
      parts.push({ type: 'tool-input-start', id: content.toolCallId, toolName: content.toolName });
      parts.push({ type: 'tool-input-delta', id: content.toolCallId, delta: content.input });
      parts.push({ type: 'tool-input-end', id: content.toolCallId });
      parts.push(content);
    }
  }
  parts.push({ type: 'finish', finishReason: toFinishReason(step), usage: toUsage(step.usage) });
  return parts;
}

/** Splits a text into words with their white space, as a model streams them. */
function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+\s*|\s+/g) ?? [];
}

export function toFinishReason(step: RecordedStep): LanguageModelV4FinishReason {
  const unified = step.finish ?? (step.tools.length > 0 ? 'tool-calls' : 'stop');
  return { unified, raw: unified };
}

export function toUsage(usage: RecordedUsage | undefined): LanguageModelV4Usage {
  const cached = usage?.cached ?? 0;
  const reasoning = usage?.reasoning ?? 0;
  return {
    inputTokens: {
      total: usage?.input,
      noCache: usage === undefined ? undefined : usage.input - cached,
      cacheRead: usage === undefined ? undefined : cached,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: usage?.output,
      text: usage === undefined ? undefined : usage.output - reasoning,
      reasoning: usage === undefined ? undefined : reasoning,
    },
    ...(usage?.costUsd === undefined ? {} : { raw: { recordedCostUsd: usage.costUsd } }),
  };
}

export function toStream(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0;
  return new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      const part = parts[next++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}
