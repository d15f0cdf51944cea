import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { labelOf } from './call-label.ts';
import type { CallLabel } from './call-label.ts';
import type { Clock } from './clock.ts';
import { wait } from './clock.ts';
import { lastUserText, stepOf } from './conversation-step.ts';
import { ModelError } from './model-error.ts';
import type { RecordedReply, RecordedStep, RecordedTool, RecordedUsage, Recording } from './replay-format.ts';

/** A model that answers from a recording. It keeps no state: the prompt says which answer is due. */
export function replayModel(recording: Recording, name: string, clock: Clock): LanguageModelV4 {
  const answer = async (options: LanguageModelV4CallOptions): Promise<{ step: RecordedStep; key: string }> => {
    const { step, key } = recordedStep(recording, name, options);
    if (step.delayMs !== undefined && step.delayMs > 0) {
      await wait(clock, step.delayMs, options.abortSignal ?? new AbortController().signal, 'the replayed call');
    }
    return { step, key };
  };
  return {
    specificationVersion: 'v4',
    provider: 'replay',
    modelId: name,
    supportedUrls: {},
    async doGenerate(options) {
      const { step, key } = await answer(options);
      return { content: contentOf(step, key), finishReason: finishOf(step), usage: usageOf(step.usage), warnings: [] };
    },
    async doStream(options) {
      const { step, key } = await answer(options);
      return { stream: streamOf(partsOf(step, key)) };
    },
  };
}

function recordedStep(
  recording: Recording,
  name: string,
  options: LanguageModelV4CallOptions,
): { step: RecordedStep; key: string } {
  const label = labelOf(options.providerOptions);
  const number = stepOf(options.prompt);
  const reply = recording.replies.find((candidate) => answers(candidate, label, options));
  const step = reply?.steps[number - 1];
  const key = `${label.purpose ?? 'attempt'}-${label.chunk ?? ''}-${label.attempt ?? 0}-${number}`;
  if (step !== undefined) return { step, key };
  const asked = describeLabel(label);
  const why =
    reply === undefined
      ? `it holds no reply for ${asked} (step ${number})`
      : `its reply for ${asked} has ${reply.steps.length} step${reply.steps.length === 1 ? '' : 's'}, and step ${number} was asked for`;
  throw new ModelError(`Failed to replay ${name}: ${why}`, {
    hint: `Add the missing reply to the recording, or record it anew. It holds: ${recording.replies.map(describeLabel).join('; ') || 'nothing'}.`,
  });
}

function answers(reply: RecordedReply, label: CallLabel, options: LanguageModelV4CallOptions): boolean {
  return (
    (reply.purpose === undefined || reply.purpose === (label.purpose ?? 'attempt')) &&
    (reply.chunk === undefined || reply.chunk === label.chunk) &&
    (reply.attempt === undefined || reply.attempt === label.attempt) &&
    (reply.contains === undefined || lastUserText(options.prompt).includes(reply.contains))
  );
}

function describeLabel(label: CallLabel): string {
  const parts: string[] = [];
  if (label.purpose !== undefined && label.purpose !== 'attempt') parts.push(label.purpose);
  if (label.chunk !== undefined) parts.push(`chunk "${label.chunk}"`);
  if (label.attempt !== undefined) parts.push(`attempt ${label.attempt}`);
  return parts.length === 0 ? 'any conversation' : parts.join(', ');
}

function rawInputOf(tool: RecordedTool): string {
  return tool.rawInput ?? JSON.stringify(tool.input ?? {});
}

function contentOf(step: RecordedStep, key: string): LanguageModelV4Content[] {
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

function partsOf(step: RecordedStep, key: string): LanguageModelV4StreamPart[] {
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

function finishOf(step: RecordedStep): LanguageModelV4FinishReason {
  const unified = step.finish ?? (step.tools.length > 0 ? 'tool-calls' : 'stop');
  return { unified, raw: unified };
}

function usageOf(usage: RecordedUsage | undefined): LanguageModelV4Usage {
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

function streamOf(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0;
  return new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      const part = parts[next++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}
