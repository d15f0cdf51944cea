import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Clock } from '../../foundation/clock.ts';
import { wait } from '../../foundation/clock.ts';
import type { CallLabel } from '../base/call-label.ts';
import { LABEL_FIELDS, labelFields, readCallLabel } from '../base/call-label.ts';
import { ModelError } from '../base/model-error.ts';
import { findStepNumber, lastUserText } from './conversation-step.ts';
import { toContent, toFinishReason, toStream, toStreamParts, toUsage } from './recorded-answer.ts';
import type { RecordedReply, RecordedStep, Recording } from './replay-format.ts';

interface SelectedStep {
  readonly step: RecordedStep;
  /** Identifies the step. Used as a prefix of tool call ids. */
  readonly key: string;
}

/** Creates a model that answers from a recording. It has no state: the prompt and the call label select the answer. */
export function createReplayModel(recording: Recording, name: string, clock: Clock): LanguageModelV4 {
  const answer = async (options: LanguageModelV4CallOptions): Promise<SelectedStep> => {
    const selected = selectStep(recording, name, options);
    const { delayMs } = selected.step;
    if (delayMs !== undefined && delayMs > 0) {
      await wait(clock, delayMs, options.abortSignal ?? new AbortController().signal, 'replay the call');
    }
    return selected;
  };
  return {
    specificationVersion: 'v4',
    provider: 'replay',
    modelId: name,
    supportedUrls: {},
    async doGenerate(options) {
      const { step, key } = await answer(options);
      return {
        content: toContent(step, key),
        finishReason: toFinishReason(step),
        usage: toUsage(step.usage),
        warnings: [],
      };
    },
    async doStream(options) {
      const { step, key } = await answer(options);
      return { stream: toStream(toStreamParts(step, key)) };
    },
  };
}

/** @throws ModelError if the recording has no matching reply or step */
function selectStep(recording: Recording, name: string, options: LanguageModelV4CallOptions): SelectedStep {
  const label = readCallLabel(options.providerOptions);
  const number = findStepNumber(options.prompt);
  const reply = recording.replies.find((candidate) => matches(candidate, label, options));
  const step = reply?.steps[number - 1];
  const key = [label.purpose ?? 'attempt', ...Object.values(labelFields(label)), number].join('-');
  if (step !== undefined) return { step, key };
  const conversation = describeLabel(label);
  const cause =
    reply === undefined
      ? `no reply for ${conversation} (step ${number})`
      : `the reply for ${conversation} has ${reply.steps.length} step${reply.steps.length === 1 ? '' : 's'}, but step ${number} was requested`;
  const available = recording.replies.map((recorded) => describeLabel(recorded)).join('; ');
  throw new ModelError(`Failed to replay ${name}: ${cause}`, {
    hint: `Add the missing reply to the recording, or record again. Available replies: ${available || 'none'}.`,
  });
}

function matches(reply: RecordedReply, label: CallLabel, options: LanguageModelV4CallOptions): boolean {
  return (
    (reply.purpose === undefined || reply.purpose === (label.purpose ?? 'attempt')) &&
    LABEL_FIELDS.every((field) => reply[field] === undefined || reply[field] === label[field]) &&
    (reply.contains === undefined || lastUserText(options.prompt).includes(reply.contains))
  );
}

function describeLabel(label: CallLabel): string {
  const parts: string[] = [];
  if (label.purpose !== undefined && label.purpose !== 'attempt') parts.push(label.purpose);
  if (label.item !== undefined) parts.push(`item ${label.item}`);
  if (label.stage !== undefined && label.stage !== label.purpose) parts.push(`stage ${label.stage}`);
  if (label.round !== undefined) parts.push(`round ${label.round}`);
  if (label.chunk !== undefined) parts.push(`chunk "${label.chunk}"`);
  if (label.attempt !== undefined) parts.push(`attempt ${label.attempt}`);
  return parts.length === 0 ? 'any conversation' : parts.join(', ');
}
