import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { labelOf } from './call-label.ts';
import type { CallLabel } from './call-label.ts';
import type { Clock } from './clock.ts';
import { wait } from './clock.ts';
import { lastUserText, stepOf } from './conversation-step.ts';
import { ModelError } from './model-error.ts';
import { contentOf, finishOf, partsOf, streamOf, usageOf } from './recorded-answer.ts';
import type { RecordedReply, RecordedStep, Recording } from './replay-format.ts';

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
