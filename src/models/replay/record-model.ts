import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import { LABEL_FIELDS, labelFields, readCallLabel, type CallLabel } from '../base/call-label.ts';
import type { ConfiguredModel } from '../base/configured-model.ts';
import { AnswerCollector } from '../calls/answer-collector.ts';
import { toTokenUsage } from '../cost/token-usage.ts';
import { findStepNumber } from './conversation-step.ts';
import type { RecordedReply, RecordedStep, RecordedToolCall, Recording } from './replay-format.ts';

/** Saves a recording. Called with the complete recording after every answer. */
type SaveRecording = (recording: Recording) => Promise<void>;

/** The answers of a recording so far. Models that are recorded in the same file share it. */
export class RecordedAnswers {
  readonly replies: RecordedReply[] = [];
  readonly writes = new SerialQueue();
}

/**
 * Wraps a model so that its answers are recorded. Only complete answers are recorded, with keys redacted.
 *
 * @param answers what other models recorded in the same file
 */
export function recordModel(
  model: ConfiguredModel,
  save: SaveRecording,
  answers = new RecordedAnswers(),
): ConfiguredModel {
  const recorder = new Recorder(model, save, answers);
  const inner = model.model;
  const recordingModel: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    async doGenerate(options) {
      const result = await inner.doGenerate(options);
      await recorder.add(options, result.content, result.usage, result.finishReason);
      return result;
    },
    async doStream(options) {
      const result = await inner.doStream(options);
      const collector = new AnswerCollector();
      const stream = result.stream.pipeThrough(
        new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          async transform(part, controller) {
            collector.add(part);
            if (part.type === 'finish') await recorder.add(options, collector.content(), part.usage, part.finishReason);
            controller.enqueue(part);
          },
        }),
      );
      return { ...result, stream };
    },
  };
  return { ...model, model: recordingModel };
}

class Recorder {
  readonly #model: ConfiguredModel;
  readonly #save: SaveRecording;
  readonly #answers: RecordedAnswers;

  constructor(model: ConfiguredModel, save: SaveRecording, answers: RecordedAnswers) {
    this.#model = model;
    this.#save = save;
    this.#answers = answers;
  }

  add(
    options: LanguageModelV4CallOptions,
    content: readonly LanguageModelV4Content[],
    usage: LanguageModelV4Usage,
    finishReason: LanguageModelV4FinishReason,
  ): Promise<void> {
    const reply = this.#findOrAddReply(readCallLabel(options.providerOptions));
    const index = findStepNumber(options.prompt) - 1;
    // A repeated step replaces its earlier answer. A conversation that starts at a later step leaves no gap.
    reply.steps[Math.min(index, reply.steps.length)] = this.#toRecordedStep(content, usage, finishReason);
    const { replies, writes } = this.#answers;
    const snapshot: Recording = structuredClone({ version: 1, model: this.#model.reference, replies });
    return writes.add(() => this.#save(snapshot));
  }

  #findOrAddReply(label: CallLabel): RecordedReply {
    const found = this.#answers.replies.find(
      (reply) => reply.purpose === label.purpose && LABEL_FIELDS.every((field) => reply[field] === label[field]),
    );
    if (found !== undefined) return found;
    const { purpose } = label;
    const reply: RecordedReply = { ...(purpose === undefined ? {} : { purpose }), ...labelFields(label), steps: [] };
    this.#answers.replies.push(reply);
    return reply;
  }

  #toRecordedStep(
    content: readonly LanguageModelV4Content[],
    usage: LanguageModelV4Usage,
    finishReason: LanguageModelV4FinishReason,
  ): RecordedStep {
    const { redact } = this.#model;
    const textOf = (type: 'text' | 'reasoning'): string =>
      redact(content.map((part) => (part.type === type ? part.text : '')).join(''));
    const reasoning = textOf('reasoning');
    const text = textOf('text');
    const toolCalls: RecordedToolCall[] = [];
    for (const part of content) {
      if (part.type === 'tool-call') toolCalls.push({ name: part.toolName, ...toRecordedInput(redact(part.input)) });
    }
    const reported = toTokenUsage(usage);
    const costUsd = reported === undefined ? null : this.#model.price(reported);
    return {
      ...(reasoning === '' ? {} : { reasoning }),
      ...(text === '' ? {} : { text }),
      tools: toolCalls,
      ...(finishReason.unified === 'length' || finishReason.unified === 'content-filter'
        ? { finish: finishReason.unified }
        : {}),
      ...(reported === undefined
        ? {}
        : {
            usage: {
              input: reported.inputTokens,
              output: reported.outputTokens,
              ...(reported.cachedInputTokens === 0 ? {} : { cached: reported.cachedInputTokens }),
              ...(reported.reasoningTokens === 0 ? {} : { reasoning: reported.reasoningTokens }),
              ...(costUsd === null ? {} : { costUsd }),
            },
          }),
    };
  }
}

/** Returns the arguments as an object, or as text if they are not a JSON object. */
function toRecordedInput(text: string): Pick<RecordedToolCall, 'input' | 'rawInput'> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { input: { ...value } };
  } catch {
    // Invalid JSON is recorded as text below.
  }
  return { rawInput: text };
}
