/** Turns a recorded step into what a model gives: whole content, or the parts of a stream. */
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { RecordedStep, RecordedTool, RecordedUsage } from './replay-format.ts';

function rawInputOf(tool: RecordedTool): string {
  return tool.rawInput ?? JSON.stringify(tool.input ?? {});
}

export function contentOf(step: RecordedStep, key: string): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = [];
  if (step.reasoning !== undefined) content.push({ type: 'reasoning', text: step.reasoning });
  if (step.text !== undefined) content.push({ type: 'text', text: step.text });
  step.tools.forEach((tool, index) => {
    content.push({
      type: 'tool-call',
      toolCallId: `${key}-${index + 1}`,
      toolName: tool.name,
      input: rawInputOf(tool),
    });
  });
  return content;
}

export function partsOf(step: RecordedStep, key: string): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const content of contentOf(step, key)) {
    if (content.type === 'text' || content.type === 'reasoning') {
      const id = `${content.type}-1`;
      parts.push({ type: `${content.type}-start`, id });
      for (const delta of piecesOf(content.text)) parts.push({ type: `${content.type}-delta`, id, delta });
      parts.push({ type: `${content.type}-end`, id });
    } else if (content.type === 'tool-call') {
      parts.push({ type: 'tool-input-start', id: content.toolCallId, toolName: content.toolName });
      parts.push({ type: 'tool-input-delta', id: content.toolCallId, delta: content.input });
      parts.push({ type: 'tool-input-end', id: content.toolCallId });
      parts.push(content);
    }
  }
  parts.push({ type: 'finish', finishReason: finishOf(step), usage: usageOf(step.usage) });
  return parts;
}

/** Words with the white space after them, as a model streams them. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*|\s+/g) ?? [];
}

export function finishOf(step: RecordedStep): LanguageModelV4FinishReason {
  const unified = step.finish ?? (step.tools.length > 0 ? 'tool-calls' : 'stop');
  return { unified, raw: unified };
}

export function usageOf(usage: RecordedUsage | undefined): LanguageModelV4Usage {
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

export function streamOf(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0;
  return new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      const part = parts[next++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}
